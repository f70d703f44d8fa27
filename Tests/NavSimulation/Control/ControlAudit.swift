import NavBase
import NavEngine
import NavHost
import NavTestKit
import NavWire

/// Follows who may move each session: at most one drives at any moment, nobody else moves the session, and control
/// survives the daemon.
struct ControlAudit {
  /// A version of a session; it is made once in each epoch.
  struct Place: Hashable {
    let session: UInt64
    let epoch: UInt64
    let version: UInt64
  }

  private struct Operation: Hashable {
    let node: Int
    let request: UInt64
  }

  private struct Sending {
    let session: UInt64
    /// When it was sent first.
    let time: Duration
    /// Nil for inputs.
    let action: Request.Control.Action?
    var isCounted = false
  }

  /// The node of each client id, whatever it was used for.
  private var nodes: [ClientID: Int] = [:]
  /// The node of each client id under which a viewer attached, and of each viewer.
  private var attached: [ClientID: Int] = [:]
  private var viewers: [UInt64: Int] = [:]
  private var sent: [Operation: Sending] = [:]
  private var history = ControlHistory()
  /// The control at each version.
  private var versions: [Place: ControlState] = [:]
  /// The present control of each session.
  private var states: [UInt64: ControlState] = [:]
  /// The number of changes of each session's control in this turn.
  private var changes: [UInt64: Int] = [:]
  /// The stored control of sessions that the present daemon has not restored yet.
  private var stored: [UInt64: ControlState] = [:]
  private(set) var counts: [Coverage.Count: Int] = [:]

  /// Whether any viewer has tried to change control.
  var isUsed: Bool { sent.values.contains { $0.action != nil } }

  /// Whether the control of a session has changed in this turn.
  func hasChanged(in session: UInt64) -> Bool { changes[session] != nil }

  /// Returns the viewer with an identity: the node that attached under its client id; nil if there was none.
  func viewer(of participant: Participant?) -> Int? {
    guard case .viewer(let client)? = participant?.identity else { return nil }
    return attached[client]
  }

  private mutating func count(_ count: Coverage.Count) {
    counts[count, default: 0] += 1
  }

  // MARK: Messages

  mutating func noteSent(_ request: Request, by node: Int, at now: Duration) {
    if request.client != .none { nodes[request.client] = node }
    if case .attach = request.body { attached[request.client] = node }
    let operation = Operation(node: node, request: request.id)
    guard request.seq > 0, sent[operation] == nil else { return }
    if case .input(let input) = request.body, case .id(let id) = input.session {
      sent[operation] = Sending(session: id, time: now, action: nil)
    } else if case .control(let control) = request.body, case .id(let id) = control.session {
      sent[operation] = Sending(session: id, time: now, action: control.action)
    }
  }

  /// Records a request that the daemon receives: a change of control may be carried out before the restored session is
  /// seen.
  mutating func noteHeard(_ request: Request) {
    guard case .control(let control) = request.body, case .id(let id) = control.session else {
      return
    }
    stored[id] = nil
  }

  /// Records an answer of the daemon, and checks that an accepted input came from somebody who might move the session
  /// between its sending and now.
  mutating func noteAnswer(_ reply: Reply, to node: Int, at now: Duration) throws {
    if case .attached(let attached) = reply.body { viewers[attached.viewer] = node }
    let operation = Operation(node: node, request: reply.id)
    guard reply.seq > 0, let sending = sent[operation] else { return }
    if case .failure(let failure) = reply.body, failure.code == .notPermitted,
      sending.action == nil
    {
      count(.refusedMoves)
    }
    guard case .accepted = reply.body else { return }
    if let action = sending.action {
      if !sending.isCounted, let kind = action.count { count(kind) }
      sent[operation]?.isCounted = true
      return
    }
    let mayMove = history.mayHaveMoved(sending.session, since: sending.time) { isOf(node, $0) }
    try demand(
      mayMove,
      "an input is accepted from a viewer that may not move: \(reply.id) of viewer \(node)"
    )
  }

  private func isOf(_ node: Int, _ identity: Participant.Identity) -> Bool {
    switch identity {
    case .viewer(let client): nodes[client] == node
    case .scripts: false
    }
  }

  // MARK: Turns

