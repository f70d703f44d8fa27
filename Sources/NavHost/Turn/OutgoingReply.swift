import NavBase
import NavWire

/// A reply that is sent at the end of a turn, or when its operation is on disk.
struct OutgoingReply: Sendable {
  var peer: Peer
  private(set) var reply: Reply
  private(set) var bytes: [UInt8]
  /// Whether it answers an operation; such a reply is kept for repetitions.
  let isKept: Bool
  /// Whether it is a copy, for a repeated request.
  var isRepeated = false

  init(_ pending: PendingRequest, _ body: Reply.Body) {
    peer = pending.peer
    reply = pending.reply(body)
    bytes = reply.encoded()
    isKept = false
  }

  /// Creates the reply to an operation.
  init(_ pending: PendingRequest, operation body: Reply.Body, isDurable: Bool, questions: Int) {
    peer = pending.peer
    var reply = pending.reply(body)
    (reply.isDurable, reply.questions) = (isDurable, questions)
    self.reply = reply
    bytes = reply.encoded()
    isKept = true
  }

  /// Creates a refusal for the time being of the operation that another one answers.
  private init(_ other: OutgoingReply, refusedBy failure: Reply.Failure) {
    (peer, reply) = (other.peer, other.reply)
    (reply.body, reply.isDurable, reply.questions) = (.failure(failure), false, 0)
    bytes = reply.encoded()
    isKept = false
  }

  func refused(_ failure: Reply.Failure) -> OutgoingReply {
    OutgoingReply(self, refusedBy: failure)
  }

  /// Whether it answers the same operation as a request.
  func isAnswer(to pending: PendingRequest) -> Bool {
    isKept && reply.seq == pending.request.seq && reply.client == pending.request.client
  }

  /// Returns a copy for a repetition of its request, which may have come over another connection.
  func repeated(for pending: PendingRequest) -> OutgoingReply {
    var copy = self
    copy.peer = pending.peer
    copy.isRepeated = true
    return copy
  }

  /// Sets whether its operation survives the end of the daemon.
  mutating func setDurable(_ isDurable: Bool) {
    guard reply.isDurable != isDurable else { return }
    reply.isDurable = isDurable
    bytes = reply.encoded()
  }

  /// Returns the record of an operation's reply for the store; nil for others, and for copies.
  func record(_ ledger: RequestLedger, usedAt: Int64) -> ReplyRecord? {
    let seq = reply.seq
    guard isKept, !isRepeated, let client = reply.client,
      let digest = ledger.digest(client, seq: seq)
    else { return nil }
    return ReplyRecord(
      client: client.bytes,
      seq: seq,
      digest: digest,
      reply: bytes,
      usedAt: usedAt
    )
  }
}
