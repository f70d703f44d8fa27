import NavBase
import NavEngine
import NavScene
package import NavWire

/// The coming and going of viewers (proto/README.md: Join).
extension DaemonCore {
  /// Attaches a client as a viewer, or changes the size of one (proto/README.md: Join, step 1).
  mutating func attach(_ request: Request.Attach, _ pending: PendingRequest, at now: Duration) {
    guard ProtocolVersion.current.common(with: request.version) != nil else {
      return answer(pending, .failure(.otherProtocol(request.version)))
    }
    if let id = returningTo(request), sessions.isSession(id) {
      join(request, session: id, isNew: false, pending, at: now)
    } else if returningTo(request) != nil {
      // The store knows every session since then, so this one has ended and the viewer missed the Bye: returning to it
      // does not create it again.
      answer(pending, .failure(.sessionEnded))
    } else if let id = sessions.liveID(named: request.session) {
      join(request, session: id, isNew: false, pending, at: now)
    } else if let content = request.content {
      openSession(named: request.session, showing: content, for: pending, at: now)
    } else {
      answer(pending, .failure(.noSession(named: request.session)))
    }
  }

  /// Lets a client join a live session, after the texts for its size were wrapped.
  ///
  /// - Parameters:
  ///   - request: the attach request.
  ///   - session: the session.
  ///   - isNew: whether this request has created it.
  ///   - pending: the same request, to be answered.
  ///   - hasWaited: whether it has waited for wrapped texts.
  ///   - now: the time of the turn.
  mutating func join(
    _ request: Request.Attach,
    session: UInt64,
    isNew: Bool,
    _ pending: PendingRequest,
    hasWaited: Bool = false,
    at now: Duration
  ) {
    var isNew = isNew
    let known = viewers.viewer(of: pending.request.client)
    if !hasWaited, jobs.forgetWaiting(supersededBy: pending) { isNew = true }
    if let refusal = refusal(to: request, in: session, pending, known: known, at: now) {
      return answer(pending, .failure(refusal))
    }
    let view = view(for: request, of: pending.request.client, in: session, at: now)
    let preferred = viewers.preferredSize(for: request, in: session, known: known)
    let size = size(for: preferred, request.fit, in: view.id, pending, leaving: known, at: now)
    if let size, !hasWaited, hasLongText(view.id, in: size, isAhead: true) {
      let waiting = Wrapping.Waiting(pending: pending, isNew: isNew)
      return awaitWrapping(of: view.id, in: size, waiting)
    }
    guard let size, let content = sessions[session]?.content,
      let stream = stream(
        StreamKey(view.id, size, showsPictures: request.showsPictures),
        leaving: known,
        at: now
      )
    else {
      return refuseSize(view, of: session, pending, leaving: known)
    }
    let owner = owner(for: request, pending, in: session, known: known, at: now)
    var granted = request
    // A view that is gone is not asked for any more.
    granted.view = view.choice
    let (viewer, token) = admit(owner, granted, known: known, of: session, to: stream, at: now)
    if case .own = view.choice {
      endUnseenSpeakerView(of: session)
    } else {
      endPrivateView(of: owner.client, in: session)
    }
    let form = pending.principal.streamForm
    answer(
      pending,
      .attached(
        Reply.Attached(
          version: ProtocolVersion.current.common(with: request.version) ?? .current,
          viewer: viewer,
          session: session,
          epoch: epoch,
          streamTopic: stream.topics[form].bytes,
          readyTopic: run.readyTopic(stream.id, form, token: token),
          beatInterval: DaemonTiming.beat,
          opened: Reply.Attached.OpenedContent(
            knowsDirectories(pending.principal, in: session)
              || request.content?.origin == content.origin && !content.usesPrograms
              ? content : content.withoutDirectories,
            isNew: isNew
          ),
          viewport: size,
          part: part(of: owner, in: session, showing: view.choice, in: stream, at: now)
        )
      )
    )
  }

