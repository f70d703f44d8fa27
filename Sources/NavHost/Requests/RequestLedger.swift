import NavModel
import NavWire

/// The replies that every client got, so that an operation that is sent again is not performed again (proto/README.md:
/// Input, exactly once).
struct RequestLedger: Sendable {
  /// How to handle an operation that arrived.
  enum Verdict: Hashable {
    /// It is the next one: perform it, then `record` its reply.
    case perform
    /// It was performed: the reply it got.
    case answered([UInt8])
    /// It is in progress; its reply follows.
    case pending
    case refused(Reply.Failure)
  }

  private struct Answer {
    let digest: [UInt8]
    /// Nil while the operation is in progress.
    var reply: [UInt8]?
  }

  private struct Entry {
    var last: UInt64 = 0
    var answers: [UInt64: Answer] = [:]
    var usedAt: Duration

    mutating func begin(_ seq: UInt64, digest: [UInt8]) {
      last = max(last, seq)
      answers[seq] = Answer(digest: digest, reply: nil)
      let kept = UInt64(DaemonLimits.storedReplies)
      if last > kept { answers[last - kept] = nil }
    }

    /// Whether an operation was begun before the daemon ended and not answered: it was not performed.
    func isOpen(_ seq: UInt64) -> Bool {
      let kept = UInt64(DaemonLimits.storedReplies)
      return seq > 0 && seq < last && last - seq < kept && answers[seq] == nil
    }
  }

  /// How many clients are remembered; a lower limit takes effect with the next new client.
  var limit = DaemonLimits.clients
  private var entries: [ClientID: Entry] = [:]
  private var forgotten: [ClientID] = []
  private var nextExpiry = Duration.zero
  private let hash: any KeyedHash

  /// - Parameter hash: makes the digests by which repetitions are told from other requests.
  init(hash: any KeyedHash) {
    self.hash = hash
  }

  var count: Int { entries.count }

  /// Judges an operation; one that is to be performed counts as begun.
  ///
  /// - Parameters:
  ///   - client: its sender.
  ///   - seq: its sequence number.
  ///   - bytes: the whole request as it arrived; the same for a repetition.
  ///   - now: the time of the turn.
  /// - Returns: how to handle it.
  mutating func judge(_ client: ClientID, seq: UInt64, bytes: [UInt8], at now: Duration) -> Verdict
  {
    let digest = digest(of: bytes)
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
    if seq == entry.last + 1 || entry.isOpen(seq) {
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

  /// Keeps the reply of an operation for repetitions.
  mutating func record(_ client: ClientID, seq: UInt64, reply: [UInt8]) {
    entries[client]?.answers[seq]?.reply = reply
  }

  /// Returns the digest of the request of an operation; nil if it is unknown.
  func digest(_ client: ClientID, seq: UInt64) -> [UInt8]? { entries[client]?.answers[seq]?.digest }

  // MARK: Capacity

  /// Returns the clients that were forgotten since the last call.
  mutating func takeForgotten() -> [ClientID] {
    defer { forgotten = [] }
    return forgotten
  }

  /// Forgets clients that were silent for too long; checks once an hour.
  mutating func expireNowAndThen(at now: Duration) {
    guard now >= nextExpiry else { return }
    nextExpiry = now + .seconds(3_600)
    expire(at: now)
  }

  /// Forgets clients that were silent for too long.
  private mutating func expire(at now: Duration) {
    let old = entries.filter { now - $0.value.usedAt >= DaemonLimits.clientLifetime }
    for client in old.keys { forget(client) }
  }

  private mutating func makeRoom(at now: Duration) {
    guard entries.count >= limit else { return }
    expire(at: now)
    // Still full: the clients silent longest are forgotten; several only after the limit was lowered.
    let surplus = entries.count - limit + 1
    if surplus > 1 {
      let oldest = entries.sorted { $0.value.usedAt < $1.value.usedAt }.prefix(surplus)
      for client in oldest.map(\.key) { forget(client) }
    } else if surplus == 1,
      let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt })?.key
    {
      forget(oldest)
    }
  }

  private mutating func forget(_ client: ClientID) {
    entries[client] = nil
    forgotten.append(client)
  }

  // MARK: Storage

  /// Restores the replies of earlier runs.
  ///
  /// - Parameters:
  ///   - records: ascending by client and seq.
  ///   - time: converts milliseconds since 1970 to the daemon's time.
  mutating func restore(_ records: [ReplyRecord], time: (Int64) -> Duration) {
    for record in records {
      guard let client = ClientID(record.client) else { continue }
      let usedAt = time(record.usedAt)
      var entry = entries[client] ?? Entry(usedAt: usedAt)
      entry.begin(record.seq, digest: record.digest)
      entry.answers[record.seq]?.reply = record.reply
      entry.usedAt = max(entry.usedAt, usedAt)
      entries[client] = entry
    }
  }

  /// Returns records of all replies that are kept.
  func records(time: (Duration) -> Int64) -> [ReplyRecord] {
    entries.flatMap { client, entry in
      entry.answers.compactMap { seq, answer in
        answer.reply.map {
          ReplyRecord(
            client: client.bytes,
            seq: seq,
            digest: answer.digest,
            reply: $0,
            usedAt: time(entry.usedAt)
          )
        }
      }
    }
  }

  /// The same for the same bytes, in any process.
  private func digest(of bytes: [UInt8]) -> [UInt8] {
    hash.hash(bytes, key: [], count: StoreLimits.digestBytes)
  }
}
