package import NavBase
import NavEngine
import NavScene
import NavWire

/// Live reload: when content changes while it is shown, a worker reads it again, and the session continues with it at
/// the same place, between two turns.
extension DaemonCore {
  /// Handles a change of a session's content: reloads it, once for all changes that come meanwhile.
  package mutating func contentChanged(in id: UInt64) {
    switch sessions.life(of: id) {
    case .loading, .restoring: sessions.noteEarlyChange(of: id)
    case .live where mayChange: reload(id, because: .changed)
    case .live: change(at: output.audit.time) { core, _ in core.contentChanged(in: id) }
    case .ended: break
    }
  }

  /// Reloads a session's content; if it is being read, once more after that.
  mutating func reload(_ id: UInt64, because cause: ReloadState.Cause) {
    guard let session = sessions[id] else { return }
    if let missing = session.missing {
      // It may exist by now.
      sessions.update(id) { $0.missing?.lookSoon(at: .zero, isRequested: cause == .requested) }
      // The part that could be read is reloaded.
      switch missing.extent {
      case .all: return
      case .pages: break
      }
    }
    guard !session.reload.isLoading else {
      sessions.update(id) { $0.reload.queue(cause) }
      return
    }
    let ticket = run.newID()
    let viewports = Set(streams.liveViewports(of: id))
    let models = ([session] + privateViews(of: session)).map(\.model)
    let begun = sessions.update(id) { $0.reload.begin(ticket, because: cause) }
    jobs.begin(ticket, .reload(session: id))
    output.append(
      .reload(
        ContentReload(
          ticket: ticket,
          session: id,
          content: session.content,
          shown: session.model.content,
          missingTabs: session.missingTabs,
          isRequested: begun == .requested,
          pages: openPages(of: session, seenIn: viewports),
          viewports: session.model.showsOtherPart ? [] : viewports,
          entries: models.compactMap(\.entryToShowInText),
          places: models.compactMap(\.placeToReopen)
        )
      )
    )
  }

  /// Returns the pages that are open in a session or in a private view of it, or that were at an earlier place, each once,
  /// and the parts of large texts that they show.
  private func openPages(
    of session: HostedSession,
    seenIn viewports: Set<CellSize>
  ) -> [PageRequest] {
    let views = privateViews(of: session)
    var pages = session.model.pagesToReload(seenIn: viewports)
    for view in views {
      let open = view.model.pagesToReload(seenIn: Set(streams.liveViewports(of: view.id)))
      for page in open where !pages.contains(page) { pages.append(page) }
    }
    // Nobody sees them, so that one that was wrapped for a viewport is enough.
    for page in ([session] + views).flatMap({ $0.earlierPlace?.pages ?? [] })
    where !pages.contains(where: { $0.reference == page.reference }) { pages.append(page) }
    return pages
  }

  private func privateViews(of session: HostedSession) -> [HostedSession] {
    sessions.privateViews(of: session.id).compactMap { sessions[$0] }
  }

  /// Changes the order in which a session's directories are listed in all its views, permanently, and reloads them.
  mutating func setOrder(of id: UInt64, to order: TreeOrder) {
    changeContent(of: id) { $0.setOrder(order) }
  }

  /// Changes what a session reads in all its views, permanently, and reloads it.
  mutating func changeContent(of id: UInt64, by change: (inout HostedSession) -> Void) {
    for view in sessions.privateViews(of: id) where sessions.privateView(view)?.owner != nil {
      sessions.update(view) { view in
        change(&view)
        _ = view.reload.cancel()
      }
      sessions.noteChange(of: view)
    }
    let next = sessions.update(id) { session in
      change(&session)
      // Ignores the loads in progress: they read the previous content.
      session.missing?.cancelLook()
      return session.reload.cancel()
    }
    guard let next else { return }
    journal.recordSession(id)
    reload(id, because: next == .requested ? .requested : .chosen)
  }

  /// Handles the result of a `reload` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - id: the session of the action.
  ///   - result: the content, or why it could not be read; then the session keeps what it shows.
  ///   - now: the time of the turn.
  package mutating func reloaded(
    ticket: UInt64,
    session id: UInt64,
    _ result: Result<ReloadedContent, ContentFailure>,
    at now: Duration
  ) {
    guard mayChange else {
      return change(at: now) { $0.reloaded(ticket: ticket, session: id, result, at: $1) }
    }
    _ = jobs.end(ticket)
    guard let name = sessions[id]?.name else {
      // The session has ended meanwhile, and reading may have opened resources for it.
      output.append(.close(session: id))
      return
    }
    let result = result.refused { refusal(ofSize: $0.memorySize, insteadOf: id) }
    let content = try? result.get()
    guard sessions.update(id, { $0.reload.end(ticket, content, at: now) }) == true else { return }
    if case .failure(let failure) = result {
      output.log(
        LogEntry("session '\(name)' keeps its last content: \(failure.description)", .warning)
      )
      setStale(id, ReloadState.staleReason(for: failure))
    }
    resumeReload(of: id, at: now)
  }

