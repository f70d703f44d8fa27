/// Kills the daemon repeatedly while two clients send inputs to its session and two navclient show it.
///
/// - A round: both clients send inputs for a random time and then many at once; `kill -9` in the middle of
///   them; another daemon is started at once. A viewer counts as live again when it has the new daemon's
///   snapshot. When all operations in flight have their replies, one more goes to a page that nothing else
///   shows; navclient counts as live when its screen shows that page.
/// - All times run from the start of the new daemon's process. Those of screens include reading them through
///   tmux, some milliseconds each time, and the replies to all operations in flight.
struct KillsScenario: Scenario {
  var rounds = 100
  var seed: UInt64 = 1
  var judgement: Judgement

  private static let goal = Duration.seconds(1)
  private static let session = "kills"

  func measure() throws -> Section {
    progress("kills, \(rounds) rounds with seed \(seed), about \(rounds) s")
    let ground = try TemporaryDirectory()
    let run = try KillsRun(in: ground, session: Self.session, seed: seed)
    for round in 1...rounds {
      do {
        try run.play(round)
      } catch {
        throw BenchError("round \(round) of seed \(seed): \(error)")
      }
    }
    let faults = try run.faults().map { "kills with seed \(seed): \($0)" }
    let viewers = Figures(run.viewerTimes)
    let screens = Figures(run.screenTimes)
    let answers = Figures(run.answerTimes)
    let table = Table(
      ["from the daemon's start until", "p50", "largest", "goal"],
      [
        ("a viewer is live again", viewers), ("all inputs are answered", answers),
        ("navclient's screen is live", screens),
      ]
      .map {
        [$0, $1.p50.inMilliseconds, $1.largest.inMilliseconds, "<= \(Self.goal.inMilliseconds)"]
      }
    )
    return Section(
      name: "kills",
      facts:
        "\(rounds) times kill -9 with seed \(seed), \(run.acknowledged) inputs acknowledged "
        + "(\(run.underWay) under way at a kill), \(faults.count) faults",
      title: "kills: viewers and inputs across kill -9 of navd",
      tables: [table],
      failures: faults
        + judgement.failures(of: "a viewer is live again", viewers.largest, goal: Self.goal)
        + judgement.failures(of: "navclient's screen is live", screens.largest, goal: Self.goal)
    )
  }
}
