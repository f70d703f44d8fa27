import ArgumentParser
import Glibc
import NavBase
import NavProcessKit
import NavSystem

/// One side of the comparison: a program that mirrors a terminal to others.
struct MirrorSide {
  let name: String
  /// The process that serves all terminals.
  let daemon: pid_t
  /// One terminal for each client, all at rest; keys are typed in the first.
  let terminals: [PseudoTerminal]
  /// Kept until the terminals have ended.
  private let owner: AnyObject
  private let keys: [String]

  /// navd with viewers of one deck; the keys alternate between the first two slides.
  ///
  /// - Parameters:
  ///   - sizes: the sizes of the terminals.
  ///   - transport: how they come.
  /// - Returns: the side.
  /// - Throws: `BenchError` if a program can't be started, or shows nothing in time.
  static func navd(_ sizes: [CellSize], over transport: Navd.Transport = .ipc) throws -> MirrorSide
  {
    let ground = try TemporaryDirectory("navbench")
    let daemon = try Navd(in: ground, over: transport)
    let client = try Programs.path(of: Programs.client)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    // Nobody opens files of the daemon's machine over an encrypted connection.
    try output(
      of: [client, "new", "--session", "bench", "--open", deck],
      environment: ground.environment
    )
    let terminals = try sizes.map { size in
      let command = [client, "--session", "bench"] + daemon.clientArguments
      let terminal = try PseudoTerminal(command, in: ground, size: size)
      try terminal.waitFor("Slide 1")
      return terminal
    }
    return MirrorSide(
      name: transport == .ipc ? "navd" : "navd \(transport)",
      daemon: daemon.process,
      terminals: terminals,
      owner: daemon,
      keys: ["l", "h"]
    )
  }

  /// The floor: programs with navd's sockets, threads and sizes of messages that do no work (`CNavFloor.h`).
  static func floor(_ sizes: [CellSize]) throws -> MirrorSide {
    let ground = try TemporaryDirectory("navbench")
    let daemon = try FloorDaemon(in: ground)
    let program = try Programs.path(of: Programs.bench)
    let terminals = try sizes.map { size in
      let command = [program, "floor-client", daemon.input, daemon.layout]
      let terminal = try PseudoTerminal(command, in: ground, size: size)
      try terminal.waitForOutput()
      return terminal
    }
    // The messages for the clients that came later.
    try PseudoTerminal.settle(terminals, quiet: .milliseconds(150))
    return MirrorSide(
      name: "floor",
      daemon: daemon.process,
      terminals: terminals,
      owner: daemon,
      keys: ["x"]
    )
  }

  /// A tmux server with clients on one pane, whose program sleeps while reading an endless line: only the kernel echoes.
  static func tmux(_ sizes: [CellSize]) throws -> MirrorSide {
    let server = try Tmux(
      running: ["exec cat"],
      size: sizes[0],
      in: try TemporaryDirectory("navbench")
    )
    return MirrorSide(
      name: "tmux",
      daemon: server.server,
      terminals: try sizes.map { try server.attach(size: $0) },
      owner: server,
      keys: ["x"]
    )
  }

  /// Types the key of a round in the first terminal.
  func type(inRound round: Int) throws { try terminals[0].type(keys[round % keys.count]) }

  /// Reads what the terminals show for a time.
  func drain(for time: Duration) throws {
    let end = monotonicNow() + time
    var left = time
    while left > .zero {
      try Interruption.check()
      let turn = min(left / terminals.count, .milliseconds(5))
      for terminal in terminals { _ = terminal.readText(within: turn) }
      left = end - monotonicNow()
    }
  }

  /// Types a key and waits for the first bytes of all other terminals, then until all are at rest.
  func latency(inRound round: Int) throws -> PseudoTerminal.FirstBytes {
    // Output written since this side's last round must not pass for the effect of the key.
    try PseudoTerminal.settle(terminals, quiet: .zero)
    let times = try PseudoTerminal.timeToFirstBytes(of: Array(terminals.dropFirst())) {
      try type(inRound: round)
    }
    try PseudoTerminal.settle(terminals, quiet: .milliseconds(150))
    return times
  }
}