  /// Returns the size of the layout that a viewer gets, after others have given one up where that helps.
  private mutating func size(
    for preferred: CellSize,
    _ fit: Request.Attach.Fit,
    in view: UInt64,
    _ pending: PendingRequest,
    leaving known: AttachedViewer?,
    at now: Duration
  ) -> CellSize? {
    let mayMake = mayMakeStream(for: pending.principal, leaving: known)
    func choose() -> CellSize? {
      streams.size(
        for: preferred,
        fit,
        in: view,
        leaving: known,
        promised: mayMake ? 0 : .max,
        settings.limits
      )
    }
    let size = choose()
    guard size != preferred, mayMake, giveUpStream(for: pending.principal, in: view, at: now) else {
      return size
    }
    return choose()
  }

  /// Whether sessions may be laid out for one more size for a key; true for peers without one.
  private func mayMakeStream(for principal: Principal, leaving known: AttachedViewer?) -> Bool {
    guard case .key = principal else { return true }
    return Viewers.mayMakeStream(
      for: principal,
      ending: known.flatMap { streams.streamEnding(without: $0) },
      viewers.streamOwners(),
      settings.limits.credential
    )
  }

  private func part(
    of owner: ViewerOwner,
    in session: UInt64,
    showing view: ViewChoice,
    in stream: Stream,
    at now: Duration
  ) -> Reply.Attached.Part {
    Reply.Attached.Part(
      name: owner.name,
      view: view,
      clock: now,
      streamKey: stream.topics[owner.principal.streamForm].key,
      nextServerKey: owner.principal.streamForm == .sealed ? settings.network?.server.next : nil,
      role: role(of: owner.principal, in: session),
      person: owner.person == owner.name ? nil : owner.person,
      hasPast: sessions.read(session) { $0.journal?.hasPast } == true
    )
  }

  /// Answers an attach request for which there is no stream.
  private mutating func refuseSize(
    _ view: GrantedView,
    of session: UInt64,
    _ pending: PendingRequest,
    leaving known: AttachedViewer?
  ) {
    // Nobody sees a view that this request has begun.
    if view.id != session, streams.streams(of: view.id).isEmpty { endPrivateView(view.id) }
    let limits = settings.limits
    if !mayMakeStream(for: pending.principal, leaving: known) {
      return answer(pending, .failure(.tooManyStreams(of: limits.credential)))
    }
    let text =
      "viewers have too many different sizes (\(limits.streamsPerSession) in a session, "
      + "\(limits.streams) in all): resize the terminal to that of another viewer"
    fail(pending, .limitReached, text)
  }

  /// Makes room for one more viewer where that is possible, and returns why a client may not join; nil if it may.
  private mutating func refusal(
    to request: Request.Attach,
    in session: UInt64,
    _ pending: PendingRequest,
    known: AttachedViewer?,
    at now: Duration
  ) -> Reply.Failure? {
    let name = owner(for: request, pending, in: session, known: known, at: now).name
    if let refusal = exclusion(of: pending, from: session, as: name, at: now) { return refusal }
    if known?.session != session,
      let refusal = credentialRefusal(of: pending.principal, in: session, leaving: known, at: now)
    {
      return refusal
    }
    let limit = settings.limits.viewers
    if known == nil, viewers.count >= limit, let other = viewers.givingWay(to: pending.principal) {
      remove(viewer: other, because: .gaveWay, at: now)
    }
    guard known != nil || viewers.count < limit else {
      let text =
        "come back when a viewer has left: \(viewers.count) are attached, and the limit is \(limit)"
      return Reply.Failure(.limitReached, text)
    }
    if request.view == .speaker, role(of: pending.principal, in: session) < .presenter {
      return .speakersOnly(host: host(of: pending.principal, in: session))
    }
    return refusal(toFollow: request.view, by: pending.request.client, in: session)
  }

  /// Returns a client as the owner of a viewer, with the names that it and its person get in a session.
  private func owner(
    for request: Request.Attach,
    _ pending: PendingRequest,
    in session: UInt64,
    known: AttachedViewer?,
    at now: Duration
  ) -> ViewerOwner {
    var owner = ViewerOwner(
      client: pending.request.client,
      principal: pending.principal,
      name: .unnamed,
      isReadOnly: request.isReadOnly,
      wanted: request.name
    )
    let awaited = awaitsViewers(at: now) ? viewers.names.awaited(in: session) : [:]
    owner.name = name(of: owner, in: session, known: known, awaiting: awaited)
    owner.person =
      viewers.viewers(of: session).map(\.owner).first { $0.isSamePerson(as: owner) }
      .map { $0.person ?? $0.name } ?? awaited[owner.client]?.person
      ?? participant(of: owner, in: session).name
    return owner
  }

