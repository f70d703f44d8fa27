import NavBase
import NavEngine
import NavScene
import NavWire

/// Private views: viewers that look around on their own, and others that follow them (proto/README.md: Views).
extension DaemonCore {
  /// The view that a viewer gets.
  struct GrantedView {
    /// The hosted session whose streams show it.
    let id: UInt64
    let choice: ViewChoice
  }

  // MARK: Choosing

  /// Returns the view for an attach request, and begins a private one if that is asked for.
  ///
  /// A repeated request gets the same view.
  mutating func view(
    for request: Request.Attach,
    of client: ClientID,
    in session: UInt64,
    at now: Duration
  ) -> GrantedView {
    let shared = GrantedView(id: session, choice: .shared)
    switch request.view {
    case .shared: return shared
    case .own(let id):
      if let own = sessions.privateView(of: client, in: session) {
        return GrantedView(id: own, choice: .own(own))
      }
      // A view that has ended is not begun again at another place.
      guard id == 0 else { return shared }
      return beginPrivateView(of: client, in: session, at: now)
        .map { GrantedView(id: $0, choice: .own($0)) } ?? shared
    case .followed(let name):
      guard let place = place(ofViewerNamed: name, in: session, at: now) else { return shared }
      return GrantedView(id: place, choice: .followed(name))
    case .speaker:
      return speakerView(of: session, at: now).map { GrantedView(id: $0, choice: .speaker) }
        ?? shared
    }
  }

  /// Returns the hosted session that followers of a viewer see: its private view, or the session.
  ///
  /// - Returns: the hosted session; nil if the session has no viewer of that name. After a restart it is awaited as long as
  ///   a viewer may be silent.
  private func place(
    ofViewerNamed name: ViewerName,
    in session: UInt64,
    at now: Duration
  ) -> UInt64? {
    viewers.viewers(of: session).first { $0.owner.name == name }
      .map { sessions.privateView(of: $0.client, in: session) ?? session }
      ?? (awaitsViewers(at: now) ? session : nil)
  }

  /// Whether viewers of an earlier run may still come back: as long as a viewer may be silent.
  func awaitsViewers(at now: Duration) -> Bool {
    epoch > run.bornEpoch && now - run.startedAt < DaemonTiming.viewerLifetime
  }

  /// Returns why a viewer can't follow the viewer that it names; nil if it can, or if it asks for another kind of view.
  func refusal(
    toFollow choice: ViewChoice,
    by client: ClientID,
    in session: UInt64
  ) -> Reply.Failure? {
    guard case .followed(let name) = choice,
      let viewer = viewers.viewers(of: session).first(where: { $0.owner.name == name })
    else { return nil }
    if viewer.client == client { return Reply.Failure(.rejected, "a viewer can't follow itself") }
    guard case .followed(let other) = viewer.choice else { return nil }
    return Reply.Failure(.rejected, "\(name) follows \(other): follow \(other)")
  }

  /// Returns the hosted session that a request is about: what the sender's viewer sees, else the session.
  func hosted(for pending: PendingRequest, in session: UInt64) -> UInt64 {
    guard let viewer = viewers.viewer(of: pending.request.client), viewer.session == session else {
      return session
    }
    return hosted(for: viewer)
  }

  /// Returns the hosted session in whose content a request looks something up: as `hosted`, but for a speaker the
  /// session itself.
  func searched(for pending: PendingRequest, in session: UInt64) -> UInt64 {
    guard let viewer = viewers.viewer(of: pending.request.client), viewer.session == session else {
      return session
    }
    return place(of: viewer)
  }

  // MARK: Beginnings and ends

  /// Returns nil at the limit of private views.
  private mutating func beginPrivateView(
    of client: ClientID,
    in session: UInt64,
    at now: Duration
  ) -> UInt64? {
    guard sessions.privateViews(of: session).count < DaemonLimits.privateViews,
      let origin = sessions[session]
    else { return nil }
    let id = run.newID()
    let view = origin.privateView(id: id, owner: client, at: now)
    sessions.makeLive(view)
    return id
  }

  /// Ends a private view; its viewers attach again.
  ///
  /// - Parameters:
  ///   - id: the view.
  ///   - failure: the answer to inputs that wait in it.
  mutating func endPrivateView(_ id: UInt64, answering failure: Reply.Failure = .viewEnded) {
    guard sessions.session(ofPrivateView: id) != nil, case .live(let view) = sessions.remove(id)
    else {
      return
    }
    if let load = view.inputs.pageLoad { cancel(load) }
    for waiting in view.inputs.requests { answer(waiting, .failure(failure)) }
    for stream in streams.streams(of: id) { endStream(stream) }
  }

  /// Ends the private views of a session whose content has changed so that they can't continue.
  mutating func endPrivateViews(of session: UInt64) {
    for view in sessions.privateViews(of: session) where sessions.privateView(view)?.owner != nil {
      endPrivateView(view)
    }
  }

  /// Ends the private view of a client that has left its session or has returned to the shared place.
  mutating func endPrivateView(of client: ClientID, in session: UInt64) {
    if let view = sessions.privateView(of: client, in: session) { endPrivateView(view) }
    endUnseenSpeakerView(of: session)
  }

  /// Ends private views without an input for `DaemonTiming.privateView`.
  mutating func expirePrivateViews(at now: Duration) {
    for id in sessions.busy {
      guard let deadline = sessions[id]?.privateDeadline, deadline <= now else { continue }
      endPrivateView(id)
    }
  }

  // MARK: Followers

  /// Returns, by their streams, the viewers of a session that follow a viewer which has left or now sees another hosted
  /// session than they do.
  ///
  /// O(viewers + private views) for each viewer that is followed.
  func strayedFollowers(of session: UInt64, at now: Duration) -> [UInt64: [UInt64]] {
    let followers = viewers.viewers(of: session).filter { viewer in
      if case .followed = viewer.choice { viewer.isFollowing } else { false }
    }
    guard !followers.isEmpty else { return [:] }
    var places: [ViewerName: UInt64?] = [:]
    var moves: [UInt64: [UInt64]] = [:]
    for viewer in followers.sorted(by: AttachedViewer.wasFirst) {
      guard case .followed(let name) = viewer.choice, !viewer.wasAskedToMove(at: now) else {
        continue
      }
      let place = places[name] ?? self.place(ofViewerNamed: name, in: session, at: now)
      places[name] = place
      if hosted(for: viewer) != place { moves[viewer.stream, default: []].append(viewer.id) }
    }
    return moves
  }
}

extension Reply.Failure {
  static let viewEnded = Reply.Failure(.rejected, "the view has ended: do it once more")
}

extension HostedSession {
  /// Returns a private view of this session, at its present place.
  func privateView(id: UInt64, owner: ClientID, at now: Duration) -> HostedSession {
    var control = Control(policy: .locked)
    control.give(to: Participant(.viewer(owner), name: .unnamed), at: now)
    let identity = SessionIdentity(
      id: id,
      epoch: epoch,
      name: name,
      content: content,
      control: control
    )
    var model = model
    model.isBlank = false
    // Nobody could release it in the copy.
    if model.panOwner != nil { model.letGo(seenBy: SessionView(viewport: pan.viewport), at: now) }
    let origin = PrivateView(session: self.id, kind: .own(owner))
    return HostedSession(identity, origin: origin, model: model)
  }
}
