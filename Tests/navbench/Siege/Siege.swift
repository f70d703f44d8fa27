import ArgumentParser
import Glibc
import NavBase
import NavProcessKit
import NavScene
import NavSystem
import NavWire

/// Attacks a daemon beside a well-behaved viewer and driver, each attack with a daemon of its own.
///
/// The driver sends an operation each 20 ms and the viewer follows, both in this process; the attackers are processes of
/// their own with a lower priority, because they stand for other machines. The failures are of things that are counted:
/// a daemon that ended, an operation that was lost or done twice, a wrong hash, a viewer that never caught up, memory
/// or a log above their limits, an attack that did not take place. Times are reported and not judged.
struct Siege: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Peers that do their worst, beside a viewer and a driver that do not.",
    discussion: """
      Fails where navd ends, an operation is lost or done twice, a scene is wrong, the viewer does not catch \
      up, memory and log stay larger than allowed, or the attackers did not get to attack. Times are only reported.

      Examples:
        navbench siege                       every attack, about 6 minutes
        navbench siege --only snapshots --only waits
      """
  )

  @Option(help: "Which attack; may be given several times, else all.")
  var only: [Attack] = []

  func measure() throws -> Section {
    try FileLimit.raise(toAtLeast: 8_192)
    let attacks = only.isEmpty ? Attack.all : only
    progress("siege, \(attacks.count) attacks, about \(attacks.count * 13) s")
    // Resident memory is compared, so each attack gets a new daemon.
    let outcomes = try attacks.map { attack in
      progress("siege: \(attack.name)")
      let outcome = try SiegeRun(attack).measure()
      for failure in outcome.failures { progress(failure) }
      return outcome
    }
    return Section(
      name: "siege",
      facts: "\(attacks.count) attacks, an operation each 20 ms beside them",
      title: "siege: what others see of an attack",
      tables: [
        Table(SiegeOutcome.header, outcomes.map(\.row)),
        Table(SiegeOutcome.secondHeader, outcomes.map(\.secondRow)),
        Table(["what the attackers did"], outcomes.compactMap(\.counted).map { [$0] }),
      ],
      failures: outcomes.flatMap(\.failures)
    )
  }
}

/// The effect of one attack on others and on the daemon.
struct SiegeOutcome {
  let attack: Attack
  /// From sending an operation to its reply.
  var roundTrips: [Duration] = []
  /// From sending an operation to the update that shows it.
  var delays: [Duration] = []
  /// The same without the attack, just before it; empty if that was not measured.
  var calm: [Duration] = []
  /// The daemon's resident memory before the attack, at its peak, and 10 s after it or as soon as it is within 4 MiB of
  /// before; in bytes.
  var memoryBefore = 0
  var memoryAtPeak = 0
  var memoryAfter = 0
  /// The largest size of the log of the store, in bytes.
  var longestLog = 0
  var longestTurn = Duration.zero
  /// The beats that the viewer got during the attack, and the attack's time.
  var beats = 0
  var attackTime = Duration.zero
  var newcomer = ""
  var tallies: [String: Int] = [:]
  /// The time that the daemon took to end, and how it has ended.
  var stop = ["", "killed"]
  var faults: [String] = []

  /// The largest size that the log may have.
  private static let logLimit = 64 << 20

  /// The faults of the daemon, in sentences; times are not judged.
  var failures: [String] {
    var failures = faults + attack.required.compactMap { $0.failure(of: tallies) }
    if memoryAfter > memoryBefore + attack.allowance {
      failures.append(
        "memory grew from \(memoryBefore.inMebibytes) to \(memoryAfter.inMebibytes) and stayed, allowed are "
          + "\(attack.allowance.inMebibytes) more"
      )
    }
    if longestLog > Self.logLimit {
      failures.append(
        "the log had \(longestLog.inMebibytes), allowed are \(Self.logLimit.inMebibytes)"
      )
    }
    // One in 250 ms.
    let mostBeats = Int(attackTime / .milliseconds(250)) + 4
    if beats > mostBeats {
      failures.append("the viewer got \(beats) beats, allowed are \(mostBeats)")
    }
    if let performed = tallies["replays performed"] {
      failures.append("\(performed) operations that were sent again were performed again")
    }
    if let read = tallies["open messages read"] {
      failures.append("\(read) messages were read by a topic alone")
    }
    return failures.map { "\(attack.name): \($0)" }
  }