  /// Returns the name of a client that joins a session: a viewer keeps its name while it is there, after a restart as long
  /// as it is awaited, and while it drives or asks for control.
  private func name(
    of owner: ViewerOwner,
    in session: UInt64,
    known: AttachedViewer?,
    awaiting awaited: [ClientID: ViewerNames.Holding]
  ) -> ViewerName {
    if let known, known.session == session { return known.owner.name }
    if let name = awaited[owner.client]?.name,
      !viewers.viewers(of: session).contains(where: { $0.owner.name == name })
    {
      return name
    }
    let control = sessions[session]?.control
    let participants = (control?.requests ?? []) + [control?.driver].compactMap(\.self)
    let own = participants.first { $0.identity == .viewer(owner.client) }
    // The name under which a person drives is free for another terminal of the person.
    let persons = viewers.viewers(of: session).map(\.owner).filter { $0.isSamePerson(as: owner) }
      .map { $0.person ?? $0.name }
    let others = participants.filter { $0.identity != .viewer(owner.client) }.map(\.name)
      .filter { !persons.contains($0) }
    let kept = awaited.values.flatMap { [$0.name, $0.person].compactMap(\.self) }
    return viewers.freeName(
      for: own?.name ?? owner.wanted ?? .unnamed,
      of: owner,
      in: session,
      without: others + kept
    )
  }

  /// Makes a client a viewer of a stream.
  ///
  /// - Parameters:
  ///   - owner: the client.
  ///   - request: its request.
  ///   - known: its viewer as it is attached now, to this or to another session.
  ///   - session: the session.
  ///   - stream: the stream, of the session or of a private view of it.
  ///   - now: the time of the turn.
  /// - Returns: the viewer's id, and the token of its ready topic.
  private mutating func admit(
    _ owner: ViewerOwner,
    _ request: Request.Attach,
    known: AttachedViewer?,
    of session: UInt64,
    to stream: Stream,
    at now: Duration
  ) -> (id: UInt64, token: UInt64) {
    let here = known?.session == session ? known : nil
    // A client views one session; if it can't join another one, it keeps the first.
    if let known, here == nil { remove(viewer: known.id, because: .moved, at: now) }
    let id = here?.id ?? run.newID()
    let token = run.newToken()
    if let here, here.stream == stream.id, here.isFollowing {
      streams.noteReturn(of: id, to: stream.id, isAsked: viewers.isUnaware(id), at: now)
    }
    let viewer = AttachedViewer(
      id: id,
      of: owner,
      request,
      of: session,
      in: (id: stream.id, view: stream.session),
      token: token,
      attachedAt: here?.attachedAt ?? now,
      heardAt: now
    )
    let borrowsSize = request.fit == .letterbox || stream.viewport != request.viewport
    let before = viewers.attach(viewer, borrowsSize: borrowsSize, at: now)
    if let before { streams.update(before.stream) { $0.removeViewer() } }
    streams.update(stream.id) { $0.addViewer(of: owner.principal) }
    if here == nil { auditJoin(owner, to: session) }
    noteAttached(owner, to: session, at: now)
    noteViewers(of: session, at: now)
    notePlaces(in: session)
    return (id, token)
  }

  /// Removes a viewer; does nothing if there is no such viewer.
  ///
  /// - Parameters:
  ///   - id: the viewer.
  ///   - departure: the reason; a viewer removed at a limit may attach again.
  ///   - peer: its owner before the loss of rights; nil for its present owner.
  ///   - now: the time of the turn.
  mutating func remove(
    viewer id: UInt64,
    because departure: ViewerDeparture,
    from peer: AuditedPeer? = nil,
    at now: Duration
  ) {
    guard let viewer = viewers.remove(id, at: now) else { return }
    streams.update(viewer.stream) { $0.removeViewer() }
    auditDeparture(of: viewer, because: departure, from: peer)
    noteRemoved(viewer, isExpected: departure == .gaveWay, at: now)
    endPrivateView(of: viewer.client, in: viewer.session)
    endSearches(in: viewer.session, at: now) { $0.request.client == viewer.client }
    notePlaces(in: viewer.session)
    noteViewers(of: viewer.session, at: now)
    endSearch(in: viewer.session, at: now)
  }

