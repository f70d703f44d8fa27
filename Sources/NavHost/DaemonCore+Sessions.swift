package import NavBase
import NavEngine
import NavScene
import NavWire

/// The beginning, renaming and end of sessions.
extension DaemonCore {
  /// Creates a session by name, after a worker has read its content.
  mutating func openSession(
    named text: String,
    showing content: ContentSpec,
    for pending: PendingRequest,
    at now: Duration
  ) {
    guard mayChange else {
      // It may be there when the commit in flight has landed.
      if flight.isBusy { return flight.hold { $0.dispatch(pending, at: $1) } }
      return change(at: now) { $0.openSession(named: text, showing: content, for: pending, at: $1) }
    }
    guard let name = SessionName(text) else {
      return fail(pending, .badName, SessionName.complaint(about: text))
    }
    if let id = sessions.id(named: name) {
      switch sessions.life(of: id) {
      case .loading:
        if !sessions.wait(pending, for: id) {
          fail(pending, .retry, "session '\(name)' is being opened: try again")
        }
      case .restoring, .live, .ended: answer(pending, .failure(.sessionExists(name)))
      }
      return
    }
    let (count, limit) = (sessions.count + sessions.loading.count, settings.limits.sessions)
    let given = count == limit ? sessions.givingWay(to: pending.principal) : nil
    guard count < limit || given != nil else {
      let text =
        "there are \(count) sessions already, the limit is \(limit); end one with `navclient kill -s NAME`"
      return fail(pending, .limitReached, text)
    }
    if let refusal = refusal(ofSize: 1) { return fail(pending, .limitReached, refusal.description) }
    if let given {
      let other = sessions.name(of: given)?.description ?? ""
      let text = "session '\(other)' gives way to '\(name)' at the limit of \(limit)"
      auditSession(other, .sessionEnded, text, pending)
      endSession(given, text: "another one has its place, at the limit of \(limit)", at: now)
    }
    let id = run.newID()
    let identity = SessionIdentity(
      id: id,
      epoch: epoch,
      name: name,
      content: content,
      control: Control(policy: settings.control.policy)
    )
    sessions.beginLoading(SessionLoad(identity: identity), by: pending.principal)
    _ = sessions.wait(pending, for: id)
    jobs.begin(id, .load(session: id))
    output.append(.load(ticket: id, content, for: pending.principal))
  }

  /// Handles the result of a `load` action.
  package mutating func contentLoaded(
    ticket: UInt64,
    _ result: Result<SessionContent, ContentFailure>,
    at now: Duration
  ) {
    guard mayChange else {
      return change(at: now) { $0.contentLoaded(ticket: ticket, result, at: $1) }
    }
    guard case .load(let id)? = jobs.end(ticket) else { return }
    guard case .loading(let load) = sessions.life(of: id) else {
      // It has ended meanwhile, and reading may have opened resources for it.
      return output.append(.close(session: id))
    }
    switch result.refused({ refusal(ofSize: $0.memorySize) }) {
    case .success(let content):
      do {
        try content.check()
      } catch {
        return abandon(load) { _, _ in Reply.Failure(.noSuchInput, error.description) }
      }
      var session = HostedSession(load.identity, model: Session(content))
      _ = session.talk.noteViewers(leftAt: run.unixTime(of: now))
      guard settings.storesLater else { return begin(session, at: now) }
      journal.recordHead(session.head)
      if let place = session.recordNavigation() { journal.recordPlace(place) }
      answerOpening(session, load, where: \.isOperation, at: now)
      let begun = session
      afterCommit(at: now) { $0.begin(begun, at: $1) }
    case .failure(let failure): abandon(load) { Reply.Failure($0.told(failure, to: $1)) }
    }
  }

  /// Makes a new session live, and answers the requests that wait for it.
  private mutating func begin(_ session: HostedSession, at now: Duration) {
    guard case .loading(let load) = sessions.life(of: session.id) else { return }
    makeLive(session, hasChanged: load.hasChanged, at: now)
    if let first = load.waiting.requests.first {
      let name = session.name.description
      auditSession(name, .sessionCreated, "session '\(name)' is created", first)
    }
    if settings.storesLater {
      answerOpening(session, load, where: { !$0.isOperation }, at: now)
    } else {
      journal.recordSession(session.id)
      answerOpening(session, load, at: now)
    }
  }

  /// Answers requests that wait for a session to be opened; the first one has created it.
  private mutating func answerOpening(
    _ session: HostedSession,
    _ load: SessionLoad,
    where isMeant: (Request) -> Bool = { _ in true },
    at now: Duration
  ) {
    for (index, waiting) in load.waiting.requests.enumerated() where isMeant(waiting.request) {
      answerOpening(waiting, opened: session, isNew: index == 0, at: now)
    }
  }

