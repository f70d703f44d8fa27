import ArgumentParser
import NavSimulation

/// Runs a daemon and its viewers in a faulty world, for any number of seeds.
@main
struct Navsim: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navsim",
    abstract: "Runs navd and its viewers on a simulated network, from seeds.",
    discussion: """
      Each seed is one world: a daemon, its viewers, and what happens to them. A seed that fails is \
      printed with the shortest schedule of incidents that still fails in the same way, and with the \
      command that repeats it. The exit code is then 1.
      """
  )

  @Option(name: .long, help: "How many seeds to run; otherwise 200, and 1000 with --control.")
  var seeds: UInt64?

  @Option(name: .long, help: "The first seed.")
  var first: UInt64 = 0

  @Option(name: .long, help: "How many incidents a world suffers.")
  var incidents = Schedule.usualIncidents

  @Flag(name: .long, help: "Let two drivers race for control in every world.")
  var control = false

  @Option(name: .long, help: "How many processes share the seeds.")
  var jobs: UInt64 = 2

  @Option(name: .long, help: "Where the daemon's state lies: memory, or sqlite for real files.")
  var store = StoreName.memory

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Where the files of --store sqlite are made, and removed at the end.",
      valueName: "directory"
    )
  )
  var state = "/dev/shm"

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Plant a fault: \(PlantedFault.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name"
    )
  )
  var fault: PlantedFault?

  @Flag(name: .long, help: "Succeed with the first seed that catches the fault, fail without one.")
  var untilCaught = false

  @Flag(
    name: .long,
    help: "Plant every fault that the oracle has to catch, fail unless each is caught."
  )
  var faults = false

  @Option(name: .long, help: "Run this seed alone, and say what happens in it.")
  var seed: UInt64?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --seed: only these incidents, such as 3,7/2,9; 7/2 is the seventh, halved twice.",
      valueName: "numbers"
    )
  )
  var only: Selection?

  /// Run every n-th seed and report in lines for the parent process.
  @Option(name: .long, help: .hidden)
  var stride: UInt64?

  func validate() throws {
    guard jobs > 0, jobs <= 256 else { throw ValidationError("--jobs takes 1 to 256") }
    guard (0...10_000).contains(incidents) else {
      throw ValidationError("--incidents takes 0 to 10000")
    }
    guard count > 0, !first.addingReportingOverflow(count).overflow else {
      throw ValidationError(
        "--seeds takes a number from 1, and --first one that leaves room for it"
      )
    }
    guard only == nil || seed != nil else { throw ValidationError("--only needs --seed") }
    guard !faults || (fault == nil && seed == nil && store == .memory && !control) else {
      throw ValidationError(
        "--faults takes no --fault, --seed, --store or --control: it runs all faults in memory"
      )
    }
    guard !untilCaught || fault != nil else {
      throw ValidationError("--until-caught needs --fault")
    }
  }

  /// The number of seeds to run.
  private var count: UInt64 { seeds ?? (control ? 1_000 : 200) }

  func run() throws {
    if faults { return try runFaults() }
    // A worker uses its parent's directory.
    guard store == .sqlite, stride == nil else { return try run(in: state) }
    let directory = try StateDirectory(below: state)
    defer { directory.remove() }
    try run(in: directory.path)
  }

  private func runFaults() throws {
    let missed = FaultTrial().run()
    for fault in missed { say("\(fault) was not caught") }
    if !missed.isEmpty { throw ExitCode(1) }
  }

  private func run(in directory: String) throws {
    let plan = Plan(
      first: first,
      seeds: count,
      incidents: incidents,
      isRace: control,
      fault: fault,
      store: store == .memory ? .memory : .sqlite(directory: directory)
    )
    if let seed {
      try runAlone(seed, plan)
    } else if let stride {
      Worker(plan: plan, stride: stride).run()
    } else {
      try runAll(plan)
    }
  }

  /// Runs one seed and prints all its events and its result.
  private func runAlone(_ seed: UInt64, _ plan: Plan) throws {
    var schedule = plan.schedule(of: seed)
    if let only { schedule = schedule.only(only.picks) }
    let report: RunReport
    do {
      report = try simulate(schedule, fault: fault, store: plan.store)
    } catch {
      for line in error.history { say(line) }
      say("\n\(error)")
      throw ExitCode(1)
    }
    for line in report.history { say(line) }
    say("\nseed \(seed): \(report.events) events, all is as it has to be")
    say(report.coverage.line)
  }

  private func runAll(_ plan: Plan) throws {
    let outcome = try Fleet(plan: plan, jobs: min(jobs, count)).run()
    switch outcome {
    case .done(let summary):
      say(summary.text)
      let complaints = fault == nil ? summary.coverage.complaints : []
      for complaint in complaints { say("too little of \(complaint)") }
      if untilCaught { say("\(fault?.rawValue ?? "the fault") was not caught") }
      if untilCaught || !complaints.isEmpty { throw ExitCode(1) }
    case .failed(let seed):
      FailureReport(plan: plan, seed: seed).report()
      if !untilCaught { throw ExitCode(1) }
    }
  }
}

extension PlantedFault: ExpressibleByArgument {}

/// A kind of store, the argument of `--store`.
enum StoreName: String, ExpressibleByArgument, CaseIterable {
  case memory, sqlite
}

/// Some incidents of a schedule, the argument of `--only`.
struct Selection: ExpressibleByArgument {
  let picks: [Schedule.Pick]

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    let picks = words.compactMap { Schedule.Pick(String($0)) }
    // A schedule without incidents is valid too.
    guard picks.count == words.count || argument.isEmpty else { return nil }
    self.picks = argument.isEmpty ? [] : picks
  }
}

/// The settings that all processes of a run share.
struct Plan: Sendable {
  let first: UInt64
  let seeds: UInt64
  let incidents: Int
  /// Whether two drivers race for control.
  let isRace: Bool
  let fault: PlantedFault?
  let store: StoreKind

  /// Returns the schedule of a seed.
  func schedule(of seed: UInt64) -> Schedule {
    isRace
      ? Schedule(racing: seed, incidents: incidents) : Schedule(seed: seed, incidents: incidents)
  }

  /// The arguments that pass the kind of schedule, the fault and the store to another process.
  var arguments: [String] {
    var words = isRace ? ["--control"] : []
    if let fault { words += ["--fault", fault.rawValue] }
    if case .sqlite(let directory) = store { words += ["--store", "sqlite", "--state", directory] }
    return words
  }
}
