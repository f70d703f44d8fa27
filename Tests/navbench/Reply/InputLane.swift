import NavCommands
import NavGeometry
import NavModel
import NavScene
import NavWire

/// Durable inputs to navd: forward and back on a small deck.
final class InputLane: ReplyLane {
  let name: String
  private let move: (SessionCommand) throws -> Duration
  private let stayAlive: () throws -> Void

  /// Creates a session without viewers.
  static func unseen(by daemon: Navd, showing content: ContentSpec) throws -> InputLane {
    let participant = try Participant(of: daemon)
    _ = try participant.ask(.newSession(name: "unseen", content))
    return InputLane(name: "navd, no viewer") { command in
      let input = Request.Input(
        session: .name("unseen"),
        viewer: nil,
        viewport: nil,
        action: .command(command)
      )
      return try participant.send(input).time
    } stayAlive: {
    }
  }

  /// Creates a session with one viewer, which has received each move before the next one is sent.
  static func seen(
    by daemon: Navd,
    showing content: ContentSpec,
    viewport: CellSize
  ) throws -> InputLane {
    let viewer = try HeadlessViewer(
      of: daemon,
      session: "seen",
      showing: content,
      viewport: viewport
    )
    return InputLane(name: "navd, one viewer of \(viewport)") { command in
      let (version, time) = try viewer.send(.command(command))
      _ = try viewer.follow(to: version)
      return time
    } stayAlive: {
      try viewer.stayAlive()
    }
  }

  private init(
    name: String,
    move: @escaping (SessionCommand) throws -> Duration,
    stayAlive: @escaping () throws -> Void
  ) {
    self.name = name
    self.move = move
    self.stayAlive = stayAlive
  }

  func roundTrip(_ round: Int) throws -> Duration {
    if round.isMultiple(of: 100) { try stayAlive() }
    return try move(round.isMultiple(of: 2) ? .forward : .back)
  }
}
