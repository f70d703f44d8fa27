import NavGeometry
package import NavModel
package import NavSession
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
    if previewLoaded(ticket: ticket, result, at: now) { return }
    // An operation that timed out was answered before.
    guard let id = openings.removeValue(forKey: ticket), var opening = sessions[id]?.opening else {
      return
    }
    sessions[id]?.opening = nil
    switch result {
    case .success(let page):
      do {
        try opening.operation.supply(page, at: now)
        run(opening.operation, opening.pending, in: id, at: now)
      } catch {
        answer(opening.pending, .failure(Reply.Failure(.rejected, error.description)))
      }
    case .failure(let failure):
      answer(opening.pending, .failure(Reply.Failure(.rejected, failure.description)))
    }
    performWaiting(in: id, at: now)
  }

  mutating func accept(_ input: Request.Input, _ pending: PendingRequest, at now: Duration) {
    guard let id = session(input.session, for: pending), let hosted = sessions[id] else { return }
    guard hosted.opening != nil else { return perform(input, pending, in: id, at: now) }
    guard hosted.waitingInputs.count < DaemonLimits.waitingInputs else {
      return answer(
        pending,
        .failure(Reply.Failure(.retry, "a page is being read and many wait for it: try again"))
      )
    }
    sessions[id]?.waitingInputs.append(WaitingInput(pending: pending, input: input))
  }

  /// Rejects operations whose page was not read in time, so that the session can continue.
  mutating func expireOpenings(at now: Duration) {
    for (ticket, id) in openings {
      guard let opening = sessions[id]?.opening,
        now - opening.startedAt >= DaemonTiming.opening
      else { continue }
      openings[ticket] = nil
      sessions[id]?.opening = nil
      let seconds = DaemonTiming.opening.components.seconds
      answer(
        opening.pending,
        .failure(
          Reply.Failure(
            .rejected,
            "\(opening.label) could not be read within \(seconds) s: try again, or look at its disk"
          )
        )
      )
      performWaiting(in: id, at: now)
    }
  }

  private mutating func perform(
    _ input: Request.Input,
    _ pending: PendingRequest,
    in id: UInt64,
    at now: Duration
  ) {
    guard let hosted = sessions[id] else { return }
    if let failure = refusal(of: input, pending.request.precondition, in: hosted) {
      return answer(pending, .failure(failure))
    }
    let viewer = input.viewer.flatMap { viewers[$0] }.flatMap { $0.session == id ? $0 : nil }
    let operation = SessionOperation(
      input.action.sessionAction(of: input.viewer ?? 0),
      on: hosted.model,
      seenBy: viewer.map { view(of: $0) }
        ?? SessionView(viewport: input.viewport ?? .standardTerminal)
    )
    run(operation, pending, in: id, at: now)
  }

  /// Returns why an input is not performed; nil if it is.
  private func refusal(
    of input: Request.Input,
    _ precondition: Request.Precondition?,
    in hosted: HostedSession
  ) -> Reply.Failure? {
    if let named = input.epoch, named != epoch, input.action.namesContainers {
      // Since the restart, container ids may belong to other containers.
      return Reply.Failure(
        .staleView,
        "navd was restarted, and what was hit may be another thing now: do it once more"
      )
    }
    guard let precondition else { return nil }
    let (version, top) = (hosted.model.version, hosted.model.top)
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

  /// Returns what a viewer sees; a stale stream has no history.
  func view(of viewer: Viewer) -> SessionView {
    guard let stream = streams[viewer.stream], !stream.isStale else {
      return SessionView(viewport: layout(of: viewer))
    }
    return stream.view
  }

  /// Returns the size of the layout that a viewer sees.
  func layout(of viewer: Viewer) -> CellSize {
    streams[viewer.stream]?.viewport ?? viewer.viewport
  }

  private mutating func run(
    _ operation: SessionOperation,
    _ pending: PendingRequest,
    in id: UInt64,
    at now: Duration
  ) {
    var operation = operation
    do {
      switch try operation.run(at: now) {
      case .done(var model):
        let current = sessions[id]?.model
        if let current { model.succeed(current) }
        sessions[id]?.model = model
        if let order = model.treeOrder, order != current?.treeOrder { show(id, in: order) }
        if model.reloadsAskedFor != current?.reloadsAskedFor { reload(id, isAskedFor: true) }
        sessions[id]?.isDirty = true
        noteMove(of: id)
        answer(pending, .accepted(version: model.version, noEffect: operation.noEffect))
      case .needs(var request):
        let ticket = newID()
        let seen = (sessions[id]?.streams.values).map(Array.init) ?? []
        let live = seen.compactMap { streams[$0] }.filter(\.isSubscribed)
        request.rooms = operation.rooms(for: request, in: Set(live.map(\.viewport)))
        openings[ticket] = id
        sessions[id]?.opening = Opening(
          ticket: ticket,
          pending: pending,
          operation: operation,
          label: request.label,
          startedAt: now
        )
        actions.append(.loadPage(ticket: ticket, session: id, request))
      }
    } catch {
      answer(pending, .failure(Reply.Failure(.rejected, error.description)))
    }
  }

  /// Performs the waiting inputs, up to the next one that needs a page.
  private mutating func performWaiting(in id: UInt64, at now: Duration) {
    while let hosted = sessions[id], hosted.opening == nil, !hosted.waitingInputs.isEmpty {
      guard let next = sessions[id]?.waitingInputs.removeFirst() else { return }
      perform(next.input, next.pending, in: id, at: now)
    }
  }
}

extension Request.Input.Action {
  /// Whether it names containers of a scene.
  fileprivate var namesContainers: Bool {
    switch self {
    case .tap, .follow, .release: true
    case .command, .keys, .visit: false
    }
  }

  fileprivate func sessionAction(of viewer: UInt64) -> SessionAction {
    switch self {
    case .command(let command): .command(command)
    case .keys(let keys): .keys(keys)
    case .tap(let container, let row): .tap(container, row: row)
    case .follow(let page, let link): .follow(page, link: link)
    case .release(let release): .release(PanEnd(release, of: viewer))
    case .visit(let visit): .visit(visit)
    }
  }
}