  mutating func beginTurn() {
    changes = [:]
  }

  /// Checks the control of all sessions after an event of a turn, and records its changes.
  mutating func note(_ core: borrowing DaemonCore, at now: Duration) throws {
    let (epoch, numbers) = (core.epoch, core.versions)
    for (session, state) in core.controls {
      try state.checkLaws()
      if let kept = stored.removeValue(forKey: session) { try check(state, restoredFrom: kept) }
      let place = Place(session: session, epoch: epoch, version: numbers[session] ?? 0)
      let known = versions.updateValue(state, forKey: place)
      try demand(known == nil || known == state, "control changes without a version: \(state)")
      guard state != states[session] ?? ControlState() else { continue }
      states[session] = state
      changes[session, default: 0] += 1
      history.note(state, of: session, at: now)
    }
  }

  /// Does the same after the work by the clock, and counts what the events before it and that work have done.
  mutating func noteTime(_ core: borrowing DaemonCore, at now: Duration) throws {
    for count in changes.values where count > 1 { self.count(.contestedControl) }
    let before = states
    try note(core, at: now)
    for (session, state) in states {
      let lost = Set(before[session]?.identities ?? []).subtracting(state.identities)
      if !lost.isEmpty { count(.expiredControl) }
    }
  }

  /// Checks after a turn that all sessions are held by those who may move them.
  func checkPans(_ core: borrowing DaemonCore) throws {
    for (session, pan) in core.pans {
      // While a page is being loaded, the session does not change.
      guard core.sessions[session]?.inputs.isReading == false,
        let state = states[session], state.policy != .open
      else { continue }
      let isDriver = state.driver.map { driver in
        viewers[pan.owner].map { isOf($0, driver.identity) } ?? false
      }
      try demand(
        isDriver == true,
        "a session is held by a viewer that may not move it: \(pan.move), \(state)"
      )
    }
  }

  // MARK: Restarts

  /// Continues with the control that a new daemon finds on the disk.
  mutating func daemonStarts(with kept: [UInt64: ControlState], at start: Duration) {
    changes = [:]
    stored = kept
    states = kept
    for (session, state) in kept { history.note(state, of: session, at: start) }
  }

  /// Checks the control of a session that was restored.
  private mutating func check(_ state: ControlState, restoredFrom stored: ControlState) throws {
    if stored.driver != nil { count(.restoredControl) }
    // Without a driver, whoever attaches alone may have got control. Names may be others.
    let isSame =
      state.policy == stored.policy
      && (stored.driver == nil || state.identities == stored.identities)
    try demand(isSame, "a restart forgets who may move: \(state) instead of \(stored)")
  }

  // MARK: Viewers

  /// Checks that a viewer that believes that it drives is the driver at the version that it shows: so no other one
  /// believes that at the same version.
  func checkDriver(_ node: Int, at place: Place) throws {
    let driver = versions[place]?.driver
    let isRight = driver.map { isOf(node, $0.identity) } ?? false
    let name = driver?.name.description ?? "nobody"
    try demand(
      isRight,
      "a viewer believes that it drives and does not: viewer \(node) at version \(place.version), "
        + "where \(name) drives"
    )
  }
}

extension ControlState {
  /// The driver and those who ask.
  fileprivate var identities: [Participant.Identity] {
    [driver].compactMap { $0?.identity } + requests.map(\.identity)
  }

  /// Checks that it is one of the states that control can be in (proto/README.md: Control).
  fileprivate func checkLaws() throws {
    let identities = identities
    try demand(
      policy != .open || identities.isEmpty,
      "somebody drives or asks where everybody may move: \(self)"
    )
    try demand(driver != nil || requests.isEmpty, "somebody asks and nobody drives: \(self)")
    try demand(
      Set(identities).count == identities.count,
      "somebody asks twice or drives and asks: \(self)"
    )
  }
}

extension Request.Control.Action {
  /// The count of such changes; nil for those that no viewer of a simulation makes.
  fileprivate var count: Coverage.Count? {
    switch self {
    case .request: .controlRequests
    case .grant: .controlGrants
    case .deny: .controlDenials
    case .take: .controlTakes
    case .release: .controlReleases
    case .policy: .policies
    case .kick: nil
    }
  }
}
