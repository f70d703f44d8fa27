import NavConfiguration
import NavHost
import NavStore
import NavTestKit
import NavWire

/// What the daemon writes, and how one daemon follows another.
extension World {
  /// A sync that is under way.
  struct Sync {
    /// Of the daemon that asked.
    let run: Int
    let ticket: UInt64
    /// What the disk calls it.
    let name: Int
    /// What it covers.
    let kept: Kept
  }

  /// Writes a batch, unless the disk refuses.
  ///
  /// - Returns: whether it is written.
  mutating func commit(_ batch: StoreBatch) throws -> Bool {
    guard now >= refusesUntil else {
      count(.refusals)
      return false
    }
    try disk.commit(saboteur.tamper(batch))
    if batch.isWhole { count(.wholeBatches) }
    if !isStartWritten {
      // With the first commit, the start is written and waited for, and all that was before it.
      isStartWritten = true
      syncedKept = kept
    }
    let replies = try batch.replies.map { try Reply(decoding: $0.reply) }
    kept.note(batch, replies, of: daemon.core, run: run)
    try audit.noteStored(replies)
    return true
  }

  /// Waits for the disk, as a worker does: now and then for long.
  mutating func beginSync(_ ticket: UInt64) throws {
    count(.syncs)
    let sync = Sync(run: run, ticket: ticket, name: try disk.beginSync(), kept: kept)
    let longest = isTroubled && contentChance.oneIn(6) ? 1_500 : 8
    let time = contentChance.duration(upTo: .milliseconds(longest))
    // One behind the other.
    lastSyncEnd = max(lastSyncEnd, now + time)
    syncs.add(sync, at: lastSyncEnd)
  }

  /// The disk has what it was waited for, or could not take it.
  mutating func finish(_ sync: Sync) throws {
    let fails = isTroubled && contentChance.oneIn(15)
    if fails {
      count(.failedSyncs)
    } else {
      try disk.finishSync(sync.name)
      syncedKept = sync.kept
    }
    daemon.receive(.synced(ticket: sync.ticket, isStored: !fails), at: now)
  }

  /// Another daemon takes the place of the one that was there, with what the disk has.
  ///
  /// - Parameters:
  ///   - ending: how the old one ends.
  ///   - time: for how long there is none.
  ///   - isInTurn: whether the old one is in the middle of a turn.
  ///   - seed: where the new one's numbers come from.
  /// - Throws: when the new one does not find what was committed.
  mutating func replaceDaemon(
    _ ending: Ending,
    downFor time: Duration,
    isInTurn: Bool = false,
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let ending = ending == .powerLoss && durability == .process ? .kill : ending
    if !isInTurn, daemon.core.isDurable { try kept.checkWhole(daemon.core) }
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

  /// What was not written has not happened.
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
    // A clock that was set back must not matter, unless nothing could be written either.
    let wasWritten = isStartWritten
    isStartWritten = now >= refusesUntil
    // One that was to begin later has not begun, and its clock counts all the same.
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
    daemon.core.longText = longText
    try kept.check(daemon.core)
  }

  /// The daemon's clock, in milliseconds since 1970; a process takes its time to start.
  static func unixTime(at time: Duration, run: Int) -> Int64 {
    1_700_000_000_000 + Int64((time - beginning) / .milliseconds(1)) + 10 * Int64(run)
  }
}
