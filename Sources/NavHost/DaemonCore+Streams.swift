import NavGeometry
import NavScene
import NavSession
import NavSync
import NavWire

extension DaemonCore {
  /// Attaches a client as a viewer, or changes the size of one (proto/README.md: Join, step 1).
  mutating func attach(_ request: Request.Attach, _ pending: PendingRequest, at now: Duration) {
    guard ProtocolVersion.current.common(with: request.version) != nil else {
      return answer(pending, .failure(.otherProtocol(request.version)))
    }
    if let joined = request.joined, sessions[joined.session] != nil {
      join(request, session: joined.session, isNew: false, pending, at: now)
    } else if let joined = request.joined, joined.epoch >= bornEpoch {
      // The store knows every session since then, so this one has ended and the viewer missed the Bye: returning to it
      // does not create it again.
      answer(pending, .failure(.sessionEnded))
    } else if let id = SessionName(request.session).flatMap({ names[$0] }) {
      join(request, session: id, isNew: false, pending, at: now)
    } else if let content = request.content {
      openSession(named: request.session, showing: content, for: pending)
    } else {
      answer(pending, .failure(.noSession(named: request.session)))
    }
  }

  mutating func join(
    _ request: Request.Attach,
    session: UInt64,
    isNew: Bool,
    _ pending: PendingRequest,
    hasWaited: Bool = false,
    at now: Duration
  ) {
    var isNew = isNew
    if !hasWaited, forgetWaiting(supersededBy: pending) { isNew = true }
    let client = pending.request.client
    let known = viewersByClient[client].flatMap { viewers[$0] }
    guard known != nil || viewers.count < limits.viewers else {
      return answer(
        pending,
        .failure(
          Reply.Failure(
            .limitReached,
            "\(viewers.count) viewers are attached already, the limit is \(limits.viewers)"
          )
        )
      )
    }
    let isHere = known?.session == session
    let wish = wish(
      of: request.viewport,
      request.fit,
      viewer: isHere ? known?.id : nil,
      reference: request.fit == .letterbox ? reference(in: session) : nil
    )
    let place = place(of: wish, request.fit, in: session, leaving: known)
    if let place, !hasWaited,
      wraps(session, in: place, for: Wrapping.Waiting(pending: pending, isNew: isNew))
    {
      return
    }
    guard let size = place,
      let stream = stream(of: session, viewport: size, leaving: known, at: now),
      let content = sessions[session]?.content
    else {
      return answer(
        pending,
        .failure(
          Reply.Failure(
            .limitReached,
            "viewers have too many different sizes (\(limits.streamsPerSession) in a session, "
              + "\(limits.streams) in all): resize the terminal to that of another viewer"
          )
        )
      )
    }
    // A client views one session; if it can't join another one, it keeps the first.
    if let known, known.session != session { remove(viewer: known.id, at: now) }
    let viewer = isHere ? known?.id ?? newID() : newID()
    let token: UInt64 = random.next()
    if let known, known.stream == stream.id, known.token == nil {
      noteReturn(of: viewer, to: stream.id, at: now)
    }
    forgetPlace(of: viewer)
    streams[stream.id]?.viewers += 1
    viewersByToken[token] = viewer
    viewers[viewer] = Viewer(
      id: viewer,
      client: client,
      session: session,
      viewport: request.viewport,
      fit: request.fit,
      stream: stream.id,
      token: token,
      attachedAt: isHere ? known?.attachedAt ?? now : now,
      heardAt: now
    )
    viewersByClient[client] = viewer
    note(viewer, of: session, isFitted: request.fit == .letterbox || size != request.viewport)
    if sessions[session]?.viewers.insert(viewer).inserted == true {
      sessions[session]?.presenceChanged(at: now)
    }
    answer(
      pending,
      .attached(
        Reply.Attached(
          version: ProtocolVersion.current.common(with: request.version) ?? .current,
          viewer: viewer,
          session: session,
          epoch: epoch,
          streamTopic: stream.topic,
          readyTopic: topics.bytes(of: .ready(id: stream.id, generation: 1, token: token)),
          beatInterval: DaemonTiming.beat,
          content: content,
          isNew: isNew,
          viewport: size
        )
      )
    )
  }

  /// Notes whether a viewer is sized after others, and schedules a check of all such viewers.
  private mutating func note(_ viewer: UInt64, of session: UInt64, isFitted: Bool) {
    if isFitted {
      sessions[session]?.fitted.insert(viewer)
    } else {
      sessions[session]?.fitted.remove(viewer)
    }
    movesDue.insert(session)
  }

  /// Publishes the snapshot on a ready topic that has arrived: the stream's subscription is now in force (proto/README.md:
  /// Join, step 3).
  mutating func serve(_ token: UInt64, ofStream id: UInt64, topic: [UInt8], at now: Duration) {
    refresh(id, at: now)
    guard let viewer = viewersByToken[token].flatMap({ viewers[$0] }), viewer.stream == id,
      let snapshot = streams[id]?.publisher.snapshot(now: now)
    else {
      return actions.append(.publish(topic: topic, goneBeat()))
    }
    viewersByToken[token] = nil
    viewers[viewer.id]?.token = nil
    viewers[viewer.id]?.heardAt = now
    if sessions[viewer.session]?.fitted.contains(viewer.id) == true {
      movesDue.insert(viewer.session)
    }
    actions.append(.publish(topic: topic, LayoutMessage.snapshot(snapshot).encoded()))
  }

