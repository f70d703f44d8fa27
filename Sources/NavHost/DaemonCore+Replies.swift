import NavModel
import NavWire

/// Outgoing replies, sent after the updates that they refer to.
extension DaemonCore {
  /// Answers a request; an operation's reply is kept for repetitions.
  mutating func answer(_ pending: PendingRequest, _ body: Reply.Body) {
    guard pending.request.body.isOperation else { return sendReply(pending, body) }
    var reply = pending.reply(body)
    reply.isDurable = isDurable
    let bytes = reply.encoded()
    replies.append(OutgoingReply(peer: pending.peer, reply: reply, bytes: bytes, isKept: true))
  }

  /// Sends a reply that is not kept.
  mutating func sendReply(_ pending: PendingRequest, _ body: Reply.Body) {
    let reply = pending.reply(body)
    replies.append(
      OutgoingReply(peer: pending.peer, reply: reply, bytes: reply.encoded(), isKept: false)
    )
  }

  /// Sends the stored reply of an operation again.
  mutating func repeatReply(_ bytes: [UInt8], to peer: Peer) {
    // Replies of an earlier run become durable when this start is on disk, which the disk has refused so far.
    guard durability == .power, !isDurable, var reply = try? Reply(decoding: bytes) else {
      return actions.append(.reply(to: peer, bytes))
    }
    reply.isDurable = false
    actions.append(.reply(to: peer, reply.encoded()))
  }

  /// Repeats the reply of an operation that was answered in this turn, or that waits for the disk, to a client that has
  /// sent it again meanwhile; perhaps over another connection.
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

  /// Handles the result of a `sync` action.
  ///
  /// After a failure, data that the disk refused may be lost even if a later attempt succeeds, so everything is written
  /// anew.
  package mutating func synced(ticket: UInt64, isStored: Bool, at now: Duration) {
    if !isStored { refuse(until: now) }
    for reply in syncing.removeValue(forKey: ticket) ?? [] { release(reply, isStored: isStored) }
  }

  /// Releases the replies of a turn; with `power` durability, those of operations wait for a sync.
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

/// An outgoing reply.
struct OutgoingReply: Sendable {
  var peer: Peer
  var reply: Reply
  var bytes: [UInt8]
  /// Whether it answers an operation; such a reply is kept for repetitions.
  let isKept: Bool
  /// Whether it is a copy, for a repeated request.
  var isRepeated = false
}

extension PendingRequest {
  fileprivate func reply(_ body: Reply.Body) -> Reply {
    let client = request.client == .none ? nil : request.client
    return Reply(id: request.id, client: client, seq: request.seq, body: body)
  }
}
