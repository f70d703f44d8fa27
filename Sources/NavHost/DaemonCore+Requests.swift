import NavGeometry
import NavScene
import NavSession
import NavSync
import NavWire

extension DaemonCore {
  /// Handles one request of the input socket.
  ///
  /// - Parameters:
  ///   - bytes: the body frame.
  ///   - peer: its sender.
  ///   - now: the time of the turn.
  package mutating func receive(_ bytes: [UInt8], from peer: Peer, at now: Duration) {
    if let wait = requestRate.admit(peer.envelope.first ?? [], at: now) {
      return refuse(bytes, from: peer, for: wait)
    }
    let request: Request
    do {
      request = try Request(decoding: bytes)
    } catch {
      let failure = Reply.Failure(.malformed, "the request could not be read: \(error)")
      let request = Request(id: 0, client: .none, seq: 0, body: .listSessions)
      return sendReply(PendingRequest(peer: peer, request: request), .failure(failure))
    }
    let pending = PendingRequest(peer: peer, request: request)
    guard request.body.isOperation else { return take(pending, at: now) }
    switch ledger.judge(request.client, seq: request.seq, bytes: bytes, at: now) {
    case .perform: take(pending, at: now)
    case .answered(let reply): repeatReply(reply, to: peer)
    case .pending: repeatReply(of: pending)
    case .refused(let failure): sendReply(pending, .failure(failure))
    }
  }

  /// Refuses a request above the rate with `slow_down`, if it expects a reply.
  private mutating func refuse(_ bytes: [UInt8], from peer: Peer, for wait: Duration) {
    guard let request = try? Request(decoding: bytes), !request.body.isPassing else { return }
    var failure = Reply.Failure(
      .slowDown,
      "more than \(limits.requestsPerSecond) requests a second: wait and send it again"
    )
    failure.wait = .milliseconds((wait / .milliseconds(1)).rounded(.up))
    sendReply(PendingRequest(peer: peer, request: request), .failure(failure))
  }

  /// Handles a request now, or after its session was restored.
  mutating func take(_ pending: PendingRequest, at now: Duration) {
    if parks(pending) { return }
    if pending.request.body.isOperation {
      perform(pending, at: now)
    } else {
      read(pending, at: now)
    }
  }

  private mutating func perform(_ pending: PendingRequest, at now: Duration) {
    switch pending.request.body {
    case .input(let input): accept(input, pending, at: now)
    case .newSession(let name, let content):
      openSession(named: name, showing: content, for: pending)
    case .killSession(let reference):
      guard let id = session(reference, for: pending) else { return }
      end(id, text: "somebody ended it")
      answer(pending, .done)
    case .renameSession(let reference, let name):
      guard let id = session(reference, for: pending) else { return }
      rename(id, to: name, for: pending)
    case .attach, .leave, .alive, .pan, .listSessions, .takeSnapshot, .getStatus, .listViewers,
      .wait, .outline, .export, .page, .find:
      preconditionFailure("cannot perform a read as an operation")
    }
  }

  private mutating func read(_ pending: PendingRequest, at now: Duration) {
    switch pending.request.body {
    case .attach(let request): attach(request, pending, at: now)
    case .leave(let viewer):
      remove(viewer: viewer, at: now)
      answer(pending, .done)
    case .alive(let viewer, let health):
      guard viewers[viewer] != nil else { return refuseUnknownViewer(pending) }
      viewers[viewer]?.heardAt = now
      viewers[viewer]?.health = health
    case .pan(let pan):
      guard viewers[pan.viewer] != nil else { return refuseUnknownViewer(pending) }
      viewers[pan.viewer]?.heardAt = now
      move(pan, at: now)
    case .listSessions:
      answer(pending, .sessions(sessions.values.sorted { $0.name < $1.name }.map(\.info)))
    case .getStatus(let reference):
      guard let id = session(reference, for: pending) else { return }
      if let status = status(of: id, at: now) { answer(pending, .status(status)) }
    case .listViewers(let reference):
      guard let id = session(reference, for: pending) else { return }
      answer(pending, .viewers(viewers(of: id, at: now)))
    case .wait(let wait):
      guard let id = session(wait.session, for: pending) else { return }
      beginWait(wait, in: id, pending, at: now)
    case .takeSnapshot(let reference, let viewport, let command?):
      guard let id = session(reference, for: pending) else { return }
      beginTrial(of: command, in: id, viewport, pending)
    case .takeSnapshot(let reference, let viewport, nil):
      guard let id = session(reference, for: pending),
        !wraps(id, in: viewport, for: Wrapping.Waiting(pending: pending))
      else { return }
      answerSnapshot(of: id, in: viewport, pending)
    case .outline(let reference, let viewport):
      guard let id = session(reference, for: pending) else { return }
      if let outline = outline(of: id, seenIn: viewport) { answer(pending, .outline(outline)) }
    case .export(let request):
      guard let id = session(request.session, for: pending) else { return }
      export(request, of: id, pending, at: now)
    case .page(let reference, let line):
      guard let id = session(reference, for: pending) else { return }
      answer(pending, page(of: id, fromLine: line))
    case .find(let reference, let words):
      guard let id = session(reference, for: pending) else { return }
      find(words, in: id, pending)
    case .input, .newSession, .killSession, .renameSession:
      preconditionFailure("cannot read by an operation")
    }
  }

  mutating func answerSnapshot(
    of id: UInt64,
    in viewport: CellSize,
    _ pending: PendingRequest
  ) {
    guard var hosted = sessions[id] else { return }
    let scene = hosted.model.rest(in: viewport, facts: facts(of: hosted))
    sessions[id] = hosted
    answer(
      pending,
      .snapshot(session: hosted.name.description, version: hosted.model.version, scene)
    )
  }

  private mutating func refuseUnknownViewer(_ pending: PendingRequest) {
    answer(
      pending,
      .failure(Reply.Failure(.unknownViewer, "the daemon does not know this viewer: attach again"))
    )
  }

  /// Resolves a session reference; answers the request with a failure if there is no such session.
  mutating func session(
    _ reference: SessionReference,
    for pending: PendingRequest
  ) -> UInt64? {
    switch reference {
    case .id(let id) where sessions[id] != nil:
      return id
    case .id:
      answer(pending, .failure(.sessionEnded))
    case .name(let text):
      if let id = SessionName(text).flatMap({ names[$0] }) { return id }
      answer(pending, .failure(.noSession(named: text)))
    }
    return nil
  }
}

extension Reply.Failure {
  static let sessionEnded = Reply.Failure(.noSuchSession, "this session has ended")

  static func noSession(named text: String) -> Reply.Failure {
    let shown = text.count > 64 ? text.prefix(64) + "…" : Substring(text)
    return Reply.Failure(
      .noSuchSession,
      "there is no session '\(shown)'; `navclient ls` shows the sessions there are"
    )
  }
}

extension Request.Body {
  /// Whether a later request of its kind supersedes it.
  fileprivate var isPassing: Bool {
    switch self {
    case .alive, .pan: true
    case .attach, .leave, .input, .newSession, .killSession, .listSessions, .takeSnapshot,
      .getStatus, .listViewers, .wait, .renameSession, .outline, .export, .page, .find:
      false
    }
  }
}