  /// Applies reloaded content to the sessions where no operation is in progress.
  mutating func applyReloads(at now: Duration) {
    for id in sessions.busy {
      if sessions.read(id, { $0.reload.ready != nil }) == true { resumeReload(of: id, at: now) }
      if let end = sessions.read(id, { $0.earlierPlace?.end }) ?? nil, end <= now {
        sessions.update(id) { $0.earlierPlace = nil }
      }
    }
  }

  /// Returns when a reload can be applied: after the running motion, and `DaemonTiming.reload` after it was read at the
  /// latest; nil if there is nothing to apply, or if that is not a matter of time.
  func timeOfReload(of session: HostedSession) -> Duration? {
    guard let ready = session.reload.ready, !session.isHeld else { return nil }
    return min(streams.restsAt(session.id), ready.since + DaemonTiming.reload)
  }

  /// Applies the content that was read, if it is time, and begins the load that follows.
  mutating func resumeReload(of id: UInt64, at now: Duration) {
    guard let session = sessions[id] else { return }
    if session.reload.ready != nil {
      guard let time = timeOfReload(of: session), time <= now else { return }
      applyReload(to: session, at: now)
    }
    if let cause = sessions[id]?.reload.due { reload(id, because: cause) }
  }

  /// Applies the content that was read; a worker does that if it may search or filter very much.
  private mutating func applyReload(to session: HostedSession, at now: Duration) {
    let id = session.id
    guard let content = sessions.update(id, { $0.reload.takeReady() }) ?? nil else { return }
    let succession = Succession(
      content: content,
      spec: session.content,
      session: session.model,
      earlier: session.earlierPlace.flatMap { $0.isValid(for: session.model, at: now) ? $0 : nil }
    )
    guard succession.isLong else { return finish(succession, succession.heir(), in: id, at: now) }
    let ticket = run.newID()
    jobs.begin(ticket, .pageLoad(session: id))
    sessions.update(id) { $0.inputs.beginSuccession(ticket) }
    output.append(.perform(OperationRun(ticket: ticket, work: .succession(succession))))
  }

  /// Replaces a session's model by the one with the content that was read.
  mutating func finish(
    _ succession: Succession,
    _ heir: Succession.Heir?,
    in id: UInt64,
    at now: Duration
  ) {
    // If other content was requested meanwhile, that is being read: this result is outdated.
    guard let session = sessions[id], session.content == succession.spec else { return }
    let content = succession.content
    let model = heir.map { successor(of: session, by: $0, succession.earlier, at: now) }
    if let origin = session.origin {
      if let model {
        replaceModel(of: id, by: model, at: now)
      }
      if model?.lacksParts ?? true {
        // Its owner has opened a page meanwhile, which is read with the next load.
        reload(origin.session, because: .changed)
      }
      return
    }
    // A missing tab that has returned meanwhile must not become a notice again.
    let isUpToDate = content.missingTabs == session.missingTabs
    if isUpToDate, let model {
      replaceModel(of: id, by: model, at: now)
      sessions.update(id) { $0.reload.noteShown() }
      // A place that was reached meanwhile is in a part of a text that was not read.
      if model.lacksParts { sessions.update(id) { $0.reload.queue(.changed) } }
      for view in sessions.privateViews(of: id) where sessions.privateView(view)?.owner != nil {
        sessions.update(view) { $0.reload.keep(content, at: now) }
        resumeReload(of: view, at: now)
      }
      setStale(id, content.failure.map(ReloadState.staleReason) ?? "")
      if content.failure == nil { endRefusedTexts(of: id) }
    } else {
      sessions.update(id) { $0.reload.queue(.changed) }
    }
  }

  /// Shows documents as themselves from now on, and says so, if their texts were asked for and could not be shown to
  /// everybody: they have notes by now.
  mutating func endRefusedTexts(of id: UInt64) {
    guard let session = sessions[id] else { return }
    let refused = session.content.textTabs.filter { !session.model.showsText(inTab: $0) }
    guard !refused.isEmpty else { return }
    let content = refused.reduce(session.content) { $0.togglingText(ofTab: $1) ?? $0 }
    let views = sessions.privateViews(of: id).filter { sessions.privateView($0)?.owner != nil }
    for id in [id] + views { sessions.update(id) { $0.content = content } }
    journal.recordSession(id)
    output.log(LogEntry("session '\(session.name)': \(ReloadState.refusedText)", .info))
    setStale(id, ReloadState.refusedText)
  }

