import NavModel
import NavWire

/// Answers on their way out, behind what they speak of.
extension DaemonCore {
  /// Answers a request; the answer of an operation is kept for its repetitions.
  mutating func answer(_ pending: PendingRequest, _ body: Reply.Body) {
    guard pending.request.body.isOperation else { return sendReply(pending, body) }
    var reply = pending.reply(body)
    reply.isDurable = isDurable
    let bytes = reply.encoded()
    replies.append(OutgoingReply(peer: pending.peer, reply: reply, bytes: bytes, isKept: true))
  }

  /// Sends an answer that is not kept.
  mutating func sendReply(_ pending: PendingRequest, _ body: Reply.Body) {
    let reply = pending.reply(body)
    replies.append(
      OutgoingReply(peer: pending.peer, reply: reply, bytes: reply.encoded(), isKept: false)
    )
  }

  /// The answer that an operation got, once more.
  mutating func repeatReply(_ bytes: [UInt8], to peer: Peer) {
    // What the daemon before has written is waited for with this start, which the disk has not taken.
    guard durability == .power, !isDurable, var reply = try? Reply(decoding: bytes) else {
      return actions.append(.reply(to: peer, bytes))
    }
    reply.isDurable = false
    actions.append(.reply(to: peer, reply.encoded()))
  }

  /// The answer of an operation that was answered in this turn, or waits for the disk, to whoever has sent it once
  /// more meanwhile; perhaps over another connection.
  mutating func repeatReply(of pending: PendingRequest) {
    func isAnswer(_ reply: OutgoingReply) -> Bool {
      reply.isKept && reply.reply.seq == pending.request.seq
        && reply.reply.client == pending.request.client
    }
    if var reply = replies.first(where: isAnswer) {
      reply.peer = pending.peer
      reply.isRepeated = true
      replies.append(reply)
    } else if let (ticket, waiting) = syncing.first(where: { $0.value.contains(where: isAnswer) }),
      var reply = waiting.first(where: isAnswer)
    {
      reply.peer = pending.peer
      reply.isRepeated = true
      syncing[ticket]?.append(reply)
    }
  }

  /// The disk has what was asked to be on it by a `sync` action, or could not take it.
  ///
  /// What a disk has refused once may be lost although a later attempt goes well, so all there is, is written anew.
  package mutating func synced(ticket: UInt64, isStored: Bool, at now: Duration) {
    if !isStored { refuse(until: now) }
    for reply in syncing.removeValue(forKey: ticket) ?? [] { release(reply, isStored: isStored) }
  }

  /// Lets the replies of a turn go, those of operations only when the disk has them.
  mutating func releaseReplies(isStored: Bool) {
    let isDurable = isStored && self.isDurable
    var waiting: [OutgoingReply] = []
    for reply in replies {
      if reply.isKept, isDurable, durability == .power {
        waiting.append(reply)
      } else {
        release(reply, isStored: isDurable)
      }
    }
    replies = []
    guard !waiting.isEmpty else { return }
    let ticket = newID()
    syncing[ticket] = waiting
    actions.append(.sync(ticket: ticket))
  }

  private mutating func release(_ outgoing: OutgoingReply, isStored: Bool) {
    var outgoing = outgoing
    guard outgoing.isKept else { return actions.append(.reply(to: outgoing.peer, outgoing.bytes)) }
    if outgoing.reply.isDurable != isStored {
      outgoing.reply.isDurable = isStored
      outgoing.bytes = outgoing.reply.encoded()
    }
    if let client = outgoing.reply.client {
      ledger.record(client, seq: outgoing.reply.seq, reply: outgoing.bytes)
    }
    actions.append(.reply(to: outgoing.peer, outgoing.bytes))
  }
}

/// An answer on its way out.
struct OutgoingReply: Sendable {
  var peer: Peer
  var reply: Reply
  var bytes: [UInt8]
  /// Whether it is an operation's, which is kept for its repetitions.
  let isKept: Bool
  /// Whether it goes to somebody else as well.
  var isRepeated = false
}

extension PendingRequest {
  fileprivate func reply(_ body: Reply.Body) -> Reply {
    let client = request.client == .none ? nil : request.client
    return Reply(id: request.id, client: client, seq: request.seq, body: body)
  }
}
