/// The contents of a store, read once at the start.
package struct StoredState: Hashable, Sendable {
  /// The epoch in which the store was created.
  package var bornEpoch: UInt64
  /// The epoch of this start, already on the disk unless the store can't be written.
  package var epoch: UInt64
  /// The secret key of the topics, `StoreLimits.topicKeyBytes` bytes, created with the store.
  package var topicKey: [UInt8]
  /// The sessions in ascending order of id.
  package var sessions: [SessionRecord]
  /// The newest `StoreLimits.repliesPerClient` replies of each client, ascending by client and then
  /// by seq.
  package var replies: [ReplyRecord]
  /// The records of forgotten clients and of viewers' names, ascending by key.
  package var ledger: [LedgerRecord]
  /// The invitations, ascending by id.
  package var invitations: [InvitationRecord]

  package init(
    bornEpoch: UInt64,
    epoch: UInt64,
    topicKey: [UInt8],
    sessions: [SessionRecord] = [],
    replies: [ReplyRecord] = [],
    ledger: [LedgerRecord] = [],
    invitations: [InvitationRecord] = []
  ) {
    self.bornEpoch = bornEpoch
    self.epoch = epoch
    self.topicKey = topicKey
    self.sessions = sessions
    self.replies = replies
    self.ledger = ledger
    self.invitations = invitations
  }
}

/// One stored session.
package struct SessionRecord: Hashable, Sendable {
  package var id: UInt64
  package var name: String
  package var content: [UInt8]
  /// The encoded control state; empty while everybody may move the session.
  package var control: [UInt8]
  /// The encoded timer and questions of its talk; empty without any.
  package var talk: [UInt8]
  /// The newest version of the snapshot and the changes; 0 if there are none.
  package var version: UInt64
  /// The snapshot; empty if none was written yet.
  package var snapshot: [UInt8]
  /// The changes after the snapshot, in the order of writing.
  package var changes: [[UInt8]]

  package init(
    id: UInt64,
    name: String,
    content: [UInt8],
    control: [UInt8] = [],
    talk: [UInt8] = [],
    version: UInt64 = 0,
    snapshot: [UInt8] = [],
    changes: [[UInt8]] = []
  ) {
    self.id = id
    self.name = name
    self.content = content
    self.control = control
    self.talk = talk
    self.version = version
    self.snapshot = snapshot
    self.changes = changes
  }
}

/// A stored reply to a client, for repeated requests (proto/README.md: Input, exactly once).
package struct ReplyRecord: Hashable, Sendable {
  /// `StoreLimits.clientBytes` bytes.
  package var client: [UInt8]
  package var seq: UInt64
  /// The digest of the request; `StoreLimits.digestBytes` bytes.
  package var digest: [UInt8]
  package var reply: [UInt8]
  /// The time of the last use in milliseconds since 1970.
  package var usedAt: Int64

  package init(client: [UInt8], seq: UInt64, digest: [UInt8], reply: [UInt8], usedAt: Int64) {
    self.client = client
    self.seq = seq
    self.digest = digest
    self.reply = reply
    self.usedAt = usedAt
  }
}

/// A record of what the request ledger has forgotten, so that it can refuse a late repetition; with a key below 0, of the
/// name of a viewer.
package struct LedgerRecord: Hashable, Sendable {
  package var key: Int64
  /// In the form of its owner; empty in a batch deletes the record.
  package var bytes: [UInt8]

  package init(key: Int64, bytes: [UInt8]) {
    self.key = key
    self.bytes = bytes
  }
}

/// A stored invitation (proto/README.md: Invitations).
package struct InvitationRecord: Hashable, Sendable {
  package var id: UInt64
  /// The encoded invitation; empty in a batch deletes the record.
  package var bytes: [UInt8]

  package init(id: UInt64, bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }
}
