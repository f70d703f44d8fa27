import NavBase
import NavEngine
import NavScene
import NavWire

/// Permissions to move a session, and changes of its control (proto/README.md: Control).
extension DaemonCore {
  // MARK: Permissions

  /// Returns why a request is not permitted; nil if it is, and for requests about sessions or viewers that do not exist.
  func refusal(of pending: PendingRequest) -> Reply.Failure? {
    switch pending.request.body {
    case .input(let input):
      refusal(
        of: input.action.staysInView ? .moveView : .move,
        viewer: input.viewer,
        in: input.session,
        pending
      )
    case .talk(let talk):
      refusal(of: .talk(talk.action), viewer: talk.viewer, in: talk.session, pending)
    case .control(let control):
      refusal(of: .change(control.action), viewer: control.viewer, in: control.session, pending)
    case .pan(let pan):
      // Somebody else's viewer is refused later, as one that does not exist. It moves its own session, whatever the
      // request names.
      viewers.isOwner(of: pan.viewer, pending)
        ? viewers[pan.viewer].flatMap {
          refusal(of: .moveView, viewer: pan.viewer, in: .id($0.session), pending)
        } : nil
    case .point(let point): refusal(of: point, pending)
    default: nil
    }
  }

  func refusal(
    of intent: ControlRefusal.Intent,
    viewer: UInt64?,
    in reference: SessionReference,
    _ pending: PendingRequest
  ) -> Reply.Failure? {
    guard let id = liveID(of: reference) else { return nil }
    if intent.isAboutView {
      if let refusal = refusal(toFollower: viewer, in: id, pending, intent) { return refusal }
      let staysInView = intent == .moveView
      let target = target(of: viewer, in: id, pending, staysInView: staysInView)
      if target != id, let view = sessions[target]?.origin {
        return refusal(toMove: view, by: viewer, pending)
      }
      if isMeantForLostView(viewer, in: id, pending, staysInView: staysInView) { return .viewEnded }
      // Decided without a look at the session, for each key of most sessions.
      let isReadOnly = viewer.flatMap { viewers[$0] }?.owner.isReadOnly ?? false
      if sessions.isOpen(id), !isReadOnly, role(of: pending.principal, in: id) > .viewer {
        return nil
      }
    }
    guard let session = sessions[id] else { return nil }
    return ControlRefusal.refusal(
      of: intent,
      by: subject(viewer: viewer, in: session.id, pending),
      session.control,
      in: session.name.description
    )
  }

  /// Returns why a viewer that follows another one moves nothing: at the shared place, too, so that its keys have one
  /// meaning wherever the other one is.
  private func refusal(
    toFollower id: UInt64?,
    in session: UInt64,
    _ pending: PendingRequest,
    _ intent: ControlRefusal.Intent
  ) -> Reply.Failure? {
    guard [.move, .moveView].contains(intent),
      case .followed(let name)? = viewer(named: id, in: session, pending)?.choice
    else { return nil }
    return Reply.Failure(.notPermitted, "you follow \(name): b returns")
  }

  /// Returns why a private view is not moved; nil for its owner, who may whatever the policy of the session is.
  private func refusal(
    toMove view: PrivateView,
    by id: UInt64?,
    _ pending: PendingRequest
  ) -> Reply.Failure? {
    guard view.owner != nil, pending.request.client != view.owner,
      viewer(named: id, in: view.session, pending)?.client != view.owner
    else { return nil }
    let owner =
      view.owner.flatMap { viewers.viewer(of: $0) }?.owner.name.description ?? "another viewer"
    return Reply.Failure(.notPermitted, "you follow \(owner): b returns")
  }

  /// Whether something was meant for a private view that has ended without the knowledge of its viewer.
  ///
  /// A speaker's keys are meant for the session, unless they move parts of the speaker's view.
  private func isMeantForLostView(
    _ id: UInt64?,
    in session: UInt64,
    _ pending: PendingRequest,
    staysInView: Bool
  ) -> Bool {
    guard let viewer = viewer(named: id, in: session, pending), hasLostView(viewer) else {
      return false
    }
    return staysInView || viewer.choice != .speaker
  }

