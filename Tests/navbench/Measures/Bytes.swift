import ArgumentParser
import NavBase
import NavProcessKit
import NavScene
import NavWire

/// The bytes of an update on the wire, by purpose.
struct WireBytes {
  /// All frames including the transport's framing.
  let total: Int
  /// The part taken by text rows.
  let rows: Int

  /// The rest: the timeline, containers and their titles, the topic, the hash, the framing.
  var motion: Int { total - rows }

  init(_ frames: [[UInt8]], of update: Update) throws {
    let body = LayoutMessage.update(update).encoded()
    guard frames.last == body else {
      throw BenchError(
        "navd writes an update differently: build navd and navbench from one checkout"
      )
    }
    var rest = update
    rest.timeline?.changes.removeAll { change in
      if case .rows = change.change { true } else { false }
    }
    total = Self.count(frames)
    rows = body.count - LayoutMessage.update(rest).encoded().count
  }

  /// Returns the size of a message's frames in ZMTP 3: flags and a length of 1 or 8 bytes before each.
  static func count(_ frames: [[UInt8]]) -> Int {
    frames.reduce(0) { $0 + $1.count + ($1.count <= 255 ? 2 : 9) }
  }
}

/// A move whose bytes are counted.
private struct CountedMove: Sendable {
  let name: String
  /// Its name in `deploy/counts.txt`.
  let shortName: String
  /// Creates the content of the session in a directory.
  let content: @Sendable (TemporaryDirectory) throws -> ContentSpec
  /// The inputs before the first counted move.
  var preparation: [SessionAction] = []
  let move: SessionAction
  /// The uncounted input that reverts a counted move; nil if moves follow one another.
  var undo: SessionAction?
  /// The size of the page that a move shows, in UTF-8 bytes of its source (including Markdown syntax); moves are counted
  /// from 0.
  let text: @Sendable (Int) -> Int

  /// The most moves that every scenario supports.
  static let most = Deck.talk.pages.count - 1

  private static func folder(_ ground: TemporaryDirectory) throws -> ContentSpec {
    .tree(path: try Folder.make(in: ground))
  }

  private static func key(_ code: KeyCode) -> SessionAction { .keys([Key(code)]) }

  static let all = [
    CountedMove(
      name: "deck, next slide",
      shortName: "slide",
      content: { .deck(path: try $0.write(Deck.talk.markdown, to: "talk.md")) },
      move: .command(.forward),
      text: { Deck.talk.pages[($0 + 1) % Deck.talk.pages.count].utf8.count }
    ),
    CountedMove(
      name: "stack, open a list",
      shortName: "list",
      content: { try folder($0) },
      move: key(.enter),
      undo: key(.backspace),
      text: { _ in Folder.listed }
    ),
    CountedMove(
      name: "stack, open a text",
      shortName: "text",
      content: { try folder($0) },
      preparation: [key(.character("G"))],
      move: key(.enter),
      undo: key(.backspace),
      text: { _ in Folder.text.utf8.count }
    ),
    // Rows shown again are sent again.
    CountedMove(
      name: "stack, back from a text",
      shortName: "back",
      content: { try folder($0) },
      preparation: [key(.character("G")), key(.enter)],
      move: key(.backspace),
      undo: key(.enter),
      text: { _ in Folder.listed }
    ),
  ]

  /// Performs the move several times, each after the end of the motion before, on a daemon of its own.
  ///
  /// - Parameters:
  ///   - times: at most `most`.
  ///   - size: the viewer's terminal.
  /// - Returns: the viewer, and the updates of each move.
  /// - Throws: if the daemon ends.
  func perform(
    times: Int,
    size: CellSize
  ) throws -> (viewer: Follower, moves: [[(frames: [[UInt8]], update: Update)]]) {
    let ground = try TemporaryDirectory("navbench")
    let daemon = try Navd(in: ground)
    let stage = try Stage(content: try content(ground), clients: 0, in: ground, by: daemon)
    let viewer = try stage.follow(size)
    viewer.keepsUpdates = true
    // The update with the number of viewers must not count as part of a move.
    try stage.run(until: "a viewer is counted") {
      try viewer.countedViewers() == 1
    }
    func perform(_ action: SessionAction) throws -> [(frames: [[UInt8]], update: Update)] {
      viewer.forgetArrivals()
      let version = try stage.input(action, by: viewer).version
      try stage.follow(viewer, to: version)
      try stage.settle(version)
      // A message may be under way after the reply that says that a move has ended.
      try stage.run(for: .milliseconds(100))
      return viewer.updates
    }
    for action in preparation { _ = try perform(action) }
    let moves = try (0..<times).map { _ in
      let updates = try perform(move)
      if let undo { _ = try perform(undo) }
      return updates
    }
    return (viewer, moves)
  }
}