  mutating func streamSubscription(
    _ id: UInt64,
    _ generation: UInt32,
    topic: [UInt8],
    isActive: Bool,
    at now: Duration
  ) {
    guard streams[id] != nil, generation == 1 else {
      if isActive { actions.append(.publish(topic: topic, goneBeat())) }
      return
    }
    streams[id]?.isSubscribed = isActive
    streams[id]?.idleSince = now
    guard isActive else { return }
    if let session = streams[id]?.session { notePreview(of: session, at: now) }
    refresh(id, at: now)
    if let beat = streams[id]?.publisher.beat {
      actions.append(.publish(topic: topic, LayoutMessage.beat(beat).encoded()))
    }
  }

  /// Returns the publisher and the view of a stream that begins now, with running motions unless those take more than
  /// `DaemonLimits.motionBytes`.
  private func beginning(
    of hosted: inout HostedSession,
    in viewport: CellSize,
    at now: Duration
  ) -> (publisher: Publisher, view: SessionView) {
    var view = hosted.model.view(in: viewport, at: now)
    let (way, startedAt) = hosted.model.layout(&view, facts: facts(of: hosted), at: now)
    func publisher(_ way: Trajectory) -> Publisher {
      Publisher(
        epoch: epoch,
        seq: hosted.seq,
        version: hosted.model.version,
        trajectory: way,
        startedAt: startedAt
      )
    }
    let still = publisher(Trajectory(rest: way.end))
    guard way.length > 0 else { return (still, view) }
    let moving = publisher(way)
    let bytes = [moving, still].map { publisher in
      var publisher = publisher
      return LayoutMessage.snapshot(publisher.snapshot(now: now)).encoded().count
    }
    return (bytes[0] - bytes[1] > DaemonLimits.motionBytes ? still : moving, view)
  }

  /// Restarts a stream that was not updated while it had no subscriber.
  private mutating func refresh(_ id: UInt64, at now: Duration) {
    guard let stream = streams[id], stream.isStale, var hosted = sessions[stream.session] else {
      return
    }
    // A replica of the earlier state detects the gap by the sequence number.
    hosted.seq += 1
    let (publisher, view) = beginning(of: &hosted, in: stream.viewport, at: now)
    sessions[stream.session] = hosted
    streams[id]?.isStale = false
    streams[id]?.view = view
    streams[id]?.publisher = publisher
  }

  /// Publishes a session's changes to its live streams.
  ///
  /// - Returns: whether anything had changed.
  mutating func publishIfNeeded(_ id: UInt64, at now: Duration) -> Bool {
    guard var hosted = sessions[id] else { return false }
    let presenceIsDue = hosted.presenceDue.map { $0 <= now } ?? false
    guard hosted.isDirty || presenceIsDue else { return false }
    published.insert(id)
    hosted.isDirty = false
    hosted.presenceDue = nil
    if presenceIsDue { hosted.presencePublishedAt = now }
    for stream in hosted.streams.values.sorted() {
      // A window that is being resized leaves many streams behind; those without subscribers are not laid out.
      guard streams[stream]?.isSubscribed == true, var view = streams[stream]?.view else {
        streams[stream]?.isStale = true
        continue
      }
      let (trajectory, startedAt) = hosted.model.layout(&view, facts: facts(of: hosted), at: now)
      streams[stream]?.view = view
      hosted.seq += 1
      let step = Step(startedAt: startedAt, seq: hosted.seq, version: hosted.model.version)
      guard let bytes = streams[stream]?.publish(trajectory, step, at: now),
        let topic = streams[stream]?.topic
      else { continue }
      actions.append(.publish(topic: topic, bytes))
    }
    sessions[id] = hosted
    return true
  }

  /// Returns the stream for a size, and creates it if there is none; nil at the stream limit.
  ///
  /// At the limit, removes the viewer's present stream if no other viewer is in it.
  private mutating func stream(
    of session: UInt64,
    viewport: CellSize,
    leaving viewer: Viewer?,
    at now: Duration
  ) -> Stream? {
    if let stream = sessions[session]?.streams[viewport].flatMap({ streams[$0] }) {
      // The viewer is about to subscribe.
      streams[stream.id]?.idleSince = now
      return stream
    }
    if !hasRoomForStream(in: session) { removeUnusedStreams() }
    if !hasRoomForStream(in: session), let left = viewer.flatMap({ streams[$0.stream] }),
      left.viewers == 1
    {
      remove(left)
    }
    guard hasRoomForStream(in: session) else { return nil }
    watchPreviews(of: session, from: viewport, at: now)
    guard var hosted = sessions[session] else { return nil }
    let id = newID()
    let (publisher, view) = beginning(of: &hosted, in: viewport, at: now)
    let stream = Stream(
      id: id,
      session: session,
      viewport: viewport,
      topic: topics.bytes(of: .stream(id: id, generation: 1)),
      publisher: publisher,
      view: view,
      idleSince: now,
      lastPublished: now
    )
    streams[id] = stream
    hosted.streams[viewport] = id
    sessions[session] = hosted
    return stream
  }

  private func hasRoomForStream(in session: UInt64) -> Bool {
    let streamsOfSession = sessions[session]?.streams.count ?? 0
    return streamsOfSession < limits.streamsPerSession && streams.count < limits.streams
  }

  /// Removes streams without subscribers and viewers before they expire, to make room for others.
  ///
  /// A terminal that is being resized leaves one behind for every size.
  private mutating func removeUnusedStreams() {
    for stream in streams.values where !stream.isSubscribed && stream.viewers == 0 {
      remove(stream)
    }
  }

  mutating func remove(_ stream: Stream) {
    streams[stream.id] = nil
    sessions[stream.session]?.streams[stream.viewport] = nil
  }

  private func goneBeat() -> [UInt8] {
    LayoutMessage.beat(Beat(epoch: epoch, seq: 0, version: 0, hash: 0, isGone: true)).encoded()
  }
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
