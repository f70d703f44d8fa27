import NavBase
import NavEngine
import NavScene
import NavWire

/// Requests: the gate judges them, then they wait for their session or are carried out.
extension DaemonCore {
  /// Handles one request of the input socket, and all that wait to be carried out.
  ///
  /// - Parameters:
  ///   - bytes: the body frame.
  ///   - peer: its sender.
  ///   - now: the time of the turn.
  package mutating func receive(_ bytes: [UInt8], from peer: Peer, at now: Duration) {
    enqueue(bytes, from: peer, at: now)
    while carryOutNext(at: now) {}
  }

  /// Whether requests wait to be carried out.
  package var hasRequests: Bool {
    !gate.queue.isEmpty && (!settings.storesLater || unheldRequest != nil)
  }

  /// Whether further requests should be received now.
  package var hasRoomForRequests: Bool { gate.queue.count < DaemonLimits.queuedRequestsOfAll }

  /// Carries out the request whose turn it is.
  ///
  /// - Returns: whether there was one.
  package mutating func carryOutNext(at now: Duration) -> Bool {
    if settings.storesLater { return carryOutUnheld(at: now) }
    guard let pending = gate.queue.next() else { return false }
    output.audit.time = now
    dispatch(pending, at: now)
    return true
  }

  /// The number of replies of this turn that the store has to write.
  package var repliesToWrite: Int { output.keptReplies }

  /// Notes the processor time that the request which was carried out last has taken, so that its principal bears it.
  package mutating func charge(_ cost: Duration) {
    gate.queue.finish(cost)
  }

  /// Notes the processor time that it has taken to judge a request of a principal.
  package mutating func charge(_ cost: Duration, to principal: Principal) {
    gate.queue.charge(cost, to: principal)
  }

  /// Notes the processor time that it has taken to send a reply to a peer, so that the peer's principal bears it.
  package mutating func charge(_ cost: Duration, forReplyTo peer: Peer) {
    gate.queue.chargeAfterwards(cost, to: peer.principal)
  }

  /// Notes a message that is no request, and that nobody can be answered.
  package mutating func noteNoRequest() { gate.noteNoRequest() }

  /// Drops the requests of a connection that has ended, as far as they wait for their turn and change nothing that is
  /// kept; and ends the searches of a script that came over it.
  ///
  /// Over a network the script may come back: there its searches end when it does not repeat them.
  package mutating func connectionEnded(of peer: Peer, at now: Duration) {
    gate.drop(requestsOf: peer)
    guard peer.principal.ofMachine == .localUser else { return }
    for id in sessions.busy {
      endSearches(in: id, at: now) {
        $0.isInputOfScript && $0.peer.envelope.first == peer.envelope.first
      }
    }
  }

  /// Judges one request of the input socket, and lets it wait for its turn.
  ///
  /// - Parameters:
  ///   - bytes: the body frame.
  ///   - peer: its sender.
  ///   - now: the time of the turn.
  package mutating func enqueue(_ bytes: [UInt8], from peer: Peer, at now: Duration) {
    output.audit.time = now
    switch gate.admit(bytes, from: peer, at: run.moment(now)) {
    case .dispatch(let pending):
      let estimate = pending.request.body.estimatedCost
      gate.queue.enqueue(pending, of: pending.principal, estimate: estimate)
    case .answerOnce(let pending, let failure):
      auditRefusal(of: pending, failure)
      output.send(pending, .failure(failure))
    case .answerAndKeep(let pending, let failure): answer(pending, .failure(failure))
    case .resend(let reply, let pending):
      if !refusesRepetition(of: pending) { resend(reply, to: pending.peer) }
    case .resendPending(let pending):
      if refusesRepetition(of: pending) { return }
      noteRepetition(of: pending, at: now)
      repeatReply(to: pending)
    case .drop: break
    }
  }

  /// Refuses to repeat the reply of an operation to who has lost the right to it meanwhile; returns whether it did.
  private mutating func refusesRepetition(of pending: PendingRequest) -> Bool {
    guard let refusal = accessRefusal(of: pending) else { return false }
    auditRefusal(of: pending, refusal)
    output.send(pending, .failure(refusal))
    return true
  }

  /// Handles a request now, or after its session was restored.
  mutating func dispatch(_ arrived: PendingRequest, at now: Duration) {
    if let refusal = admissionRefusal(of: arrived, at: now) { return refuse(arrived, refusal) }
    let pending = namingInvitedSession(arrived)
    if let refusal = accessRefusal(of: pending) ?? exclusion(of: pending, at: now) {
      return refuse(pending, refusal)
    }
    if deferIfRestoring(pending) { return }
    let seat = seat(of: pending)
    if let seat, let refusal = refusal(of: pending, from: seat) {
      return answer(pending, .failure(refusal))
    }
    carryOut(pending, from: seat, at: now)
  }

