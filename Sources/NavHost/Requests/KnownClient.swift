import NavWire

/// The memory of one client: its newest operations and the replies that they got.
struct KnownClient: Sendable {
  private struct Answer: Sendable {
    let digest: [UInt8]
    /// Nil while the operation is in progress.
    var reply: [UInt8]?
  }

  /// The number of its newest operation; 0 before the first.
  private var last: UInt64 = 0
  private var answers: [UInt64: Answer] = [:]
  /// The time of its last operation.
  private(set) var usedAt: Duration

  private static let kept = UInt64(DaemonLimits.storedReplies)

  init(usedAt: Duration) {
    self.usedAt = usedAt
  }

  /// The number of operations that are remembered, at most `DaemonLimits.storedReplies`.
  var count: Int { answers.count }

  /// Whether an operation is in progress.
  var isWaiting: Bool { answers.values.contains { $0.reply == nil } }

  /// Judges an operation of this client; one that is to be performed counts as begun.
  mutating func judge(_ seq: UInt64, _ digest: [UInt8], at now: Duration) -> RequestLedger.Verdict {
    usedAt = now
    if last < .max, seq == last + 1 || isOpen(seq) {
      begin(seq, digest)
      return .perform
    }
    guard let answer = answers[seq] else { return .refused(.outOfOrder(seq, after: last)) }
    guard answer.digest == digest else { return .refused(.otherOperation(seq)) }
    return answer.reply.map { .answered($0) } ?? .pending
  }

  private mutating func begin(_ seq: UInt64, _ digest: [UInt8]) {
    last = max(last, seq)
    answers[seq] = Answer(digest: digest, reply: nil)
    if last > Self.kept { answers[last - Self.kept] = nil }
  }

  /// Whether an operation was begun before the daemon ended and not answered: it was not performed.
  private func isOpen(_ seq: UInt64) -> Bool {
    seq > 0 && seq < last && last - seq < Self.kept && answers[seq] == nil
  }

  /// Keeps the reply of an operation that was begun.
  mutating func record(_ seq: UInt64, reply: [UInt8]) {
    answers[seq]?.reply = reply
  }

  /// Takes over an operation of an earlier run; operations come in ascending order.
  mutating func restore(_ seq: UInt64, _ digest: [UInt8], reply: [UInt8]) {
    guard seq > 0 else { return }
    begin(seq, digest)
    record(seq, reply: reply)
  }

  /// Returns the digest of the request of an operation; nil if it is not remembered.
  func digest(of seq: UInt64) -> [UInt8]? { answers[seq]?.digest }

  /// The operations that were answered.
  var answered: [(seq: UInt64, digest: [UInt8], reply: [UInt8])] {
    answers.compactMap { seq, answer in answer.reply.map { (seq, answer.digest, $0) } }
  }
}

extension Reply.Failure {
  static let unknownClient = Reply.Failure(
    .unknownClient,
    "the daemon does not know this client (its state was lost, or the client was silent for a day, or others "
      + "took its place): whether earlier operations happened is unknown; begin again with a new client id"
  )

  fileprivate static func outOfOrder(_ seq: UInt64, after last: UInt64) -> Reply.Failure {
    let next = last < .max ? last + 1 : last
    return Reply.Failure(
      .outOfOrder,
      "operation \(seq) is out of order: \(next) is the next one",
      expected: next
    )
  }

  fileprivate static func otherOperation(_ seq: UInt64) -> Reply.Failure {
    Reply.Failure(
      .clientIDConflict,
      "another operation \(seq) was sent under the same client id: make a new id for each process"
    )
  }
}
