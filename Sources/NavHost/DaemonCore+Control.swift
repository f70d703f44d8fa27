import NavBase
import NavEngine
import NavScene
import NavWire

/// Permissions to move a session, and changes of its control (proto/README.md: Control).
extension DaemonCore {
  // MARK: Seats

  /// Resolves the sender's seat for a request whose permission depends on it.
  ///
  /// - Returns: the seat; nil for any other request, without such a session, and for a pan or a pointer in the name of
  ///   another client's viewer, which is refused like a viewer that does not exist.
  func seat(of pending: PendingRequest) -> Seat? {
    switch pending.request.body {
    case .input(let input): seat(of: pending, naming: input.viewer, in: input.session)
    case .talk(let talk): seat(of: pending, naming: talk.viewer, in: talk.session)
    case .control(let control): seat(of: pending, naming: control.viewer, in: control.session)
    case .pan(let pan): seat(of: pending, owning: pan.viewer)
    case .point(let point): seat(of: pending, owning: point.viewer)
    default: nil
    }
  }

  private func seat(
    of pending: PendingRequest,
    naming viewer: UInt64?,
    in reference: SessionReference
  ) -> Seat? {
    sessions.liveID(of: reference).map { seat(of: pending, naming: viewer, in: $0) }
  }

  /// Returns the seat of a sender in a session.
  ///
  /// - Parameters:
  ///   - pending: the request.
  ///   - id: the viewer that it names; nil for scripts.
  ///   - session: the session that it is about.
  /// - Returns: the seat.
  func seat(of pending: PendingRequest, naming id: UInt64?, in session: UInt64) -> Seat {
    var seat = Seat(pending, session: session, rights: role(of: pending.principal, in: session))
    guard let id else { return seat }
    seat.named = id
    var viewer = viewers[id]
    if let known = viewer {
      seat.namesReadOnly = known.owner.isReadOnly
      if !known.owner.mayHaveSent(pending) {
        seat.isForeign = true
        viewer = nil
      }
    }
    seat.isNamedViewer = viewer != nil
    viewer = viewer ?? viewers.viewer(of: pending.request.client)
    if let viewer, viewer.session == session { take(viewer, in: &seat) }
    return seat
  }

  /// Returns the seat of a viewer's owner in that viewer's session; nil if the sender does not own the viewer.
  private func seat(of pending: PendingRequest, owning id: UInt64) -> Seat? {
    guard let viewer = viewers[id], viewer.owner.isSender(of: pending) else { return nil }
    var seat = Seat(
      pending,
      session: viewer.session,
      rights: role(of: pending.principal, in: viewer.session)
    )
    seat.named = id
    seat.namesReadOnly = viewer.owner.isReadOnly
    seat.isNamedViewer = true
    take(viewer, in: &seat)
    return seat
  }

  private func take(_ viewer: AttachedViewer, in seat: inout Seat) {
    seat.viewer = viewer
    seat.acting = participant(of: viewer.owner, in: viewer.session)
  }

  /// Returns on whose behalf a viewer acts: the terminal of the same person that drives or asks, which may not be back
  /// after a restart, else itself.
  func participant(of owner: ViewerOwner, in session: UInt64) -> Participant {
    guard !sessions.isOpen(session), let person = owner.identity,
      let control = sessions.read(session, { $0.control })
    else { return owner.participant }
    let all = [control.driver].compactMap(\.self) + control.requests
    return all.first { $0.person == person } ?? owner.participant
  }

  // MARK: Places

  /// Returns the hosted session that an input moves: the view that its viewer sees, but for a speaker the session.
  ///
  /// - Parameters:
  ///   - seat: the sender's.
  ///   - staysInView: whether it moves the parts of a speaker's view (`SessionAction.staysInView`).
  /// - Returns: the hosted session.
  func target(of seat: Seat, staysInView: Bool) -> UInt64 {
    guard let viewer = seat.viewer else { return seat.session }
    return staysInView ? hosted(for: viewer) : place(of: viewer)
  }

