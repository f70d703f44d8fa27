import NavGeometry
import NavModel
import NavScene

/// Counts the messages and bytes that navd publishes to a viewer for a move.
struct MoveCount {
  private static let moves = 2
  private static let size = CellSize(columns: 80, rows: 24)
  /// The time that a message may be under way after the reply that says that a move has ended.
  private static let quiet = Duration.milliseconds(100)

  /// The counts of one move, medians.
  struct Count {
    let name: String
    let messages: Int
    /// With topics and framing.
    let bytes: Int
  }

  func measure() throws -> [Count] {
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let moves = [
      ("slide", MoveScenario.deckSlide), ("list", .openList), ("text", .openText), ("back", .back),
    ]
    return try moves.map { name, scenario in
      let viewer = try HeadlessViewer(
        of: daemon,
        session: name,
        showing: try scenario.content(ground),
        viewport: Self.size
      )
      try viewer.followUntilCounted()
      for action in scenario.preparation { _ = try perform(action, viewer) }
      let updates = try (0..<Self.moves).map { _ in
        let updates = try perform(scenario.move, viewer)
        if let undo = scenario.undo { _ = try perform(undo, viewer) }
        return updates
      }
      return Count(
        name: name,
        messages: Figures(updates.map(\.count)).p50,
        bytes: Figures(updates.map { $0.reduce(0) { $0 + WireBytes.count($1) } }).p50
      )
    }
  }

  /// Makes a move; returns the updates up to the end of its motion, as frames.
  private func perform(_ action: SessionAction, _ viewer: HeadlessViewer) throws -> [[[UInt8]]] {
    try viewer.stayAlive()
    let version = try viewer.send(action).version
    let first = try viewer.follow(to: version).frames
    try viewer.waitUntilSettled(version)
    return try [first] + viewer.updates(until: Self.quiet)
  }
}