  /// Carries out a request that is permitted.
  ///
  /// - Parameters:
  ///   - pending: the request.
  ///   - seat: its sender's, where it has one.
  ///   - now: the time of the turn.
  private mutating func carryOut(_ pending: PendingRequest, from seat: Seat?, at now: Duration) {
    switch pending.request.body {
    case .attach(let request): attach(request, pending, at: now)
    case .leave(let viewer):
      guard viewers.isOwner(of: viewer, pending) else { return refuseUnknownViewer(pending) }
      remove(viewer: viewer, because: .left, at: now)
      answer(pending, .done)
    case .alive(let viewer, let health):
      guard viewers.isOwner(of: viewer, pending), viewers.noteHeard(viewer, health, at: now)
      else { return refuseUnknownViewer(pending) }
    case .pan(let pan):
      guard let viewer = seat?.viewer, viewers.noteHeard(viewer.id, at: now) else {
        return refuseUnknownViewer(pending)
      }
      movePan(pan, of: viewer, at: now)
    case .point(let request):
      guard let viewer = seat?.viewer, viewers.noteHeard(viewer.id, at: now) else {
        return refuseUnknownViewer(pending)
      }
      point(request, of: viewer, pending, at: now)
    case .input(let input):
      guard let seat else { return refuseUnknownSession(input.session, pending) }
      performInTurn(input, pending, from: seat, at: now)
    case .control(let control):
      guard let seat else { return refuseUnknownSession(control.session, pending) }
      changeControl(control, pending, from: seat, at: now)
    case .talk(let request):
      guard let seat else { return refuseUnknownSession(request.session, pending) }
      talk(request, pending, from: seat, at: now)
    case .newSession(let name, let content):
      openSession(named: name, showing: content, for: pending, at: now)
    case .bundle(let bundle): handleBundle(bundle, pending, at: now)
    case .invitation(let invitation): handleInvitation(invitation, pending, at: now)
    case .listSessions: answer(pending, .sessions(sessionInfos(for: pending, at: now)))
    case .metrics: answerMetrics(pending, at: now)
    case .killSession, .renameSession, .wait, .export, .getStatus, .listViewers, .takeSnapshot,
      .outline, .page, .find, .picture, .journal:
      guard let reference = pending.request.body.session else { return }
      if case .killSession = pending.request.body, let load = sessions.load(of: reference) {
        return endLoading(load, for: pending)
      }
      guard let id = session(reference, for: pending) else { return }
      carryOut(pending, in: id, at: now)
    }
  }

  /// Carries out a request about a session that exists.
  private mutating func carryOut(_ pending: PendingRequest, in id: UInt64, at now: Duration) {
    switch pending.request.body {
    case .killSession:
      let name = sessions.name(of: id)?.description ?? ""
      auditSession(name, .sessionEnded, "session '\(name)' is ended", pending)
      endSession(id, text: "somebody ended it", at: now)
      answer(pending, .done)
    case .renameSession(_, let name): rename(id, to: name, for: pending, at: now)
    case .wait(let wait):
      answer(waits.begin(wait, in: id, pending, limit: settings.waits, at: now))
    case .export(let request): export(request, of: id, pending, at: now)
    case .getStatus(_, let version):
      guard let status = status(of: id, for: pending.principal, at: now) else { return }
      guard let version else { return answer(pending, .status(status)) }
      lookBack(to: version, of: id, status, pending)
    case .listViewers: answer(pending, .viewers(viewerInfos(of: id, at: now)))
    case .takeSnapshot(_, let viewport, let command):
      let id = hosted(for: pending, in: id)
      let question = command.map { SnapshotQuery.Question.trial($0) } ?? .scene
      ask(question, of: id, in: viewport, pending)
    case .outline(_, let viewport):
      ask(.outline, of: searched(for: pending, in: id), in: viewport, pending)
    case .page(_, let line):
      ask(.page(fromLine: line), of: hosted(for: pending, in: id), in: .standardTerminal, pending)
    case .picture(let request): makePicture(request, in: id, pending, at: now)
    case .journal(let request): readJournal(request, of: id, pending, at: now)
    case .find(_, let words): find(words, in: searched(for: pending, in: id), pending)
    default: preconditionFailure("cannot carry out a request that is about no session")
    }
  }

  private mutating func ask(
    _ question: SnapshotQuery.Question,
    of id: UInt64,
    in viewport: CellSize,
    _ pending: PendingRequest
  ) {
    answerSnapshot(
      SnapshotRequest(pending: pending, session: id, viewport: viewport, question: question)
    )
  }

  private mutating func refuseUnknownViewer(_ pending: PendingRequest) {
    fail(pending, .unknownViewer, "this client has no such viewer: attach again")
  }

