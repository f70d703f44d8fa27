import Glibc
import NavCommands
import NavGeometry
import NavProcessKit
import NavSystem
import ZeroMQ

/// Stops a navclient in the middle of a flood of updates, and continues it later.
///
/// Three clients turn the pages of a deck of long pages at the daemon's maximum rate. Four viewers follow, each with
/// its own layout; a fifth is a navclient in a terminal. The times run from sending an input until its update has been
/// applied, over all four. At the end the flood stops on a page that it never shows, and navclient must show that page.
struct StallScenario: Scenario {
  /// The duration of each part of the measurement.
  var part = Duration.seconds(10)
  /// Inputs of each client per second; the daemon allows 500 sustained.
  var rate = 300
  var judgement: Judgement

  private static let session = "stall"
  private static let senders = 3
  private static let goal = Duration.seconds(1)
  private static let sizes = [(80, 24), (100, 30), (120, 40), (200, 60)]
    .map { CellSize(columns: $0, rows: $1) }
  /// The last page is not part of the flood.
  private static let deck = Deck(
    pages: (1...25).map { page in
      "## Slide \(page)\n\nThe first words of slide \(page), of many.\n\n"
        + (1...120).map { line in
          "- Line \(line) of slide \(page) is about as long as a line of text commonly is\n"
        }
        .joined()
    }
  )

  func measure() throws -> Section {
    progress("stall, about \(Int(part / .seconds(1)) * 3 + 5) s")
    let ground = try TemporaryDirectory()
    let run = try StallRun(in: ground)
    try run.warmUp()
    let rest = try run.memory()
    run.flow.pace = .microseconds(1_000_000 / rate)
    try run.loop.run(for: min(part, .seconds(2)))
    let before = try run.watch(for: part)
    run.screen.send(SIGSTOP)
    let during = try run.watch(for: part)
    let (recovery, after) = try run.resume()
    let rows = [("navclient runs", before), ("navclient is stopped", during)].map { name, part in
      [
        name, part.times.p50.inMilliseconds, part.times.p99.inMilliseconds,
        part.times.largest.inMilliseconds, part.updates.text(decimals: 1), "\(part.resyncs)",
        Self.mebibytes(part.memory),
      ]
    }
    return Section(
      name: "stall",
      facts:
        "\(Self.senders) clients, \(rate) inputs/s each, pages of \(Self.deck.pages[0].utf8.count) B, "
        + "4 viewers and navclient",
      title: "stall: a flood with a viewer that is stopped",
      tables: [
        Table(
          ["other viewers", "p50", "p99", "largest", "updates/s", "resyncs", "navd's RSS"],
          rows
        ),
        Table(
          ["navclient", "time", "goal", "RSS at rest", "RSS after"],
          [
            [
              "SIGCONT to the newest page", recovery.inMilliseconds,
              "<= \(Self.goal.inMilliseconds)", Self.mebibytes(rest), Self.mebibytes(after),
            ]
          ]
        ),
      ],
      failures: run.faults
        + judgement.failures(of: "SIGCONT to the newest page", recovery, goal: Self.goal)
        + judgement.failures(
          of: "p99 of the others while one is stopped",
          during.times.p99,
          goal: max(before.times.p99, .milliseconds(2))
        )
        + judgement.failures(
          of: "navd's RSS while one is stopped",
          during.memory,
          goal: max(before.memory, rest),
          times: { $0 * (1 + $1 / 5) },
          Self.mebibytes
        )
    )
  }

  private static func mebibytes(_ bytes: Int) -> String {
    "\((Double(bytes) / 1_048_576).text(decimals: 1)) MiB"
  }

  /// The measurements of one part.
  struct Part {
    let times: Figures<Duration>
    /// Updates of all viewers together, per second.
    let updates: Double
    let resyncs: Int
    /// The daemon's largest resident set in bytes.
    let memory: Int
  }

  final class StallRun {
    let daemon: Navd
    let flow: Flow
    let loop = Loop()
    let screen: TmuxTerminal
    private let followers: [Follower]

    init(in ground: TemporaryDirectory) throws {
      let daemon = try Navd(in: ground)
      self.daemon = daemon
      let deck = try ground.write(StallScenario.deck.markdown, to: "deck.md")
      let id = try daemon.makeSession(session, showing: deck)
      let context = try Context()
      let flow = try Flow(
        of: daemon,
        session: id,
        pages: StallScenario.deck.pages.count - 1,
        senders: senders,
        in: context
      )
      self.flow = flow
      followers = try sizes.map {
        try Follower(of: daemon, session: session, viewport: $0, in: context)
      }
      screen = try TmuxTerminal(
        "screen",
        running: [try Programs.path(of: Programs.client), "--session", session],
        size: CellSize(columns: 80, rows: 24),
        in: ground
      )
      for sender in flow.senders { loop.add(sender) }
      for follower in followers { loop.add(follower) }
      loop.everyTurn = { now in
        daemon.drain()
        try flow.send(at: now)
      }
    }

    var faults: [String] {
      followers.flatMap(\.faults) + (screen.isRunning ? [] : ["navclient has ended"])
    }

    func memory() throws -> Int { try ProcessMemory.resident(of: daemon.process) }

    func warmUp() throws {
      try loop.run(until: "everybody follows") { followers.allSatisfy { $0.epoch != nil } }
      try waitForScreen(toShow: 1)
    }

    /// Measures the flood for a time.
    func watch(for time: Duration) throws -> Part {
      for follower in followers { follower.forgetArrivals() }
      let gaps = followers.reduce(0) { $0 + $1.gaps }
      let start = monotonicNow()
      var memory = 0
      while monotonicNow() - start < time {
        try loop.run(for: min(time, .milliseconds(200)))
        memory = max(memory, try self.memory())
      }
      let elapsed = monotonicNow() - start
      let sent = flow.sendingTimes()
      let times = followers.flatMap { follower in
        follower.arrivals.compactMap { arrival in
          sent[arrival.version].map { arrival.time - $0 }
        }
      }
      guard !times.isEmpty else { throw BenchError("nothing flows: the machine is too busy") }
      return Part(
        times: Figures(times),
        updates: Double(times.count) / (elapsed / .seconds(1)),
        resyncs: followers.reduce(0) { $0 + $1.gaps } - gaps,
        memory: memory
      )
    }

    /// Ends the flood on the last page and continues navclient.
    ///
    /// - Returns: the time until it showed that page, and the daemon's resident set at that time.
    func resume() throws -> (Duration, Int) {
      flow.pace = nil
      try loop.run(until: "all inputs are answered") { flow.isQuiet }
      let page = StallScenario.deck.pages.count
      try flow.senders[0].send(.goTo(page), at: monotonicNow())
      try loop.run(until: "the last input is answered") { flow.isQuiet }
      let start = monotonicNow()
      screen.send(SIGCONT)
      try waitForScreen(toShow: page)
      return (monotonicNow() - start, try memory())
    }

    private func waitForScreen(toShow page: Int) throws {
      try loop.run(until: "navclient shows page \(page)") {
        guard screen.isRunning else { throw BenchError("navclient has ended") }
        let text = try screen.screen()
        return text.contains("The first words of slide \(page),") && !text.contains("reconnecting")
      }
    }
  }
}
