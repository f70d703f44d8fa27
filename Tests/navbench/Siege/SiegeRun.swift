import NavProcessKit
import NavSystem
import NavWire

/// One attack from the start of a daemon to its stop.
final class SiegeRun {
  private let siege: Siege
  private let ground: SiegeGround
  /// The TCP port under attack; nil for an attack on the endpoints of clients.
  private let network: UInt16?
  private var outcome: SiegeOutcome

  /// The time that the daemon has to return memory.
  private static let pause = Duration.seconds(10)
  /// The pause ends early when resident memory is within this of its size before the attack, in bytes.
  private static let nearlyAll = 4 << 20
  private static let patience = Duration.seconds(10)
  private static let stopPatience = Duration.seconds(60)

  init(_ siege: Siege) throws {
    self.siege = siege
    outcome = SiegeOutcome(siege: siege)
    network = siege.comesFromNetwork ? try FreePorts.pair() : nil
    ground = try SiegeGround(
      descriptors: siege.descriptors,
      over: siege.transport,
      network: network
    )
    if siege == .memory {
      _ = try ground.directory.write(MemoryAttack.deck.markdown, to: MemoryAttack.file)
    }
  }

  /// Performs all steps; a daemon that ends, or anything else that prevents a step, is a fault of the outcome.
  func measure() -> SiegeOutcome {
    do {
      try ground.begin()
      if siege.comesFromNetwork { try measureCalm() }
      try attack()
      try recover()
      if siege == .clients { try checkClients() }
    } catch {
      outcome.faults.append("\(error)")
    }
    stop()
    outcome.longestLog = ground.longestLog
    return outcome
  }

  private func stop() {
    guard !ground.daemon.hasEnded() else {
      outcome.stop = .ended
      let fault = "navd has ended: \(ground.daemon.ending ?? "")"
      if !outcome.faults.contains(fault) { outcome.faults.append(fault) }
      return
    }
    do {
      outcome.stop = .stopped(try ground.daemon.stop(within: Self.stopPatience))
    } catch {
      outcome.faults.append("\(error)")
    }
  }

  /// Measures the same as during the attack, for as long.
  private func measureCalm() throws {
    let start = monotonicNow()
    try ground.loop.run(for: siege.time)
    outcome.calm = ground.times(since: start).delays
  }

  private func attack() throws {
    outcome.memory.before = try ground.memory
    let beats = ground.follower.beats
    let start = monotonicNow()
    let attackers = try Attackers(
      siege,
      processes: siege.processes,
      for: siege.time,
      against: ground.daemon,
      at: network,
      in: ground.directory
    )
    defer { attackers.end() }
    _ = try ground.loop.run(within: siege.time / 2) { siege.processes > 0 && attackers.haveEnded() }
    let newcomer = try Newcomer(of: ground.daemon, in: ground.context)
    ground.loop.add(newcomer)
    try ground.loop.run(for: max(.zero, min(.seconds(2), siege.time / 2)))
    _ = try ground.loop.run(within: siege.time + .seconds(45)) { attackers.haveEnded() }
    outcome.attackTime = monotonicNow() - start
    outcome.beats = ground.follower.beats - beats
    // Also lets the newcomer's answers arrive that were queued behind the attack.
    outcome.faults += try ground.finish()
    (outcome.roundTrips, outcome.delays) = ground.times(since: start)
    outcome.newcomer = newcomer.summary
    if siege.demandsNewcomer { outcome.faults += newcomer.faults.map { "a newcomer: \($0)" } }
    ground.loop.remove(newcomer, sockets: Newcomer.sockets)
    outcome.tallies = attackers.tallies()
    outcome.faults += attackers.faults()
  }

  /// Waits for the memory and looks at what is left of the attack.
  private func recover() throws {
    let limit = outcome.memory.before + Self.nearlyAll
    _ = try ground.loop.run(within: Self.pause) { try ground.memory <= limit }
    outcome.memory.after = try ground.memory
    outcome.memory.peak = try ProcessMemory.peak(of: ground.daemon.process)
    let newcomer = try Newcomer(of: ground.daemon, in: ground.context)
    ground.loop.add(newcomer)
    _ = try ground.loop.run(within: Self.patience) { newcomer.hasAllAnswers }
    // Exports are kept for 30 s, so their places may still be taken.
    outcome.faults += newcomer.faults.filter { siege != .shares || !$0.hasPrefix("export") }
      .map { "a newcomer after the attack: \($0)" }
    ground.loop.remove(newcomer, sockets: Newcomer.sockets)
    outcome.faults += try ground.faults()
    outcome.longestTurn = try ground.daemon.info(of: "watched").loop.longestTurn
  }

  /// Compares the attacked session with the operations that were accepted, and measures clients that come now.
  private func checkClients() throws {
    let accepted = outcome.tallies["accepted"] ?? 0
    let unanswered = outcome.tallies["unanswered"] ?? 0
    let version = Int(try ground.daemon.info(of: "attacked").session.version)
    if !(accepted...accepted + unanswered).contains(version) {
      outcome.faults.append(
        "the attacked session has version \(version), \(accepted) operations were accepted"
      )
    }
    let times = try (0..<20).map { number in
      guard case .input(let input) = goTo(number) else { return Duration.zero }
      return try Participant(of: ground.daemon).send(input).time
    }
    progress(
      "clients: the first operation of a new client then takes \(Figures(times).p50.inMilliseconds), "
        + "at most \(Figures(times).largest.inMilliseconds)"
    )
  }
}
