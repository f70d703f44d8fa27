import NavBase
import NavHost
import NavStore
import NavSystem
import NavTestKit
import NavWire

/// The daemon's writes, and the replacement of one daemon by another.
extension World {
  /// A batch that was handed out.
  struct Flight {
    let batch: StoreBatch
    /// The state with it.
    let kept: Kept
    var isStored = false
    /// Whether the store has said so.
    var isOver = false
  }

  /// A pending sync.
  struct Sync {
    /// The number of the daemon that asked.
    let run: Int
    let ticket: UInt64
    /// The disk's name for the sync.
    let name: Int
    /// The state that the sync covers.
    let kept: Kept
  }

  /// Commits a batch, unless the disk refuses.
  mutating func commit(_ batch: StoreBatch) throws -> CommitOutcome {
    try demand(flight == nil, "a second commit is handed out while one is in flight")
    guard now >= refusesUntil else {
      count(.refusals)
      return .refused
    }
    if batch.isWhole { count(.wholeBatches) }
    if !batch.forgotten.isEmpty { count(.forgottenClients) }
    let replies = try batch.replies.map { try Reply(decoding: $0.reply) }
    var kept = kept
    try kept.note(batch, replies, of: daemon.core, run: run)
    try audit.noteStored(replies)
    flight = Flight(batch: saboteur.tamper(batch), kept: kept)
    guard storesLater else {
      try storeFlight()
      flight = nil
      return .stored
    }
    // A store may have stored a batch long before it says so.
    if contentChance.oneIn(2) { try storeFlight() }
    let isLong = isTroubled && contentChance.oneIn(60)
    if isLong { count(.longCommits) }
    let time: Duration =
      isLong ? .seconds(12) : contentChance.duration(upTo: .milliseconds(50))
    landings.add(run, at: now + time)
    return .pending
  }

  /// Writes the batch that was handed out, if it is not written yet.
  private mutating func storeFlight() throws {
    guard let flight, !flight.isStored else { return }
    try disk.commit(flight.batch)
    if !isStartWritten {
      // The first commit also writes and syncs the start and all earlier data.
      isStartWritten = true
      syncedKept = kept
    }
    kept = flight.kept
    self.flight?.isStored = true
  }

  /// Has the store say that the batch in flight is stored.
  mutating func land() throws {
    try storeFlight()
    count(.landings)
    flight?.isOver = true
    daemon.wake(at: now)
  }

  /// Tells the daemon that its commit has ended, if it has.
  mutating func endFlight() {
    let isEarly =
      flight?.isStored == false
      && daemon.hasArrived { saboteur.endsCommit(at: $0) }
    guard let flight, flight.isOver || isEarly else { return }
    daemon.core.commitEnded(.stored, at: now)
    if flight.isOver { self.flight = nil }
  }

  /// Starts a sync, as a worker does; sometimes it takes long.
  mutating func sync(ticket: UInt64) throws {
    count(.syncs)
    let sync = Sync(run: run, ticket: ticket, name: try disk.beginSync(), kept: kept)
    let longest = isTroubled && contentChance.oneIn(6) ? 1_500 : 8
    let time = contentChance.duration(upTo: .milliseconds(longest))
    // Syncs finish one after the other.
    lastSyncEnd = max(lastSyncEnd, now + time)
    syncs.add(sync, at: lastSyncEnd)
  }

  /// Reports a sync as done, or as failed.
  mutating func finish(_ sync: Sync) throws {
    let fails = isTroubled && contentChance.oneIn(15)
    if fails {
      count(.failedSyncs)
    } else {
      try disk.finishSync(sync.name)
      syncedKept = sync.kept
    }
    daemon.receive(.result(.synced(ticket: sync.ticket, isStored: !fails)), at: now)
  }

  /// Replaces the daemon by a new one that starts with the state on the disk.
  ///
  /// - Parameters:
  ///   - ending: how the old one ends.
  ///   - time: the time without a daemon.
  ///   - isInTurn: whether the old one is in the middle of a turn.
  ///   - seed: the seed of the new one's random numbers.
  /// - Throws: when the new one does not find the committed state.
  mutating func replaceDaemon(
    _ ending: Ending,
    downFor time: Duration,
    isInTurn: Bool = false,
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let ending = ending == .powerLoss && durability == .process ? .kill : ending
    if let flight {
      count(flight.isStored ? .crashesBehindStore : .crashesInFlight)
      if !flight.isStored, contentChance.oneIn(2) { try storeFlight() }
    }
    if !isInTurn, flight == nil, daemon.core.isDurable { try kept.checkWhole(daemon.core) }
    flight = nil
    if ending == .peace { try perform(daemon.core.stop()) }
    if ending == .powerLoss {
      count(.powerLosses)
      kept = syncedKept
    }
    try rollBack()
    network.restartServer(downFor: time, lingers: ending == .peace, at: now)
    let epoch = daemon.core.epoch
    try disk.end(ending)
    run += 1
    try beginDaemon(at: now + time, after: epoch, &generator)
  }

  /// Drops all records of unwritten operations.
  private mutating func rollBack() throws {
    let lost = daemon.core.places.keys.filter {
      kept.sessions[$0] == nil && !kept.ended.contains($0)
    }
    for _ in lost {
      hasLostSession = true
      count(.lostSessions)
    }
    for _ in 0..<(try audit.rollBack(to: kept)) { count(.undone) }
    answers.rollBack(to: kept)
  }

  private mutating func beginDaemon(
    at start: Duration,
    after epoch: UInt64,
    _ generator: inout SplitMix64
  ) throws {
    // A clock that was set back must not matter, unless the start can't be written either.
    let wasWritten = isStartWritten
    isStartWritten = now >= refusesUntil
    // A daemon whose start was still in the future counts as started, by its own clock.
    lastUnixTime = max(Self.unixTime(at: start, run: run), lastUnixTime + 10)
    var unixTime = lastUnixTime
    if generator.oneIn(4), wasWritten, isStartWritten { unixTime -= 3_600_000 }
    var keyGenerator = SplitMix64(seed: generator.next())
    let found = try disk.open(
      unixTime: unixTime,
      isWritable: isStartWritten,
      random: &keyGenerator
    )
    let state = saboteur.tamper(found, after: epoch)
    if isStartWritten { syncedKept = kept }
    daemon = SimulatedDaemon(
      state,
      isStored: isStartWritten,
      durability: durability,
      generator: SplitMix64(seed: generator.next()),
      now: start,
      unixTime: unixTime
    )
    configureDaemon()
    siege?.daemonStarts(at: start)
    try kept.check(daemon.core)
    control.daemonStarts(with: kept.controls, at: start)
  }

  /// The daemon's clock, in milliseconds since 1970; each start of a process adds 10 ms.
  static func unixTime(at time: Duration, run: Int) -> Int64 {
    1_700_000_000_000 + Int64((time - beginning) / .milliseconds(1)) + 10 * Int64(run)
  }
}
