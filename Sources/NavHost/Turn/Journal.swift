import NavBase

/// The writes of a turn, and whether the store accepts them.
///
/// Each turn's changes are stored before they are published or acknowledged (proto/README.md: Input, exactly once).
struct Journal: Sendable {
  /// The state of the store.
  private enum Store: Sendable {
    case accepting
    /// It refuses writes; the whole state is offered again at a time.
    case refusing(retryAt: Duration)
    /// The batch of this turn offers the whole state again.
    case retrying(dueAt: Duration)
  }

  /// The changes of this turn so far.
  private var batch = StoreBatch()
  /// Sessions whose place may have changed in this turn.
  private var moved: Set<UInt64> = []
  /// Sessions that are new, or have another head.
  private var headed: Set<UInt64> = []
  private var store = Store.accepting
  /// Whether this turn's batch was made, which also advances the time.
  private(set) var isBatchMade = false

  /// Whether operations that are accepted now survive the end of the daemon.
  var isDurable: Bool {
    switch store {
    case .accepting: true
    case .refusing, .retrying: false
    }
  }

  /// When the whole state is offered to the store again; nil while it accepts writes.
  var retryAt: Duration? {
    switch store {
    case .accepting: nil
    case .refusing(let time), .retrying(let time): time
    }
  }

  // MARK: Changes

  /// Records that a session is new, or has another name, content, control or talk.
  mutating func recordSession(_ id: UInt64) {
    headed.insert(id)
    moved.insert(id)
  }

  mutating func recordHead(_ head: SessionHead) {
    batch.heads.append(head)
  }

  /// Records that a session has ended.
  mutating func recordEnd(of id: UInt64) {
    moved.remove(id)
    headed.remove(id)
    batch.ended.append(id)
  }

  /// Records that a session's place may have changed.
  mutating func recordMove(of id: UInt64) {
    moved.insert(id)
  }

  mutating func recordReplies(_ replies: [ReplyRecord]) {
    batch.replies += replies
  }

  mutating func recordInvitations(_ invitations: [InvitationRecord]) {
    batch.invitations += invitations
  }

  mutating func recordPlace(_ place: StoredNavigation.Record) {
    switch place {
    case .change(let record): batch.changes.append(record)
    case .snapshot(let record): batch.snapshots.append(record)
    }
  }

  /// Records that clients were forgotten, and what is remembered of them and of viewers' names.
  mutating func recordForgotten(_ clients: [[UInt8]], _ past: [LedgerRecord]) {
    batch.forgotten += clients
    batch.ledger += past
  }

  // MARK: Batches

  /// The writes of a turn.
  enum Write {
    /// The heads of sessions, the places of those that may have moved, and what was recorded.
    case changes(headed: [UInt64], moved: [UInt64])
    /// The whole state, with the replies, the new and the ended sessions that were recorded.
    case everything(StoreBatch)
    /// Nothing: changes that are skipped now are part of the next whole batch.
    case nothing
  }

  /// Ends the batch of a turn, whose outcome is told later.
  mutating func endBatch() { isBatchMade = false }

  /// Skips the batch of a turn: nothing is written while a commit is in flight.
  mutating func skipBatch() { isBatchMade = true }

  /// Begins the batch of a turn.
  mutating func beginBatch(at now: Duration) -> Write {
    isBatchMade = true
    switch store {
    case .accepting:
      defer { (headed, moved) = ([], []) }
      if !batch.ended.isEmpty { moved.subtract(batch.ended) }
      return .changes(headed: headed.sorted(), moved: moved.sorted())
    case .refusing(let time), .retrying(let time):
      defer {
        batch = StoreBatch()
        (headed, moved) = ([], [])
      }
      guard now >= time else { return .nothing }
      store = .retrying(dueAt: time)
      return .everything(batch)
    }
  }

  /// Removes and returns the changes that were recorded.
  mutating func takeBatch() -> StoreBatch {
    defer { batch = StoreBatch() }
    return batch
  }

  /// Handles the outcome of writing a turn's batch, or that there was nothing to write.
  ///
  /// - Returns: whether `isDurable` has changed.
  mutating func endTurn(isStored: Bool, at now: Duration) -> Bool {
    isBatchMade = false
    guard isStored else { return refuse(until: now + DaemonTiming.storeRetry) }
    switch store {
    case .accepting, .refusing: return false
    case .retrying:
      store = .accepting
      return true
    }
  }

  /// Notes that a write failed: from `time` on, the whole state is written again.
  ///
  /// - Returns: whether `isDurable` has changed.
  mutating func refuse(until time: Duration) -> Bool {
    defer { store = .refusing(retryAt: time) }
    return isDurable
  }
}
