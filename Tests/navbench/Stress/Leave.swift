import ArgumentParser
import NavBase
import NavProcessKit
import NavSystem

/// Lets a thousand viewers of eight sizes leave at once during updates, and measures the gaps of one that stays.
///
/// The crowd is a separate process. In one part it is killed, so that the kernel closes all connections at once; in the
/// other all viewers announce that they leave first. A gap is the time between two updates at the remaining viewer; it
/// includes the interval of the inputs.
struct Leave: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Very many viewers that go at once.",
    discussion: """
      Examples:
        navbench leave
        navbench leave --viewers 100 --rate 200
      """
  )

  @Option(help: "How many go, 1 to 4000.", transform: within(1...4_000))
  var viewers = 1_000

  @Option(help: "Inputs in a second, 1 to 400.", transform: within(1...400))
  var rate = 100

  @OptionGroup var judgement: Judgement

  func measure() throws -> Section {
    progress("leave, \(viewers) viewers twice, about 30 s")
    try FileLimit.raise(toAtLeast: viewers * Crowd.filesPerViewer + 64)
    var rows: [[String]] = []
    var failures: [String] = []
    for (isKilled, how) in [(true, "are killed"), (false, "say so and go")] {
      let (before, during, resyncs) = try gaps(isKilled: isKilled)
      rows.append(
        ["\(viewers) \(how)", before.p50.inMilliseconds, before.largest.inMilliseconds]
          + [during.p50.inMilliseconds, during.largest.inMilliseconds, "<= 50.00 ms", "\(resyncs)"]
      )
      failures += judgement.failures(
        of: "gap when \(viewers) \(how)",
        during.largest,
        goal: .milliseconds(50)
      )
    }
    return Section(
      name: "leave",
      facts: "\(viewers) viewers of \(Crowd.sizes.count) sizes, \(rate) inputs/s",
      title: "leave: between two updates, as one who stays sees them",
      tables: [
        Table(
          ["viewers", "before p50", "largest", "leaving p50", "largest", "goal", "resyncs"],
          rows
        )
      ],
      failures: failures
    )
  }

  private func gaps(
    isKilled: Bool
  ) throws -> (before: Figures<Duration>, during: Figures<Duration>, resyncs: Int) {
    let ground = try TemporaryDirectory("navbench")
    let stage = try Stage(in: ground, by: try Navd(in: ground))
    let follower = try stage.follow()
    try stage.run(until: "a viewer has joined") { follower.epoch != nil }
    let crowd = try Crowd.start(viewers, of: stage.daemon, session: Stage.session, in: ground)
    var said = ""
    try stage.run(until: "\(viewers) viewers have joined", within: .seconds(60)) {
      said += crowd.readText()
      guard !said.contains("Error") else { throw BenchError("the crowd says: \(said)") }
      return said.contains(Crowd.ready)
    }
    stage.pace = .microseconds(1_000_000 / rate)
    try stage.run(for: .seconds(1))
    let before = try watch(follower, stage)
    if isKilled { crowd.killNow() } else { try crowd.type("\n") }
    return (before, try watch(follower, stage), follower.gaps)
  }

  private func watch(_ follower: Follower, _ stage: Stage) throws -> Figures<Duration> {
    follower.forgetArrivals()
    // The gaps at the start and at the end of the measurement count, too.
    var times = [monotonicNow()]
    try stage.run(for: .seconds(3))
    times += follower.arrivals.map(\.time)
    times.append(monotonicNow())
    return Figures(zip(times.dropFirst(), times).map { $0 - $1 })
  }
}