  static let header = [
    "attack", "reply p50", "p99", "worst", "update p50", "p99", "worst", "MiB before", "peak",
    "after", "log", "stop", "navd",
  ]

  var row: [String] {
    let times = [roundTrips, delays].flatMap { times -> [String] in
      guard !times.isEmpty else { return ["", "", ""] }
      let figures = Figures(times)
      return [figures.p50, figures.p99, figures.largest].map(\.inMilliseconds)
    }
    return [attack.name] + times
      + [memoryBefore, memoryAtPeak, memoryAfter, longestLog].map { "\($0 >> 20)" } + stop
  }

  static let secondHeader = ["attack", "longest turn", "update p99 / before", "beats", "newcomer"]

  var secondRow: [String] {
    // The ratio of what the viewer notices with the attack and without.
    let slowdown =
      calm.isEmpty || delays.isEmpty ? "" : (Figures(delays).p99 / Figures(calm).p99).text()
    return [attack.name, longestTurn.inMilliseconds, slowdown, "\(beats)", newcomer]
  }

  /// The counts of the attackers, on one line; nil if they have none.
  var counted: String? {
    let words = tallies.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return words.isEmpty ? nil : "\(attack.name): \(words.joined(separator: ", "))"
  }
}

/// One attack from the start of a daemon to its stop.
private final class SiegeRun {
  private let attack: Attack
  private let stage: Stage
  private let viewer: Follower
  /// The TCP port under attack; nil for an attack on the endpoints of clients.
  private let network: UInt16?
  private var outcome: SiegeOutcome
  private var nextLook = Duration.zero

  private static let patience = Duration.seconds(20)

  init(_ attack: Attack) throws {
    self.attack = attack
    outcome = SiegeOutcome(attack: attack)
    let network = attack.comesFromNetwork ? try FreePorts.pair() : nil
    self.network = network
    let directory = try TemporaryDirectory("navbench")
    let daemon = try Navd(
      in: directory,
      over: attack.transport,
      descriptors: attack.descriptors,
      options: network.map { ["--listen", "tcp://\(Navd.host):\($0)"] } ?? []
    )
    stage = try Stage(in: directory, by: daemon)
    viewer = try stage.follow()
    let deck = try directory.write(Deck.small.markdown, to: "attacked.md")
    try daemon.makeSession(AttackTarget.attacked, showing: .deck(path: deck))
    if attack.name == "memory" {
      let large = Deck.sentences(230_000).markdown
      _ = try directory.write(large, to: AttackTarget.largeDeck)
    }
    if attack.name == "slow-sizes" {
      let line = "A line of a long text, of the usual length of a line, and some words more.\n"
      let text = String(repeating: line, count: (10 << 20) / line.utf8.count)
      _ = try directory.write(text, to: AttackTarget.largeText)
    }
    stage.everyTurn = { [unowned self] in try look(at: $0) }
  }

  private func look(at now: Duration) throws {
    if stage.daemon.hasEnded() { throw BenchError("navd has ended: \(stage.daemon.ending ?? "")") }
    guard now >= nextLook else { return }
    nextLook = now + .milliseconds(20)
    var state = stat()
    let path = "\(stage.directory.path)/state/navd/state.sqlite-wal"
    if stat(path, &state) == 0 { outcome.longestLog = max(outcome.longestLog, Int(state.st_size)) }
  }

  private var memory: Int {
    get throws { try ProcessMemory.resident(of: stage.daemon.process) }
  }

  /// Performs all steps; a daemon that ends, or anything else that prevents a step, is a fault of the outcome.
  func measure() -> SiegeOutcome {
    do {
      try stage.run(until: "a viewer is live") { viewer.epoch != nil }
      stage.pace = .milliseconds(20)
      try stage.run(for: .seconds(1))
      viewer.forgetArrivals()
      if attack.comesFromNetwork {
        // The same as during the attack, for as long.
        let start = monotonicNow()
        try stage.run(for: .seconds(attack.seconds))
        outcome.calm = times(since: start).delays
      }
      try performAttack()
      try recover()
      if attack.name == "clients" { try checkClients() }
    } catch {
      outcome.faults.append("\(error)")
    }
    stop()
    return outcome
  }