  /// Returns a session's model with content that was read again, and keeps the place before it for a while.
  private mutating func successor(
    of session: HostedSession,
    by heir: Succession.Heir,
    _ earlier: EarlierPlace?,
    at now: Duration
  ) -> Session {
    var model = heir.model
    // A new name counts, too, while a worker is at it.
    model.countOperations(upTo: session.model.version)
    var next = earlier?.kept(until: model, isLost: !heir.hasReturned, at: now)
    // The place in the other form of a document is no earlier one.
    let isOtherForm = session.model.awaitsOtherForm
    if next == nil, !isOtherForm, !session.model.navigationState.nodes.isEmpty {
      next = EarlierPlace(in: session.model, until: model, at: now)
    }
    if let size = next?.size, size > memoryLeft { next = nil }
    sessions.update(session.id) { $0.earlierPlace = next }
    return model
  }

  /// Sets why a session's content is out of date; every viewer shows that in its status line.
  private mutating func setStale(_ id: UInt64, _ reason: String) {
    if sessions.update(id, { $0.reload.setStale(reason) }) == true { sessions.noteChange(of: id) }
  }

  /// Replaces a session's model; its viewers see it with the turn's update.
  mutating func replaceModel(of id: UInt64, by model: Session, at now: Duration) {
    let faults = sessions.update(id) { $0.replaceModel(by: model, at: now) }
    afterCommit(at: now) { $0.useModel(of: id, at: $1) }
    guard let faults, let session = sessions[id] else { return }
    sessions.noteChange(of: id)
    if session.origin == nil { log(faults, of: session) }
    recordMove(of: id)
    recordContent(of: id, at: now)
  }

  /// Lets the streams of a session continue with its model.
  private mutating func useModel(of id: UInt64, at now: Duration) {
    sessions.update(id) { streams.use(&$0.model, of: id, at: now) }
  }
}

/// Previews: a worker reads the selected entry of a list, one at a time for each session, so that moving the selection
/// never waits.
extension DaemonCore {
  /// Starts to read the previews that are due, and schedules those of sessions that have changed.
  mutating func readPreviews(at now: Duration) {
    for id in sessions.changedNow {
      sessions.update(id) { session in
        if session.model.mayPreview { session.preview.schedule(at: now) }
      }
    }
    for id in sessions.busy {
      // The next entry may be on another disk than one that does not answer.
      let expired = sessions.update(id) { $0.preview.expire(at: now) } ?? nil
      if let expired { jobs.cancel(expired) }
      let isDue = sessions.update(id) { !$0.inputs.isReading && $0.preview.takeDue(at: now) }
      if isDue == true { readPreview(of: id, at: now) }
    }
  }

  private mutating func readPreview(of id: UInt64, at now: Duration) {
    watchPreviews(of: id, at: now)
    guard let request = sessions[id]?.model.previewRequest else { return }
    let ticket = run.newID()
    jobs.begin(ticket, .preview(session: id))
    let load = PreviewState.Load(ticket: ticket, request: request, startedAt: now)
    sessions.update(id) { $0.preview.begin(load) }
    let resources = sessions.session(ofPrivateView: id) ?? id
    output.append(.loadPage(ticket: ticket, session: resources, request))
  }

  /// Opens previews if a viewport has space for them, and closes them if none has any longer.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - viewport: the viewport of a viewer that is about to watch, if any.
  ///   - now: the time of the turn.
  mutating func watchPreviews(
    of id: UInt64,
    from viewport: CellSize? = nil,
    at now: Duration
  ) {
    guard mayChange else {
      return change(at: now) { $0.watchPreviews(of: id, from: viewport, at: $1) }
    }
    let watched = streams.streams(of: id).filter(\.isTaken).map(\.viewport)
    let viewports = watched + [viewport].compactMap(\.self)
    // Until an operation that waits for a page is done, its new ids exist in its own copy: previews wait for its end.
    let isSeen = sessions.read(id) { $0.model.isPreviewSeen }
    let hasChanged = sessions.update(id) {
      !$0.inputs.isReading && $0.model.watchPreviews(from: viewports, at: now)
    }
    if hasChanged == true { sessions.noteChange(of: id) }
    if let seen = sessions.read(id, { $0.model.isPreviewSeen }), seen != isSeen {
      record(.step(.preview(isSeen: seen)), in: id, at: now)
    }
  }

  /// Handles a page that was read for a preview.
  mutating func previewLoaded(
    _ ticket: UInt64,
    _ result: Result<PreparedPage, ContentFailure>,
    for id: UInt64,
    at now: Duration
  ) {
    guard let request = sessions.update(id, { $0.preview.end(ticket) }) ?? nil else { return }
    if case .success(let page) = result, refusal(ofSize: page.content.memorySize) == nil,
      sessions.update(id, { $0.model.showPreview(page, for: request) }) == true
    {
      sessions.noteChange(of: id)
      record(.step(.previewed), in: id, at: now)
    }
    // Another entry may be selected by now.
    sessions.update(id) { $0.preview.schedule(at: now) }
  }
}
