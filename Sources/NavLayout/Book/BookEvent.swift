/// An event of a book's leaves; pages are those of the model, of which each viewer shows its own spread.
package enum BookEvent: Hashable, Sendable {
  /// A gesture lifts a leaf that may come to rest on a page (PC-7).
  case willTransition(pending: Int)
  /// The leaf lifted by a gesture has landed, or another request has taken it over; `completed` states whether the
  /// active page has changed (PC-7).
  case didFinishAnimating(finished: Bool, previous: Int, completed: Bool)
  /// A page requested by a program is shown, or another request has superseded it (PC-5).
  case completion(finished: Bool)
}

/// The effect of a request on the leaf in the air (PCQ-3).
package enum BookStatus: CaseIterable, Hashable, Sendable {
  /// The page is already active or being turned to: a running motion continues.
  case unchanged
  /// A leaf was lifted.
  case started
  /// The leaf in the air continues, to another page (D-9).
  case retargeted
  /// The leaf in the air turns back to its other side.
  case reversed
  /// The page is shown at once.
  case placed
}

/// The outcome of a request.
package struct BookOutcome: Hashable, Sendable {
  package var status: BookStatus
  /// The events to report, in order.
  package var events: [BookEvent]

  package init(status: BookStatus, events: [BookEvent]) {
    self.status = status
    self.events = events
  }
}