  /// Returns the hosted session whose place a viewer sees: a private view, or its session.
  func hosted(for viewer: AttachedViewer) -> UInt64 {
    hasLostView(viewer) ? viewer.session : viewer.view
  }

  /// Whether the private view of a viewer has ended, which the viewer does not know yet.
  func hasLostView(_ viewer: AttachedViewer) -> Bool {
    viewer.view != viewer.session && !sessions.isLive(viewer.view)
  }

  /// Returns the hosted session whose place a viewer is at: a private view, else its session, also for a speaker.
  func place(of viewer: AttachedViewer) -> UInt64 {
    viewer.choice == .speaker ? viewer.session : hosted(for: viewer)
  }

  // MARK: Permissions

  /// Returns why a request is not permitted; nil if it is.
  func refusal(of pending: PendingRequest, from seat: Seat) -> Reply.Failure? {
    switch pending.request.body {
    case .input(let input): refusal(of: input.action.staysInView ? .moveView : .move, from: seat)
    case .talk(let talk): refusal(of: .talk(talk.action), from: seat)
    case .control(let control): refusal(of: .change(control.action), from: seat)
    case .pan: refusal(of: .moveView, from: seat)
    case .point(let point): refusal(of: point, from: seat)
    default: nil
    }
  }

  func refusal(of intent: ControlRefusal.Intent, from seat: Seat) -> Reply.Failure? {
    if intent.isAboutView {
      let staysInView = intent == .moveView
      // Refused also while the followed viewer is in the shared view, so that a follower's keys have one meaning.
      if staysInView || intent == .move, case .followed(let name)? = seat.viewer?.choice {
        return Reply.Failure(.notPermitted, "you follow \(name): b returns")
      }
      let target = target(of: seat, staysInView: staysInView)
      if target != seat.session, let view = sessions.privateView(target) {
        return refusal(toMove: view, from: seat)
      }
      // A speaker's keys are meant for the session, unless they move parts of the speaker's view.
      if let viewer = seat.viewer, hasLostView(viewer), staysInView || viewer.choice != .speaker {
        return .viewEnded
      }
      // Decided without a look at the session, for each key of most sessions.
      if sessions.isOpen(seat.session), !seat.namesReadOnly, seat.role > .viewer { return nil }
    }
    let state = sessions.read(seat.session) { ($0.control, $0.name) }
    guard let (control, name) = state else { return nil }
    return ControlRefusal.refusal(
      of: intent,
      by: seat,
      control,
      in: name.description,
      host: host(of: seat.principal, in: seat.session)
    )
  }

  /// Returns why the sender may not move a private view; nil for its owner, under every policy of the session.
  private func refusal(toMove view: PrivateView, from seat: Seat) -> Reply.Failure? {
    guard let owner = view.owner, seat.client != owner, seat.viewer?.client != owner else {
      return nil
    }
    let name = viewers.viewer(of: owner)?.owner.name.description ?? "another viewer"
    return Reply.Failure(.notPermitted, "you follow \(name): b returns")
  }

  /// Whether the viewers of an owner may move a session at all, and so have control.
  private func takesPart(_ owner: ViewerOwner, in session: UInt64) -> Bool {
    !owner.isReadOnly && role(of: owner.principal, in: session) > .viewer
  }

  /// Whether a viewer may move its session.
  func standing(of viewer: AttachedViewer) -> Reply.Standing {
    guard takesPart(viewer.owner, in: viewer.session) else { return .readOnly }
    let identity = participant(of: viewer.owner, in: viewer.session).identity
    return sessions[viewer.session]?.control.standing(of: identity) ?? .moves
  }

  // MARK: Changes

