import NavCommands
import NavSession
import NavText
import NavWire

/// Content that changes while it is shown: a worker reads it again, and the session goes on at the same place between
/// two turns.
extension DaemonCore {
  /// What a session shows has changed; it is read again, once for all that comes meanwhile.
  package mutating func contentChanged(in id: UInt64) {
    guard sessions[id] != nil else {
      let isComing = loads[id] != nil || restorations.values.contains { $0.id == id }
      if isComing { changedEarly.insert(id) }
      return
    }
    reload(id, isAskedFor: false)
  }

  /// A session is there, and perhaps its content changed while it was read.
  mutating func noteHosted(_ id: UInt64) {
    if changedEarly.remove(id) != nil { reload(id, isAskedFor: false) }
  }

  /// Reads a session's content again.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - isAskedFor: whether somebody wants that, so that also programs are run once more.
  mutating func reload(_ id: UInt64, isAskedFor: Bool) {
    guard let hosted = sessions[id] else { return }
    if let missing = hosted.missing {
      // It is not there, and perhaps it is now.
      if missing.ticket == nil { sessions[id]?.missing?.lookAt = .zero }
      // What is there goes on.
      guard case .pages = missing.extent else { return }
    }
    if hosted.reload.ticket != nil {
      sessions[id]?.reload.isDueAgain = true
      sessions[id]?.reload.isAskedFor = hosted.reload.isAskedFor || isAskedFor
      return
    }
    let ticket = newID()
    let live = hosted.streams.values.compactMap { streams[$0] }.filter(\.isSubscribed)
    let viewports = Set(live.map(\.viewport))
    sessions[id]?.reload.ticket = ticket
    sessions[id]?.reload.isDueAgain = false
    sessions[id]?.reload.isAskedFor = false
    actions.append(
      .reload(
        ContentReload(
          ticket: ticket,
          session: id,
          content: hosted.content,
          shown: hosted.model.content,
          missingTabs: hosted.missingTabs,
          isAskedFor: isAskedFor,
          pages: hosted.model.openPages(seenIn: viewports),
          viewports: viewports
        )
      )
    )
  }

  /// Shows a session's directories in another order, for good: they are read again.
  mutating func show(_ id: UInt64, in order: TreeOrder) {
    guard let hosted = sessions[id] else { return }
    sessions[id]?.content = hosted.content.ordered(order)
    noteHead(of: id)
    // What is being read has the order before, and nobody waits for that any more.
    sessions[id]?.missing?.ticket = nil
    sessions[id]?.reload.ticket = nil
    sessions[id]?.reload.ready = nil
    reload(id, isAskedFor: hosted.reload.isAskedFor)
  }

  /// Content that was asked for by a `reload` action has been read, or could not be.
  ///
  /// - Parameters:
  ///   - ticket: the action's.
  ///   - id: the session of the action.
  ///   - result: the content, or why there is none; the session shows what it had then.
  ///   - now: the time of the turn.
  package mutating func reloaded(
    ticket: UInt64,
    session id: UInt64,
    _ result: Result<ReloadedContent, ContentFailure>,
    at now: Duration
  ) {
    guard sessions[id] != nil else {
      // It ended meanwhile, and reading may have begun something for it.
      actions.append(.close(session: id))
      return
    }
    guard sessions[id]?.reload.ticket == ticket else { return }
    sessions[id]?.reload.ticket = nil
    switch result {
    case .success(let content):
      if sessions[id]?.reload.ready == nil { sessions[id]?.reload.readyAt = now }
      sessions[id]?.reload.ready = content
    case .failure(let failure):
      let name = sessions[id]?.name.description ?? ""
      actions.append(.log("session '\(name)' goes on with what it had: \(failure.description)"))
      tell(id, stale: HostedReload.words(for: failure))
    }
    goOn(id, at: now)
  }

  /// Lets sessions go on with what was read, where nobody is in the middle of something.
  mutating func finishReloads(at now: Duration) {
    for (id, hosted) in sessions where hosted.reload.ready != nil { goOn(id, at: now) }
  }

  /// When the first session can go on with what was read for it; nil where that takes more than time.
  var nextReload: Duration? {
    sessions.compactMap { id, hosted in
      hosted.reload.ready == nil || isHeld(hosted) ? nil : time(ofReloading: id, hosted)
    }
    .min()
  }

  /// Whether somebody is in the middle of something that would be lost.
  private func isHeld(_ hosted: HostedSession) -> Bool {
    hosted.opening != nil || hosted.model.panOwner != nil
  }

  /// A motion that people look at goes to its end, if it does not take too long.
  private func time(ofReloading id: UInt64, _ hosted: HostedSession) -> Duration {
    min(restsAt(id), hosted.reload.readyAt + DaemonTiming.reload)
  }

  private mutating func goOn(_ id: UInt64, at now: Duration) {
    guard let hosted = sessions[id] else { return }
    if let content = hosted.reload.ready {
      guard !isHeld(hosted), now >= time(ofReloading: id, hosted) else { return }
      sessions[id]?.reload.ready = nil
      // A tab that has returned meanwhile is not to be a notice again.
      let isUpToDate = content.missingTabs == hosted.missingTabs
      if isUpToDate, let model = content.session(following: hosted.model) {
        exchange(id, for: model, at: now)
        tell(id, stale: content.failure.map(HostedReload.words) ?? "")
      } else {
        sessions[id]?.reload.isDueAgain = true
      }
    }
    guard let reload = sessions[id]?.reload, reload.ticket == nil, reload.isDueAgain else { return }
    self.reload(id, isAskedFor: reload.isAskedFor)
  }

  /// Every viewer sees in its status line why what it shows is not what there is now.
  private mutating func tell(_ id: UInt64, stale: String) {
    guard let hosted = sessions[id], hosted.reload.stale != stale else { return }
    sessions[id]?.reload.stale = stale
    sessions[id]?.isDirty = true
  }

  /// Puts another model in the place of a session's; its viewers see it with the turn's update.
  mutating func exchange(_ id: UInt64, for model: Session, at now: Duration) {
    guard var hosted = sessions[id] else { return }
    var model = model
    model.keepPreview(of: hosted.model, at: now)
    hosted.model = model
    hosted.isDirty = true
    log(hosted.findFaults(), of: hosted)
    sessions[id] = hosted
    for stream in hosted.streams.values {
      guard let viewport = streams[stream]?.viewport else { continue }
      streams[stream]?.view = hosted.model.view(in: viewport, at: now)
    }
    sessions[id]?.model = hosted.model
    noteMove(of: id)
  }
}

/// Where a session is with content that has changed.
struct HostedReload: Sendable {
  /// The reading that is under way.
  var ticket: UInt64?
  /// Whether it has changed since that was begun.
  var isDueAgain = false
  /// Whether somebody asked for that.
  var isAskedFor = false
  /// What was read, and waits until nobody is in the middle of something.
  var ready: ReloadedContent?
  var readyAt = Duration.zero
  /// Why what is shown is not what there is now, in one line; empty while it is.
  var stale = ""

  /// The longest reason that every viewer is told, in columns.
  static let reasonColumns = 80

  static func words(for failure: ContentFailure) -> String {
    let reason = sanitized(failure.brief).truncated(toColumns: reasonColumns)
    return reason + "; showing what was last read"
  }
}