  /// Stores whether a session has viewers, where that has changed.
  private mutating func noteViewers(of id: UInt64, at now: Duration) {
    guard mayChange else { return change(at: now) { $0.noteViewers(of: id, at: $1) } }
    let leftAt = viewers.count(in: id) == 0 ? run.unixTime(of: now) : nil
    guard sessions.update(id, { $0.talk.noteViewers(leftAt: leftAt) }) == true else { return }
    journal.recordSession(id)
  }

  /// Ends search and filter when the last viewer has left a session.
  private mutating func endSearch(in id: UInt64, at now: Duration) {
    guard mayChange else { return change(at: now) { $0.endSearch(in: id, at: $1) } }
    guard viewers.count(in: id) == 0 else { return }
    let hasEnded = sessions.update(id) { !$0.inputs.isReading && $0.model.endSearch() }
    guard hasEnded == true else { return }
    record(.step(.searchEnded), in: id, at: now)
    sessions.noteChange(of: id)
    recordMove(of: id)
  }

  // MARK: Streams

  /// Returns the stream for a size, and creates it if there is none; nil at the stream limit.
  ///
  /// At the limit, removes the viewer's present stream if no other viewer is in it; else the one for viewers that show
  /// pictures will do for those that do not, and the other way round.
  private mutating func stream(
    _ key: StreamKey,
    leaving viewer: AttachedViewer?,
    at now: Duration
  ) -> Stream? {
    let (session, viewport, limits) = (key.session, key.viewport, settings.limits)
    if let stream = streams[key] {
      streams.update(stream.id) { $0.linger(at: now) }
      return stream
    }
    if !streams.hasRoom(in: session, limits) { streams.removeUnused() }
    if !streams.hasRoom(in: session, limits), let left = viewer.flatMap({ streams[$0.stream] }),
      left.viewers == 1
    {
      streams.remove(left.id)
    }
    guard streams.hasRoom(in: session, limits) else {
      let other = streams[StreamKey(session, viewport, showsPictures: !key.showsPictures)]
      if let other { streams.update(other.id) { $0.linger(at: now) } }
      return other
    }
    watchPreviews(of: session, from: viewport, at: now)
    guard let facts = sessions[session].map({ facts(of: $0) }) else { return nil }
    let id = run.newID()
    let start = sessions.update(session) { $0.beginStream(key, facts: facts, at: now) }
    guard let start else { return nil }
    let stream = Stream(id: id, key, topics: run.streamTopics(id), start, at: now)
    streams.add(stream)
    return stream
  }

  /// Ends a stream to make room for another size: a subscribed stream without viewers, else a stream whose viewers all
  /// belong to the principals with the most streams.
  ///
  /// - Returns: whether there is room for one more.
  private mutating func giveUpStream(
    for newcomer: Principal,
    in session: UInt64,
    at now: Duration
  ) -> Bool {
    let isSessionFull = streams.ids(of: session).count >= settings.limits.streamsPerSession
    let abandoned = (isSessionFull ? streams.streams(of: session) : Array(streams.values))
      .filter { $0.viewers == 0 }
    if let stream = abandoned.min(by: { $0.id < $1.id }) {
      endStream(stream)
      return true
    }
    let owned = viewers.streamOwners().filter { id, _ in
      !isSessionFull || streams[id]?.session == session
    }
    let ids = owned.keys.sorted()
    guard
      let index = Shares.index(givingWayTo: newcomer, among: ids.map { owned[$0] ?? [] }),
      let stream = streams[ids[index]]
    else { return false }
    let session = sessions.session(ofPrivateView: stream.session) ?? stream.session
    for viewer in viewers.viewers(of: session) where viewer.stream == stream.id {
      remove(viewer: viewer.id, because: .gaveWay, at: now)
    }
    endStream(stream)
    return true
  }

