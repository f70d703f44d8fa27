package import NavBase
package import NavEngine
import NavScene
package import NavWire

/// Snapshots, outlines, texts of pages, and looks at conditions: a worker makes those that take long, and those that
/// show what a search or a filter would find.
///
/// So a size that no stream has costs its principal time, but no turn, and the session keeps no text for it.
extension DaemonCore {
  /// Answers a question about a session: at once if that is quick.
  mutating func answerSnapshot(_ request: SnapshotRequest) {
    let (id, viewport) = (request.session, request.viewport)
    guard isQuick(request) else { return awaitSnapshot(request) }
    guard let facts = sessions[id].map({ facts(of: $0) }) else { return }
    let answered = sessions.update(id) {
      (
        $0.model.answer(to: request.question, in: viewport, facts),
        AwaitedSnapshot(
          request: request,
          session: $0.name.description,
          version: $0.model.version
        )
      )
    }
    if let (outcome, awaited) = answered { answer(awaited, outcome) }
  }

  private func isQuick(_ request: SnapshotRequest) -> Bool {
    switch request.question {
    case .scene: isQuick(request.key)
    case .trial, .past: false
    case .outline: !hasLongText(request.session, in: request.viewport)
    case .page:
      sessions.read(request.session) { $0.model.readingWeight < settings.longText } ?? true
    }
  }

  /// Whether the loop itself lays out a session for a size.
  func isQuick(_ key: StreamKey) -> Bool {
    Duration.layout(in: key.viewport) <= DaemonTiming.quickLayout
      && !hasLongText(key.session, in: key.viewport)
  }

  /// Lets a request wait for the worker; at the limit one is refused.
  mutating func awaitSnapshot(_ request: SnapshotRequest) {
    if case .trial(let command) = request.question, !command.traits.isTried {
      let name = command.traits.name
      let text = "only a search or a filter can be tried: send '\(name)' to the session"
      return fail(request.pending, .rejected, text)
    }
    guard let refused = jobs.snapshots.add(request) else { return }
    // A wait may have been repeated meanwhile, or have ended.
    guard let pending = refused.isWait ? waits.end(refused) : refused.pending else { return }
    fail(
      pending,
      .retry,
      "\(DaemonLimits.waitingSnapshots) snapshots wait, the limit: try again"
    )
  }

  /// Gives the worker the snapshot whose turn it is, if it has none.
  mutating func beginSnapshot() {
    while let request = jobs.snapshots.begin() {
      guard sessions.isLive(request.session), let session = sessions[request.session] else {
        jobs.snapshots.end(cost: .zero)
        // A wait has ended with its session.
        if request.isWait {
          _ = waits.end(request)
        } else {
          answer(request.pending, .failure(.sessionEnded))
        }
        continue
      }
      if request.isWait { waits.beginLook(request.key) }
      let query = SnapshotQuery(
        ticket: run.newID(),
        session: session.model,
        question: request.question,
        viewport: request.viewport,
        facts: facts(of: session)
      )
      let awaited = AwaitedSnapshot(
        request: request,
        session: session.name.description,
        version: session.model.version
      )
      jobs.begin(query.ticket, .snapshot(awaited))
      output.append(.layOut(query))
    }
  }

  /// Handles the result of a `layOut` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - outcome: what the session shows or would show, or why there is nothing.
  ///   - cost: the processor time that it has taken; nil if it was not measured.
  package mutating func laidOut(
    ticket: UInt64,
    _ outcome: SnapshotQuery.Outcome,
    cost: Duration? = nil
  ) {
    guard case .snapshot(var awaited)? = jobs.end(ticket) else { return }
    if let request = jobs.snapshots.end(cost: cost) { awaited.request = request }
    answer(awaited, outcome)
  }

  private mutating func answer(_ awaited: AwaitedSnapshot, _ outcome: SnapshotQuery.Outcome) {
    let pending = awaited.request.pending
    switch outcome {
    case .scene(let scene, _) where awaited.request.isWait:
      answer(waits.endLook(awaited.request.key, at: scene, version: awaited.version))
    case .scene(let scene, let stacks):
      let (session, version) = (awaited.session, awaited.version)
      answer(pending, .snapshot(session: session, version: version, scene, stacks: stacks))
    case .reply(let body): answer(pending, body)
    case .needs(let page): readPastPage(page, for: awaited.request)
    case .rejected(let rejection): fail(pending, rejection)
    case .notStarted:
      guard let pending = awaited.request.isWait ? waits.end(awaited.request) : pending else {
        return
      }
      fail(pending, .retry, "can't start a thread for the layout: try again")
    }
  }
}

