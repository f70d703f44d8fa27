import ArgumentParser
import Glibc
import NavBase
import NavProcessKit
import NavSystem

/// Samples where the main thread of navd, or of a viewer in which no key is pressed, spends its time for a key press.
///
/// A press is cold: what it touches has left the caches since the one before. So this profiles time; instructions, which
/// `presses` counts, say little about it.
struct Profile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The time of a key press by function, with perf.",
    discussion: """
      navd and two viewers run on pseudo terminals, and a key that turns a page is pressed in the first of them 100 \
      times, 150 ms apart, so that its motion still runs when the next one begins. Of each function it prints the share \
      of the samples in it and in what it calls, then in itself.

      Examples:
        navbench profile
        navbench profile --mirror --least 0.5
      """
  )

  @Flag(help: "Sample the viewer in which no key is pressed, instead of navd.")
  var mirror = false

  @Option(help: "Key presses, 1 to 1000.", transform: within(1...1_000))
  var keys = 100

  @Option(
    help: "The milliseconds from a press to the next, 1 to 10000.",
    transform: within(1...10_000)
  )
  var pause = 150

  @Option(help: "Leave out functions with a smaller share, in percent.")
  var least = 1.0

  private static let warmUp = 4
  /// The exit code without perf (`EX_UNAVAILABLE`).
  private static let unavailable: Int32 = 69

  func run() throws {
    guard let perf = try? Programs.found("perf") else {
      progress("PATH has no perf, which takes the samples: install it (apt-get install linux-perf)")
      throw ExitCode(Self.unavailable)
    }
    try Interruption.watch()
    let side = try MirrorSide.navd([.standardTerminal, .standardTerminal])
    let process = mirror ? side.terminals[1].process : side.daemon
    for round in 0..<Self.warmUp { _ = try side.latency(inRound: round) }
    let ground = try TemporaryDirectory("navbench")
    let sampler = try StartedProcess(
      perf,
      ["record", "-e", "cpu-clock", "-F", "20000", "-g", "-t", "\(process)"]
        + ["-o", "\(ground.path)/samples"],
      environment: ground.environment,
      directory: ground.path
    )
    // perf says nothing when it begins.
    try side.drain(for: .seconds(1))
    guard sampler.exitCode == nil else { throw BenchError("perf ends: \(sampler.errorText)") }
    let before = try ProcessCost(of: process)
    for round in 0..<keys {
      try side.type(inRound: round)
      try side.drain(for: .milliseconds(pause))
    }
    let cost = try withExtendedLifetime(side) { try ProcessCost(of: process) - before }
    sampler.send(SIGINT)
    _ = sampler.wait()
    print("\(keys) keys, \((cost.mainThread / keys).inMicroseconds) of the main thread for each")
    print(try Self.report(of: "\(ground.path)/samples", least: least, in: ground), terminator: "")
  }

  /// Returns a line of at most 100 characters for each function: two percentages and a readable name.
  private static func report(
    of samples: String,
    least: Double,
    in ground: TemporaryDirectory
  ) throws -> String {
    let script = """
      readable() { if command -v swift >/dev/null; then swift demangle --simplified; else cat; fi; }
      perf report --input "$1" --stdio --children --call-graph none --percent-limit "$2" \\
        --fields overhead_children,overhead,sym 2>/dev/null | readable |
        awk 'BEGIN { print " inclusive    itself" }
          /^ *[0-9.]+%/ && !/ partial apply / {
            name = $0; sub(/^ *[^ ]+ +[^ ]+ +(\\[.\\] )?/, "", name)
            print substr(sprintf("%10s %9s  %s", $1, $2, name), 1, 100)
          }'
      """
    return try output(
      of: ["/bin/sh", "-c", script, "report", samples, "\(least)"],
      environment: ground.environment
    )
  }
}
