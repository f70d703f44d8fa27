import NavGeometry
import NavScene
import NavSync
import NavWire

/// Measures the bytes that a viewer receives: for each of a few moves, and for a join.
///
/// The viewer maintains a replica, so the counted bytes suffice to show everything. A move starts only after the
/// previous motion has ended.
struct BytesScenario: Scenario {
  var scenarios = MoveScenario.all
  var sizes = [CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60)]
  /// The counted moves of each scenario, from 1 to `MoveScenario.maximumMoves`.
  var moves = 8

  private static let motionGoal = 300
  private static let rowsGoal = 1.2
  private static let joinGoal = 2_000

  func measure() throws -> Section {
    progress("bytes, \(moves) moves for each of \(scenarios.count * sizes.count) rows")
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    var moveRows: [[String]] = []
    var joinRows: [[String]] = []
    for scenario in scenarios {
      let content = try scenario.content(ground)
      for size in sizes {
        let viewer = try HeadlessViewer(
          of: daemon,
          session: "bytes-\(moveRows.count)",
          showing: content,
          viewport: size
        )
        joinRows.append(joinRow(scenario, size, viewer))
        moveRows.append(try moveRow(scenario, size, viewer))
      }
    }
    let terminals = sizes.map(\.description).joined(separator: ", ")
    return Section(
      name: "bytes",
      facts: "\(moves) moves each, terminals of \(terminals)",
      title: "bytes: to one viewer, with topic and framing",
      tables: [Table(Self.moveHeader, moveRows), Table(Self.joinHeader, joinRows)]
    )
  }

  // MARK: Moves

  private static let moveHeader = [
    "a move (p50)", "terminal", "total", "motion", "largest", "goal", "rows", "page's text",
    "rows/text", "largest", "goal",
  ]

  private func moveRow(
    _ scenario: MoveScenario,
    _ size: CellSize,
    _ viewer: HeadlessViewer
  ) throws -> [String] {
    // The update with the number of viewers must not count as part of a move.
    try viewer.followUntilCounted()
    for action in scenario.preparation { _ = try perform(action, viewer) }
    var counts: [WireBytes] = []
    for _ in 0..<moves {
      counts.append(try perform(scenario.move, viewer))
      if let undo = scenario.undo { _ = try perform(undo, viewer) }
    }
    let texts = counts.indices.map(scenario.text)
    let motion = Figures(counts.map(\.motion))
    let ratio = Figures(zip(counts, texts).map { Double($0.rows) / Double(max(1, $1)) })
    return [
      scenario.name, "\(size)", Self.bytes(Figures(counts.map(\.total)).p50),
      Self.bytes(motion.p50), Self.bytes(motion.largest), "<= \(Self.bytes(Self.motionGoal))",
      Self.bytes(Figures(counts.map(\.rows)).p50), Self.bytes(Figures(texts).p50),
      ratio.p50.text(decimals: 2), ratio.largest.text(decimals: 2),
      "<= \(Self.rowsGoal.text(decimals: 2))",
    ]
  }

  /// Makes a move and waits for the end of its motion.
  private func perform(
    _ action: SessionAction,
    _ viewer: HeadlessViewer
  ) throws -> WireBytes {
    try viewer.stayAlive()
    let version = try viewer.send(action).version
    let (frames, update) = try viewer.follow(to: version)
    try viewer.waitUntilSettled(version)
    return try WireBytes(frames, of: update)
  }

  // MARK: Joining

  private static let joinHeader = [
    "a join", "terminal", "total", "goal", "attach's reply", "beat", "snapshot",
  ]

  private func joinRow(
    _ scenario: MoveScenario,
    _ size: CellSize,
    _ viewer: HeadlessViewer
  ) -> [String] {
    let messages = viewer.joinMessages.map(WireBytes.count)
    let snapshot = messages.last ?? 0
    // The envelope's empty frame and the reply.
    let reply = WireBytes.count([[], viewer.attachReply])
    let total = reply + messages.reduce(0, +)
    return [
      scenario.name, "\(size)", Self.bytes(total), "<= \(Self.bytes(Self.joinGoal))",
      Self.bytes(reply), Self.bytes(total - reply - snapshot), Self.bytes(snapshot),
    ]
  }

  private static func bytes(_ count: Int) -> String { "\(count) B" }
}