/// Finds: a worker searches directories, books and documents.
extension DaemonCore {
  mutating func find(_ words: String, in id: UInt64, _ pending: PendingRequest) {
    guard let session = sessions[id] else { return }
    let scope: FindScope
    do {
      scope = try session.model.findScope()
    } catch {
      return fail(pending, .rejected, error.description)
    }
    guard jobs.hasRoomForFind else {
      let text = "\(DaemonLimits.finds) searches are running, the limit: try again"
      return fail(pending, .retry, text)
    }
    let query = FindQuery(
      ticket: run.newID(),
      session: id,
      client: pending.request.client,
      scope: scope,
      words: words
    )
    jobs.begin(query.ticket, .find(pending))
    output.append(.find(query))
  }

  /// Handles the result of a `find` action: what was found so far.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - result: what was found, or why the search failed.
  package mutating func found(ticket: UInt64, _ result: Result<FoundPlaces, ContentFailure>) {
    guard case .find(let pending)? = jobs.end(ticket) else { return }
    switch result {
    case .success(let found): answer(pending, .found(found))
    case .failure(let failure): fail(pending, .retry, told(failure, to: pending).description)
    }
  }
}

/// Exports: a worker writes what a session shows as a file, and the client fetches it in parts.
extension DaemonCore {
  /// Answers with a part of an export once it is written; the request for part 0 starts the export.
  mutating func export(
    _ request: Request.Export,
    of id: UInt64,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    switch jobs.exports.receive(request, pending, at: now) {
    case .answer(let body): answer(pending, body)
    case .wait: break
    case .start: beginExport(request, of: id, pending, at: now)
    case .goOn: output.append(.exportMore(key: request.key, session: id))
    }
    dropExports()
  }

  private mutating func beginExport(
    _ request: Request.Export,
    of id: UInt64,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    guard let session = sessions[id], session.missing == nil else {
      return fail(
        pending,
        .noSuchInput,
        "the session's content is missing: bring it back, then export"
      )
    }
    let (isStarted, ended) = jobs.exports.begin(request.key, for: pending, at: now)
    if let ended { answer([ended]) }
    guard isStarted else { return answer(pending, .failure(.tooManyExports)) }
    output.append(
      .export(
        ContentExporting(
          key: request.key,
          session: id,
          name: session.name.description,
          content: session.content,
          format: request.format,
          pages: session.model.openPages(seenIn: [])
        )
      )
    )
  }

  /// Handles the result of an `export` action.
  ///
  /// - Parameters:
  ///   - key: the key of the action.
  ///   - id: the session of the action.
  ///   - result: the next bytes of the file, or why it could not be written.
  ///   - isLast: whether the file ends with them; else they are whole parts (`Request.Export.partBytes`).
  ///   - now: the time of the turn.
  package mutating func exported(
    key: UInt64,
    session id: UInt64,
    _ result: Result<[UInt8], ContentFailure>,
    isLast: Bool = true,
    at now: Duration
  ) {
    // The session has ended meanwhile, and reading may have opened resources for it.
    if !sessions.isLive(id) { output.append(.close(session: id)) }
    let result = result.mapError { failure in
      jobs.exports.request(waitingFor: key).map { told(failure, to: $0) } ?? failure
    }
    if let ended = jobs.exports.end(key, result, isLast: isLast, at: now) { answer([ended]) }
    dropExports()
  }

  /// Ends the writing of exports that nobody fetches any more.
  mutating func dropExports() {
    for key in jobs.exports.takeDropped() { output.append(.endExport(key: key)) }
  }
}

/// Pictures: a worker makes them as a terminal takes them, and the client fetches them in parts.
extension DaemonCore {
  /// Answers with a part of a picture that the view of the request's client shows.
  mutating func makePicture(
    _ request: Request.Picture,
    in id: UInt64,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    let isShown = streams.ids(of: hosted(for: pending, in: id)).contains { stream in
      streams.update(stream) { $0.names(request.copy.id, at: now) } == true
    }
    guard isShown else {
      let text = "no viewer is shown this picture now: ask for one that a page names"
      return fail(pending, .noSuchInput, text)
    }
    guard jobs.hasRoomForPicture else {
      let text = "\(DaemonLimits.pictures) pictures are being made, the limit: try again"
      return fail(pending, .retry, text)
    }
    let ticket = run.newID()
    jobs.begin(ticket, .picture(pending))
    output.append(.makePicture(ticket: ticket, session: id, request.copy, part: request.part))
  }

