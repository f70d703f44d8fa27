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
    if exports[request.key] != nil {
      exports[request.key]?.askedAt = now
      return hand(out: request, to: pending)
    }
    guard request.part == 0 else {
      return answer(pending, .failure(.exportGone))
    }
    guard let hosted = sessions[id], hosted.missing == nil else {
      return answer(pending, .failure(.nothingToExport))
    }
    makeRoomForExport()
    guard exports.count < DaemonLimits.exports else {
      return answer(
        pending,
        .failure(
          Reply.Failure(
            .limitReached,
            "\(DaemonLimits.exports) exports are under way, the limit: try again when one has ended"
          )
        )
      )
    }
    exports[request.key] = HeldExport(startedAt: now, waiting: pending)
    actions.append(
      .export(
        ContentExporting(
          key: request.key,
          session: id,
          name: hosted.name.description,
          content: hosted.content,
          format: request.format,
          pages: hosted.model.openPages(seenIn: [])
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
    if sessions[id] == nil { actions.append(.close(session: id)) }
    guard let held = exports[key] else { return }
    switch result {
    case .success(let bytes):
      exports[key]?.bytes = bytes
      exports[key]?.askedAt = now
      exports[key]?.waiting = nil
      guard let pending = held.waiting, case .export(let request) = pending.request.body else {
        return
      }
      hand(out: request, to: pending)
    case .failure(let failure):
      exports[key] = nil
      let code: Reply.Failure.Code = failure.isForbidden ? .notPermitted : .noSuchInput
      if let pending = held.waiting {
        answer(pending, .failure(Reply.Failure(code, failure.description)))
      }
    }
  }

  /// Removes exports that were not requested for `DaemonTiming.export`, and those that took too long to read.
  mutating func expireExports(at now: Duration) {
    for (key, held) in exports where now >= held.expiry {
      exports[key] = nil
      guard let pending = held.waiting else { continue }
      let seconds = DaemonTiming.export.components.seconds
      let text = "it could not be read within \(seconds) s: try again, or look at its disk"
      answer(pending, .failure(Reply.Failure(.rejected, text)))
    }
  }

  var nextExportExpiry: Duration? { exports.values.map(\.expiry).min() }

  private mutating func hand(out request: Request.Export, to pending: PendingRequest) {
    guard let bytes = exports[request.key]?.bytes else {
      // A repeated request replaces the earlier one.
      exports[request.key]?.waiting = pending
      return
    }
    let size = Request.Export.partBytes
    let count = max(1, (bytes.count + size - 1) / size)
    guard request.part < count else { return answer(pending, .failure(.exportGone)) }
    let start = request.part * size
    let part = Array(bytes[start..<min(bytes.count, start + size)])
    if request.part == count - 1 { exports[request.key]?.isHandedOut = true }
    answer(
      pending,
      .exported(Reply.ExportPart(part: request.part, count: count, bytes: part))
    )
  }

  /// Removes one export at the limit: of those fetched completely, the one that was requested least recently.
  private mutating func makeRoomForExport() {
    guard exports.count >= DaemonLimits.exports else { return }
    let done = exports.filter(\.value.isHandedOut).min { $0.value.askedAt < $1.value.askedAt }
    if let done { exports[done.key] = nil }
  }
}

/// An export that is being written, or fetched by its client.
struct HeldExport: Sendable {
  /// When it was started, or a part of it was requested last.
  var askedAt: Duration
  /// The request that waits for its first part.
  var waiting: PendingRequest?
  /// Nil until it is written.
  var bytes: [UInt8]?
  /// Whether its last part was requested.
  var isHandedOut = false

  init(startedAt: Duration, waiting: PendingRequest) {
    askedAt = startedAt
    self.waiting = waiting
  }

  var expiry: Duration { askedAt + DaemonTiming.export }
}

extension Reply.Failure {
  fileprivate static let exportGone = Reply.Failure(
    .retry,
    "the daemon does not keep this export any more: export anew"
  )
  fileprivate static let nothingToExport = Reply.Failure(
    .noSuchInput,
    "what the session shows is not there: bring it back, then export"
  )
}
