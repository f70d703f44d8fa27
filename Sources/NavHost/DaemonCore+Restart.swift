package import NavModel
import NavSession
import NavStateFormat
import NavSync
import NavText
import NavWire

/// Restart: sessions are restored by name, with their place in their content, which is read again.
extension DaemonCore {
  /// Handles the result of a `restore` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - result: the session at its place, or why it could not be read.
  ///   - now: the time of the turn.
  package mutating func restored(
    ticket: UInt64,
    _ result: Result<RestoredSession, ContentFailure>,
    at now: Duration
  ) {
    if let restoration = restorations.removeValue(forKey: ticket) {
      return finish(restoration, result, at: now)
    }
    let id = sessions.values.first { $0.missing?.ticket == ticket }?.id
    if let id { lookedAgain(for: id, result, at: now) }
  }

  // MARK: Start

  mutating func restore(_ record: SessionRecord, at now: Duration) {
    do throws(WireError) {
      guard let name = SessionName(record.name) else {
        throw WireError(SessionName.complaint(about: record.name))
      }
      guard names[name] == nil else { throw WireError("another session has its name") }
      var place =
        record.snapshot.isEmpty
        ? NavigationState() : try NavigationState(decoding: record.snapshot)
      for change in record.changes { place.apply(try PlaceChange(decoding: change)) }
      let restoration = Restoration(
        id: record.id,
        name: name,
        content: try ContentSpec(decoding: record.content),
        place: place,
        version: record.version,
        startedAt: now
      )
      let ticket = newID()
      restorations[ticket] = restoration
      names[name] = record.id
      actions.append(
        .restore(
          ticket: ticket,
          session: record.id,
          restoration.content,
          place: place,
          version: restoration.version
        )
      )
    } catch {
      // The record stays in the store: another version of navd may be able to read it.
      actions.append(.log("can't bring back session '\(record.name)': \(error.description)"))
    }
  }

  private mutating func finish(
    _ restoration: Restoration,
    _ result: Result<RestoredSession, ContentFailure>,
    at now: Duration
  ) {
    let model: Session
    var missing: MissingContent?
    switch result {
    case .success(let restored):
      model = restored.model
      missing = MissingContent(restored, insteadOf: restoration.place, lookAt: now)
    case .failure(let failure):
      model = Session(notice: failure, insteadOf: restoration)
      missing = MissingContent(extent: .all(restoration.place), lookAt: now)
    }
    missing?.lookAt = now + DaemonTiming.missingContent
    host(restoration, model, missing: missing, at: now)
  }

  private mutating func host(
    _ restoration: Restoration,
    _ model: Session,
    missing: MissingContent?,
    at now: Duration
  ) {
    var hosted = HostedSession(
      id: restoration.id,
      name: restoration.name,
      content: restoration.content,
      model: model
    )
    log(hosted.faults, of: hosted)
    hosted.missing = missing
    hosted.keptPlace = restoration.place
    hosted.keptVersion = restoration.version
    // The next write is a snapshot, so that the log is short again.
    hosted.changesKept = DaemonLimits.changesBehindSnapshot
    sessions[restoration.id] = hosted
    noteMove(of: restoration.id)
    noteHosted(restoration.id)
    for waiting in restoration.waiting { take(waiting, at: now) }
  }

  /// Shows a notice for sessions that take too long to be read, and looks for missing content again.
  mutating func expireRestorations(at now: Duration) {
    for (ticket, restoration) in restorations
    where now - restoration.startedAt >= DaemonTiming.restoration {
      restorations[ticket] = nil
      let failure = ContentFailure("it is being read, and its disk has not answered yet")
      host(
        restoration,
        Session(notice: failure, insteadOf: restoration),
        missing: MissingContent(extent: .all(restoration.place), ticket: ticket, lookAt: now),
        at: now
      )
    }
    for (id, hosted) in sessions {
      guard let missing = hosted.missing, missing.ticket == nil, missing.lookAt <= now,
        hosted.opening == nil, hosted.model.panOwner == nil
      else { continue }
      lookAgain(for: id)
    }
  }

  /// When a session with missing content needs attention; nil for never.
  var nextRestorationStep: Duration? {
    let starts = restorations.values.map { $0.startedAt + DaemonTiming.restoration }
    let looks = sessions.values.compactMap { hosted -> Duration? in
      guard let missing = hosted.missing, missing.ticket == nil, hosted.opening == nil,
        hosted.model.panOwner == nil
      else { return nil }
      return missing.lookAt
    }
    return (starts + looks).min()
  }