  private func stop() {
    guard !stage.daemon.hasEnded() else {
      outcome.stop = ["", "ended"]
      let fault = "navd has ended: \(stage.daemon.ending ?? "")"
      if !outcome.faults.contains(fault) { outcome.faults.append(fault) }
      return
    }
    do {
      outcome.stop = [try stage.daemon.stop(within: .seconds(60)).inMilliseconds, "ran"]
    } catch {
      outcome.faults.append("\(error)")
    }
  }

  private func performAttack() throws {
    let time = Duration.seconds(attack.seconds)
    outcome.memoryBefore = try memory
    let beats = viewer.beats
    let start = monotonicNow()
    let attackers = try Attackers(
      attack,
      against: stage.daemon,
      at: network,
      in: stage.directory
    )
    defer { attackers.end() }
    _ = try stage.run(within: time / 2) { attack.processes > 0 && attackers.haveEnded() }
    let newcomer = try Newcomer(of: stage)
    try stage.run(for: max(.zero, min(.seconds(2), time / 2)))
    _ = try stage.run(within: time + .seconds(45)) { attackers.haveEnded() }
    outcome.attackTime = monotonicNow() - start
    outcome.beats = viewer.beats - beats
    // Stops the driver and waits for what is under way, also for the newcomer's answers that were queued behind the attack.
    stage.pace = nil
    if try !stage.run(within: Self.patience, until: { stage.isQuiet }) {
      outcome.faults.append("operations of the driver have no answer")
    }
    let newest = stage.newest
    let hasCaughtUp = try stage.run(within: Self.patience) {
      viewer.epoch != nil && (viewer.replica?.version ?? 0) >= newest
    }
    if !hasCaughtUp { outcome.faults.append("the viewer never caught up") }
    (outcome.roundTrips, outcome.delays) = times(since: start)
    outcome.newcomer = newcomer.summary
    if attack.demandsNewcomer { outcome.faults += newcomer.faults.map { "a newcomer: \($0)" } }
    stage.remove(newcomer)
    outcome.tallies = attackers.tallies()
    outcome.faults += attackers.faults()
  }

  /// Returns the driver's round trips since a time, and the delays until the viewer showed each operation.
  private func times(since start: Duration) -> (roundTrips: [Duration], delays: [Duration]) {
    let operations = stage.senders[0].ledger.filter { $0.sentAt >= start }
      .sorted { $0.version < $1.version }
    let arrivals = (viewer.arrivals + viewer.snapshots).sorted { $0.time < $1.time }
    var next = 0
    var delays: [Duration] = []
    for operation in operations {
      while next < arrivals.count, arrivals[next].version < operation.version { next += 1 }
      guard next < arrivals.count else { break }
      delays.append(arrivals[next].time - operation.sentAt)
    }
    return (operations.map { $0.answeredAt - $0.sentAt }, delays)
  }

  /// Waits for the memory and looks at what is left of the attack.
  private func recover() throws {
    let limit = outcome.memoryBefore + (4 << 20)
    _ = try stage.run(within: .seconds(10)) { try memory <= limit }
    outcome.memoryAfter = try memory
    outcome.memoryAtPeak = try ProcessMemory.peak(of: stage.daemon.process)
    let newcomer = try Newcomer(of: stage)
    _ = try stage.run(within: .seconds(10)) { newcomer.hasAllAnswers }
    // Exports are kept for 30 s, so their places may still be taken.
    outcome.faults += newcomer.faults.filter { attack.name != "shares" || !$0.hasPrefix("export") }
      .map { "a newcomer after the attack: \($0)" }
    stage.remove(newcomer)
    outcome.faults += try stage.faults() + viewer.faults
    outcome.longestTurn = try stage.daemon.info(of: Stage.session).loop.longestTurn
  }

  /// Compares the attacked session with the operations that were accepted, and measures clients that come now.
  private func checkClients() throws {
    let accepted = outcome.tallies["accepted"] ?? 0
    let unanswered = outcome.tallies["unanswered"] ?? 0
    let version = Int(try stage.daemon.info(of: AttackTarget.attacked).session.version)
    if !(accepted...accepted + unanswered).contains(version) {
      outcome.faults.append(
        "the attacked session has version \(version), \(accepted) operations were accepted"
      )
    }
    let times = try (0..<20).map { try Participant(of: stage.daemon).send(goTo($0)).time }
    progress(
      "clients: the first operation of a new client then takes \(Figures(times).p50.inMilliseconds), "
        + "at most \(Figures(times).largest.inMilliseconds)"
    )
  }
}