/// Measures the bytes that a viewer receives: for each of a few moves, and for a join.
///
/// The viewer maintains a replica, so the counted bytes suffice to show everything.
struct Bytes: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Bytes to a viewer for a move, and for joining.",
    discussion: """
      Examples:
        navbench bytes
        navbench bytes --moves 1
      """
  )

  @Option(help: "Moves counted of each kind, 1 to 11.", transform: within(1...CountedMove.most))
  var moves = 8

  private static let sizes = [CellSize.standardTerminal, CellSize(columns: 200, rows: 60)]
  private static let moveHeader = [
    "a move (p50)", "terminal", "total", "motion", "largest", "goal", "rows", "page's text",
    "rows/text", "largest", "goal",
  ]
  private static let joinHeader = [
    "a join", "terminal", "total", "goal", "attach's reply", "beat", "snapshot",
  ]

  func measure() throws -> Section {
    progress("bytes, \(moves) moves for each of \(CountedMove.all.count * Self.sizes.count) rows")
    var moveRows: [[String]] = []
    var joinRows: [[String]] = []
    for move in CountedMove.all {
      for size in Self.sizes {
        let (viewer, updates) = try move.perform(times: moves, size: size)
        let counts = try updates.compactMap(\.first).map { try WireBytes($0.frames, of: $0.update) }
        joinRows.append([move.name, "\(size)"] + join(viewer))
        moveRows.append([move.name, "\(size)"] + figures(counts, counts.indices.map(move.text)))
      }
    }
    return Section(
      name: "bytes",
      facts: "\(moves) moves each, terminals of "
        + Self.sizes.map(\.description).joined(separator: ", "),
      title: "bytes: to one viewer, with topic and framing",
      tables: [Table(Self.moveHeader, moveRows), Table(Self.joinHeader, joinRows)]
    )
  }

  private func figures(_ counts: [WireBytes], _ texts: [Int]) -> [String] {
    let motion = Figures(counts.map(\.motion))
    let ratio = Figures(zip(counts, texts).map { Double($0.rows) / Double(max(1, $1)) })
    return [
      "\(Figures(counts.map(\.total)).p50) B", "\(motion.p50) B", "\(motion.largest) B",
      "<= 300 B", "\(Figures(counts.map(\.rows)).p50) B", "\(Figures(texts).p50) B",
      ratio.p50.text(), ratio.largest.text(), "<= 1.20",
    ]
  }

  private func join(_ viewer: Follower) -> [String] {
    let messages = viewer.joinMessages.map(WireBytes.count)
    // With the envelope's empty frame.
    let reply = WireBytes.count([[], viewer.attachReply])
    let (all, snapshot) = (messages.reduce(0, +), messages.last ?? 0)
    return [
      "\(reply + all) B", "<= 2000 B", "\(reply) B", "\(all - snapshot) B", "\(snapshot) B",
    ]
  }

  /// Counts the messages and bytes that navd publishes for each move, medians of two, with topics and framing.
  static func counts() throws -> [(name: String, messages: Int, bytes: Int)] {
    try CountedMove.all.map { move in
      let moves = try move.perform(times: 2, size: .standardTerminal).moves
      let bytes = moves.map { $0.reduce(0) { $0 + WireBytes.count($1.frames) } }
      return (move.shortName, Figures(moves.map(\.count)).p50, Figures(bytes).p50)
    }
  }
}
