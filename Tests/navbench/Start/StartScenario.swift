import CNavSupport
import NavGeometry

/// Measures how long a person waits for the first screen, beside tmux in the same run.
///
/// - **start**: from the start of navd, whose client starts as soon as it says that it listens, until the client's terminal
///   shows the first slide; tmux: from `new-session` until the terminal shows what the pane's program prints.
/// - **join**: from the start of a client of a session that runs until its terminal shows the slide; tmux: `attach`.
///
/// The sides take turns. Each start has a directory of its own, without any state; the files of the programs are in the
/// system's cache.
struct StartScenario: Scenario {
  /// The counted rounds.
  var rounds = 20

  private static let warmUp = 2
  private static let size = CellSize(columns: 80, rows: 24)
  private static let goal = 1.0

  func measure() throws -> Section {
    progress("start and join, about \(rounds) s")
    var times: [Moment: [[Duration]]] = [:]
    for moment in Moment.allCases { times[moment] = [[], []] }
    for round in 0..<Self.warmUp + rounds {
      for turn in 0..<2 {
        let side = (round + turn) % 2
        let ground = try TemporaryDirectory()
        let (start, join) = side == 0 ? try Self.navd(in: ground) : try Self.tmux(in: ground)
        guard round >= Self.warmUp else { continue }
        times[.start]?[side].append(start)
        times[.join]?[side].append(join)
      }
    }
    let rows = Moment.allCases.compactMap { moment in
      times[moment].map { Self.row(moment, Figures($0[0]), Figures($0[1])) }
    }
    return Section(
      name: "start",
      facts: "\(rounds) starts of each side, terminals of \(Self.size), no state",
      title: "start: from the start of the programs to the first screen",
      tables: [
        Table(
          ["", "navd p50", "p99", "spread", "tmux p50", "p99", "spread", "ratio of p50", "goal"],
          rows
        )
      ]
    )
  }

  private enum Moment: String, CaseIterable {
    case start, join
  }

  private static func row(
    _ moment: Moment,
    _ ours: Figures<Duration>,
    _ theirs: Figures<Duration>
  ) -> [String] {
    [moment.rawValue]
      + [ours, theirs].flatMap { [$0.p50.inMilliseconds, $0.p99.inMilliseconds, $0.spreadText] }
      + [(ours.p50 / theirs.p50).text(decimals: 2), "<= \(goal.text(decimals: 2))"]
  }

  private static func navd(
    in ground: TemporaryDirectory
  ) throws -> (start: Duration, join: Duration) {
    let client = [try Programs.path(of: Programs.client), "--session", "bench"]
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    var daemon: Navd?
    let start = try time(until: "Slide 1") {
      daemon = try Navd(in: ground)
      return try terminal(client + ["--open", deck], in: ground)
    }
    let join = try time(until: "Slide 1") { try terminal(client, in: ground) }
    return withExtendedLifetime((daemon, start.terminal, join.terminal)) {
      (start.time, join.time)
    }
  }

  private static func tmux(
    in ground: TemporaryDirectory
  ) throws -> (start: Duration, join: Duration) {
    let tmux = [try Programs.tmux(), "-f", "/dev/null", "-S", "\(ground.path)/tmux"]
    defer { run(tmux + ["kill-server"]) }
    let program = ["/bin/sh", "-c", "echo Slide 1; exec cat"]
    let start = try time(until: "Slide 1") {
      try terminal(tmux + ["new-session", "-s", "bench"] + program, in: ground)
    }
    let join = try time(until: "Slide 1") {
      try terminal(tmux + ["attach", "-t", "bench"], in: ground)
    }
    return withExtendedLifetime((start.terminal, join.terminal)) { (start.time, join.time) }
  }

  private static func terminal(
    _ command: [String],
    in ground: TemporaryDirectory
  ) throws -> PseudoTerminal {
    try PseudoTerminal(command, environment: ground.environment, size: size)
  }

  /// Returns the time from an action until the terminal that it returns shows a text.
  private static func time(
    until text: String,
    after action: () throws -> PseudoTerminal
  ) throws -> (terminal: PseudoTerminal, time: Duration) {
    let start = nav_monotonic_ns()
    let terminal = try action()
    try terminal.waitFor(text, within: .seconds(10))
    return (terminal, .nanoseconds(nav_monotonic_ns() - start))
  }
}
