package import NavBase
package import NavEngine
import NavScene
import NavWire

/// Inputs are performed in their order, even if one has to wait for a page to be read.
extension DaemonCore {
  /// Handles the result of a `loadPage` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - result: the page, or why it could not be read.
  ///   - now: the time of the turn.
  package mutating func pageLoaded(
    ticket: UInt64,
    _ result: Result<PreparedPage, ContentFailure>,
    at now: Duration
  ) {
    guard mayChange else {
      return change(at: now) { $0.pageLoaded(ticket: ticket, result, at: $1) }
    }
    switch jobs.end(ticket) {
    case .preview(let id): previewLoaded(ticket, result, for: id, at: now)
    case .pastPage(let page, let request): pastPageLoaded(result, page, for: request)
    case .pageLoad(let id): pageLoaded(ticket, result, for: id, at: now)
    case .load, .restoration, .reload, .snapshot, .find, .picture, .wrapping, .sync, .bundle,
      .bundleRemoval, .collecting:
      preconditionFailure("cannot load a page for another job")
    // An operation that timed out was answered before.
    case nil: break
    }
  }

  /// Handles the outcome of a `perform` action.
  package mutating func performed(_ outcome: OperationRun.Outcome, at now: Duration) {
    guard mayChange else { return change(at: now) { $0.performed(outcome, at: $1) } }
    guard case .pageLoad(let id)? = jobs.end(outcome.ticket) else { return }
    switch outcome.result {
    case .operation(let operation, let result):
      // An operation that was ended, or took too long, was answered before.
      guard let load = sessions.update(id, { $0.inputs.endLoad(outcome.ticket) }) ?? nil else {
        return
      }
      goOn(with: operation, result, load.pending, in: id, at: now)
      performWaiting(in: id, at: now)
    case .succession(let succession, let heir):
      guard sessions.update(id, { $0.inputs.endSuccession(outcome.ticket) }) == true else { return }
      finish(succession, heir, in: id, at: now)
      // Before newer content is applied, which they would wait for, too.
      performWaiting(in: id, at: now)
      resumeReload(of: id, at: now)
    }
  }

  private mutating func pageLoaded(
    _ ticket: UInt64,
    _ result: Result<PreparedPage, ContentFailure>,
    for id: UInt64,
    at now: Duration
  ) {
    guard var load = sessions.update(id, { $0.inputs.endLoad(ticket) }) ?? nil else { return }
    noteEnd(of: load, in: id)
    switch result.refused({ refusal(ofSize: $0.content.memorySize) }) {
    case .success(let page):
      do {
        try load.operation.supply(page, at: now)
        let isLong = load.operation.isLong
        run(load.operation, load.pending, in: id, isLong: isLong, at: now)
      } catch {
        fail(load.pending, error)
      }
    case .failure(let failure):
      let failure = told(failure, to: load.pending)
      let refusal = Reply.Failure(failure)
      let code = [.retry, .limitReached].contains(refusal.code) ? refusal.code : .rejected
      fail(load.pending, code, failure.description)
    }
    performWaiting(in: id, at: now)
  }

  /// Performs an input that is permitted, or lets it wait behind an operation that waits for a page, or for content that
  /// is being read.
  mutating func performInTurn(
    _ input: Request.Input,
    _ pending: PendingRequest,
    from seat: Seat,
    at now: Duration
  ) {
    let id = target(of: seat, staysInView: input.action.staysInView)
    guard let policy = sessions.read(id, { $0.control.policy }) else { return }
    if policy != .open { sessions.update(id) { $0.noteMove(at: now) } }
    if input.action.endsSearches { endSearches(in: id, at: now) }
    let waits = sessions.read(id) {
      $0.inputs.isReading || ($0.isAwaited(at: now) && !input.action.endsPan)
    }
    guard waits == true else { return perform(input, pending, from: seat, in: id, at: now) }
    let waiting = WaitingInput(pending: pending, input: input)
    if sessions.update(id, { $0.inputs.wait(waiting) }) == false {
      fail(pending, .retry, "a page is being read and many wait for it: try again")
    }
  }

  /// Rejects operations whose page or content was not read in time, so that the session can continue.
  mutating func expirePageLoads(at now: Duration) {
    for id in sessions.busy {
      guard let (load, isEmpty) = sessions.read(id, { ($0.inputs.pageLoad, $0.inputs.isEmpty) })
      else { continue }
      guard let load else {
        if !isEmpty { performWaiting(in: id, at: now) }
        continue
      }
      guard load.deadline <= now else { continue }
      sessions.update(id) { _ = $0.inputs.endLoad(load.ticket) }
      noteEnd(of: load, in: id)
      cancel(load)
      fail(load.pending, .timedOut, load.lateness)
      performWaiting(in: id, at: now)
    }
  }

