import NavGeometry
import NavModel
import NavSystem
import NavWire

/// Measures a join as the viewer sees it: from sending `attach` until the last row of the scene is written.
///
/// - The viewer is a headless one in this process: nothing inside a navclient can be timed from outside (`navbench start`
///   measures all of it). It decodes, paints and encodes as navclient does, and writes to a pipe, whose other end is read
///   after the time. Its connections exist before the attach, as those of navclient.
/// - A session shows a deck at rest. Of the two kinds of joiner, one joins the stream of another viewer; the other is the
///   first viewer of its session, for which the daemon has to lay out.
/// - The bytes are those of the attach's reply and of all messages up to the snapshot, with topics and framing.
/// - Each round also has a round trip of the bare echo; a join needs two: attach and snapshot.
struct JoinScenario: Scenario {
  /// The counted joins of each kind.
  var joins = 200

  private static let warmUp = 10
  private static let size = CellSize(columns: 80, rows: 24)
  private static let goal = Duration.milliseconds(2)
  private static let bytesGoal = 2_000

  func measure() throws -> Section {
    progress("join, \(joins) of each kind, about \(joins / 40 + 1) s")
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let deck = ContentSpec.deck(path: try ground.write(Deck.small.markdown, to: "deck.md"))
    let echo = try EchoLane(in: ground)
    let terminal = try PaintedPipe()
    let lanes = [
      try JoinLane.followed(by: daemon, showing: deck, viewport: Self.size),
      try JoinLane.alone(with: daemon, showing: deck, viewport: Self.size),
    ]
    var outcomes: [[JoinLane.Outcome]] = lanes.map { _ in [] }
    var echoes: [Duration] = []
    for round in 0..<Self.warmUp + joins {
      daemon.drain()
      let time = try echo.roundTrip(round)
      if round >= Self.warmUp { echoes.append(time) }
      for turn in lanes.indices {
        let index = (round + turn) % lanes.count
        let outcome = try lanes[index].join(round, writingTo: terminal)
        if round >= Self.warmUp { outcomes[index].append(outcome) }
      }
    }
    return section(lanes, outcomes, Figures(echoes))
  }

  private func section(
    _ lanes: [JoinLane],
    _ outcomes: [[JoinLane.Outcome]],
    _ echo: Figures<Duration>
  ) -> Section {
    let rows = zip(lanes, outcomes).map { lane, outcomes in
      let times = Figures(outcomes.map(\.time))
      return [
        lane.name, times.p50.inMilliseconds, times.p99.inMilliseconds, times.spreadText,
        "<= \(Self.goal.inMilliseconds)", (times.p50 / echo.p50).text(decimals: 2),
        "\(Figures(outcomes.map(\.bytes)).largest) B", "<= \(Self.bytesGoal) B",
      ]
    }
    let floor = [
      "echo of 64 B", echo.p50.inMilliseconds, echo.p99.inMilliseconds, echo.spreadText, "", "", "",
      "",
    ]
    return Section(
      name: "join",
      facts:
        "\(joins) joins of each kind by turns with an echo; a headless viewer of \(Self.size), "
        + "a deck of \(Deck.small.pages.count) slides",
      title: "join: from attach sent to the last row written",
      tables: [
        Table(
          ["", "p50", "p99", "spread", "goal", "ratio to the echo", "largest join", "goal"],
          rows + [floor]
        )
      ]
    )
  }
}
