/// Everything that a store holds, read once at the start.
package struct StoredState: Hashable, Sendable {
  /// The epoch in which the store was made.
  package var bornEpoch: UInt64
  /// The epoch of this start; it is on the disk already, unless the store can't be written.
  package var epoch: UInt64
  /// The key of the topics, `StoreLimits.topicKeyBytes` bytes; made once with the store.
  package var topicKey: [UInt8]
  /// Ascending by id.
  package var sessions: [SessionRecord]
  /// Ascending by client and then by seq; of a client the newest `StoreLimits.repliesPerClient`.
  package var replies: [ReplyRecord]

  package init(
    bornEpoch: UInt64,
    epoch: UInt64,
    topicKey: [UInt8],
    sessions: [SessionRecord] = [],
    replies: [ReplyRecord] = []
  ) {
    self.bornEpoch = bornEpoch
    self.epoch = epoch
    self.topicKey = topicKey
    self.sessions = sessions
    self.replies = replies
  }
}

/// One session as it was read.
package struct SessionRecord: Hashable, Sendable {
  package var id: UInt64
  package var name: String
  package var content: [UInt8]
  /// The newest of the snapshot's and the changes'; 0 where there are none.
  package var version: UInt64
  /// Empty where none was written yet.
  package var snapshot: [UInt8]
  /// What lies behind the snapshot, in the order in which it was written.
  package var changes: [[UInt8]]

  package init(
    id: UInt64,
    name: String,
    content: [UInt8],
    version: UInt64 = 0,
    snapshot: [UInt8] = [],
    changes: [[UInt8]] = []
  ) {
    self.id = id
    self.name = name
    self.content = content
    self.version = version
    self.snapshot = snapshot
    self.changes = changes
  }
}

/// What a client was answered, for a request that is sent again (protocol.md: Input, exactly once).
package struct ReplyRecord: Hashable, Sendable {
  /// `StoreLimits.clientBytes` bytes.
  package var client: [UInt8]
  package var seq: UInt64
  /// Of the request; `StoreLimits.digestBytes` bytes.
  package var digest: [UInt8]
  package var reply: [UInt8]
  /// Milliseconds since 1970.
  package var usedAt: Int64

  package init(client: [UInt8], seq: UInt64, digest: [UInt8], reply: [UInt8], usedAt: Int64) {
    self.client = client
    self.seq = seq
    self.digest = digest
    self.reply = reply
    self.usedAt = usedAt
  }
}
