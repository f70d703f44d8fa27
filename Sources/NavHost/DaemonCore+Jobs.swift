package import NavBase
package import NavEngine
import NavScene
import NavWire

/// Snapshots: a worker lays out large ones, and those that show what a search or a filter would find.
extension DaemonCore {
  /// Answers with what a session shows at rest, perhaps after a command: at once if that is quick.
  mutating func answerSnapshot(_ request: SnapshotRequest) {
    let (id, viewport) = (request.session, request.viewport)
    guard request.command == nil, Duration.layout(in: viewport) <= DaemonTiming.quickLayout else {
      return awaitSnapshot(request)
    }
    guard let scene = rest(of: id, in: viewport), let session = sessions[id] else { return }
    answer(
      request.pending,
      .snapshot(session: session.name.description, version: session.model.version, scene)
    )
  }

  private mutating func awaitSnapshot(_ request: SnapshotRequest) {
    if let command = request.command, !command.traits.isTried {
      let name = command.traits.name
      let text = "only a search or a filter can be tried: send '\(name)' to the session"
      return fail(request.pending, .rejected, text)
    }
    if let refused = jobs.snapshots.add(request) {
      let text = "\(DaemonLimits.waitingSnapshots) snapshots wait, the limit: try again"
      fail(refused, .retry, text)
    }
  }

  /// Gives the worker the snapshot whose turn it is, if it has none.
  mutating func beginSnapshot() {
    while let request = jobs.snapshots.begin() {
      guard sessions.isLive(request.session), let session = sessions[request.session] else {
        jobs.snapshots.end(cost: .zero)
        answer(request.pending, .failure(.sessionEnded))
        continue
      }
      let query = SnapshotQuery(
        ticket: run.newID(),
        session: session.model,
        command: request.command,
        viewport: request.viewport,
        facts: facts(of: session)
      )
      let awaited = AwaitedSnapshot(
        pending: request.pending,
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
    guard case .snapshot(let awaited)? = jobs.end(ticket) else { return }
    jobs.snapshots.end(cost: cost)
    switch outcome {
    case .scene(let scene):
      answer(
        awaited.pending,
        .snapshot(session: awaited.session, version: awaited.version, scene)
      )
    case .rejected(let rejection): fail(awaited.pending, rejection)
    case .notStarted:
      fail(awaited.pending, .retry, "can't start a thread for the layout: try again")
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

/// Long texts are wrapped by workers: only the requests that need the result wait for it.
extension DaemonCore {
  /// Starts to wrap the texts that a size shows of a session, if that takes long.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - viewport: the size.
  ///   - waiting: the request that waits for the result.
  /// - Returns: whether it waits; false if layout is quick, or at a limit.
  mutating func waitsForWrapping(
    _ id: UInt64,
    in viewport: CellSize,
    _ waiting: Wrapping.Waiting
  ) -> Bool {
    guard let ticket = beginWrapping(id, in: viewport) else { return false }
    return jobs.wait(waiting, forWrapping: ticket)
  }

  /// Returns the ticket of the job for a session and a size, and starts one if there is none; nil if layout is quick, or
  /// at the job limit.
  mutating func beginWrapping(_ id: UInt64, in viewport: CellSize) -> UInt64? {
    let texts = sessions[id]?.model.longTexts(in: viewport, atLeast: settings.longText) ?? []
    guard !texts.isEmpty else { return nil }
    if let known = jobs.wrapping(of: id, in: viewport) { return known }
    guard jobs.hasRoomForWrapping else { return nil }
    let ticket = run.newID()
    jobs.begin(ticket, .wrapping(Wrapping(session: id, viewport: viewport)))
    output.append(.wrap(ticket: ticket, texts))
    return ticket
  }

  /// Handles the result of a `wrap` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - texts: the wrapped texts; empty if they could not be wrapped.
  ///   - now: the time of the turn.
  package mutating func wrapped(ticket: UInt64, _ texts: [WrappedText], at now: Duration) {
    guard case .wrapping(let wrapping)? = jobs.end(ticket) else { return }
    let (id, longText) = (wrapping.session, settings.longText)
    sessions.update(id) { $0.model.add(texts, in: wrapping.viewport, atLeast: longText) }
    for waiting in wrapping.waiting {
      if sessions.isLive(id) {
        resume(waiting, in: id, at: now)
      } else if case .attach(let request) = waiting.pending.request.body {
        // Handled as if it had just arrived: it may carry the content for a new session.
        attach(request, waiting.pending, at: now)
      } else {
        answer(waiting.pending, .failure(.sessionEnded))
      }
    }
  }

  private mutating func resume(_ waiting: Wrapping.Waiting, in id: UInt64, at now: Duration) {
    switch waiting.pending.request.body {
    case .attach(let request):
      // It may have lost its rights meanwhile.
      if let refusal = accessRefusal(of: waiting.pending) {
        return answer(waiting.pending, .failure(refusal))
      }
      let session = sessions.session(ofPrivateView: id) ?? id
      join(
        request,
        session: session,
        isNew: waiting.isNew,
        waiting.pending,
        hasWaited: true,
        at: now
      )
    case .takeSnapshot(_, let viewport, _):
      answerSnapshot(SnapshotRequest(pending: waiting.pending, session: id, viewport: viewport))
    default: preconditionFailure("cannot let a request wait that needs no layout")
    }
  }
}
