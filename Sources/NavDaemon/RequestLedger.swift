import NavWire

/// Remembers what every client was answered, so that an operation that is sent again is not done again
/// (protocol.md: Input, exactly once).
struct RequestLedger: Sendable {
  /// What to do with an operation that arrived.
  enum Verdict: Hashable {
    /// It is the next one: do it, then `record` its answer.
    case perform
    /// It was done: the answer it got.
    case answered([UInt8])
    /// It is being done; its answer goes out when it is there.
    case pending
    case refused(Reply.Failure)
  }

  private struct Entry {
    var last: UInt64 = 0
    /// By seq; nil while the operation is being done.
    var answers: [UInt64: (digest: Int, reply: [UInt8]?)] = [:]
    var usedAt: Duration

    mutating func begin(_ seq: UInt64, digest: Int) {
      last = seq
      answers[seq] = (digest, nil)
      if seq > UInt64(DaemonLimits.storedReplies) {
        answers[seq - UInt64(DaemonLimits.storedReplies)] = nil
      }
    }
  }

  private var entries: [ClientID: Entry] = [:]

  var count: Int { entries.count }

  /// Judges an operation; one that is to be performed counts as begun.
  ///
  /// - Parameters:
  ///   - client: who sent it.
  ///   - seq: the number it carries.
  ///   - bytes: the whole request as it arrived; a repetition has the same.
  ///   - now: the time of the turn.
  /// - Returns: what to do with it.
  mutating func judge(_ client: ClientID, seq: UInt64, bytes: [UInt8], at now: Duration) -> Verdict
  {
    let digest = bytes.hashValue
    guard var entry = entries[client] else {
      guard seq == 1 else {
        return .refused(
          Reply.Failure(
            .unknownClient,
            "the daemon does not know this client (it was restarted, or the client was silent for a "
              + "day): whether earlier operations happened is unknown; begin again with a new client id"
          )
        )
      }
      makeRoom(at: now)
      var entry = Entry(usedAt: now)
      entry.begin(seq, digest: digest)
      entries[client] = entry
      return .perform
    }
    entry.usedAt = now
    defer { entries[client] = entry }
    if seq == entry.last + 1 {
      entry.begin(seq, digest: digest)
      return .perform
    }
    guard let answer = entry.answers[seq] else {
      return .refused(
        Reply.Failure(
          .outOfOrder,
          "operation \(seq) is out of order: \(entry.last + 1) is the next one",
          expected: entry.last + 1
        )
      )
    }
    guard answer.digest == digest else {
      return .refused(
        Reply.Failure(
          .clientIDConflict,
          "another operation \(seq) was sent under the same client id: use 16 random bytes per process"
        )
      )
    }
    return answer.reply.map { .answered($0) } ?? .pending
  }

  /// Keeps the answer of an operation for repetitions.
  mutating func record(_ client: ClientID, seq: UInt64, reply: [UInt8]) {
    entries[client]?.answers[seq]?.reply = reply
  }

  private mutating func makeRoom(at now: Duration) {
    guard entries.count >= DaemonLimits.clients else { return }
    entries = entries.filter { now - $0.value.usedAt < DaemonLimits.clientLifetime }
    // Still full: the one that was silent longest goes.
    if entries.count >= DaemonLimits.clients,
      let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt })?.key
    {
      entries[oldest] = nil
    }
  }
}