  /// Ignores the page for which an operation waits, and ends the search for it.
  mutating func cancel(_ load: PendingPageLoad) {
    jobs.cancel(load.ticket)
    if load.isSearch { output.append(.endSearch(ticket: load.ticket)) }
  }

  // MARK: Searches of large texts

  /// Handles a report of a `loadPage` action: how far its search is.
  package mutating func searched(ticket: UInt64, _ progress: SearchProgress, at now: Duration) {
    guard mayChange else {
      return change(at: now) { $0.searched(ticket: ticket, progress, at: $1) }
    }
    guard case .pageLoad(let id)? = jobs[ticket] else { return }
    let load = sessions.update(id) {
      $0.inputs.noteProgress(progress, of: ticket, at: now)
      return $0.inputs.pageLoad
    }
    sessions.noteChange(of: id)
    if let load = load ?? nil, load.ticket == ticket, let repetition = load.repetition {
      report(load.work, to: repetition)
    }
  }

  /// Notes that an operation which is in progress was sent again: it is still wanted.
  mutating func noteRepetition(of pending: PendingRequest, at now: Duration) {
    guard mayChange else { return change(at: now) { $0.noteRepetition(of: pending, at: $1) } }
    for id in sessions.busy {
      let work = sessions.update(id) { $0.inputs.noteRepetition(of: pending, at: now) } ?? nil
      if let work { report(work, to: pending) }
    }
  }

  /// Tells a script how far its input is: only after it has sent that again, because a REQ socket takes the first reply
  /// for the answer.
  private mutating func report(_ work: String, to repetition: PendingRequest) {
    guard repetition.isInputOfScript else { return }
    output.send(repetition, .failure(Reply.Failure(.inProgress, work)))
  }

  /// Ends the search of a large text in a session, and those that wait behind it.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - now: the time of the turn.
  ///   - isMeant: whether the search of a request is meant.
  mutating func endSearches(
    in id: UInt64,
    at now: Duration,
    where isMeant: @escaping (PendingRequest) -> Bool = { _ in true }
  ) {
    guard mayChange else {
      return change(at: now) { $0.endSearches(in: id, at: $1, where: isMeant) }
    }
    let ended = sessions.update(id) { $0.inputs.endSearches(where: isMeant) }
    guard let ended else { return }
    for pending in ended.waiting { fail(pending, .timedOut, "the search was ended") }
    guard let search = ended.search else { return }
    noteEnd(of: search, in: id)
    cancel(search)
    fail(search.pending, .timedOut, search.ending)
    performWaiting(in: id, at: now)
  }

  /// Notes that the scenes of a session do not show any more how far a search is.
  private mutating func noteEnd(of load: PendingPageLoad, in id: UInt64) {
    if load.progress != nil { sessions.noteChange(of: id) }
  }

  private mutating func perform(
    _ input: Request.Input,
    _ pending: PendingRequest,
    from seat: Seat,
    in id: UInt64,
    at now: Duration
  ) {
    let state = sessions.read(id) { ($0.epoch, $0.model, $0.origin?.owner != nil) }
    guard let (epoch, shown, isOwnView) = state else { return }
    var model = shown
    if let failure = refusal(of: input, pending.request.precondition, epoch: epoch, model) {
      return answer(pending, .failure(failure))
    }
    var action = input.action
    if case .command(.past(let isForward)) = action {
      switch rewind(id, forward: isForward, at: now) {
      case .success(let past):
        action = .replay(past.steps)
        model = Session(past.content)
        model.inherit(from: shown)
      case .failure(let rejection): return fail(pending, rejection)
      }
    } else if isOwnView {
      sessions.update(id) { $0.past?.seconds = 0 }
      model.endReplay()
    }
    let viewer = seat.isNamedViewer ? seat.viewer : nil
    let view =
      viewer.flatMap { seenView(of: id, by: $0) }
      ?? SessionView(viewport: input.viewport ?? .standardTerminal)
    let followers = input.action.regardsFollowers ? streams.liveViewports(of: id) : []
    let operation = SessionOperation(
      action,
      on: model,
      seenBy: view,
      followedIn: followers,
      // No input counts as that of a viewer that the sender does not own.
      by: seat.isForeign ? 0 : seat.named ?? 0
    )
    let sizes = viewer == nil || isBehind(id) ? [view.viewport] + followers : []
    let isLong = operation.isLong || sizes.contains { hasLongText(id, in: $0) }
    run(operation, pending, in: id, isLong: isLong, at: now)
  }

  /// Whether a viewer may not see the newest state of a session yet; for those that do, its texts are wrapped.
  private func isBehind(_ id: UInt64) -> Bool {
    sessions.changedNow.contains(id) || streams.isBehind(id)
  }