  /// Ends a session whose content was not read.
  private mutating func abandon(
    _ load: SessionLoad,
    _ reason: (borrowing DaemonCore, PendingRequest) -> Reply.Failure
  ) {
    _ = sessions.remove(load.identity.id)
    output.append(.close(session: load.identity.id))
    for waiting in load.waiting.requests {
      let failure = reason(self, waiting)
      auditRefusal(of: waiting, failure, isContent: true)
      output.answer(waiting, .failure(failure), isDurable: journal.isDurable)
    }
  }

  /// Ends a session whose content is being read, as a request wants it; what the worker reads is dropped.
  mutating func endLoading(_ load: SessionLoad, for pending: PendingRequest) {
    let name = load.identity.name.description
    auditSession(name, .sessionEnded, "session '\(name)' is ended", pending)
    abandon(load) { _, _ in .sessionEnded }
    answer(pending, .done)
  }

  /// Makes a session live.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - hasChanged: whether its content has changed while it was read; then it is read again.
  ///   - now: the time of the turn.
  mutating func makeLive(_ session: HostedSession, hasChanged: Bool, at now: Duration) {
    log(session.faults, of: session)
    sessions.makeLive(session)
    recordContent(of: session.id, at: now)
    if hasChanged { reload(session.id, because: .changed) }
  }

  /// Logs what could not be read of a session's pages, and which constraints of its boards are violated.
  mutating func log(_ faults: [String], of session: HostedSession) {
    for fault in faults { output.log(LogEntry("session '\(session.name)': \(fault)", .warning)) }
  }

  /// Answers a request that waited for a session to be opened.
  ///
  /// - Parameters:
  ///   - pending: the request.
  ///   - session: the session.
  ///   - isNew: whether this request is the one that created it.
  ///   - now: the time of the turn.
  private mutating func answerOpening(
    _ pending: PendingRequest,
    opened session: HostedSession,
    isNew: Bool,
    at now: Duration
  ) {
    switch pending.request.body {
    case .attach(let request):
      join(request, session: session.id, isNew: isNew, pending, at: now)
    case .newSession where isNew:
      answer(pending, .done)
    default: answer(pending, .failure(.sessionExists(session.name)))
    }
  }

  /// Ends a live session; its viewers receive a Bye and do not return.
  mutating func endSession(_ id: UInt64, text: String, at now: Duration) {
    journal.recordEnd(of: id)
    var invitations = gate.credentials.invitations
    journal.recordInvitations(invitations.removeAll(to: id))
    afterCommit(at: now) { $0.removeSession(id, text: text, at: $1) }
  }

  private mutating func removeSession(_ id: UInt64, text: String, at now: Duration) {
    // While it has a name, and its guests their invitations.
    for viewer in viewers.viewers(of: id).sorted(by: AttachedViewer.wasFirst) {
      auditDeparture(of: viewer, because: .ended)
    }
    guard case .live(let session) = sessions.remove(id) else { return }
    let views = sessions.privateViews(of: id)
    _ = gate.credentials.invitations.removeAll(to: id)
    output.append(.close(session: id))
    if let load = session.inputs.pageLoad { cancel(load) }
    for waiting in session.inputs.requests { answer(waiting, .failure(.sessionEnded)) }
    let bye = LayoutMessage.bye(Bye(reason: .sessionEnded, text: text))
    for hosted in [id] + views {
      for stream in streams.removeAll(of: hosted) {
        output.publish(stream.publication(bye))
      }
    }
    for view in views { endPrivateView(view, answering: .sessionEnded) }
    // Private views may show its files until they have ended.
    if let bundle = session.content.bundle { retire(bundle, at: now) }
    viewers.removeAll(of: id)
  }

  /// Renames a session; its viewers see the new name with the turn's update.
  mutating func rename(
    _ id: UInt64,
    to text: String,
    for pending: PendingRequest,
    at now: Duration
  ) {
    guard let name = SessionName(text) else {
      return fail(pending, .badName, SessionName.complaint(about: text))
    }
    guard sessions.id(named: name).map({ $0 == id }) ?? true else {
      return answer(pending, .failure(.sessionExists(name)))
    }
    let before = sessions.name(of: id)?.description ?? ""
    // Keys may have rights in sessions of some names alone.
    if sessions.isDrafting {
      sessions.rename(id, to: name)
      // Until the name is stored, it is nobody's.
      flight.isClosed = true
    } else {
      changeRights(at: now) { $0.sessions.rename(id, to: name) }
    }
    let text = "session '\(before)' is renamed to '\(name)'"
    if before != name.description { auditSession(name.description, .sessionRenamed, text, pending) }
    sessions.noteChange(of: id)
    guard let session = sessions[id] else { return }
    journal.recordSession(id)
    answer(pending, .accepted(version: session.model.version))
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