  /// Handles the result of a `makePicture` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - result: the part, or why there is none.
  package mutating func pictureMade(
    ticket: UInt64,
    _ result: Result<Reply.PicturePart, ContentFailure>
  ) {
    guard case .picture(let pending)? = jobs.end(ticket) else { return }
    switch result {
    case .success(let part): answer(pending, .picture(part))
    case .failure(let failure):
      answer(pending, .failure(Reply.Failure(told(failure, to: pending))))
    }
  }
}

/// Long texts are wrapped by workers: only what needs the result waits for it.
extension DaemonCore {
  /// Whether a long text has to be wrapped before a session can be laid out for a size.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - viewport: the size.
  ///   - isAhead: whether texts count that it would show after the next page turn.
  /// - Returns: whether there is one.
  func hasLongText(_ id: UInt64, in viewport: CellSize, isAhead: Bool = false) -> Bool {
    !longTexts(of: id, in: viewport, isAhead: isAhead).isEmpty
  }

  private func longTexts(
    of id: UInt64,
    in viewport: CellSize,
    isAhead: Bool = true
  ) -> [LongText] {
    sessions.read(id) {
      $0.model.longTexts(in: viewport, atLeast: settings.longText, isAhead: isAhead)
    } ?? []
  }

  /// Lets an attach request wait until the texts for its size are wrapped; at a limit it is refused.
  mutating func awaitWrapping(
    of id: UInt64,
    in viewport: CellSize,
    _ waiting: Wrapping.Waiting
  ) {
    if let ticket = beginWrapping(id, in: viewport), jobs.wait(waiting, forWrapping: ticket) {
      return
    }
    fail(waiting.pending, .retry, "many long texts are laid out for other sizes: try again")
  }

  /// Starts to wrap the long texts that a size shows of a session, unless that is under way.
  ///
  /// - Returns: the ticket of the job; nil at the job limit.
  @discardableResult
  mutating func beginWrapping(_ id: UInt64, in viewport: CellSize) -> UInt64? {
    if let known = jobs.wrapping(of: id, in: viewport) { return known }
    guard jobs.hasRoomForWrapping else { return nil }
    let ticket = run.newID()
    jobs.begin(ticket, .wrapping(Wrapping(session: id, viewport: viewport)))
    output.append(.wrap(ticket: ticket, longTexts(of: id, in: viewport)))
    return ticket
  }

  /// Handles the result of a `wrap` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - texts: the wrapped texts; empty if there was no thread for them, so that the loop has to wrap them.
  ///   - now: the time of the turn.
  package mutating func wrapped(ticket: UInt64, _ texts: [WrappedText], at now: Duration) {
    guard case .wrapping(let wrapping)? = jobs.end(ticket) else { return }
    let (id, longText) = (wrapping.session, settings.longText)
    let texts =
      texts.isEmpty ? longTexts(of: id, in: wrapping.viewport).map { $0.wrapped() } : texts
    sessions.update(id) { $0.model.add(texts, in: wrapping.viewport, atLeast: longText) }
    for showsPictures in [false, true] {
      let key = StreamKey(id, wrapping.viewport, showsPictures: showsPictures)
      streams.releaseHeld(for: key)
    }
    for waiting in wrapping.waiting {
      guard case .attach(let request) = waiting.pending.request.body else {
        preconditionFailure("cannot let a request wait that is no attach")
      }
      guard sessions.isLive(id) else {
        // Handled as if it had just arrived: it may carry the content for a new session.
        attach(request, waiting.pending, at: now)
        continue
      }
      // It may have lost its rights meanwhile.
      if let refusal = accessRefusal(of: waiting.pending) {
        answer(waiting.pending, .failure(refusal))
        continue
      }
      join(
        request,
        session: sessions.session(ofPrivateView: id) ?? id,
        isNew: waiting.isNew,
        waiting.pending,
        hasWaited: true,
        at: now
      )
    }
  }
}
