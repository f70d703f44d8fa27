/// What one turn of the daemon writes, in one transaction.
///
/// The parts count in this order, whatever order the caller filled them in: what was there goes
/// (`isWhole`), `heads`, `changes`, `snapshots`, `ended`, `forgotten`, `replies`. So a snapshot takes
/// the place of the changes of its own batch too, a session that begins and ends in one turn leaves
/// nothing, and a client that was forgotten may be answered anew.
package struct StoreBatch: Hashable, Sendable {
  /// Replaces all sessions and replies that are there, after a time in which nothing could be
  /// written.
  package var isWhole = false
  /// New sessions, and those whose name or content is another now.
  package var heads: [SessionHead] = []
  /// Sessions that go with all that is theirs; the replies to their clients stay.
  package var ended: [UInt64] = []
  /// Each takes the place of its session's snapshot and of all changes up to its version.
  package var snapshots: [PlaceRecord] = []
  /// Each is appended behind its session's changes.
  package var changes: [PlaceRecord] = []
  /// Of a client the newest `StoreLimits.repliesPerClient` seqs are kept.
  package var replies: [ReplyRecord] = []
  /// Client ids whose replies go.
  package var forgotten: [[UInt8]] = []

  package init() {}

  /// Nothing would change.
  package var isEmpty: Bool {
    !isWhole && heads.isEmpty && ended.isEmpty && snapshots.isEmpty && changes.isEmpty
      && replies.isEmpty && forgotten.isEmpty
  }
}

/// What a session is called and shows.
package struct SessionHead: Hashable, Sendable {
  package var id: UInt64
  package var name: String
  package var content: [UInt8]

  package init(id: UInt64, name: String, content: [UInt8]) {
    self.id = id
    self.name = name
    self.content = content
  }
}

/// Where a session is, or what differs from where it was, after an accepted operation.
package struct PlaceRecord: Hashable, Sendable {
  package var session: UInt64
  package var version: UInt64
  package var bytes: [UInt8]

  package init(session: UInt64, version: UInt64, bytes: [UInt8]) {
    self.session = session
    self.version = version
    self.bytes = bytes
  }
}
