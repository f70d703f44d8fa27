package import NavBase
import NavEngine
import NavScene
import NavWire

/// Restart: sessions are restored by name, with their place in their content, which is read again; content that is
/// missing is looked for.
extension DaemonCore {
  // MARK: Start

  mutating func restore(_ record: SessionRecord, at now: Duration) {
    do throws(WireError) {
      let restoration = try restoration(of: record, at: now)
      sessions.beginRestoring(restoration)
      jobs.begin(restoration.ticket, .restoration(session: restoration.id))
      output.append(
        .restore(
          ticket: restoration.ticket,
          session: restoration.id,
          restoration.identity.content,
          place: restoration.place,
          version: restoration.version
        )
      )
    } catch {
      // The record stays in the store: another version of navd may be able to read it.
      output.log(
        LogEntry("can't restore session '\(record.name)': \(error.description)", .warning)
      )
    }
  }

  /// The greatest version of a stored session: no session has had so many operations.
  private static let lastVersion = UInt64.max / 2

  /// Makes a stored session live without reading its content, because navd ended each time it was read.
  ///
  /// It shows why until a user requests a reload.
  mutating func setAside(_ record: SessionRecord, at now: Duration) {
    do throws(WireError) {
      let restoration = try restoration(of: record, at: now)
      let failure = ContentFailure(
        "it was being read when navd ended unexpectedly, twice in a row",
        .limit
      )
      let missing = MissingContent(extent: .all(restoration.place), lookAt: nil)
      sessions.beginRestoring(restoration)
      makeLive(
        restoration,
        Session(notice: failure, insteadOf: restoration),
        missing: missing,
        at: now
      )
      let text =
        "session '\(record.name)' is set aside: it was being read when navd ended unexpectedly, "
        + "twice in a row; `navclient send -s \(record.name) reload` tries again"
      output.log(LogEntry(text, .warning))
    } catch {
      output.log(
        LogEntry("can't restore session '\(record.name)': \(error.description)", .warning)
      )
    }
  }

