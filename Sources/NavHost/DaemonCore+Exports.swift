package import NavModel
import NavSession
import NavWire

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
    }
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
        "what the session shows is not there: bring it back, then export"
      )
    }
    guard jobs.exports.begin(request.key, for: pending, at: now) else {
      let text =
        "\(DaemonLimits.exports) exports are under way, the limit: try again when one has ended"
      return fail(pending, .limitReached, text)
    }
    outbox.append(
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
  ///   - result: the file, or why it could not be written.
  ///   - now: the time of the turn.
  package mutating func exported(
    key: UInt64,
    session id: UInt64,
    _ result: Result<[UInt8], ContentFailure>,
    at now: Duration
  ) {
    // The session has ended meanwhile, and reading may have opened resources for it.
    if !sessions.isLive(id) { outbox.append(.close(session: id)) }
    if let ended = jobs.exports.end(key, result, at: now) { answer(ended.pending, ended.body) }
  }
}
