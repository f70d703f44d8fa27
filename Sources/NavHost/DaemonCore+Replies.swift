import NavModel
import NavWire

/// Replies and their durability.
extension DaemonCore {
  /// Sends the stored reply of an operation again.
  mutating func resend(_ bytes: [UInt8], to peer: Peer) {
    // Replies of an earlier run become durable when this start is on disk, which the disk has refused so far.
    guard durability == .power, !isDurable, var reply = try? Reply(decoding: bytes) else {
      return outbox.append(.reply(to: peer, bytes))
    }
    reply.isDurable = false
    outbox.append(.reply(to: peer, reply.encoded()))
  }

  /// Repeats the reply of an operation that was answered in this turn, or that waits for the disk, to a client that has
  /// sent it again meanwhile; perhaps over another connection.
  mutating func repeatReply(to pending: PendingRequest) {
    if !outbox.repeatReply(to: pending) { jobs.repeatReply(to: pending) }
  }

  /// Handles the result of a `sync` action.
  ///
  /// After a failure, data that the disk refused may be lost even if a later attempt succeeds, so everything is written
  /// anew.
  package mutating func synced(ticket: UInt64, isStored: Bool, at now: Duration) {
    if !isStored, journal.refuse(until: now) { announceDurability() }
    guard case .sync(let replies)? = jobs.end(ticket) else { return }
    for reply in replies { release(reply, isStored: isStored) }
  }

  /// Releases the replies of a turn; with `power` durability, those of operations wait for a sync.
  mutating func releaseReplies(isStored: Bool) {
    let isDurable = isStored && self.isDurable
    var waiting: [OutgoingReply] = []
    for reply in outbox.takeReplies() {
      if reply.isKept, isDurable, durability == .power {
        waiting.append(reply)
      } else {
        release(reply, isStored: isDurable)
      }
    }
    guard !waiting.isEmpty else { return }
    let ticket = run.newID()
    jobs.begin(ticket, .sync(waiting))
    outbox.append(.sync(ticket: ticket))
  }

  private mutating func release(_ reply: OutgoingReply, isStored: Bool) {
    var reply = reply
    if reply.isKept {
      reply.setDurable(isStored)
      if let client = reply.reply.client {
        gate.ledger.record(client, seq: reply.reply.seq, reply: reply.bytes)
      }
    }
    outbox.append(.reply(to: reply.peer, reply.bytes))
  }
}
