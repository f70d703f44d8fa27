/// The changes of one turn of the daemon, written in one transaction.
///
/// The parts are applied in this order: deletion of everything (`isWhole`), `heads`, `changes`, `snapshots`, `ended`,
/// `forgotten`, `replies`, `ledger`, `invitations`. So a snapshot also replaces the changes of its own batch, a session
/// that begins and ends in one turn leaves nothing, and a forgotten client may get new replies.
package struct StoreBatch: Hashable, Sendable {
  /// Whether the batch replaces all stored sessions, replies, ledger records and invitations, after a time without
  /// successful commits.
  package var isWhole = false
  /// New sessions, and those with a new name, content, control or talk.
  package var heads: [SessionHead] = []
  /// Sessions to delete with all their data; the replies to their clients are kept.
  package var ended: [UInt64] = []
  /// Each replaces its session's snapshot and all changes up to its version.
  package var snapshots: [NavigationRecord] = []
  /// Each is appended to its session's changes.
  package var changes: [NavigationRecord] = []
  /// The newest `StoreLimits.repliesPerClient` seqs of each client are kept.
  package var replies: [ReplyRecord] = []
  /// Clients whose replies are deleted.
  package var forgotten: [[UInt8]] = []
  /// Records of forgotten clients and of viewers' names: each replaces the record of its key; one without bytes deletes it.
  package var ledger: [LedgerRecord] = []
  /// Each replaces the invitation of its id; one without bytes deletes it.
  package var invitations: [InvitationRecord] = []

  package init() {}

  /// Whether the batch changes nothing.
  package var isEmpty: Bool {
    !isWhole && heads.isEmpty && ended.isEmpty && snapshots.isEmpty && changes.isEmpty
      && replies.isEmpty && forgotten.isEmpty && ledger.isEmpty && invitations.isEmpty
  }
}

/// The name, content specification, control state and talk of a session.
package struct SessionHead: Hashable, Sendable {
  package var id: UInt64
  package var name: String
  package var content: [UInt8]
  /// The encoded control state; empty while everybody may move the session.
  package var control: [UInt8]
  /// The encoded timer and questions of its talk; empty without any.
  package var talk: [UInt8]

  package init(
    id: UInt64,
    name: String,
    content: [UInt8],
    control: [UInt8] = [],
    talk: [UInt8] = []
  ) {
    self.id = id
    self.name = name
    self.content = content
    self.control = control
    self.talk = talk
  }
}

/// The navigation state of a session after an accepted operation, or its difference from the state before.
package struct NavigationRecord: Hashable, Sendable {
  package var session: UInt64
  package var version: UInt64
  package var bytes: [UInt8]

  package init(session: UInt64, version: UInt64, bytes: [UInt8]) {
    self.session = session
    self.version = version
    self.bytes = bytes
  }
}