  /// Ends a stream; who still subscribes to it is told to attach again.
  mutating func endStream(_ stream: Stream) {
    streams.remove(stream.id)
    output.publish(stream.publication(.beat(goneBeat)))
  }

  // MARK: Subscriptions

  /// Handles the first subscription to a topic of the layout socket, or the end of the last one.
  ///
  /// - Parameters:
  ///   - bytes: the topic as it arrived.
  ///   - form: the form in which its socket publishes.
  ///   - key: the key of the subscriber; nil for a peer without one, and for the end of the last subscription.
  ///   - isActive: true for a subscription, false for its end.
  ///   - now: the time of the turn.
  /// - Returns: false for a subscription to a topic that this daemon did not make, or not for this subscriber; its
  ///   sender is to be shut out.
  @discardableResult
  package mutating func receiveSubscription(
    to bytes: [UInt8],
    in form: StreamForm = .open,
    of key: PeerKey? = nil,
    isActive: Bool,
    at now: Duration
  ) -> Bool {
    guard let topic = run.topics.topic(of: bytes), topic.form == form,
      !isActive || form == .open || mayHold(topic, key)
    else { return !isActive }
    let published = StreamTopic(bytes: bytes, key: run.key(ofStream: topic.stream, form))
    switch topic {
    case .stream(let id, _):
      subscriptionChanged(id, form, topic: published, isActive: isActive, at: now)
    case .ready(let id, _, let token):
      if isActive { serve(token, ofStream: id, topic: published, at: now) }
    }
    return true
  }

  /// Whether a sealed topic is for a key: of a session that exists for it, or of a stream that is gone.
  private func mayHold(_ topic: TopicAuthority.Topic, _ key: PeerKey?) -> Bool {
    guard let key, mayWatch(key) else { return false }
    guard let hosted = streams.read(topic.stream, { $0.session }) else { return true }
    return role(of: key, in: sessions.session(ofPrivateView: hosted) ?? hosted) != nil
  }

  /// Publishes the snapshot on a ready topic that has arrived: the stream's subscription is now in force (proto/README.md:
  /// Join, step 3).
  private mutating func serve(
    _ token: UInt64,
    ofStream id: UInt64,
    topic: StreamTopic,
    at now: Duration
  ) {
    refresh(id, at: now)
    guard streams.contains(id), viewers.serve(token, of: id, at: now),
      let snapshot = streams.snapshot(of: id, at: now)
    else {
      return output.publish(Publication(topic: topic, .beat(goneBeat)))
    }
    output.publish(Publication(topic: topic, .snapshot(snapshot)))
  }

  private mutating func subscriptionChanged(
    _ id: UInt64,
    _ form: StreamForm,
    topic: StreamTopic,
    isActive: Bool,
    at now: Duration
  ) {
    guard let session = streams[id]?.session else {
      if isActive { output.publish(Publication(topic: topic, .beat(goneBeat))) }
      return
    }
    // A rejected subscription ends without having begun.
    guard isActive || streams.read(id, { $0.forms.contains(StreamForms(form)) }) == true else {
      return
    }
    streams.update(id) { $0.subscriptionChanged(to: form, isActive: isActive, at: now) }
    guard isActive else { return }
    if !sessions.isDrafted(session) { sessions.update(session) { $0.preview.schedule(at: now) } }
    refresh(id, at: now)
    if let beat = streams.update(id, { $0.beatIfDue(at: now) }) ?? nil { output.publish(beat) }
  }

  private var goneBeat: Beat { Beat(epoch: epoch, seq: 0, version: 0, hash: 0, isGone: true) }
}

extension Reply.Failure {
  fileprivate static func otherProtocol(_ theirs: ProtocolVersion) -> Reply.Failure {
    let ours = ProtocolVersion.current
    let older = theirs.major < ours.major ? "navclient" : "navd"
    return Reply.Failure(
      .protocolMismatch,
      "navd speaks protocol \(ours), this client \(theirs): upgrade \(older) and start it again"
    )
  }
}
