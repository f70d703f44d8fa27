import NavTestKit
import NavWire

/// Demands that a repeated operation gets the same answer as the first time, and that each daemon
/// has an epoch of its own.
struct AnswerAudit {
  private var answers: [Kept.OperationID: Reply] = [:]
  private var epochs: [(run: Int, epoch: UInt64)] = []

  /// Records an answer of the daemon.
  mutating func note(_ reply: Reply, of run: Int) throws {
    if case .attached(let attached) = reply.body { try note(attached.epoch, of: run) }
    guard reply.seq > 0, let client = reply.client, reply.isKept else { return }
    var reply = reply
    reply.isDurable = true
    let id = Kept.OperationID(client: client, seq: reply.seq)
    let known = answers.updateValue(reply, forKey: id)
    try demand(
      known == nil || known == reply,
      "an operation gets another answer when it comes again: \(reply) instead of "
        + "\(known.map { "\($0)" } ?? "")"
    )
  }

  private mutating func note(_ epoch: UInt64, of run: Int) throws {
    guard let last = epochs.last, last.run < run else {
      if epochs.isEmpty { epochs.append((run, epoch)) }
      return try demand(epochs.last?.epoch == epoch, "a daemon tells two epochs")
    }
    try demand(epoch > last.epoch, "the epoch does not rise with a daemon: \(epoch)")
    epochs.append((run, epoch))
  }

  /// Drops the answers that the next daemon does not find on the disk.
  mutating func rollBack(to kept: Kept) {
    answers = kept.answers.mapValues(\.reply)
  }
}

extension Reply {
  /// Whether the reply is the operation's own result, not a report about its sequence number.
  var isKept: Bool {
    guard case .failure(let failure) = body else { return true }
    switch failure.code {
    case .outOfOrder, .unknownClient, .clientIDConflict, .slowDown, .inProgress: return false
    case .malformed, .protocolMismatch, .noSuchSession, .sessionExists, .badName, .noSuchInput,
      .rejected, .unknownViewer, .limitReached, .retry, .timedOut, .notPermitted,
      .preconditionFailed, .staleView, .noMatch, .unknown:
      return true
    }
  }
}
