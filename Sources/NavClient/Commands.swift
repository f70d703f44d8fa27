import NavCommands
package import NavGeometry
package import NavWire

/// The commands of `navclient` that are no viewer: each asks the daemon and says what to print.
package struct Commands: ~Copyable {
  private var requester: Requester

  package init(endpoints: Endpoints) throws(ClientExit) {
    requester = try Requester(endpoints: endpoints)
  }

  package mutating func newSession(
    _ name: String,
    showing content: ContentDescription
  ) throws(ClientExit) {
    _ = try requester.ask(.newSession(name: name, content))
  }

  package mutating func kill(_ name: String?) throws(ClientExit) {
    _ = try requester.ask(.killSession(.name(try session(name))))
  }

  /// Moves a session, as a terminal of 80x24 sees it.
  package mutating func send(
    _ action: Request.Input.Action,
    to name: String?
  ) throws(ClientExit) {
    let input = Request.Input(
      session: .name(try session(name)),
      viewer: nil,
      viewport: nil,
      action: action
    )
    _ = try requester.ask(.input(input))
  }

  package mutating func sessions() throws(ClientExit) -> [Reply.SessionInfo] {
    guard case .sessions(let sessions) = try requester.ask(.listSessions) else {
      throw ClientExit(.protocolMismatch, "navd answered something else than a list of sessions")
    }
    return sessions
  }

  /// The screen that a viewer of a size has, a line for each row.
  package mutating func snapshot(
    of name: String?,
    size: CellSize
  ) throws(ClientExit) -> [String] {
    let reply = try requester.ask(.takeSnapshot(.name(try session(name)), size))
    guard case .snapshot(let session, _, let scene) = reply else {
      throw ClientExit(.protocolMismatch, "navd answered something else than a snapshot")
    }
    let screen = Screen(
      session: session,
      invitation: Invitation.command(joining: session),
      scene: scene,
      size: size
    )
    return ScreenPainter.lines(of: screen)
  }

  /// The session that is meant: the one named, else the only one.
  package mutating func session(_ name: String?) throws(ClientExit) -> String {
    if let name { return name }
    return try only(of: try sessions())
  }

  /// The only session of a list.
  package func only(of sessions: [Reply.SessionInfo]) throws(ClientExit) -> String {
    switch sessions.count {
    case 1: return sessions[0].name
    case 0:
      throw ClientExit(.noInput, "there is no session: start one with `navclient --session NAME`")
    default:
      let names = sessions.map(\.name).joined(separator: ", ")
      throw ClientExit(.usage, "there are several sessions (\(names)): say which with `-s NAME`")
    }
  }
}