  /// Performs a change of control that is permitted.
  mutating func changeControl(
    _ request: Request.Control,
    _ pending: PendingRequest,
    from seat: Seat,
    at now: Duration
  ) {
    let id = seat.session
    guard var control = sessions[id]?.control else { return }
    if case .process = pending.principal, !seat.isViewer { control.scripts = pending.principal }
    if case .kick(let name, let time) = request.action {
      return kick(name, outOf: id, for: time, pending, at: now)
    }
    if let failure = apply(request.action, to: &control, by: seat, at: now) {
      return answer(pending, .failure(failure))
    }
    let reason = ControlReason(request.action)
    updateControl(of: id, because: reason, by: pending.principal) { $0 = control }
    answer(pending, .accepted(version: sessions[id]?.model.version ?? 0))
  }

  /// - Returns: why nothing was changed; nil if it was.
  private func apply(
    _ action: Request.Control.Action,
    to control: inout Control,
    by seat: Seat,
    at now: Duration
  ) -> Reply.Failure? {
    switch action {
    case .request:
      if control.request(by: seat.participant, at: now) { return nil }
      let holders = control.requests.map { principal(of: $0.identity) }
      guard let index = Shares.newest(givingWayTo: seat.principal, among: holders) else {
        let limit = ControlState.maximumRequests
        return Reply.Failure(.limitReached, "\(limit) ask for control already: wait for some")
      }
      control.deny(control.requests[index].identity)
      _ = control.request(by: seat.participant, at: now)
    case .take:
      control.give(to: seat.participant, at: now)
    case .release:
      if control.release(seat.participant.identity, at: now) { return nil }
      return Reply.Failure(.rejected, "you neither drive nor ask for control")
    case .grant(let name):
      guard control.policy != .open else {
        return Reply.Failure(
          .rejected,
          "everybody may move this session: there is nothing to grant"
        )
      }
      guard let participant = grantee(name, control, seat) else {
        return Self.nobody(called: name)
      }
      control.give(to: participant, at: now)
    case .deny(let name):
      guard let request = control.request(of: name) else { return Self.nobody(called: name) }
      control.deny(request.identity)
    case .kick: preconditionFailure("cannot remove a viewer by a change of control")
    case .policy(let policy):
      let driver = seat.isViewer ? seat.participant : firstParticipant(of: seat.session)
      control.set(policy, driver: driver, at: now)
    }
    return nil
  }

  /// Returns on whose behalf a participant acts; nil for a viewer that is not attached.
  private func principal(of identity: Participant.Identity) -> Principal? {
    switch identity {
    case .viewer(let client): viewers.viewer(of: client)?.owner.principal
    case .scripts(let place): Principal(scripts: place) ?? .localUser
    }
  }

  /// Removes a viewer, and all of its key, and ends the streams that they can read, so that others attach again.
  ///
  /// Nobody removes a viewer that has a higher role.
  private mutating func kick(
    _ name: ViewerName,
    outOf id: UInt64,
    for time: Duration?,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    guard let viewer = viewers.viewers(of: id).first(where: { $0.owner.name == name }) else {
      let text = "there is no viewer '\(name)' here: `navclient viewers` shows the names"
      return fail(pending, .rejected, text)
    }
    let principal = viewer.owner.principal
    let rank = role(of: principal, in: id)
    guard rank <= role(of: pending.principal, in: id) else {
      return fail(pending, .notPermitted, "ask another \(rank): '\(name)' is one, and you are not")
    }
    let time = time ?? DaemonTiming.exclusion
    // Nobody shuts itself out by removing another terminal of its own.
    let isOwn = principal == pending.principal
    sessions.update(id) {
      _ = $0.changeControl {
        $0.exclusions.exclude(viewer.owner, alone: isOwn, until: now + time, at: now)
      }
    }
    auditKick(of: viewer, for: time, pending)
    answer(pending, .accepted(version: sessions[id]?.model.version ?? 0))
    afterCommit(at: now) { $0.remove(viewer, of: id, isOwn: isOwn, at: $1) }
  }

