package import NavBase
import NavScene
import NavSystem
package import NavViewer
package import NavWire

/// The one-shot commands of `navclient`: each sends requests to the daemon and returns the result.
///
/// A nil session name means the only session.
package struct OneShotCommands: ~Copyable {
  var requester: Requester
  /// The number of the last pan: numbers rise, also from one process to the next.
  private var gesture: UInt64 = 0

  /// - Parameters:
  ///   - endpoints: the daemon's endpoints.
  ///   - patience: how long to wait for a daemon that is being restarted.
  package init(endpoints: Endpoints, within patience: Duration = .zero) throws(ClientExit) {
    requester = try Requester(endpoints: endpoints, within: patience)
  }

  /// Creates the commands to a daemon that was reached a moment ago, perhaps through ssh.
  init(reached endpoints: Endpoints, through tunnel: SSHTunnel?) throws(ClientExit) {
    requester = try Requester(reached: endpoints, through: tunnel)
  }

  // MARK: Changing

  /// - Returns: a warning for the user; nil if there is none.
  package mutating func newSession(
    _ name: String,
    showing content: ContentSpec
  ) throws(ClientExit) -> String? {
    try requester.operate(.newSession(name: name, content)).warning
  }

  /// - Returns: a warning for the user; nil if there is none.
  package mutating func kill(_ name: String?) throws(ClientExit) -> String? {
    try requester.operate(.killSession(.name(try session(name)))).warning
  }

  /// - Returns: a warning for the user; nil if there is none.
  package mutating func rename(
    _ name: String?,
    to newName: String
  ) throws(ClientExit) -> String? {
    try requester.operate(.renameSession(.name(try session(name)), to: newName)).warning
  }

  /// Sends an input to a session.
  ///
  /// - Parameters:
  ///   - input: the input; several keys are one request.
  ///   - name: the session; nil for the only one.
  ///   - size: the size of the terminal for which it is resolved; nil for 80x24.
  ///   - precondition: the required state; if it does not hold, nothing changes. Nil for none.
  ///   - bound: how long to wait for work of the daemon, such as a search; nil waits until it is done.
  ///   - settling: how long to wait until the session has settled; nil does not wait.
  /// - Returns: a warning for the user; nil if there is none.
  /// - Throws: the daemon's refusal; `.noEffect` with the reason if nothing changed; `.timeout` if the precondition did
  ///   not hold, if the bound has passed, which ends a search, or if the input was executed and the session did not settle
  ///   in time.
  package mutating func send(
    _ input: ScriptInput,
    to name: String?,
    size: CellSize? = nil,
    if precondition: Request.Precondition? = nil,
    within bound: WaitTimeout? = nil,
    settling: WaitTimeout? = nil
  ) throws(ClientExit) -> String? {
    // By id, so that a rename in the meantime does not matter.
    let session: SessionReference =
      if settling == nil { .name(try session(name)) } else { .id(try identity(of: name)) }
    requester.bound = bound
    let (version, warning) = try send(input, in: session, size: size, if: precondition)
    if let settling { try wait(for: .settled(version: version), in: session, settling) }
    return warning
  }

  /// The most times that an input is aimed at what a snapshot shows, if the session has moved on meanwhile.
  private static let aims = 5

  /// Sends an input to a session, and returns the version after it, with a warning if there is one.
  mutating func send(
    _ input: ScriptInput,
    in session: SessionReference,
    size: CellSize?,
    if precondition: Request.Precondition? = nil
  ) throws(ClientExit) -> (version: UInt64, warning: String?) {
    var aims = 1
    while true {
      let (request, aimedAt) = try aimed(input, in: session, size)
      let reply = try requester.reply(to: .input(request), if: precondition ?? aimedAt)
      switch reply.body {
      case .accepted(let version, let noEffect):
        if let noEffect, !noEffect.isFulfilled {
          throw ClientExit(.noEffect, "nothing was done: \(noEffect)")
        }
        return (version, reply.warning)
      case .failure(let failure):
        // Nothing was done, so it can be aimed once more.
        let isLate =
          failure.code == .staleView
          || failure.code == .preconditionFailed && precondition == nil && aimedAt != nil
        guard isLate, aims < Self.aims else { throw ClientExit(failure) }
        aims += 1
      default: throw .unexpected("an acceptance")
      }
    }
  }

  /// Returns the request for an input, and the state for which alone it is meant, if it is aimed at what is on a screen.
  private mutating func aimed(
    _ input: ScriptInput,
    in session: SessionReference,
    _ size: CellSize?
  ) throws(ClientExit) -> (Request.Input, Request.Precondition?) {
    var request = Request.Input(session: session, viewport: size, action: .keys([]))
    switch input {
    case .command(let command): request.action = .command(command)
    case .keys(let keys): request.action = .keys(keys)
    case .tap, .drag:
      // The epoch first: after a restart in between, the input is refused.
      request.epoch = try status(of: session).epoch
      let capture = try snapshot(of: session, size: size ?? .standardTerminal)
      do throws(Rejection) {
        gesture = max(gesture + 1, UInt64(millisecondsSince1970()))
        request.action = try capture.action(of: input, gesture: gesture)
      } catch {
        throw ClientExit(.noEffect, sanitized("nothing was done: \(error)"))
      }
      return (request, Request.Precondition(version: capture.version))
    }
    return (request, nil)
  }

  // MARK: Waiting

  /// Waits until a condition holds.
  ///
  /// - Throws: `.timeout` with the current state.
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
    guard try !holds(condition, in: session, within: timeout.duration) else { return }
    throw try failure(of: condition, in: session, timeout)
  }

  /// Waits until a condition holds, and returns whether it does.
  mutating func holds(
    _ condition: Request.Wait.Condition,
    in session: SessionReference,
    within timeout: Duration
  ) throws(ClientExit) -> Bool {
    let wait = Request.Wait(session: session, condition: condition, timeout: timeout)
    switch try requester.answer(to: .wait(wait)) {
    case .waited: return true
    case .failure(let failure) where failure.code == .timedOut: return false
    case .failure(let failure): throw ClientExit(failure)
    default: throw .unexpected("the end of a wait")
    }
  }

  /// Returns the result of a wait whose condition did not come about, with the current state.
  mutating func failure(
    of condition: Request.Wait.Condition,
    in session: SessionReference,
    _ timeout: WaitTimeout
  ) throws(ClientExit) -> ClientExit {
    var text = "waited \(timeout) for \(condition.inWords)"
    if case .status(let status) = try requester.ask(.getStatus(session)),
      let contradiction = condition.contradiction(in: status)
    {
      text += ": \(contradiction)"
    }
    return ClientExit(.timeout, sanitized(text))
  }

  // MARK: Reading

  package mutating func sessions() throws(ClientExit) -> [Reply.SessionInfo] {
    guard case .sessions(let sessions) = try requester.ask(.listSessions) else {
      throw .unexpected("a list of sessions")
    }
    return sessions
  }

  /// Returns the names of the sessions that have had no viewer for some time.
  package mutating func sessions(unseenFor time: Duration) throws(ClientExit) -> [String] {
    try sessions().filter { $0.viewers == 0 && $0.unseen >= time }.map(\.name)
  }

  package mutating func status(of name: String?) throws(ClientExit) -> Reply.Status {
    try status(of: .name(try session(name)))
  }

  mutating func status(of session: SessionReference) throws(ClientExit) -> Reply.Status {
    guard case .status(let status) = try requester.ask(.getStatus(session)) else {
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

  /// Returns the figures of the daemon, in Prometheus' text format.
  package mutating func metrics() throws(ClientExit) -> String {
    guard case .metrics(let text) = try requester.ask(.metrics) else {
      throw .unexpected("metrics")
    }
    return text
  }

  /// Returns the screen that a viewer of a given size has.
  package mutating func snapshot(
    of name: String?,
    size: CellSize
  ) throws(ClientExit) -> ScreenCapture {
    try snapshot(of: .name(try session(name)), size: size)
  }

  mutating func snapshot(
    of session: SessionReference,
    size: CellSize
  ) throws(ClientExit) -> ScreenCapture {
    let reply = try requester.ask(.takeSnapshot(session, size))
    guard case .snapshot(let session, let version, let scene, let stacks) = reply else {
      throw .unexpected("a snapshot")
    }
    return ScreenCapture(
      session: session,
      version: version,
      scene: scene,
      stacks: stacks,
      size: size
    )
  }

  /// Exports what a session shows.
  ///
  /// - Parameters:
  ///   - session: the id of the session.
  ///   - format: the file format.
  ///   - write: called with the file, of a long one with one piece after the other.
  /// - Throws: the daemon's refusal, `.timeout`, or the error of `write`.
  package mutating func export(
    of session: UInt64,
    as format: ExportFormat,
    _ write: (String) throws(ClientExit) -> Void
  ) throws(ClientExit) {
    var attempt = 1
    while try !export(session, as: format, mayFail: attempt < Self.exportAttempts, write) {
      attempt += 1
    }
  }

  /// The most times that an export is begun, if the daemon gives it up before all parts were fetched.
  private static let exportAttempts = 3
  /// The bytes from which on a file is written before all of it was fetched; then its export can't be begun anew.
  private static let heldBytes = 32 << 20

  /// Exports a session once.
  ///
  /// - Returns: false if it may fail, and the daemon has given it up before anything was written.
  private mutating func export(
    _ session: UInt64,
    as format: ExportFormat,
    mayFail: Bool,
    _ write: (String) throws(ClientExit) -> Void
  ) throws(ClientExit) -> Bool {
    let key = UInt64.random(in: 1 ... .max)
    var bytes: [UInt8] = []
    var isWriting = false
    var (part, count) = (0, 1)
    while part < count {
      // By id, so that a rename in the meantime does not matter.
      let request = Request.Export(session: .id(session), format: format, key: key, part: part)
      switch try requester.answer(to: .export(request)) {
      case .exported(let found) where found.part == part:
        bytes += found.bytes
        count = found.count
        part += 1
      case .failure(let failure):
        guard mayFail, !isWriting, failure.code == .retry, part > 0 else {
          throw ClientExit(failure)
        }
        return false
      default:
        throw .unexpected("a part of an export")
      }
      isWriting = isWriting || bytes.count > Self.heldBytes
      // No character is divided before the last byte that begins one.
      if isWriting {
        let end = bytes.suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
        try write(String(decoding: bytes[..<end], as: UTF8.self))
        bytes.removeSubrange(..<end)
      }
    }
    try write(String(decoding: bytes, as: UTF8.self))
    return true
  }

  // MARK: Choosing the session

  /// Returns the name of a new session for some content, nil for the tour.
  package mutating func name(for content: ContentSpec?) throws(ClientExit) -> String {
    SessionNaming.name(for: content ?? .tour(command: ""), among: try sessions(), isNew: true)
  }

  /// Returns the given name, or the name of the only session.
  package mutating func session(_ name: String?) throws(ClientExit) -> String {
    if let name { return name }
    return try only(of: try sessions())
  }

  mutating func identity(of name: String?) throws(ClientExit) -> UInt64 {
    try status(of: name).session.id
  }

  /// Returns the name of the only session in a list.
  package func only(of sessions: [Reply.SessionInfo]) throws(ClientExit) -> String {
    switch sessions.count {
    case 1: return sessions[0].name
    case 0:
      throw ClientExit(.noInput, "there is no session: start one with `navclient --session NAME`")
    default:
      let names = sanitized(sessions.map(\.name).joined(separator: ", "))
      throw ClientExit(.usage, "there are several sessions (\(names)): say which with `-s NAME`")
    }
  }
}

extension ClientExit {
  /// Creates the error for a reply of an unexpected kind.
  static func unexpected(_ wanted: String) -> ClientExit {
    ClientExit(
      .protocolMismatch,
      "navd answered something else than \(wanted): restart navd, it may be of another version"
    )
  }
}
