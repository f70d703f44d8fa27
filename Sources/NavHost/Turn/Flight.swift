import NavBase
import NavWire

/// The outcome of a commit, as far as the store knows it.
package enum CommitOutcome: Hashable, Sendable {
  case stored
  /// The store takes no writes now; all changes are offered to it again.
  case refused
  /// The store answers later (`DaemonCore.commitEnded`); until then the batch may be stored or not.
  case pending
}

/// A commit whose outcome is not known yet, and the work that waits for it (Sources/README.md, decision 6).
struct Flight {
  /// Work on the core at a time.
  typealias Work = (inout DaemonCore, Duration) -> Void

  /// When the batch was handed out; nil while there is none without an outcome.
  private(set) var since: Duration?
  /// The replies to the operations of the batch.
  private(set) var replies: [OutgoingReply] = []
  /// Changes outside the sessions, such as viewers that are removed and sessions that end: made when the batch is stored.
  private var effects: [Work] = []
  /// Changes of stored sessions that were asked for since: made after the batch is stored.
  private var held: [Work] = []
  /// Whether the senders of the operations were told that it takes long.
  private(set) var isLate = false
  /// Whether no further operation may be part of the turn's batch.
  var isClosed = false

  /// Whether nothing that is stored may be changed now.
  var isBusy: Bool { since != nil || isClosed }

  /// When the operations in it, and those that wait, are refused for the time being; nil if that has happened.
  var lateAt: Duration? { isLate ? nil : since.map { $0 + DaemonTiming.commit } }

  mutating func add(_ effect: @escaping Work) {
    effects.append(effect)
    // Later operations of the turn would not see it.
    isClosed = true
  }

  mutating func hold(_ work: @escaping Work) { held.append(work) }

  mutating func begin(at now: Duration, with replies: [OutgoingReply]) {
    (since, self.replies) = (now, replies)
  }

  /// Repeats the reply to an operation of the batch when that is stored; false for any other operation.
  mutating func repeatReply(to pending: PendingRequest) -> Bool {
    guard let reply = replies.first(where: { $0.isAnswer(to: pending) }) else { return false }
    if !isLate { replies.append(reply.repeated(for: pending)) }
    return true
  }

  mutating func noteLate() { isLate = true }

  /// Ends it.
  ///
  /// - Returns: the replies to release, and the work to do, in order.
  mutating func end() -> (replies: [OutgoingReply], work: [Work]) {
    defer { self = Flight() }
    return (replies, effects + held)
  }
}
