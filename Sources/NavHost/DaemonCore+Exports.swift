import NavSession
import NavWire

/// What a session shows as a file, written by a worker and handed out part by part.
extension DaemonCore {
  /// Answers with a part of an export, when it is there; the first one begins it.
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

  /// An export that was asked for by an `export` action is there, or can't be.
  ///
  /// - Parameters:
  ///   - key: the action's.
  ///   - id: the session of the action.
  ///   - result: the file, or why there is none.
  ///   - now: the time of the turn.
  package mutating func exported(
    key: UInt64,
    session id: UInt64,
    _ result: Result<[UInt8], ContentFailure>,
    at now: Duration
  ) {
    // It ended meanwhile, and reading may have begun something for it.
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

  /// Forgets what nobody has asked for any more, and what can't be read.
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
      // Whoever has sent it again has no use for the earlier answer.
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

  /// What was handed out is only kept for those who ask again.
  private mutating func makeRoomForExport() {
    guard exports.count >= DaemonLimits.exports else { return }
    let done = exports.filter(\.value.isHandedOut).min { $0.value.askedAt < $1.value.askedAt }
    if let done { exports[done.key] = nil }
  }
}

/// An export on its way to whoever has asked for it.
struct HeldExport: Sendable {
  /// When it was begun, or a part of it asked for last.
  var askedAt: Duration
  /// Who waits for its first part.
  var waiting: PendingRequest?
  /// Nil until it is read.
  var bytes: [UInt8]?
  /// Whether its last part was asked for.
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
