import NavCommands
package import NavModel
import NavSession
import NavText
import NavWire

/// Live reload: when content changes while it is shown, a worker reads it again, and the session continues with it at
/// the same place, between two turns.
extension DaemonCore {
  /// Handles a change of a session's content: reloads it, once for all changes that come meanwhile.
  package mutating func contentChanged(in id: UInt64) {
    guard sessions[id] != nil else {
      let isComing = loads[id] != nil || restorations.values.contains { $0.id == id }
      if isComing { changedEarly.insert(id) }
      return
    }
    reload(id, isAskedFor: false)
  }

  /// Reloads a session that was just created, if its content changed while it was read.
  mutating func noteHosted(_ id: UInt64) {
    if changedEarly.remove(id) != nil { reload(id, isAskedFor: false) }
  }

  /// Reloads a session's content.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - isAskedFor: whether a user requested it; then programs are run again, too.
  mutating func reload(_ id: UInt64, isAskedFor: Bool) {
    guard let hosted = sessions[id] else { return }
    if let missing = hosted.missing {
      // It may exist by now.
      if missing.ticket == nil { sessions[id]?.missing?.lookAt = .zero }
      // The part that could be read is reloaded.
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

  /// Changes the order in which a session's directories are listed, permanently, and reloads them.
  mutating func show(_ id: UInt64, in order: TreeOrder) {
    guard let hosted = sessions[id] else { return }
    sessions[id]?.content = hosted.content.ordered(order)
    noteHead(of: id)
    // Cancels loads in progress: they use the previous order.
    sessions[id]?.missing?.ticket = nil
    sessions[id]?.reload.ticket = nil
    sessions[id]?.reload.ready = nil
    reload(id, isAskedFor: hosted.reload.isAskedFor)
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
    guard sessions[id] != nil else {
      // The session has ended meanwhile, and reading may have opened resources for it.
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

  /// Applies reloaded content to the sessions where no operation is in progress.
  mutating func finishReloads(at now: Duration) {
    for (id, hosted) in sessions where hosted.reload.ready != nil { goOn(id, at: now) }
  }

  /// When the first session can apply its reloaded content; nil if that is not a matter of time.
  var nextReload: Duration? {
    sessions.compactMap { id, hosted in
      hosted.reload.ready == nil || isHeld(hosted) ? nil : time(ofReloading: id, hosted)
    }
    .min()
  }

  /// Whether a page load or a pan is in progress, which a reload would break.
  private func isHeld(_ hosted: HostedSession) -> Bool {
    hosted.opening != nil || hosted.model.panOwner != nil
  }

  /// Returns when a reload can be applied: after the running motion, and `DaemonTiming.reload` after it was read at the
  /// latest.
  private func time(ofReloading id: UInt64, _ hosted: HostedSession) -> Duration {
    min(restsAt(id), hosted.reload.readyAt + DaemonTiming.reload)
  }

  private mutating func goOn(_ id: UInt64, at now: Duration) {
    guard let hosted = sessions[id] else { return }
    if let content = hosted.reload.ready {
      guard !isHeld(hosted), now >= time(ofReloading: id, hosted) else { return }
      sessions[id]?.reload.ready = nil
      // A missing tab that has returned meanwhile must not become a notice again.
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

  /// Sets why a session's content is out of date; every viewer shows that in its status line.
  private mutating func tell(_ id: UInt64, stale: String) {
    guard let hosted = sessions[id], hosted.reload.stale != stale else { return }
    sessions[id]?.reload.stale = stale
    sessions[id]?.isDirty = true
  }

  /// Replaces a session's model; its viewers see it with the turn's update.
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

/// The state of a session's reload.
struct HostedReload: Sendable {
  /// The load in progress.
  var ticket: UInt64?
  /// Whether the content has changed since that load was started.
  var isDueAgain = false
  /// Whether a user requested the next reload.
  var isAskedFor = false
  /// Content that was read, and waits until it can be applied.
  var ready: ReloadedContent?
  var readyAt = Duration.zero
  /// Why the content shown is out of date, in one line; empty if it is current.
  var stale = ""

  /// The longest such reason that is shown to viewers, in columns.
  static let reasonColumns = 80

  static func words(for failure: ContentFailure) -> String {
    let reason = sanitized(failure.brief).truncated(toColumns: reasonColumns)
    return reason + "; showing what was last read"
  }
}