  /// Returns the hosted session that an input moves: the view that its viewer sees, but for a speaker the session.
  ///
  /// - Parameters:
  ///   - id: the viewer that the input names.
  ///   - session: the session that it names.
  ///   - pending: the request.
  ///   - staysInView: whether it moves the parts of a speaker's view (`SessionAction.staysInView`).
  /// - Returns: the hosted session.
  func target(
    of id: UInt64?,
    in session: UInt64,
    _ pending: PendingRequest,
    staysInView: Bool
  ) -> UInt64 {
    guard let viewer = viewer(named: id, in: session, pending) else { return session }
    return staysInView ? hosted(for: viewer) : place(of: viewer)
  }

  /// Returns the viewer that a request names, if it belongs to the sender; for an unknown one, that of the sender's client.
  private func viewer(
    named id: UInt64?,
    in session: UInt64,
    _ pending: PendingRequest
  ) -> AttachedViewer? {
    guard let id else { return nil }
    let named = viewers[id].flatMap { $0.owner.mayHaveSent(pending) ? $0 : nil }
    let viewer = named ?? viewers.viewer(of: pending.request.client)
    return viewer?.session == session ? viewer : nil
  }

  private func liveID(of reference: SessionReference) -> UInt64? {
    switch reference {
    case .id(let id): sessions.isSession(id) ? id : nil
    case .name(let name): sessions.liveID(named: name)
    }
  }

  /// Returns on whose behalf a request is made.
  ///
  /// - Parameters:
  ///   - id: the viewer that the request names; nil for scripts.
  ///   - session: the session that the request is about.
  ///   - pending: the request.
  /// - Returns: the viewer if it belongs to the sender. An unknown one is that of the sender's client: after a restart,
  ///   an operation names the viewer of before.
  func subject(viewer id: UInt64?, in session: UInt64, _ pending: PendingRequest) -> Subject {
    let role = role(of: pending.principal, in: session)
    guard let id else {
      return Subject(
        participant: Participant(pending.principal.scripts, name: .scripts),
        role: role
      )
    }
    if let viewer = viewer(named: id, in: session, pending) {
      return Subject(
        participant: viewer.owner.participant,
        role: viewer.owner.isReadOnly ? .viewer : role
      )
    }
    // It may have driven before the restart, and has not attached again yet.
    let participant = Participant(.viewer(pending.request.client), name: .unnamed)
    return Subject(participant: participant, role: role, isAttached: false)
  }

  /// Whether the viewers of an owner may move a session at all, and so have control.
  private func takesPart(_ owner: ViewerOwner, in session: UInt64) -> Bool {
    !owner.isReadOnly && role(of: owner.principal, in: session) > .viewer
  }

  /// Whether a viewer may move its session.
  func standing(of viewer: AttachedViewer) -> Reply.Standing {
    let identity = viewer.owner.participant.identity
    guard takesPart(viewer.owner, in: viewer.session) else { return .readOnly }
    return sessions[viewer.session]?.control.standing(of: identity) ?? .moves
  }

  // MARK: Changes

  /// Performs a change of control that is permitted.
  mutating func change(
    _ request: Request.Control,
    of id: UInt64,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    guard var control = sessions[id]?.control else { return }
    if case .kick(let name, let time) = request.action {
      return kick(name, outOf: id, for: time, pending, at: now)
    }
    let subject = subject(viewer: request.viewer, in: id, pending)
    if let failure = change(&control, request.action, by: subject, in: id, at: now) {
      return answer(pending, .failure(failure))
    }
    let reason = ControlReason(request.action)
    updateControl(of: id, because: reason, by: pending.principal) { $0 = control }
    answer(pending, .accepted(version: sessions[id]?.model.version ?? 0))
  }