  /// Returns why an input is not performed; nil if it is.
  private func refusal(
    of input: Request.Input,
    _ precondition: Request.Precondition?,
    epoch: UInt64,
    _ model: Session
  ) -> Reply.Failure? {
    if let named = input.epoch, named != epoch {
      // Since the restart, container ids may belong to other containers, and there are no private views.
      return Reply.Failure(
        .staleView,
        "navd was restarted, and this may mean something else by now: do it once more"
      )
    }
    guard let precondition else { return nil }
    let (version, top) = (model.version, model.top)
    guard precondition.version ?? version != version || precondition.top ?? top != top else {
      return nil
    }
    var failure = Reply.Failure(
      .preconditionFailed,
      "nothing was done: the session is at version \(version), page '\(top)'"
    )
    failure.found = Reply.Failure.Found(version: version, top: top)
    return failure
  }

  /// Returns how a viewer sees a session; for a speaker, as it would see it in the whole size; nil if it does not.
  private func seenView(of session: UInt64, by viewer: AttachedViewer) -> SessionView? {
    if hosted(for: viewer) == session { return view(of: viewer) }
    guard viewer.choice == .speaker, viewer.session == session else { return nil }
    return SessionView(viewport: layout(of: viewer))
  }

  /// Returns what a viewer sees; a stale stream has no history.
  func view(of viewer: AttachedViewer) -> SessionView {
    streams.read(viewer.stream) { $0.isStale ? SessionView(viewport: $0.viewport) : $0.view }
      ?? SessionView(viewport: viewer.viewport)
  }

  /// Returns the size of the layout that a viewer sees.
  func layout(of viewer: AttachedViewer) -> CellSize {
    streams.read(viewer.stream) { $0.viewport } ?? viewer.viewport
  }

  /// Carries out an operation as far as possible; a worker does it if that takes long.
  private mutating func run(
    _ operation: SessionOperation,
    _ pending: PendingRequest,
    in id: UInt64,
    isLong: Bool,
    at now: Duration
  ) {
    if isLong {
      let ticket = run.newID()
      jobs.begin(ticket, .pageLoad(session: id))
      let load = PendingPageLoad(ticket: ticket, for: operation, pending, at: now)
      sessions.update(id) { $0.inputs.beginLoad(load) }
      let run = OperationRun(ticket: ticket, work: .operation(operation, start: now))
      return output.append(.perform(run))
    }
    var operation = operation
    let result = operation.result(at: now)
    goOn(with: operation, result, pending, in: id, at: now)
  }

  /// Ends an operation, or has the page read that it needs.
  private mutating func goOn(
    with operation: SessionOperation,
    _ result: Result<SessionOperation.Progress, Rejection>,
    _ pending: PendingRequest,
    in id: UInt64,
    at now: Duration
  ) {
    if let refusal = refusal(of: operation, pending, in: id) {
      return fail(pending, .rejected, refusal)
    }
    switch result {
    case .success(.done(let model)):
      finishOperation(operation, with: model, pending, in: id, at: now)
    case .success(.needs(let request)): loadPage(request, for: operation, pending, in: id, at: now)
    case .failure(let rejection): fail(pending, rejection)
    }
  }

  /// Returns why an operation has no effect on a session that shows a notice instead of its content, unless it asks to
  /// read that again or ends a pan; nil otherwise.
  private func refusal(
    of operation: SessionOperation,
    _ pending: PendingRequest,
    in id: UInt64
  ) -> String? {
    guard !operation.requestsReload, case .input(let input) = pending.request.body,
      !input.action.endsPan, sessions.read(id, { $0.showsNotice }) == true
    else { return nil }
    return sessions[id]?.model.position.title
  }

  /// Replaces a session's model by the copy on which an operation was carried out, and answers.
  private mutating func finishOperation(
    _ operation: SessionOperation,
    with model: Session,
    _ pending: PendingRequest,
    in id: UInt64,
    at now: Duration
  ) {
    let session = sessions.session(ofPrivateView: id) ?? id
    // A rewind changes neither the content of the session nor its order.
    let isRewind = pending.request.isRewind
    let toggledTab = isRewind ? nil : operation.toggledTab
    let order = isRewind ? nil : operation.chosenOrder
    let requestsReload = !isRewind && operation.requestsReload
    let content = toggledTab.map { sessions[session]?.content.togglingText(ofTab: $0) }
    if case .some(.none) = content {
      return fail(
        pending,
        .rejected,
        "no text to show: only a deck, a document or a scene that a file was opened as has one"
      )
    }
    if let tab = toggledTab, sessions[session]?.content.isScene(inTab: tab) == false,
      sessions[session]?.model.hasNotes == true
    {
      return fail(
        pending,
        .rejected,
        "everybody would see the notes in its text: read it in an editor"
      )
    }
    if session != id, order != nil || requestsReload || content != nil,
      case .input(let input) = pending.request.body,
      let refusal = refusal(
        of: .changeContent,
        from: seat(of: pending, naming: input.viewer, in: session)
      )
    {
      return answer(pending, .failure(refusal))
    }
    let adopted = sessions.update(id) { session in
      guard isRewind else { return session.adopt(model, of: operation) }
      let isOtherContent = session.model.content != model.content
      session.rewind(to: model)
      if isOtherContent { streams.use(&session.model, of: id, at: now) }
      return (session.model.version, [])
    }
    guard let (version, faults) = adopted else { return }
    record(operation, in: id, at: now)
    if !faults.isEmpty, let hosted = sessions[session] { log(faults, of: hosted) }
    if let order { setOrder(of: session, to: order) }
    if let content = content ?? nil { changeContent(of: session) { $0.show(content) } }
    if requestsReload { reload(session, because: .requested) }
    sessions.noteChange(of: id)
    recordMove(of: id)
    answer(pending, .accepted(version: version, noEffect: isRewind ? nil : operation.noEffect))
  }

