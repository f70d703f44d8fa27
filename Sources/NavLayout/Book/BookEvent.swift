/// What a book tells of its leaves; pages are those of the model, each viewer sees its spread.
package enum BookEvent: Hashable, Sendable {
  /// A gesture lifts a leaf and may come to rest on a page (PC-7).
  case willTransition(pending: Int)
  /// The leaf that a gesture lifted lies down, or something else takes it over; `completed` says
  /// whether another page is active than before (PC-7).
  case didFinishAnimating(finished: Bool, previous: Int, completed: Bool)
  /// What a program asked for is shown, or was skipped for something else (PC-5).
  case completion(finished: Bool)
}

/// What a request did with the leaf in the air (PCQ-3).
package enum BookStatus: CaseIterable, Hashable, Sendable {
  /// The page is active already, or on its way: a running motion goes on.
  case unchanged
  /// A leaf was lifted.
  case started
  /// The leaf in the air goes on to another page (D-9).
  case retargeted
  /// The leaf in the air goes to its other end.
  case reversed
  /// Shown at once.
  case placed
}

/// What came of a request.
package struct BookOutcome: Hashable, Sendable {
  package var status: BookStatus
  /// What has to be told, in order.
  package var events: [BookEvent]

  package init(status: BookStatus, events: [BookEvent]) {
    self.status = status
    self.events = events
  }
}
