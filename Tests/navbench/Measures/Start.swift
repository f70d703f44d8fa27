import ArgumentParser
import NavProcessKit
import NavSystem

/// Measures how long a person waits for the first screen, beside tmux in the same run.
///
/// - **start**: from the start of navd, whose client starts as soon as it says that it listens, until the client's
///   terminal shows the first slide; tmux: from `new-session` until the terminal shows what the pane's program prints.
/// - **join**: from the start of a client of a session that runs until its terminal shows the slide; tmux: `attach`.
///
/// The sides take turns. Each start has a directory of its own, without any state; the files of the programs are in the
/// system's cache.
struct Start: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Start of the programs to the first screen, beside tmux.",
    discussion: """
      Examples:
        navbench start
        navbench start --rounds 100
      """
  )

  @Option(help: "Starts measured of each side, 1 to 1000.", transform: within(1...1_000))
  var rounds = 20

  private static let header = [
    "", "navd p50", "p99", "spread", "tmux p50", "p99", "spread", "ratio of p50", "goal",
  ]

  func measure() throws -> Section {
    progress("start and join, about \(rounds) s")
    let times = try byTurns([Self.navd, Self.tmux], rounds: rounds, warmUp: 2) { side, _ in
      try side(TemporaryDirectory("navbench"))
    }
    let rows = ["start", "join"].enumerated().map { index, name in
      let sides = times.map { Figures($0.map { $0[index] }) }
      return [name] + sides.flatMap(\.inMilliseconds)
        + [(sides[0].p50 / sides[1].p50).text(), "<= 1.00"]
    }
    return Section(
      name: "start",
      facts: "\(rounds) starts of each side, no state",
      title: "start: from the start of the programs to the first screen",
      tables: [Table(Self.header, rows)]
    )
  }

  private static func navd(in ground: TemporaryDirectory) throws -> [Duration] {
    let client = [try Programs.path(of: Programs.client), "--session", "bench"]
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let begin = monotonicNow()
    let daemon = try Navd(in: ground)
    return try withExtendedLifetime(daemon) {
      try times(from: begin, client + ["--open", deck], client, in: ground)
    }
  }

  private static func tmux(in ground: TemporaryDirectory) throws -> [Duration] {
    let tmux = [try Programs.found("tmux"), "-f", "/dev/null", "-S", "\(ground.path)/tmux"]
    defer { _ = try? output(of: tmux + ["kill-server"], environment: ground.environment) }
    let start = tmux + ["new-session", "-s", "bench", "/bin/sh", "-c", "echo Slide 1; exec cat"]
    let attach = tmux + ["attach", "-t", "bench"]
    return try times(from: monotonicNow(), start, attach, in: ground)
  }

  /// Returns the times until the terminals of two commands, started one after the other, show the slide.
  private static func times(
    from begin: Duration,
    _ first: [String],
    _ second: [String],
    in ground: TemporaryDirectory
  ) throws -> [Duration] {
    let starter = try PseudoTerminal(first, in: ground)
    try starter.waitFor("Slide 1")
    let middle = monotonicNow()
    let joiner = try PseudoTerminal(second, in: ground)
    try joiner.waitFor("Slide 1")
    return withExtendedLifetime((starter, joiner)) { [middle - begin, monotonicNow() - middle] }
  }
}
