import Foundation
import Glibc
import NavSimulation

/// Finds the shortest schedule with which a seed still fails in the same way, and prints how to repeat it.
struct FailureReport {
  let plan: Plan
  let seed: UInt64

  /// The time limit of the search.
  private static let patience = Duration.seconds(120)
  private static let mostTries = 5_000

  /// The result of a run.
  private enum Verdict: Hashable {
    case fine
    case violation(kind: String)
    /// A precondition in production code failed.
    case crash(signal: Int32)
  }

  func report() {
    let schedule = plan.schedule(of: seed)
    let verdict = verdict(on: schedule, inProcess: false)
    switch verdict {
    case .fine:
      say("seed \(seed) failed once and does not when it is repeated: something is not determined")
      return
    case .violation(let kind): say("seed \(seed): \(kind)")
    case .crash(let signal): say("seed \(seed) brings the process down with signal \(signal)")
    }
    say("looking for a short schedule that does the same ...")
    let isViolation = if case .violation = verdict { true } else { false }
    let clock = ContinuousClock()
    let end = clock.now + Self.patience
    var tries = 0
    var shrinker = Shrinker<Schedule.Pick>(
      while: {
        tries += 1
        return tries <= Self.mostTries && clock.now < end
      },
      fails: { self.verdict(on: schedule.only($0), inProcess: isViolation) == verdict }
    )
    let picks = schedule.shortest(&shrinker)
    say("after \(shrinker.tries) tries:\n")
    let short = schedule.only(picks)
    if isViolation {
      _ = self.verdict(on: short, inProcess: true, isShown: true)
    } else {
      for entry in short.entries { say(entry.description) }
    }
    say("\nrepeat it with\n  \(command(picks))\nand all of it with\n  \(command(nil))")
  }

  /// Runs a schedule and returns the verdict.
  private func verdict(
    on schedule: Schedule,
    inProcess: Bool,
    isShown: Bool = false
  ) -> Verdict {
    guard inProcess else { return verdictOfChild(on: schedule) }
    do {
      _ = try simulate(schedule, fault: plan.fault, store: plan.store)
      return .fine
    } catch {
      if isShown {
        for line in error.history { say(line) }
        // Later incidents can matter: the world is troubled until the last one.
        for entry in schedule.entries.dropFirst(error.history.count) { say("to come: \(entry)") }
        say("\n\(error.cause)")
      }
      return .violation(kind: error.kind)
    }
  }

  /// Runs a schedule in a child process, so that a crash does not end this one.
  private func verdictOfChild(on schedule: Schedule) -> Verdict {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments(schedule.picks)
    // A crash is expected: no interactive backtrace.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return .fine
    }
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal {
      return .crash(signal: process.terminationStatus)
    }
    return process.terminationStatus == 0
      ? .fine : verdict(on: schedule, inProcess: true)
  }

  private func arguments(_ picks: [Schedule.Pick]?) -> [String] {
    var words = ["--seed", "\(seed)"]
    if plan.incidents != Schedule.usualIncidents { words += ["--incidents", "\(plan.incidents)"] }
    words += plan.arguments
    if let picks { words.append("--only=" + picks.map(\.description).joined(separator: ",")) }
    return words
  }

  private func command(_ picks: [Schedule.Pick]?) -> String {
    // The state directory is removed by then.
    var words = arguments(picks)
    if let index = words.firstIndex(of: "--state") { words.removeSubrange(index...index + 1) }
    return (["navsim"] + words).joined(separator: " ")
  }
}

/// Prints a line and flushes: the next seed may crash the process.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
