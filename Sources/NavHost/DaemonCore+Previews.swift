import NavGeometry
import NavSession
import NavWire

/// Previews: the selected entry of a list is read by a worker, one at a time for each session, and whoever moves on
/// meanwhile waits for nothing.
extension DaemonCore {
  /// Something has changed that a session's preview may have to follow.
  mutating func notePreview(of id: UInt64, at now: Duration) {
    guard let hosted = sessions[id], hosted.preview.dueAt == nil else { return }
    let next = hosted.preview.readAt.map { $0 + DaemonTiming.preview } ?? now
    sessions[id]?.preview.dueAt = max(now, next)
  }

  /// Reads what previews are to show by now.
  mutating func readPreviews(at now: Duration) {
    for (id, hosted) in sessions where hosted.isDirty { notePreview(of: id, at: now) }
    for (id, hosted) in sessions {
      if let since = hosted.preview.startedAt, now - since >= DaemonTiming.opening {
        // Its disk does not answer; the next entry may lie on another one.
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

  /// Previews come where somebody has room for them, and go with the last one who has.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - viewport: of somebody who is about to watch; nil for nobody.
  ///   - now: the time.
  mutating func watchPreviews(
    of id: UInt64,
    from viewport: CellSize? = nil,
    at now: Duration
  ) {
    // The ids of an operation that waits for a page are its own: previews wait for its end.
    guard let hosted = sessions[id], hosted.opening == nil else { return }
    let watched = hosted.streams.values.compactMap { streams[$0] }
      .filter { $0.isSubscribed || $0.viewers > 0 }
    let viewports = watched.map(\.viewport) + [viewport].compactMap(\.self)
    if sessions[id]?.model.watchPreviews(from: viewports, at: now) == true {
      sessions[id]?.isDirty = true
    }
  }

  /// A page that was asked for is a preview.
  ///
  /// - Returns: whether it is.
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

  /// When the next preview is to be read.
  var nextPreview: Duration? {
    sessions.values.filter { $0.opening == nil }.compactMap { hosted in
      hosted.preview.ticket == nil
        ? hosted.preview.dueAt : hosted.preview.startedAt.map { $0 + DaemonTiming.opening }
    }
    .min()
  }
}

/// Where a session is with its preview.
struct HostedPreview: Sendable {
  /// The reading that is under way, and since when.
  var ticket: UInt64?
  var request: PageRequest?
  var startedAt: Duration?
  /// When the last one was begun.
  var readAt: Duration?
  /// When it is to be looked whether the preview shows what is selected; nil for not at all.
  var dueAt: Duration?

  /// Whether what is selected may not be shown yet.
  var isUnderWay: Bool { ticket != nil || dueAt != nil }

  mutating func forget() {
    ticket = nil
    request = nil
    startedAt = nil
  }
}
