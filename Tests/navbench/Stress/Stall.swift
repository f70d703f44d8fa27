import ArgumentParser
import Glibc
import NavBase
import NavProcessKit
import NavSystem

/// Stops a navclient in the middle of a flood of updates, and continues it later.
///
/// Three clients turn the pages of a deck of long pages at the daemon's maximum rate. Four viewers follow, each with
/// its own layout; a fifth is a navclient in a terminal. The times run from sending an input until its update has been
/// applied, over all four. At the end the flood stops on a page that it never shows, and navclient must show that page.
struct Stall: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "A viewer that is stopped while others watch a flood.",
    discussion: """
      Examples:
        navbench stall
        navbench stall --seconds 30 --rate 450
      """
  )

  @Option(help: "Seconds that each part takes, 1 to 600.", transform: within(1...600))
  var seconds = 10

  // The daemon allows 500 sustained.
  @Option(
    help: "Inputs of each of three clients in a second, 1 to 500.",
    transform: within(1...500)
  )
  var rate = 300

  @OptionGroup var judgement: Judgement

  static let sizes = [(80, 24), (100, 30), (120, 40), (200, 60)]
    .map { CellSize(columns: $0, rows: $1) }
  private static let goal = Duration.seconds(1)
  private static let lines = (1...120)
    .map { "- Line \($0) is about as long as a line of text in a list on a slide commonly is\n" }
    .joined()
  /// The last page is not part of the flood.
  private static let deck = Deck(
    pages: Deck.sentences(25).pages.map { "\($0)\n\(lines)" }
  )

  /// The measurements of one part.
  private struct Part {
    let times: Figures<Duration>
    /// Updates of all viewers together, per second.
    let updates: Double
    let resyncs: Int
    /// The daemon's largest resident set in bytes.
    let memory: Int
  }

  func measure() throws -> Section {
    progress("stall, about \(seconds * 3 + 5) s")
    let last = Self.deck.pages.count
    let ground = try TemporaryDirectory("navbench")
    let daemon = try Navd(in: ground)
    let stage = try Stage(showing: Self.deck, pages: last - 1, clients: 3, in: ground, by: daemon)
    let followers = try Self.sizes.map { try stage.follow($0) }
    let client = [try Programs.path(of: Programs.client), "--session", Stage.session]
    let screen = try Tmux(running: client, in: ground)
    try stage.run(until: "everybody follows") {
      try followers.allSatisfy { $0.epoch != nil } && screen.shows(Deck.words(ofPage: 1))
    }
    let rest = try ProcessMemory.resident(of: daemon.process)
    stage.pace = .microseconds(1_000_000 / rate)
    try stage.run(for: .seconds(min(seconds, 2)))
    let before = try watch(stage, followers)
    kill(screen.program, SIGSTOP)
    let during = try watch(stage, followers)
    // The flood ends on the last page.
    stage.pace = nil
    try stage.run(until: "all inputs are answered") { stage.isQuiet }
    try stage.senders[0].send(.goTo(last), at: monotonicNow())
    try stage.run(until: "the last input is answered") { stage.isQuiet }
    let start = monotonicNow()
    kill(screen.program, SIGCONT)
    try stage.run(until: "navclient shows the last page") {
      try screen.shows(Deck.words(ofPage: last))
    }
    let recovery = monotonicNow() - start
    let after = try ProcessMemory.resident(of: daemon.process)
    let rows = [("navclient runs", before), ("navclient is stopped", during)].map { name, part in
      [name, part.times.p50.inMilliseconds, part.times.p99.inMilliseconds]
        + [part.times.largest.inMilliseconds, part.updates.text(decimals: 1), "\(part.resyncs)"]
        + [part.memory.inMebibytes]
    }
    return Section(
      name: "stall",
      facts: "3 clients, \(rate) inputs/s each, pages of \(Self.deck.pages[0].utf8.count) B, "
        + "\(followers.count) viewers and navclient",
      title: "stall: a flood with a viewer that is stopped",
      tables: [
        Table(
          ["other viewers", "p50", "p99", "largest", "updates/s", "resyncs", "navd's RSS"],
          rows
        ),
        Table(
          ["navclient", "time", "goal", "RSS at rest", "RSS after"],
          [
            ["SIGCONT to the newest page", recovery.inMilliseconds]
              + ["<= 1000.00 ms", rest.inMebibytes, after.inMebibytes]
          ]
        ),
      ],
      failures: followers.flatMap(\.faults)
        + judgement.failures(of: "SIGCONT to the newest page", recovery, goal: Self.goal)
        + judgement.failures(
          of: "p99 of the others while one is stopped",
          during.times.p99,
          goal: max(before.times.p99, .milliseconds(2))
        ) + failure(ofMemory: during.memory, usual: max(before.memory, rest))
    )
  }

  private func failure(ofMemory memory: Int, usual: Int) -> [String] {
    guard let slack = judgement.slack, memory > usual * (1 + slack / 5) else { return [] }
    return [
      "navd's RSS while one is stopped: \(memory.inMebibytes), more than \(1 + slack / 5) times "
        + usual.inMebibytes
    ]
  }

  /// Measures the flood for a time.
  private func watch(_ stage: Stage, _ followers: [Follower]) throws -> Part {
    for follower in followers { follower.forgetArrivals() }
    let gaps = followers.reduce(0) { $0 + $1.gaps }
    let start = monotonicNow()
    var memory = 0
    // On a busy machine, nothing may have arrived by then.
    while monotonicNow() - start < .seconds(seconds)
      || (followers.allSatisfy(\.arrivals.isEmpty) && monotonicNow() - start < .seconds(60))
    {
      try stage.run(for: .milliseconds(200))
      memory = max(memory, try ProcessMemory.resident(of: stage.daemon.process))
    }
    let elapsed = monotonicNow() - start
    let sent = Dictionary(
      stage.senders.flatMap(\.ledger).map { ($0.version, $0.sentAt) },
      uniquingKeysWith: { first, _ in first }
    )
    let times = followers.flatMap { follower in
      follower.arrivals.compactMap { arrival in sent[arrival.version].map { arrival.time - $0 } }
    }
    guard !times.isEmpty else { throw BenchError("nothing flows: the machine is too busy") }
    return Part(
      times: Figures(times),
      updates: Double(times.count) / (elapsed / .seconds(1)),
      resyncs: followers.reduce(0) { $0 + $1.gaps } - gaps,
      memory: memory
    )
  }
}
