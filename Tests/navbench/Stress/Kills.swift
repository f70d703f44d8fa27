import ArgumentParser
import Glibc
import NavBase
import NavProcessKit
import NavScene
import NavSystem
import NavWire

/// Kills the daemon repeatedly while two clients send inputs to its session and two navclient show it.
///
/// - A round: both clients send inputs for a random time and then many at once; `kill -9` in the middle of
///   them; another daemon is started at once. A viewer counts as live again when it has the new daemon's
///   snapshot. When all operations in flight have their replies, one more goes to a page that nothing else
///   shows; navclient counts as live when its screen shows that page.
/// - All times run from the start of the new daemon's process. Those of screens include reading them through
///   tmux, some milliseconds each time, and the replies to all operations in flight.
struct Kills: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Inputs and viewers across kill -9 of navd.",
    discussion: """
      Two clients send inputs all the time, two more viewers and two navclient follow, and the daemon is \
      killed at random moments. Fails where an acknowledged input is lost or done twice, or a viewer ends.

      Examples:
        navbench kills
        navbench kills --rounds 10 --slack 10
      """
  )

  @Option(help: "How often the daemon is killed, 1 to 10000.", transform: within(1...10_000))
  var rounds = 100

  @Option(help: "Determines the moments and the inputs.")
  var seed: UInt64 = 1

  @OptionGroup var judgement: Judgement

  private static let goal = Duration.seconds(1)

  func measure() throws -> Section {
    progress("kills, \(rounds) rounds with seed \(seed), about \(rounds) s")
    let run = try KillsRun(seed: seed)
    for round in 1...rounds {
      do {
        try run.play(round)
      } catch {
        throw BenchError("round \(round) of seed \(seed): \(error)")
      }
    }
    let faults = try run.faults().map { "kills with seed \(seed): \($0)" }
    let (viewers, screens) = (Figures(run.viewerTimes), Figures(run.screenTimes))
    let rows = [
      ("a viewer is live again", viewers), ("all inputs are answered", Figures(run.answerTimes)),
      ("navclient's screen is live", screens),
    ]
    return Section(
      name: "kills",
      facts: "\(rounds) times kill -9 with seed \(seed), \(run.stage.accepted) inputs acknowledged "
        + "(\(run.underWay) under way at a kill), \(faults.count) faults",
      title: "kills: viewers and inputs across kill -9 of navd",
      tables: [
        Table(
          ["from the daemon's start until", "p50", "largest", "goal"],
          rows.map { [$0, $1.p50.inMilliseconds, $1.largest.inMilliseconds, "<= 1000.00 ms"] }
        )
      ],
      failures: faults
        + judgement.failures(of: "a viewer is live again", viewers.largest, goal: Self.goal)
        + judgement.failures(of: "navclient's screen is live", screens.largest, goal: Self.goal)
    )
  }
}

/// All participants, and the measurements so far.
private final class KillsRun {
  let stage: Stage
  private(set) var viewerTimes: [Duration] = []
  private(set) var answerTimes: [Duration] = []
  private(set) var screenTimes: [Duration] = []
  /// The number of operations without a reply at the moments of the kills.
  private(set) var underWay = 0

  private let followers: [Follower]
  private let screens: [Tmux]
  private var random: SeededGenerator

  /// The pages shown only at the end of a round.
  private static let reserved = 51...60

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let ground = try TemporaryDirectory("navbench")
    let deck = Deck.sentences(Self.reserved.upperBound)
    let stage = try Stage(showing: deck, clients: 2, in: ground, by: try Navd(in: ground))
    self.stage = stage
    stage.mostInFlight = 16
    followers = try [(80, 24), (100, 30)].map {
      try stage.follow(CellSize(columns: $0, rows: $1))
    }
    let client = [try Programs.path(of: Programs.client), "--session", Stage.session]
    screens = try [("narrow", 80, 24), ("wide", 120, 40)].map { name, columns, rows in
      let size = CellSize(columns: columns, rows: rows)
      return try Tmux(running: client, size: size, in: ground, name: name)
    }
    // Every fourth operation jumps to the middle, so the page never comes near the deck's ends, where moves would change
    // nothing, and never reaches the reserved ones.
    var count = 0
    stage.next = { [unowned self] in
      count += 1
      if count % 4 == 1 { return .goTo(Int.random(in: 15...25, using: &random)) }
      return Bool.random(using: &random) ? .forward : .back
    }
    try stage.run(until: "all viewers are live") { followers.allSatisfy { $0.epoch != nil } }
    _ = try waitForScreens(toShow: 1)
  }

  func play(_ round: Int) throws {
    // Below the daemon's sustained limit.
    stage.pace = .milliseconds(3)
    try stage.run(for: .milliseconds(Int.random(in: 5...250, using: &random)))
    stage.pace = nil
    let old = followers.compactMap { $0.replica?.epoch }.max() ?? 0
    // Many operations at once, so that some are at each stage when the daemon is killed.
    for sender in stage.senders {
      while sender.inFlight < stage.mostInFlight {
        try sender.send(stage.next(), at: monotonicNow())
      }
    }
    // A random moment of the burst, at which the kill comes: nothing is awaited.
    usleep(UInt32.random(in: 0...3_000, using: &random))
    stage.daemon.killNow()
    // Operations with a reply by now no longer count as in flight.
    for sender in stage.senders { try sender.step(at: monotonicNow()) }
    underWay += stage.senders.reduce(0) { $0 + $1.inFlight }
    let start = try stage.daemon.startAgain()
    var liveAt: [Int: Duration] = [:]
    var answeredAt: Duration?
    try stage.run(until: "viewers are live again and all inputs are answered") {
      for (index, follower) in followers.enumerated()
      where liveAt[index] == nil && (follower.epoch ?? 0) > old {
        liveAt[index] = follower.joinedAt
      }
      if answeredAt == nil, stage.isQuiet { answeredAt = monotonicNow() }
      return liveAt.count == followers.count && answeredAt != nil
    }
    viewerTimes += liveAt.values.map { $0 - start }
    if let answeredAt { answerTimes.append(answeredAt - start) }
    let version = try stage.daemon.info(of: Stage.session).session.version
    guard version >= stage.newest else {
      throw BenchError("version \(stage.newest) was acknowledged, the session has \(version)")
    }
    // One more operation, which every viewer must show.
    let page = Self.reserved.lowerBound + round % Self.reserved.count
    try stage.senders[round % 2].send(.goTo(page), at: monotonicNow())
    try stage.run(until: "the last input of the round is answered") { stage.isQuiet }
    screenTimes += try waitForScreens(toShow: page).map { $0 - start }
  }

  func faults() throws -> [String] {
    try stage.faults() + followers.flatMap(\.faults)
      + screens.filter { !$0.isRunning }.map { _ in "a navclient has ended" }
  }

  /// - Returns: the time at which each screen showed the page.
  private func waitForScreens(toShow page: Int) throws -> [Duration] {
    var times: [Int: Duration] = [:]
    try stage.run(until: "every navclient shows page \(page)") {
      for (index, screen) in screens.enumerated() where times[index] == nil {
        if try screen.shows(Deck.words(ofPage: page)) { times[index] = monotonicNow() }
      }
      return times.count == screens.count
    }
    return Array(times.values)
  }
}