  /// Resolves a session reference; answers the request with a failure if there is no such session.
  mutating func session(
    _ reference: SessionReference,
    for pending: PendingRequest
  ) -> UInt64? {
    if let id = sessions.liveID(of: reference) { return id }
    refuseUnknownSession(reference, pending)
    return nil
  }

  private mutating func refuseUnknownSession(
    _ reference: SessionReference,
    _ pending: PendingRequest
  ) {
    switch reference {
    case .id: answer(pending, .failure(.sessionEnded))
    case .name(let text): answer(pending, .failure(.noSession(named: text)))
    }
  }

  // MARK: Waiting for a session

  /// Defers a request about a session that is still being restored.
  ///
  /// - Returns: whether it was deferred, or refused because too many requests wait.
  private mutating func deferIfRestoring(_ pending: PendingRequest) -> Bool {
    guard !sessions.restoring.isEmpty, let id = restoringSession(of: pending.request.body) else {
      return false
    }
    if !sessions.wait(pending, for: id) {
      fail(pending, .retry, "the session is being read again: try again")
    }
    return true
  }

  /// Returns the session that a request is about, if that is being restored.
  private func restoringSession(of body: Request.Body) -> UInt64? {
    switch body {
    case .attach: return session(of: body).flatMap { restoringSession($0) }
    case .listSessions: return sessions.restoring.min()
    case .pan, .point, .newSession: return nil
    default: return body.session.flatMap { restoringSession($0) }
    }
  }

  private func restoringSession(_ reference: SessionReference) -> UInt64? {
    switch reference {
    case .id(let id): sessions.restoring.contains(id) ? id : nil
    case .name(let name): sessions.restorations.first { $0.identity.name.description == name }?.id
    }
  }
}

extension Reply.Failure {
  /// Creates the refusal of a request whose content could not be read.
  init(_ failure: ContentFailure) {
    self.init(failure.cause.code, failure.description)
  }

  static let sessionEnded = Reply.Failure(.noSuchSession, "this session has ended")

  static func noSession(named text: String) -> Reply.Failure {
    Reply.Failure(
      .noSuchSession,
      "there is no session '\(shortened(text))'; `navclient ls` shows the sessions there are"
    )
  }

  /// Returns the part of a name that is quoted.
  static func shortened(_ text: String) -> Substring {
    text.count > 64 ? text.prefix(64) + "…" : Substring(text)
  }
}

/// Replies and their durability.
extension DaemonCore {
  /// Sends the stored reply of an operation again.
  mutating func resend(_ bytes: [UInt8], to peer: Peer) {
    // Replies of an earlier run become durable when this start is on disk, which the disk has refused so far.
    guard settings.durability == .power, !isDurable, var reply = try? Reply(decoding: bytes) else {
      return output.reply(bytes, to: peer)
    }
    reply.isDurable = false
    output.reply(reply.encoded(), to: peer)
  }

  /// Repeats the reply of an operation that was answered in this turn, or that waits for the disk, to a client that has
  /// sent it again meanwhile; perhaps over another connection.
  mutating func repeatReply(to pending: PendingRequest) {
    if output.repeatReply(to: pending) { return }
    guard flight.repeatReply(to: pending) else { return jobs.repeatReply(to: pending) }
    if flight.isLate { output.send(pending, .failure(.storeIsSilent)) }
  }

  /// Handles the result of a `sync` action.
  ///
  /// After a failure, data that the disk refused may be lost even if a later attempt succeeds, so everything is written
  /// anew.
  package mutating func synced(ticket: UInt64, isStored: Bool, at now: Duration) {
    if !isStored, journal.refuse(until: now) { announceDurability() }
    guard case .sync(let replies)? = jobs.end(ticket) else { return }
    for reply in replies { release(reply, isStored: isStored) }
  }

  /// Releases the replies of a turn; with `power` durability, those of operations wait for a sync.
  mutating func releaseReplies(isStored: Bool) {
    let isDurable = isStored && self.isDurable
    var waiting: [OutgoingReply] = []
    for reply in settings.storesLater ? output.takeLanded() : output.takeReplies() {
      if reply.isKept, isDurable, settings.durability == .power {
        waiting.append(reply)
      } else {
        release(reply, isStored: isDurable)
      }
    }
    guard !waiting.isEmpty else { return }
    let ticket = run.newID()
    jobs.begin(ticket, .sync(waiting))
    output.append(.sync(ticket: ticket))
  }

  private mutating func release(_ reply: OutgoingReply, isStored: Bool) {
    var reply = reply
    if reply.isKept {
      reply.setDurable(isStored)
      if let client = reply.reply.client {
        gate.ledger.recordReply(client, seq: reply.reply.seq, reply: reply.bytes)
      }
    }
    output.reply(reply.bytes, to: reply.peer)
  }
}