/// Calls a function for each side in each round by turns, and collects what it returns after the first rounds.
///
/// The side that begins changes with the round, so that other load affects all.
func byTurns<Side, Value>(
  _ sides: [Side],
  rounds: Int,
  warmUp: Int,
  _ measure: (Side, Int) throws -> Value
) throws -> [[Value]] {
  var values: [[Value]] = sides.map { _ in [] }
  for round in 0..<warmUp + rounds {
    try Interruption.check()
    for turn in sides.indices {
      let index = (round + turn) % sides.count
      let value = try measure(sides[index], round)
      if round >= warmUp { values[index].append(value) }
    }
  }
  return values
}

/// Measures the time from a key in one terminal to the first byte in the others' terminals, beside tmux and beside a
/// floor in the same run.
///
/// The floor has navd's sockets, threads and messages and does no work: no program with this topology is faster on this
/// machine. The ratio of navd to it is what navd's own code adds. navd over encrypted TCP on this machine, with sealed
/// streams, shows what the encryption costs beside ipc.
///
/// Fairness of the comparison:
/// - All sides have the same number of clients on pseudo terminals of the same size and with the same environment, read
///   and written by the same program. The times run from just before the `write` of one byte to the first client's
///   terminal until `poll` reports output of another client: of the first one, and of the last.
/// - The sides alternate key by key. All run all the time, but a key is typed only after every terminal has been silent
///   for 150 ms, so no side works while another one is measured (except for the heartbeats of navd and its clients,
///   every second or two).
/// - All go the whole way from the key to the bytes. navd's and the floor's is the longer one: client, daemon, client,
///   whereas tmux's server reads and writes all terminals itself.
/// - tmux has the least possible work: the kernel echoes one character. navd moves to another slide.
///
/// The time to the end of the output is not compared: an echo is one byte, a motion takes 0.4 s.
struct Mirror: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Key press in one terminal to first byte in others, beside tmux and a floor.",
    discussion: """
      Examples:
        navbench mirror
        navbench mirror --clients 2 --clients 32 --keys 200
      """
  )

  @Option(
    help: "Viewers of the session, 2 to 100; may be given several times.",
    transform: within(2...100)
  )
  var clients = [2, 8, 32]

  // The kernel echoes at most 4,095 characters in one line, and the screen must not scroll.
  @Option(help: "Key presses measured on each side, 1 to 1496.", transform: within(1...1_496))
  var keys = 100

  private static let size = CellSize.standardTerminal
  private static let header = [
    "clients", "first p50", "p99", "spread", "all p50", "p99", "spread", "goal",
  ]

  func measure() throws -> Section {
    let rows = try clients.flatMap { count in
      progress("mirror with \(count) clients, about \(keys + 2 * count) s")
      return try self.rows(clients: count)
    }
    let counts = clients.map(String.init).joined(separator: ", ")
    return Section(
      name: "mirror",
      facts: "\(counts) clients of \(Self.size), \(keys) keys on each side, one side at a time",
      title: "mirror: key press to first byte in the others' terminals, of the first and of all",
      tables: [Table(Self.header, rows)]
    )
  }

  private func rows(clients: Int) throws -> [[String]] {
    let sizes = Array(repeating: Self.size, count: clients)
    let sides = [
      try MirrorSide.navd(sizes), try .floor(sizes), try .tmux(sizes),
      try .navd(sizes, over: .encrypted),
    ]
    let figures = try byTurns(sides, rounds: keys, warmUp: 4) { try $0.latency(inRound: $1) }
      .map { times in [Figures(times.map(\.first)), Figures(times.map(\.last))] }
    func row(_ name: String, _ own: Int, to other: Int, goal: String = "") -> [String] {
      let ratios = zip(figures[own], figures[other]).flatMap {
        [($0.p50 / $1.p50).text(), ($0.p99 / $1.p99).text(), ""]
      }
      return ["\(clients): \(name)"] + ratios + [goal]
    }
    return zip(sides, figures)
      .map { ["\(clients): \($0.name)"] + $1.flatMap(\.inMilliseconds) + [""] } + [
        row("navd / floor", 0, to: 1, goal: "<= 1.30"),
        row("navd / tmux", 0, to: 2, goal: "<= 1.00"), row("encrypted / navd", 3, to: 0),
      ]
  }
}
