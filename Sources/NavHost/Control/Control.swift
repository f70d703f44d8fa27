import NavBase
package import NavWire

/// The control of a session: its policy, the driver, and the requests for control (proto/README.md: Control).
///
/// Law: at any moment at most one participant drives; while the policy is `open`, nobody drives and nobody asks; nobody
/// asks while nobody drives.
package struct Control: Hashable, Sendable {
  package private(set) var state = ControlState()
  /// When the driver got control.
  private(set) var heldSince = Duration.zero
  /// When the driver moved the session last, or got control.
  private(set) var movedAt = Duration.zero
  /// Viewers that are expected back, and scripts that ask, with the time until which they have to be heard of.
  private var absences: [Participant.Identity: Duration] = [:]
  /// The user or process whose script on the daemon's machine changed control last, for the log; nil after a restart.
  var scripts: Principal?
  /// The clients, addresses and keys that are kept out; not stored.
  var exclusions = Exclusions()

  init(policy: ControlPolicy = .open) {
    state.policy = policy
  }

  /// Restores the control of a session after a restart: its viewers have some time to attach again.
  init(restoring state: ControlState, at now: Duration) {
    self.state = state
    if state.policy == .open { self.state = ControlState() }
    heldSince = now
    movedAt = now
    if driver == nil, let next = requests.first { give(to: next, at: now) }
    let all = requests + [driver].compactMap(\.self)
    for participant in all { expect(participant.identity, at: now) }
    for request in requests where request.isScripts {
      absences[request.identity] = now + DaemonTiming.scriptControl
    }
  }

  var policy: ControlPolicy { state.policy }
  var driver: Participant? { state.driver }
  var requests: [Participant] { state.requests }

  // MARK: Reading

  /// Whether a participant may move the session now.
  func mayMove(_ identity: Participant.Identity) -> Bool {
    policy == .open || driver?.identity == identity
  }

  func isAsking(_ identity: Participant.Identity) -> Bool {
    requests.contains { $0.identity == identity }
  }

  /// Whether it changes by itself as time passes, at some time.
  var isTimed: Bool { driver != nil || !absences.isEmpty }

  /// Returns when it may change by itself.
  ///
  /// - Parameter idleRelease: how long a driver may not move the session; nil for any time.
  /// - Returns: the time; nil for never.
  func nextChange(idleRelease: Duration?) -> Duration? {
    var next = EarliestTime(absences.values.min())
    next.add(idleDeadline(idleRelease))
    return next.time
  }

  private func idleDeadline(_ idleRelease: Duration?) -> Duration? {
    switch driver?.identity {
    case nil: nil
    case .viewer: idleRelease.map { movedAt + $0 }
    // Nothing else shows that a script has ended.
    case .scripts:
      movedAt + min(idleRelease ?? DaemonTiming.scriptControl, DaemonTiming.scriptControl)
    }
  }

  // MARK: Changes

  /// Asks for control, which is granted at once while nobody drives; scripts ask again to keep their request.
  ///
  /// - Returns: false at the limit of requests.
  mutating func request(by participant: Participant, at now: Duration) -> Bool {
    guard let driver else {
      give(to: participant, at: now)
      return true
    }
    guard driver.identity != participant.identity else {
      movedAt = now
      return true
    }
    if !isAsking(participant.identity) {
      guard requests.count < ControlState.maximumRequests else { return false }
      state.requests.append(participant)
    }
    if participant.isScripts { absences[participant.identity] = now + DaemonTiming.scriptControl }
    return true
  }

  /// Makes a participant the driver; its own request is met with that.
  mutating func give(to participant: Participant, at now: Duration) {
    state.requests.removeAll { $0.identity == participant.identity }
    if driver?.identity != participant.identity { heldSince = now }
    if let before = driver?.identity, before != participant.identity { absences[before] = nil }
    if participant.isScripts { absences[participant.identity] = nil }
    state.driver = participant
    movedAt = now
  }

  /// Passes the control or the request of a viewer on to another one.
  mutating func pass(
    from identity: Participant.Identity,
    to heir: Participant,
    at now: Duration
  ) {
    if driver?.identity == identity { return give(to: heir, at: now) }
    if isAsking(heir.identity) { return deny(identity) }
    absences[identity] = nil
    state.requests = requests.map { $0.identity == identity ? heir : $0 }
  }

  /// Removes a request.
  mutating func deny(_ identity: Participant.Identity) {
    state.requests.removeAll { $0.identity == identity }
    if driver?.identity != identity { absences[identity] = nil }
  }

  /// Gives a participant's control or request up; whoever asked first gets control.
  ///
  /// - Returns: whether it had either.
  mutating func release(_ identity: Participant.Identity, at now: Duration) -> Bool {
    absences[identity] = nil
    guard driver?.identity == identity else {
      let count = requests.count
      deny(identity)
      return requests.count != count
    }
    state.driver = nil
    if let next = requests.first { give(to: next, at: now) }
    return true
  }

  /// Sets the policy.
  ///
  /// - Parameters:
  ///   - policy: the new policy.
  ///   - driver: who drives then if nobody did; nil for nobody.
  ///   - now: the time of the turn.
  mutating func set(_ policy: ControlPolicy, driver: Participant?, at now: Duration) {
    state.policy = policy
    switch policy {
    case .open:
      state.driver = nil
      state.requests = []
      absences = [:]
    case .request: break
    case .locked:
      for request in requests { deny(request.identity) }
    }
    if policy != .open, self.driver == nil, let driver { give(to: driver, at: now) }
  }

  /// Notes that the driver has moved the session.
  mutating func noteMove(at now: Duration) {
    movedAt = now
  }

  // MARK: Viewers that come and go

  /// Notes that a viewer has attached, possibly again under another name.
  ///
  /// - Returns: whether anything others see has changed.
  mutating func noteAttached(_ participant: Participant) -> Bool {
    absences[participant.identity] = nil
    let before = state
    if driver?.identity == participant.identity { state.driver = participant }
    state.requests = requests.map { $0.identity == participant.identity ? participant : $0 }
    return state != before
  }

  /// Gives a viewer that has to attach again the time for it.
  mutating func expect(_ identity: Participant.Identity, at now: Duration) {
    guard case .viewer = identity, driver?.identity == identity || isAsking(identity) else {
      return
    }
    absences[identity] = now + DaemonTiming.viewerLifetime
  }

  /// Ends the control and the requests of those that did not come back, and the control of an idle driver.
  ///
  /// - Parameters:
  ///   - idleRelease: how long a driver may not move the session; nil for any time.
  ///   - heirs: those who are there; of them, another terminal of the same person goes on.
  ///   - now: the time of the turn.
  /// - Returns: whether anything has changed.
  mutating func expire(
    idleRelease: Duration?,
    heirs: [Participant] = [],
    at now: Duration
  ) -> Bool {
    var hasChanged = false
    for participant in requests + [driver].compactMap(\.self) {
      guard absences[participant.identity].map({ $0 <= now }) == true, participant.person != nil,
        let heir = heirs.first(where: { $0.person == participant.person })
      else { continue }
      pass(from: participant.identity, to: heir, at: now)
      hasChanged = true
    }
    let gone = absences.filter { $0.value <= now }.keys
    // Requests first, so that control does not pass to a participant that is gone, too.
    for identity in gone where driver?.identity != identity {
      hasChanged = release(identity, at: now) || hasChanged
    }
    for identity in gone where driver?.identity == identity {
      hasChanged = release(identity, at: now) || hasChanged
    }
    if let driver, let deadline = idleDeadline(idleRelease), deadline <= now {
      hasChanged = release(driver.identity, at: now) || hasChanged
    }
    return hasChanged
  }
}

extension Participant {
  /// Whether it stands for scripts, of which nothing is heard between their operations.
  var isScripts: Bool {
    switch identity {
    case .viewer: false
    case .scripts: true
    }
  }
}
