import NavBase
import NavHost
import NavScene
import NavTestKit
import NavViewer
import NavWire

/// Control in a simulated world.
extension World {
  /// For so long a viewer waits at most for control, or for its place in the line, once there is no trouble.
  private static let patience = Duration.seconds(3)

  /// Audits control after the work by the clock.
  mutating func noteTimeOfControl() throws {
    var control = exchange(&self.control, for: ControlAudit())
    try control.noteTime(daemon.core, at: now)
    self.control = control
  }

  /// Explains the new versions that changes of control have made.
  mutating func noteVersionsOfControl() {
    for (session, version) in daemon.core.versions {
      audit.noteControl(
        in: session,
        upTo: version,
        hasChanged: control.hasChanged(in: session)
      )
    }
  }

  /// Checks that a viewer that follows its stream and is at rest does not wrongly believe that it drives.
  ///
  /// During a motion a frame may still have the control of the version before.
  func checkDriver(_ viewer: SimulatedViewer) throws {
    guard case .live(let attached, _) = viewer.core.connection, var replica = viewer.core.replica,
      replica.isInStep, replica.nextFrameTime == nil, let name = attached.part.name
    else { return }
    let scene = try replica.scene(at: now)
    guard scene.policy != .open, scene.driver == name.description else { return }
    let place = ControlAudit.Place(
      session: attached.session,
      epoch: replica.epoch,
      version: replica.version
    )
    try control.checkDriver(viewer.node, at: place)
  }

  // MARK: The end

  /// Demands in a world at rest that nobody who is gone has control, and that everybody gets it: each viewer by asking
  /// or taking, and one by the departure of the driver.
  ///
  /// - Returns: whether it had to check anything.
  mutating func checkControl() throws -> Bool {
    guard control.isUsed, let session = daemon.core.sessions.live.first?.id else { return false }
    try checkParticipants(of: session)
    guard controlState(of: session).policy != .open else { return false }
    for viewer in present { try demandControl(of: session, for: viewer) }
    try inheritControl(of: session)
    try checkParticipants(of: session)
    return true
  }

  private func controlState(of session: UInt64) -> ControlState {
    daemon.core.controls[session] ?? ControlState()
  }

  private func isPresent(_ participant: Participant) -> Bool {
    control.viewer(of: participant).map { viewers[$0].isPresent } ?? false
  }

  private func checkParticipants(of session: UInt64) throws {
    let state = controlState(of: session)
    if let driver = state.driver {
      try demand(isPresent(driver), "control is left with somebody who is gone: \(driver.name)")
    }
    for request in state.requests {
      try demand(isPresent(request), "somebody who is gone asks for control: \(request.name)")
    }
  }

  /// Has a viewer execute a command, and waits for its effect.
  private mutating func give(_ command: LocalCommand, to viewer: Int) throws {
    trace.add(incident: "viewer \(viewer): \(command)", at: now)
    viewers[viewer].perform(command, at: now)
    try run(for: Self.patience)
  }

  /// Has a viewer ask for control, or take it where nobody may ask: it drives then, or is in line and drives after as
  /// many grants as there are requests.
  private mutating func demandControl(of session: UInt64, for viewer: Int) throws {
    guard control.viewer(of: controlState(of: session).driver) != viewer else { return }
    try give(controlState(of: session).policy == .locked ? .takeControl : .control, to: viewer)
    for _ in 0...viewers.count {
      let state = controlState(of: session)
      let driver = control.viewer(of: state.driver)
      if driver == viewer { return }
      let isInLine = state.requests.contains { control.viewer(of: $0) == viewer }
      try demand(isInLine, "a viewer asks for control and is not in line: \(viewer), \(state)")
      guard let driver else { throw Violation("nobody grants control: \(state)") }
      try give(.grant, to: driver)
    }
    throw Violation(
      "a viewer waits for control without end: \(viewer), \(controlState(of: session))"
    )
  }

  /// Has the driver leave, if somebody else is there to inherit control.
  private mutating func inheritControl(of session: UInt64) throws {
    guard let driver = control.viewer(of: controlState(of: session).driver),
      controlState(of: session).policy == .request,
      let heir = present.first(where: { $0 != driver })
    else { return }
    try give(.control, to: heir)
    let state = controlState(of: session)
    let next = control.viewer(of: state.requests.first)
    try demand(next == heir, "a viewer asks for control and is not in line: \(heir), \(state)")
    trace.add(incident: "leave \(driver)", at: now)
    viewers[driver].leave(at: now)
    try run(for: Self.settling)
    let last = controlState(of: session)
    try demand(
      control.viewer(of: last.driver) == heir,
      "a viewer does not get the control that is given up: \(heir), \(last)"
    )
  }
}
