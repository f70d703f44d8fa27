import NavGeometry
import NavModel
import NavScene
import NavSession
import NavSync
import NavWire

extension DaemonCore {
  /// Creates a session by name, after a worker has read its content.
  mutating func openSession(
    named text: String,
    showing content: ContentSpec,
    for pending: PendingRequest
  ) {
    guard let name = SessionName(text) else {
      return answer(
        pending,
        .failure(Reply.Failure(.badName, SessionName.complaint(about: text)))
      )
    }
    if let ticket = loads.first(where: { $0.value.name == name })?.key {
      // Of the attach requests of a client that waits, only the newest is answered.
      if let index = loads[ticket]?.waiting.firstIndex(where: { $0.isSuperseded(by: pending) }) {
        loads[ticket]?.waiting[index] = pending
        return
      }
      guard let waiting = loads[ticket]?.waiting.count, waiting < DaemonLimits.waitingPerSession
      else {
        return answer(
          pending,
          .failure(Reply.Failure(.retry, "session '\(name)' is being opened: try again"))
        )
      }
      loads[ticket]?.waiting.append(pending)
      return
    }
    if names[name] != nil {
      return answer(pending, .failure(.sessionExists(name)))
    }
    guard sessions.count + loads.count < limits.sessions else {
      return answer(
        pending,
        .failure(
          Reply.Failure(
            .limitReached,
            "there are \(sessions.count + loads.count) sessions already, the limit is \(limits.sessions); "
              + "end one with `navclient kill -s NAME`"
          )
        )
      )
    }
    let ticket = newID()
    loads[ticket] = Load(name: name, content: content, waiting: [pending])
    actions.append(.load(ticket: ticket, content))
  }

  mutating func create(
    _ name: SessionName,
    as id: UInt64,
    showing content: ContentSpec,
    _ model: Session
  ) {
    let hosted = HostedSession(id: id, name: name, content: content, model: model)
    log(hosted.faults, of: hosted)
    sessions[id] = hosted
    names[name] = id
    noteHead(of: id)
    noteHosted(id)
  }

  /// Logs which constraints of a session's boards are violated.
  mutating func log(_ faults: [String], of hosted: HostedSession) {
    for fault in faults { actions.append(.log("session '\(hosted.name)': \(fault)")) }
  }

  /// Answers a request that waited for a session to be opened.
  ///
  /// - Parameters:
  ///   - pending: the request.
  ///   - id: the session.
  ///   - isNew: whether this request is the one that created it.
  ///   - now: the time of the turn.
  mutating func finish(
    _ pending: PendingRequest,
    opened id: UInt64,
    isNew: Bool,
    at now: Duration
  ) {
    guard let hosted = sessions[id] else { return }
    switch pending.request.body {
    case .attach(let request):
      join(request, session: id, isNew: isNew, pending, at: now)
    case .newSession where isNew:
      answer(pending, .done)
    case .newSession, .leave, .alive, .input, .killSession, .listSessions, .takeSnapshot,
      .getStatus, .listViewers, .wait, .renameSession, .pan, .outline, .export, .page, .find:
      answer(pending, .failure(.sessionExists(hosted.name)))
    }
  }

  /// Ends a session; its viewers receive a Bye and do not return.
  mutating func end(_ id: UInt64, text: String) {
    guard let hosted = sessions.removeValue(forKey: id) else { return }
    names[hosted.name] = nil
    noteEnd(of: id)
    actions.append(.close(session: id))
    if let opening = hosted.opening { openings[opening.ticket] = nil }
    for waiting in [hosted.opening?.pending].compactMap(\.self)
      + hosted.waitingInputs.map(\.pending)
    {
      answer(waiting, .failure(.sessionEnded))
    }
    let bye = LayoutMessage.bye(Bye(reason: .sessionEnded, text: text)).encoded()
    for stream in hosted.streams.values.compactMap({ streams.removeValue(forKey: $0) }) {
      actions.append(.publish(topic: stream.topic, bye))
    }
    for viewer in hosted.viewers {
      forgetPlace(of: viewer)
      guard let gone = viewers.removeValue(forKey: viewer) else { continue }
      viewersByClient[gone.client] = nil
    }
  }

  mutating func remove(viewer id: UInt64, at now: Duration) {
    forgetPlace(of: id)
    guard let viewer = viewers.removeValue(forKey: id) else { return }
    if viewersByClient[viewer.client] == id { viewersByClient[viewer.client] = nil }
    sessions[viewer.session]?.viewers.remove(id)
    sessions[viewer.session]?.fitted.remove(id)
    if sessions[viewer.session]?.viewers.isEmpty == true { endFinding(in: viewer.session) }
    movesDue.insert(viewer.session)
    sessions[viewer.session]?.presenceChanged(at: now)
  }

  /// Ends search and filter when the last viewer has left a session.
  private mutating func endFinding(in id: UInt64) {
    guard sessions[id]?.opening == nil, sessions[id]?.model.endFinding() == true else { return }
    sessions[id]?.isDirty = true
    noteMove(of: id)
  }

  /// Removes a viewer from its stream, and invalidates a ready topic that was not served yet.
  mutating func forgetPlace(of viewer: UInt64) {
    guard let viewer = viewers[viewer] else { return }
    if let token = viewer.token { viewersByToken[token] = nil }
    streams[viewer.stream]?.viewers -= 1
  }

  /// Renames a session; its viewers see the new name with the turn's update.
  mutating func rename(_ id: UInt64, to text: String, for pending: PendingRequest) {
    guard let name = SessionName(text) else {
      return answer(
        pending,
        .failure(Reply.Failure(.badName, SessionName.complaint(about: text)))
      )
    }
    guard let old = sessions[id]?.name else { return }
    guard old == name || names[name] == nil && !loads.values.contains(where: { $0.name == name })
    else { return answer(pending, .failure(.sessionExists(name))) }
    names[old] = nil
    names[name] = id
    sessions[id]?.name = name
    sessions[id]?.model.countOperation()
    sessions[id]?.isDirty = true
    noteHead(of: id)
    answer(pending, .accepted(version: sessions[id]?.model.version ?? 0))
  }

  /// Returns a random id above 0, unique in practice.
  mutating func newID() -> UInt64 {
    random.next() | 1
  }
}

extension Reply.Failure {
  static func sessionExists(_ name: SessionName) -> Reply.Failure {
    Reply.Failure(
      .sessionExists,
      "session '\(name)' exists already: join it with `navclient -s \(name)`, or choose another name"
    )
  }
}