  /// - Returns: why nothing was changed; nil if it was.
  private func change(
    _ control: inout Control,
    _ action: Request.Control.Action,
    by subject: Subject,
    in id: UInt64,
    at now: Duration
  ) -> Reply.Failure? {
    switch action {
    case .request:
      if control.request(by: subject.participant, at: now) { return nil }
      let limit = ControlState.maximumRequests
      return Reply.Failure(.limitReached, "\(limit) ask for control already: wait for some")
    case .take:
      control.give(to: subject.participant, at: now)
    case .release:
      if control.release(subject.participant.identity, at: now) { return nil }
      return Reply.Failure(.rejected, "you neither drive nor ask for control")
    case .grant(let name):
      guard control.policy != .open else {
        return Reply.Failure(
          .rejected,
          "everybody may move this session: there is nothing to grant"
        )
      }
      guard let participant = grantee(name, control, subject, in: id) else {
        return Self.nobody(called: name)
      }
      control.give(to: participant, at: now)
    case .deny(let name):
      guard let request = control.request(of: name) else { return Self.nobody(called: name) }
      control.deny(request.identity)
    case .kick: preconditionFailure("cannot remove a viewer by a change of control")
    case .policy(let policy):
      let driver = subject.isViewer ? subject.participant : firstParticipant(of: id)
      control.set(policy, driver: driver, at: now)
    }
    return nil
  }

  /// Removes a viewer, and ends its stream: whoever else was in it attaches again, to another topic.
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
    sessions.update(id) {
      _ = $0.changeControl { $0.exclusions.add(viewer.owner, for: time, at: now) }
    }
    auditKick(of: viewer, for: time, pending)
    remove(viewer: viewer.id, because: .kicked, at: now)
    if let stream = streams[viewer.stream] { end(stream) }
    answer(pending, .accepted(version: sessions[id]?.model.version ?? 0))
  }

  /// Returns why a client may not attach to a session; nil if it may.
  func exclusion(of pending: PendingRequest, from id: UInt64, at now: Duration) -> Reply.Failure? {
    guard let session = sessions[id],
      let end = session.control.exclusions.end(
        for: pending.request.client,
        of: pending.principal,
        at: now
      )
    else { return nil }
    let minutes = Int(((end - now) / .seconds(60)).rounded(.up))
    return Reply.Failure(
      .notPermitted,
      "you were removed from session '\(session.name)', and may come back in "
        + (minutes == 1 ? "a minute" : "\(minutes) minutes")
    )
  }

  /// Returns who gets control by a grant: one of those who ask, or for an owner also any viewer that takes part.
  private func grantee(
    _ name: ViewerName?,
    _ control: Control,
    _ subject: Subject,
    in id: UInt64
  ) -> Participant? {
    if let request = control.request(of: name) { return request }
    guard let name, subject.role >= .presenter else { return nil }
    if name == .scripts { return Participant(.scripts(address: nil), name: .scripts) }
    let viewer = viewers.viewers(of: id).first {
      $0.owner.name == name && takesPart($0.owner, in: id)
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
    if let head = sessions[id]?.head { journal.recordSession(head) }
  }

  // MARK: Viewers that come and go

  /// Notes that a viewer has attached: it has the control and the requests of before, and control of a session that
  /// nobody else watches.
  mutating func noteAttached(_ owner: ViewerOwner, to id: UInt64, at now: Duration) {
    guard let control = sessions[id]?.control, control.policy != .open else { return }
    let isAlone = viewers.count(in: id) == 1 && takesPart(owner, in: id)
    let mayTake = control.policy == .request || role(of: owner.principal, in: id) >= .presenter
    updateControl(of: id, because: .alone, by: owner.principal) { control in
      _ = control.noteAttached(owner.participant)
      if control.driver == nil, isAlone, mayTake { control.give(to: owner.participant, at: now) }
    }
  }

  /// Ends the control and the request of a viewer that is gone, or gives it some time to attach again.
  mutating func noteRemoved(_ viewer: AttachedViewer, isExpected: Bool, at now: Duration) {
    let identity = viewer.owner.participant.identity
    updateControl(of: viewer.session, because: .left, by: viewer.owner.principal) { control in
      if isExpected {
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
      updateControl(of: id, because: .idle) { _ = $0.expire(idleRelease: idleRelease, at: now) }
    }
  }
}

extension ViewerOwner {
  var participant: Participant { Participant(.viewer(client), name: name) }
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
    case .command, .keys, .visit: false
    }
  }
}