  /// Removes a viewer that was kicked, and ends the streams that it can read.
  private mutating func remove(
    _ viewer: AttachedViewer,
    of id: UInt64,
    isOwn: Bool,
    at now: Duration
  ) {
    let principal = viewer.owner.principal
    // Those at one address may be several people.
    let isPerson = if case .key = principal { !isOwn } else { false }
    for other in viewers.viewers(of: id)
    where other.id == viewer.id || isPerson && other.owner.principal == principal {
      remove(viewer: other.id, because: .kicked, at: now)
    }
    for stream in ([id] + sessions.privateViews(of: id)).flatMap({ streams.streams(of: $0) })
    where stream.id == viewer.stream || stream.isReadable(by: principal) {
      endStream(stream)
    }
  }

  /// Returns why a peer of a network may do nothing in the session of a request for now; nil if it may.
  func exclusion(of pending: PendingRequest, at now: Duration) -> Reply.Failure? {
    switch pending.principal {
    case .localUser, .process: return nil
    case .address, .key:
      guard let reference = session(of: pending.request.body), let id = id(of: reference) else {
        return nil
      }
      return exclusion(of: pending, from: id, at: now)
    }
  }

  /// Returns why a client may not attach to a session; nil if it may, and for a client that is there.
  ///
  /// - Parameters:
  ///   - pending: its request.
  ///   - id: the session.
  ///   - name: the name that it would get; nil for any other request about the session.
  ///   - now: the time of the turn.
  /// - Returns: the failure.
  func exclusion(
    of pending: PendingRequest,
    from id: UInt64,
    as name: ViewerName? = nil,
    at now: Duration
  ) -> Reply.Failure? {
    guard viewers.viewer(of: pending.request.client)?.session != id, let session = sessions[id],
      let end = session.control.exclusions.end(
        for: pending.request.client,
        of: pending.principal,
        named: name,
        at: now
      )
    else { return nil }
    let minutes = Int(((end - now) / .seconds(60)).rounded(.up))
    let asking =
      switch pending.principal {
      case .localUser, .process: ""
      case .address, .key: "ask \(host(of: pending.principal, in: id)), or "
      }
    return Reply.Failure(
      .notPermitted,
      asking + "come back in "
        + (minutes == 1 ? "a minute" : "\(minutes) minutes")
        + ": you were removed from session '\(session.name)'"
    )
  }

  /// Returns who gets control by a grant: one of those who ask, or for an owner also any viewer that takes part.
  private func grantee(
    _ name: ViewerName?,
    _ control: Control,
    _ seat: Seat
  ) -> Participant? {
    if let request = control.request(of: name) { return request }
    guard let name, seat.role >= .presenter else { return nil }
    if name == .scripts { return Participant(.scripts(address: nil), name: .scripts) }
    let viewer = viewers.viewers(of: seat.session).first {
      $0.owner.name == name && takesPart($0.owner, in: seat.session)
    }
    return viewer?.owner.participant
  }

  private static func nobody(called name: ViewerName?) -> Reply.Failure {
    let text =
      name.map {
        "nobody called '\($0)' asks for control, or may have it: `navclient viewers` shows the names"
      } ?? "nobody asks for control"
    return Reply.Failure(.rejected, text)
  }

  /// Returns the viewer that attached first of those that take part; nil for none.
  private func firstParticipant(of id: UInt64) -> Participant? {
    viewers.viewers(of: id).filter { takesPart($0.owner, in: id) }.min(by: AttachedViewer.wasFirst)?
      .owner
      .participant
  }

  /// Changes the control of a session; what others see of it is stored and published with the turn.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - reason: why, for the log.
  ///   - principal: who has requested it; nil if nobody has.
  ///   - change: the change.
  private mutating func updateControl(
    of id: UInt64,
    because reason: ControlReason,
    by principal: Principal? = nil,
    _ change: (inout Control) -> Void
  ) {
    let before = sessions[id]?.control.state
    guard sessions.update(id, { $0.changeControl(change) }) == true else { return }
    if let before { auditControl(of: id, before: before, because: reason, by: principal) }
    sessions.noteChange(of: id)
    journal.recordSession(id)
  }

  // MARK: Viewers that come and go

