import NavGeometry
import NavSystem
import ZeroMQ

/// Lets a thousand viewers of eight sizes leave at once during updates, and measures the gaps of one that stays.
///
/// The crowd is a separate process. In one part it is killed, so that the kernel closes all connections at once; in the
/// other all viewers announce that they leave first. A gap is the time between two updates at the remaining viewer; it
/// includes the interval of the inputs.
struct LeaveScenario: Scenario {
  var viewers = 1_000
  /// Inputs per second.
  var rate = 100
  var judgement: Judgement

  private static let session = "leave"
  private static let goal = Duration.milliseconds(50)
  private static let watched = Duration.seconds(3)
  private static let patience = Duration.seconds(60)
  static let sizes = [
    (80, 24), (90, 26), (100, 30), (110, 34), (120, 40), (132, 43), (160, 50), (200, 60),
  ]
  .map { CellSize(columns: $0, rows: $1) }

  private enum End: String, CaseIterable {
    case killed = "are killed"
    case politely = "say so and go"
  }

  func measure() throws -> Section {
    progress("leave, \(viewers) viewers twice, about 30 s")
    try FileLimit.raise(toAtLeast: viewers * Crowd.filesPerViewer + 64)
    var rows: [[String]] = []
    var failures: [String] = []
    for end in End.allCases {
      let (before, during, late) = try gaps(end)
      rows.append(
        [
          "\(viewers) \(end.rawValue)", before.p50.inMilliseconds, before.largest.inMilliseconds,
          during.p50.inMilliseconds, during.largest.inMilliseconds,
          "<= \(Self.goal.inMilliseconds)", "\(late)",
        ]
      )
      failures += judgement.failures(
        of: "gap when \(viewers) \(end.rawValue)",
        during.largest,
        goal: Self.goal
      )
    }
    return Section(
      name: "leave",
      facts: "\(viewers) viewers of \(Self.sizes.count) sizes, \(rate) inputs/s",
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
    _ end: End
  ) throws -> (before: Figures<Duration>, during: Figures<Duration>, resyncs: Int) {
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let id = try daemon.makeSession(Self.session, showing: deck)
    let context = try Context()
    let flow = try Flow(
      of: daemon,
      session: id,
      pages: Deck.small.pages.count,
      senders: 1,
      in: context
    )
    let follower = try Follower(
      of: daemon,
      session: Self.session,
      viewport: Self.sizes[0],
      in: context
    )
    let loop = Loop()
    for sender in flow.senders { loop.add(sender) }
    loop.add(follower)
    loop.everyTurn = { now in
      daemon.drain()
      try flow.send(at: now)
    }
    try loop.run(until: "a viewer has joined") { follower.epoch != nil }
    let crowd = try crowd(of: daemon, in: ground)
    var said = ""
    try loop.run(until: "\(viewers) viewers have joined", within: Self.patience) {
      said += crowd.readText()
      guard !said.contains("Error") else { throw BenchError("the crowd says: \(said)") }
      return said.contains(CrowdWords.ready)
    }
    flow.pace = .microseconds(1_000_000 / rate)
    try loop.run(for: .seconds(1))
    let before = try watch(follower, loop)
    switch end {
    case .killed: crowd.killNow()
    case .politely: try crowd.type("\n")
    }
    let during = try watch(follower, loop)
    return (before, during, follower.gaps)
  }

  private func watch(_ follower: Follower, _ loop: Loop) throws -> Figures<Duration> {
    follower.forgetArrivals()
    // The gaps at the start and at the end of the measurement count, too.
    var times = [monotonicNow()]
    try loop.run(for: Self.watched)
    times += follower.arrivals.map(\.time)
    times.append(monotonicNow())
    return Figures(zip(times.dropFirst(), times).map { $0 - $1 })
  }

  private func crowd(of daemon: Navd, in ground: TemporaryDirectory) throws -> PseudoTerminal {
    try PseudoTerminal(
      [
        try Programs.path(of: Programs.bench), "crowd", Self.session, "\(viewers)",
        "\(daemon.input)", "\(daemon.layout)",
      ],
      environment: ground.environment,
      size: Self.sizes[0]
    )
  }
}

/// The messages of a crowd to its parent process.
enum CrowdWords {
  static let ready = "everybody has joined"
}