  // MARK: Missing content

  private mutating func lookAgain(for id: UInt64) {
    guard let hosted = sessions[id] else { return }
    let ticket = newID()
    sessions[id]?.missing?.ticket = ticket
    sessions[id]?.missing?.lookedFrom = hosted.placeToKeep
    actions.append(
      .restore(
        ticket: ticket,
        session: id,
        hosted.content,
        place: hosted.placeToKeep,
        version: hosted.model.version
      )
    )
  }

  private mutating func lookedAgain(
    for id: UInt64,
    _ result: Result<RestoredSession, ContentFailure>,
    at now: Duration
  ) {
    guard var hosted = sessions[id], var missing = hosted.missing else { return }
    missing.ticket = nil
    missing.lookAt = now + DaemonTiming.missingContent
    hosted.missing = missing
    sessions[id] = hosted
    guard case .success(let restored) = result else { return }
    // An operation or a pan is in progress: the next look replaces the model.
    guard hosted.opening == nil, hosted.model.panOwner == nil else { return }
    if case .pages(_, let pages) = missing.extent {
      guard restored.missing.isStrictSubset(of: pages) else { return }
      // The session has moved since the look began, and would be moved back.
      guard missing.lookedFrom == hosted.placeToKeep else {
        sessions[id]?.missing?.lookAt = now
        return
      }
    }
    replace(id, by: restored, at: now)
  }

  /// Replaces a session's model after missing content was found.
  private mutating func replace(_ id: UInt64, by restored: RestoredSession, at now: Duration) {
    guard let hosted = sessions[id] else { return }
    var model = restored.model
    model.takeOver(from: hosted.model)
    sessions[id]?.missing = MissingContent(
      restored,
      insteadOf: restored.place,
      lookAt: now + DaemonTiming.missingContent
    )
    exchange(id, for: model, at: now)
  }

  // MARK: Waiting

  /// Defers a request about a session that is still being restored.
  ///
  /// - Returns: whether it was deferred, or refused because too many requests wait.
  mutating func parks(_ pending: PendingRequest) -> Bool {
    guard !restorations.isEmpty, let ticket = restoration(meantBy: pending.request.body) else {
      return false
    }
    // Of the attach requests of a client that waits, only the newest is answered.
    if let index = restorations[ticket]?.waiting.firstIndex(where: { $0.isSuperseded(by: pending) })
    {
      restorations[ticket]?.waiting[index] = pending
      return true
    }
    guard let waiting = restorations[ticket]?.waiting.count,
      waiting < DaemonLimits.waitingPerSession
    else {
      answer(
        pending,
        .failure(Reply.Failure(.retry, "the session is being read again: try again"))
      )
      return true
    }
    restorations[ticket]?.waiting.append(pending)
    return true
  }

  private func restoration(meantBy body: Request.Body) -> UInt64? {
    switch body {
    case .attach(let attach):
      let id = attach.joined?.session
      return restorations.first {
        $0.value.id == id || $0.value.name.description == attach.session
      }?
      .key
    case .input(let input): return restoration(input.session)
    case .killSession(let session), .takeSnapshot(let session, _, _), .getStatus(let session),
      .listViewers(let session), .renameSession(let session, _), .outline(let session, _),
      .page(let session, _), .find(let session, _):
      return restoration(session)
    case .wait(let wait): return restoration(wait.session)
    case .export(let export): return restoration(export.session)
    case .listSessions: return restorations.keys.min()
    case .leave, .alive, .pan, .newSession: return nil
    }
  }

  private func restoration(_ reference: SessionReference) -> UInt64? {
    restorations.first {
      switch reference {
      case .id(let id): $0.value.id == id
      case .name(let name): $0.value.name.description == name
      }
    }?
    .key
  }
}

/// A session that is being restored.
package struct Restoration: Sendable {
  package let id: UInt64
  let name: SessionName
  let content: ContentSpec
  package let place: NavigationState
  package let version: UInt64
  let startedAt: Duration
  var waiting: [PendingRequest] = []

  var head: SessionHead {
    SessionHead(id: id, name: name.description, content: content.encoded())
  }
}