  /// Decodes a stored session.
  private mutating func restoration(
    of record: SessionRecord,
    at now: Duration
  ) throws(WireError) -> Restoration {
    guard record.version <= Self.lastVersion else {
      throw WireError("its version \(record.version) leaves no room for another one")
    }
    guard let name = SessionName(record.name) else {
      throw WireError(SessionName.complaint(about: record.name))
    }
    guard sessions.id(named: name) == nil else {
      throw WireError("another session has its name")
    }
    var place =
      record.snapshot.isEmpty
      ? NavigationState() : try NavigationState(decoding: record.snapshot)
    for change in record.changes { place.apply(try NavigationChange(decoding: change)) }
    var identity = SessionIdentity(
      id: record.id,
      epoch: epoch,
      name: name,
      content: try ContentSpec(decoding: record.content),
      control: Control(restoring: try ControlState(decoding: record.control), at: now)
    )
    identity.talk = Talk(restoring: try TalkState(decoding: record.talk), at: run.moment(now))
    return Restoration(
      identity: identity,
      place: place,
      version: record.version,
      startedAt: now,
      ticket: run.newID()
    )
  }

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
    guard mayChange else { return change(at: now) { $0.restored(ticket: ticket, result, at: $1) } }
    guard case .restoration(let id)? = jobs.end(ticket) else { return }
    switch sessions.life(of: id) {
    case .restoring(let restoration): finishRestoring(restoration, result, at: now)
    case .live:
      lookEnded(ticket, for: id, result, at: now)
      performWaiting(in: id, at: now)
    case .loading: break
    // It has ended meanwhile, and reading may have opened resources for it.
    case .ended: output.append(.close(session: id))
    }
  }

  private mutating func finishRestoring(
    _ restoration: Restoration,
    _ result: Result<RestoredSession, ContentFailure>,
    at now: Duration
  ) {
    switch result.refused({ refusal(ofSize: $0.memorySize) }) {
    case .success(let restored):
      let lookAt = now + DaemonTiming.missingContent
      let missing = MissingContent(restored, insteadOf: restoration.place, lookAt: lookAt)
      makeLive(restoration, restored.model, missing: missing, at: now)
    case .failure(let failure):
      let lookAt = MissingContent.nextLook(after: failure, at: now)
      let missing = MissingContent(extent: .all(restoration.place), lookAt: lookAt)
      let model = Session(notice: failure, insteadOf: restoration)
      makeLive(restoration, model, missing: missing, at: now)
    }
  }

  /// Makes a restored session live.
  private mutating func makeLive(
    _ restoration: Restoration,
    _ model: Session,
    missing: MissingContent?,
    at now: Duration
  ) {
    var session = HostedSession(restoration, model: model, missing: missing)
    journal.recordMove(of: session.id)
    // Its viewers were there until navd ended.
    if session.talk.noteViewers(leftAt: run.unixTime(of: now)) {
      journal.recordSession(session.id)
    }
    makeLive(session, hasChanged: restoration.hasChanged, at: now)
    if missing == nil { endRefusedTexts(of: session.id) }
    for waiting in restoration.waiting.requests { goOn(with: waiting, at: now) }
  }

  /// Shows a notice for sessions that take too long to be read.
  mutating func expireRestorations(at now: Duration) {
    guard !sessions.restoring.isEmpty else { return }
    for restoration in sessions.restorations where restoration.deadline <= now {
      let failure = ContentFailure("its disk has not answered yet", .busy)
      // The worker's result replaces the notice.
      let missing = MissingContent(
        extent: .all(restoration.place),
        ticket: restoration.ticket,
        since: now
      )
      let model = Session(notice: failure, insteadOf: restoration)
      makeLive(restoration, model, missing: missing, at: now)
    }
  }

  // MARK: Missing content

  /// Looks for missing content where no operation and no pan is in progress.
  mutating func lookForMissingContent(at now: Duration) {
    for id in sessions.busy {
      guard let lookAt = sessions.read(id, { $0.isHeld ? nil : $0.missing?.lookAt }) ?? nil,
        lookAt <= now, let session = sessions[id]
      else { continue }
      let ticket = run.newID()
      let place = session.stateToKeep
      sessions.update(id) { $0.missing?.beginLook(ticket, from: place, at: now) }
      jobs.begin(ticket, .restoration(session: id))
      output.append(
        .restore(
          ticket: ticket,
          session: id,
          session.content,
          place: place,
          version: session.model.version
        )
      )
    }
  }

  private mutating func lookEnded(
    _ ticket: UInt64,
    for id: UInt64,
    _ result: Result<RestoredSession, ContentFailure>,
    at now: Duration
  ) {
    let result = result.refused { refusal(ofSize: $0.memorySize, insteadOf: id) }
    let failure = if case .failure(let failure) = result { failure } else { ContentFailure?.none }
    let look = sessions.update(id) { $0.missing?.endLook(ticket, failure, at: now) } ?? nil
    if let failure, failure.cause == .limit || (look.map { $0.from == nil } ?? false) {
      showNotice(of: failure, in: id, at: now)
    }
    guard let look, case .success(let restored) = result, let session = sessions[id] else {
      return
    }
    // An operation or a pan is in progress: the next look replaces the model.
    guard !session.isHeld else { return }
    switch session.missing?.extent {
    case .all: replace(session, by: restored, at: now)
    case .pages(_, let pages):
      guard restored.missing.isStrictSubset(of: pages) else { return }
      if look.from == session.stateToKeep {
        replace(session, by: restored, at: now)
      } else {
        // The session has moved since the look began, and would be moved back.
        sessions.update(id) { $0.missing?.lookSoon(at: now) }
      }
    case nil: break
    }
  }

  /// Shows why content still can't be shown that a user wanted to have read again, or that took long to be read.
  private mutating func showNotice(of failure: ContentFailure, in id: UInt64, at now: Duration) {
    guard let session = sessions[id], !session.isHeld, case .all? = session.missing?.extent else {
      return
    }
    var model = Session(pages: [PageContent(notice: failure, insteadOf: session.content)])
    model.inherit(from: session.model)
    endPrivateViews(of: id)
    replaceModel(of: id, by: model, at: now)
  }

  /// Replaces a session's model after missing content was found.
  private mutating func replace(
    _ session: HostedSession,
    by restored: RestoredSession,
    at now: Duration
  ) {
    var model = restored.model
    model.inherit(from: session.model)
    let lookAt = now + DaemonTiming.missingContent
    let missing = MissingContent(restored, insteadOf: restored.place, lookAt: lookAt)
    sessions.update(session.id) { $0.missing = missing }
    endPrivateViews(of: session.id)
    replaceModel(of: session.id, by: model, at: now)
  }
}