  /// Notes that a viewer has attached: it keeps the control and the request that it had before, and gets control of a
  /// session without other viewers.
  mutating func noteAttached(_ owner: ViewerOwner, to id: UInt64, at now: Duration) {
    guard mayChange else { return change(at: now) { $0.noteAttached(owner, to: id, at: $1) } }
    guard let control = sessions[id]?.control, control.policy != .open else { return }
    let isAlone = viewers.count(in: id) == 1 && takesPart(owner, in: id)
    let mayTake = control.policy == .request || role(of: owner.principal, in: id) >= .presenter
    updateControl(of: id, because: .alone, by: owner.principal) { control in
      _ = control.noteAttached(owner.participant)
      if control.driver == nil, isAlone, mayTake { control.give(to: owner.participant, at: now) }
    }
  }

  /// Passes the control and the request of a viewer that is gone on to another terminal of the same person, ends them, or
  /// gives it some time to attach again.
  mutating func noteRemoved(_ viewer: AttachedViewer, isExpected: Bool, at now: Duration) {
    guard mayChange else {
      return change(at: now) { $0.noteRemoved(viewer, isExpected: isExpected, at: $1) }
    }
    let identity = viewer.owner.participant.identity
    let others = sessions.isOpen(viewer.session) ? [] : viewers.viewers(of: viewer.session)
    let heir = others.filter {
      $0.owner.isSamePerson(as: viewer.owner) && takesPart($0.owner, in: viewer.session)
    }
    .min(by: AttachedViewer.wasFirst)?.owner.participant
    updateControl(of: viewer.session, because: .left, by: viewer.owner.principal) { control in
      if let heir {
        control.pass(from: identity, to: heir, at: now)
      } else if isExpected {
        control.expect(identity, at: now)
      } else {
        _ = control.release(identity, at: now)
      }
    }
  }

  /// Ends the control of drivers that do not come back, or that are idle.
  mutating func expireControl(at now: Duration) {
    let idleRelease = settings.control.idleRelease
    for id in sessions.busy {
      guard sessions.session(ofPrivateView: id) == nil,
        let next = sessions[id]?.control.nextChange(idleRelease: idleRelease), next <= now
      else {
        continue
      }
      let heirs = viewers.viewers(of: id).filter { takesPart($0.owner, in: id) }
        .sorted(by: AttachedViewer.wasFirst).map(\.owner.participant)
      updateControl(of: id, because: .idle) {
        _ = $0.expire(idleRelease: idleRelease, heirs: heirs, at: now)
      }
    }
  }
}

extension ViewerOwner {
  var participant: Participant {
    Participant(.viewer(client), name: person ?? name, person: identity)
  }
}

extension Control {
  /// Returns the request of a participant with a name; nil for the first request.
  func request(of name: ViewerName?) -> Participant? {
    guard let name else { return requests.first }
    return requests.first { $0.name == name }
  }

  /// The facts for scenes.
  var facts: ControlFacts {
    ControlFacts(
      policy: policy,
      driver: driver?.name.description ?? "",
      asking: requests.first?.name.description ?? "",
      requests: requests.count
    )
  }

  /// Whether a participant may move the session.
  func standing(of identity: Participant.Identity) -> Reply.Standing {
    if policy == .open { return .moves }
    if mayMove(identity) { return .drives }
    return isAsking(identity) ? .asks : .follows
  }

  /// Returns the part of a session's status about control, with the standing of the given scripts.
  func status(for scripts: Participant.Identity, at now: Duration) -> Reply.ControlStatus {
    Reply.ControlStatus(
      policy: policy,
      driver: driver?.name.description,
      held: driver == nil ? .zero : now - heldSince,
      idle: driver == nil ? .zero : now - movedAt,
      requests: requests.map(\.name.description),
      standing: standing(of: scripts)
    )
  }
}

extension SessionAction {
  /// Whether it moves the parts of a speaker's view where it comes from one, and not the session: its containers are
  /// those of that view.
  var staysInView: Bool {
    switch self {
    case .tap, .follow, .release, .command(.nextPart): true
    case .command, .keys, .visit, .replay: false
    }
  }
}
