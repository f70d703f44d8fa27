import NavCommands
package import NavGeometry
import NavText
package import NavViewer
package import NavWire

/// The commands of `navclient` that are no viewer: each asks the daemon and says what to print.
///
/// A session without a name is the only one.
package struct Commands: ~Copyable {
  private var requester: Requester

  package init(endpoints: Endpoints) throws(ClientExit) {
    requester = try Requester(endpoints: endpoints)
  }

  // MARK: Changing

  /// - Returns: what to tell the user; nil for nothing.
  package mutating func newSession(
    _ name: String,
    showing content: ContentDescription
  ) throws(ClientExit) -> String? {
    try requester.operate(.newSession(name: name, content)).warning
  }

  /// - Returns: what to tell the user; nil for nothing.
  package mutating func kill(_ name: String?) throws(ClientExit) -> String? {
    try requester.operate(.killSession(.name(try session(name)))).warning
  }

  /// - Returns: what to tell the user; nil for nothing.
  package mutating func rename(
    _ name: String?,
    to newName: String
  ) throws(ClientExit) -> String? {
    try requester.operate(.renameSession(.name(try session(name)), to: newName)).warning
  }

  /// Moves a session, as a terminal of 80x24 sees it.
  ///
  /// - Parameters:
  ///   - action: what to do; many keys are one request.
  ///   - name: the session; nil for the only one.
  ///   - precondition: what has to be so, or nothing is done; nil for anything.
  ///   - settling: how long to wait until all viewers show it and nothing moves; nil does not wait.
  /// - Returns: what to tell the user; nil for nothing.
  /// - Throws: what the daemon refused; `.noEffect` where nothing has come of it, with the reason; `.timeout` where the
  /// precondition was not so, or where it was done and did not settle.
  package mutating func send(
    _ action: Request.Input.Action,
    to name: String?,
    if precondition: Request.Precondition? = nil,
    settling: WaitTimeout? = nil
  ) throws(ClientExit) -> String? {
    // By its id: it is still the same one when it gets another name meanwhile.
    let session: SessionReference =
      if settling == nil { .name(try session(name)) } else { .id(try identity(of: name)) }
    let input = Request.Input(session: session, viewer: nil, viewport: nil, action: action)
    let reply = try requester.operate(.input(input), if: precondition)
    guard case .accepted(let version, let noEffect) = reply.body else {
      throw .unexpected("the word that it did it")
    }
    if let noEffect, !noEffect.isFulfilled {
      throw ClientExit(.noEffect, "nothing was done: \(noEffect)")
    }
    if let settling { try wait(for: .settled(version: version), in: session, settling) }
    return reply.warning
  }

  // MARK: Waiting

  /// Waits until something is so.
  ///
  /// - Throws: `.timeout` with what is the case instead.
  package mutating func wait(
    for condition: Request.Wait.Condition,
    in name: String?,
    timeout: WaitTimeout = .standard
  ) throws(ClientExit) {
    try wait(for: condition, in: .id(try identity(of: name)), timeout)
  }

  private mutating func wait(
    for condition: Request.Wait.Condition,
    in session: SessionReference,
    _ timeout: WaitTimeout
  ) throws(ClientExit) {
    let wait = Request.Wait(session: session, condition: condition, timeout: timeout.duration)
    switch try requester.answer(to: .wait(wait)) {
    case .waited: return
    case .failure(let failure) where failure.code == .timedOut:
      var text = "waited \(timeout) for \(condition.inWords)"
      if case .status(let status) = try requester.ask(.getStatus(session)),
        let contradiction = condition.contradiction(in: status)
      {
        text += ": \(contradiction)"
      }
      throw ClientExit(.timeout, sanitized(text))
    case .failure(let failure): throw ClientExit(failure)
    case .attached, .accepted, .sessions, .snapshot, .done, .status, .viewers, .outline,
      .exported, .page, .found:
      throw .unexpected("the end of a wait")
    }
  }

  // MARK: Looking

  package mutating func sessions() throws(ClientExit) -> [Reply.SessionInfo] {
    guard case .sessions(let sessions) = try requester.ask(.listSessions) else {
      throw .unexpected("a list of sessions")
    }
    return sessions
  }

  package mutating func status(of name: String?) throws(ClientExit) -> Reply.Status {
    let request = Request.Body.getStatus(.name(try session(name)))
    guard case .status(let status) = try requester.ask(request) else {
      throw .unexpected("a status")
    }
    return status
  }

  package mutating func viewers(of name: String?) throws(ClientExit) -> [Reply.ViewerInfo] {
    let request = Request.Body.listViewers(.name(try session(name)))
    guard case .viewers(let viewers) = try requester.ask(request) else {
      throw .unexpected("a list of viewers")
    }
    return viewers
  }

  /// The screen that a viewer of a size has.
  package mutating func snapshot(
    of name: String?,
    size: CellSize
  ) throws(ClientExit) -> ScreenCapture {
    let reply = try requester.ask(.takeSnapshot(.name(try session(name)), size))
    guard case .snapshot(let session, let version, let scene) = reply else {
      throw .unexpected("a snapshot")
    }
    return ScreenCapture(session: session, version: version, scene: scene, size: size)
  }

  /// What a session shows, as a file.
  ///
  /// - Parameters:
  ///   - name: the session; nil for the only one.
  ///   - format: how it is written.
  /// - Returns: the bytes of the file.
  /// - Throws: what the daemon refused, `.timeout`.
  package mutating func export(
    of name: String?,
    as format: Request.Export.Format
  ) throws(ClientExit) -> [UInt8] {
    // By its id: it is still the same one when it gets another name meanwhile.
    let session = SessionReference.id(try identity(of: name))
    let key = UInt64.random(in: 1 ... .max)
    var bytes: [UInt8] = []
    var (part, count) = (0, 1)
    while part < count {
      let request = Request.Export(session: session, format: format, key: key, part: part)
      guard case .exported(let found) = try requester.ask(.export(request)), found.part == part
      else { throw .unexpected("a part of an export") }
      bytes += found.bytes
      count = found.count
      part += 1
    }
    return bytes
  }

  // MARK: Which session

  /// The session that is meant: the one named, else the only one.
  package mutating func session(_ name: String?) throws(ClientExit) -> String {
    if let name { return name }
    return try only(of: try sessions())
  }

  private mutating func identity(of name: String?) throws(ClientExit) -> UInt64 {
    try status(of: name).session.id
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

extension ClientExit {
  /// The daemon speaks another language.
  fileprivate static func unexpected(_ wanted: String) -> ClientExit {
    ClientExit(
      .protocolMismatch,
      "navd answered something else than \(wanted): restart navd, it may be of another version"
    )
  }
}
