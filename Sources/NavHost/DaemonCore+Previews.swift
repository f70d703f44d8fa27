import NavGeometry
import NavModel
import NavSession
import NavWire

/// Previews: a worker reads the selected entry of a list, one at a time for each session, so that moving the selection
/// never waits.
extension DaemonCore {
  /// Schedules a check of a session's preview, after a change that may concern it.
  mutating func notePreview(of id: UInt64, at now: Duration) {
    guard let hosted = sessions[id], hosted.preview.dueAt == nil else { return }
    let next = hosted.preview.readAt.map { $0 + DaemonTiming.preview } ?? now
    sessions[id]?.preview.dueAt = max(now, next)
  }

  /// Starts to read the previews that are due.
  mutating func readPreviews(at now: Duration) {
    for (id, hosted) in sessions where hosted.isDirty { notePreview(of: id, at: now) }
    for (id, hosted) in sessions {
      if let since = hosted.preview.startedAt, now - since >= DaemonTiming.opening {
        // Its disk does not answer; the next entry may be on another disk.
        sessions[id]?.preview.forget()
      }
      guard let due = hosted.preview.dueAt, due <= now, sessions[id]?.preview.ticket == nil,
        hosted.opening == nil
      else { continue }
      sessions[id]?.preview.dueAt = nil
      readPreview(of: id, at: now)
    }
  }

  private mutating func readPreview(of id: UInt64, at now: Duration) {
    watchPreviews(of: id, at: now)
    guard let request = sessions[id]?.model.previewRequest else { return }
    let ticket = newID()
    sessions[id]?.preview.ticket = ticket
    sessions[id]?.preview.request = request
    sessions[id]?.preview.startedAt = now
    sessions[id]?.preview.readAt = now
    actions.append(.loadPage(ticket: ticket, session: id, request))
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
    // Until an operation that waits for a page is done, its new ids exist in its own copy: previews wait for its end.
    guard let hosted = sessions[id], hosted.opening == nil else { return }
    let watched = hosted.streams.values.compactMap { streams[$0] }
      .filter { $0.isSubscribed || $0.viewers > 0 }
    let viewports = watched.map(\.viewport) + [viewport].compactMap(\.self)
    if sessions[id]?.model.watchPreviews(from: viewports, at: now) == true {
      sessions[id]?.isDirty = true
    }
  }

  /// Handles a page that was read, if it was requested for a preview.
  ///
  /// - Returns: whether it was.
  mutating func previewLoaded(
    ticket: UInt64,
    _ result: Result<PreparedPage, ContentFailure>,
    at now: Duration
  ) -> Bool {
    guard let id = sessions.first(where: { $0.value.preview.ticket == ticket })?.key,
      let request = sessions[id]?.preview.request
    else { return false }
    sessions[id]?.preview.forget()
    if case .success(let page) = result,
      sessions[id]?.model.showPreview(page, for: request) == true
    {
      sessions[id]?.isDirty = true
    }
    // Another entry may be selected by now.
    notePreview(of: id, at: now)
    return true
  }

  /// When the next preview is to be read, or a reading times out.
  var nextPreview: Duration? {
    sessions.values.filter { $0.opening == nil }.compactMap { hosted in
      hosted.preview.ticket == nil
        ? hosted.preview.dueAt : hosted.preview.startedAt.map { $0 + DaemonTiming.opening }
    }
    .min()
  }
}

/// The state of a session's preview.
struct HostedPreview: Sendable {
  /// The page load in progress, and when it was started.
  var ticket: UInt64?
  var request: PageRequest?
  var startedAt: Duration?
  /// When the last page load was started.
  var readAt: Duration?
  /// When to check whether the preview shows the selected entry; nil if no check is due.
  var dueAt: Duration?

  /// Whether the preview may not show the selected entry yet.
  var isUnderWay: Bool { ticket != nil || dueAt != nil }

  mutating func forget() {
    ticket = nil
    request = nil
    startedAt = nil
  }
}
