import NavGeometry
import NavModel
import NavSession
import NavWire

/// Previews: a worker reads the selected entry of a list, one at a time for each session, so that moving the selection
/// never waits.
extension DaemonCore {
  /// Starts to read the previews that are due, and schedules those of sessions that have changed.
  mutating func readPreviews(at now: Duration) {
    for id in sessions.changed { sessions.update(id) { $0.preview.schedule(at: now) } }
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
    outbox.append(.loadPage(ticket: ticket, session: id, request))
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
    let watched = streams.streams(of: id).filter(\.isTaken).map(\.viewport)
    let viewports = watched + [viewport].compactMap(\.self)
    // Until an operation that waits for a page is done, its new ids exist in its own copy: previews wait for its end.
    let hasChanged = sessions.update(id) {
      !$0.inputs.isReading && $0.model.watchPreviews(from: viewports, at: now)
    }
    if hasChanged == true { sessions.noteChange(of: id) }
  }

  /// Handles a page that was read for a preview.
  mutating func previewLoaded(
    _ ticket: UInt64,
    _ result: Result<PreparedPage, ContentFailure>,
    for id: UInt64,
    at now: Duration
  ) {
    guard let request = sessions.update(id, { $0.preview.end(ticket) }) ?? nil else { return }
    if case .success(let page) = result,
      sessions.update(id, { $0.model.showPreview(page, for: request) }) == true
    {
      sessions.noteChange(of: id)
    }
    // Another entry may be selected by now.
    sessions.update(id) { $0.preview.schedule(at: now) }
  }
}