  /// Has a worker read a page for which an operation waits.
  private mutating func loadPage(
    _ page: PageRequest,
    for operation: SessionOperation,
    _ pending: PendingRequest,
    in id: UInt64,
    at now: Duration
  ) {
    var page = page
    let ticket = run.newID()
    page.availableSizes = operation.availableSizes(
      for: page,
      in: Set(streams.liveViewports(of: id))
    )
    jobs.begin(ticket, .pageLoad(session: id))
    let load = PendingPageLoad(page, ticket: ticket, for: operation, pending, at: now)
    sessions.update(id) { $0.inputs.beginLoad(load) }
    let resources = sessions.session(ofPrivateView: id) ?? id
    output.append(.loadPage(ticket: ticket, session: resources, page))
  }

  /// Performs the waiting inputs, up to the next one that needs a page.
  mutating func performWaiting(in id: UInt64, at now: Duration) {
    while let next = sessions.update(id, { $0.isAwaited(at: now) ? nil : $0.inputs.next() }) ?? nil
    {
      let session = sessions.session(ofPrivateView: id) ?? id
      let seat = seat(of: next.pending, naming: next.input.viewer, in: session)
      perform(next.input, next.pending, from: seat, in: id, at: now)
    }
  }
}

extension Request {
  /// Whether it steps through what was shown.
  fileprivate var isRewind: Bool {
    if case .input(let input) = body, case .command(.past) = input.action { true } else { false }
  }
}

/// Pans in progress, which are passing and not stored (proto/README.md: Input, exactly once).
extension DaemonCore {
  /// Handles the move of a viewer's pan; the newest position counts.
  mutating func movePan(_ move: Request.PanMove, of viewer: AttachedViewer, at now: Duration) {
    let (id, view) = (hosted(for: viewer), view(of: viewer))
    // A later move counts as much, once the text is wrapped.
    if isBehind(id), hasLongText(id, in: view.viewport) {
      beginWrapping(id, in: view.viewport)
      return
    }
    let isBeginning =
      sessions.update(id) { $0.movePan(move.pan, by: viewer.id, seenBy: view, at: now) } ?? nil
    guard let isBeginning else { return }
    // A pan that stops a motion changes where it comes to rest.
    if isBeginning { recordMove(of: id) }
    sessions.noteChange(of: id)
  }

  /// Records for the store that a session's place may have changed; private views are not stored.
  mutating func recordMove(of id: UInt64) {
    if sessions.session(ofPrivateView: id) == nil { journal.recordMove(of: id) }
  }

  /// Releases the pans of viewers that are gone or may not move their session any more, and pans without a move for
  /// `DaemonTiming.pan`.
  mutating func expirePans(at now: Duration) {
    for id in sessions.busy {
      // While a page is read, a copy waits to replace the session's model.
      let state = sessions.read(id) {
        ($0.inputs.isReading ? nil : $0.model.panOwner, $0.control, $0.pan)
      }
      guard let (owner, control, pan) = state, let owner else { continue }
      let viewer = viewers[owner]
      let mayMove =
        viewer.map { control.mayMove(participant(of: $0.owner, in: $0.session).identity) } ?? false
      guard viewer.map({ hosted(for: $0) }) != id || !mayMove || pan.deadline <= now else {
        continue
      }
      let seen = viewer.map { view(of: $0) } ?? SessionView(viewport: pan.viewport)
      let release = sessions.read(id) { $0.model.pan.map { PanEnd($0.move) } } ?? nil
      sessions.update(id) {
        $0.model.letGo(seenBy: seen, at: now)
        $0.endMarkOfOtherPage()
      }
      if let release {
        record(.step(.input(RecordedInput(.release(release), in: seen.viewport))), in: id, at: now)
      }
      sessions.noteChange(of: id)
      recordMove(of: id)
    }
  }
}
