package import NavBase
package import NavEngine
import NavWire

/// Exports: a worker writes what a session shows as a file, and the client fetches it in parts.
package struct Exports: Sendable {
  /// Exports by the keys that clients gave them.
  private var exports: [UInt64: HeldExport] = [:]
  /// The exports that ended before they were written completely.
  private var dropped: [UInt64] = []

  /// The way to handle a request for a part.
  enum Action {
    case answer(Reply.Body)
    /// The request is answered when the file is written.
    case wait
    /// The file has to be written first: start that, and call `begin`.
    case start
    /// The request is answered when more of the file is written: continue that.
    case goOn
  }

  package var count: Int { exports.count }

  /// The principals that have begun the exports which are not fetched completely, in the order of their last requests.
  package var holders: [Principal] { held.map(\.value.owner) }

  private var held: [(key: UInt64, value: HeldExport)] {
    exports.filter { !$0.value.isHandedOut }.sorted(by: Self.wasAskedFirst)
  }

  /// Orders exports by their last requests; by key those that were requested at the same time.
  private static func wasAskedFirst(
    _ one: (key: UInt64, value: HeldExport),
    _ other: (key: UInt64, value: HeldExport)
  ) -> Bool {
    (one.value.askedAt, one.key) < (other.value.askedAt, other.key)
  }

  /// When the next export expires; nil without one.
  var nextExpiry: Duration? { exports.values.map(\.expiry).min() }

  /// Handles a request for a part of an export; the one for part 0 starts the export.
  mutating func receive(
    _ request: Request.Export,
    _ pending: PendingRequest,
    at now: Duration
  ) -> Action {
    if let index = exports.index(forKey: request.key) {
      exports.values[index].askedAt = now
      return exports.values[index].handOut(request, to: pending)
    }
    return request.part == 0 ? .start : .answer(.failure(.exportGone))
  }

  /// Starts an export.
  ///
  /// At the limit, `DaemonLimits.exports`, one of the principal with the most ends for it.
  ///
  /// - Returns: whether it was started, and the answer to a request whose export has ended.
  mutating func begin(
    _ key: UInt64,
    for pending: PendingRequest,
    at now: Duration
  ) -> (isStarted: Bool, ended: RequestAnswer?) {
    makeRoom()
    var ended: RequestAnswer?
    if exports.count >= DaemonLimits.exports {
      // No export that was fetched completely is left at the limit.
      let held = held
      guard
        let index = Shares.newest(givingWayTo: pending.principal, among: held.map(\.value.owner))
      else { return (false, nil) }
      drop(held[index].key)
      ended = held[index].value.waiting.map {
        RequestAnswer(pending: $0, body: .failure(.tooManyExports))
      }
    }
    exports[key] = HeldExport(startedAt: now, waiting: pending)
    return (true, ended)
  }

  /// Returns the request that waits for an export; nil if none does.
  func request(waitingFor key: UInt64) -> PendingRequest? { exports[key]?.waiting }

  /// Handles the end of a worker's job.
  ///
  /// - Parameters:
  ///   - key: the key of the export.
  ///   - result: the next bytes of the file, or why it could not be written.
  ///   - isLast: whether the file ends with them; else they are whole parts.
  ///   - now: the time of the turn.
  /// - Returns: the reply to the request that waits for it, if one does.
  mutating func end(
    _ key: UInt64,
    _ result: Result<[UInt8], ContentFailure>,
    isLast: Bool,
    at now: Duration
  ) -> RequestAnswer? {
    guard let index = exports.index(forKey: key) else {
      if !isLast { dropped.append(key) }
      return nil
    }
    let pending = exports.values[index].waiting
    switch result {
    case .success(let bytes):
      exports.values[index].fill(bytes, isLast: isLast, at: now)
      guard let pending, case .export(let request) = pending.request.body,
        case .answer(let body) = exports.values[index].handOut(request, to: pending)
      else { return nil }
      return RequestAnswer(pending: pending, body: body)
    case .failure(let failure):
      drop(key)
      return pending.map {
        RequestAnswer(pending: $0, body: .failure(Reply.Failure(failure)))
      }
    }
  }

  /// Removes exports that were not requested for `DaemonTiming.export`, and those that took too long to read.
  ///
  /// - Returns: the replies to the requests that waited for these.
  mutating func expire(at now: Duration) -> [RequestAnswer] {
    var answers: [RequestAnswer] = []
    for (key, held) in exports where now >= held.expiry {
      drop(key)
      guard let pending = held.waiting else { continue }
      let seconds = DaemonTiming.export.components.seconds
      let text = "it could not be read within \(seconds) s: try again, or look at its disk"
      answers.append(
        RequestAnswer(pending: pending, body: .failure(Reply.Failure(.rejected, text)))
      )
    }
    return answers
  }

  private mutating func drop(_ key: UInt64) {
    if exports.removeValue(forKey: key)?.isComplete == false { dropped.append(key) }
  }

  /// Returns the exports that ended before they were written completely, once.
  mutating func takeDropped() -> [UInt64] {
    defer { dropped = [] }
    return dropped
  }

  /// Removes one export at the limit: of those fetched completely, the one that was requested least recently.
  private mutating func makeRoom() {
    guard exports.count >= DaemonLimits.exports else { return }
    let done = exports.filter(\.value.isHandedOut).min(by: Self.wasAskedFirst)
    if let done { exports[done.key] = nil }
  }
}

/// An export that is being written, or fetched by its client; of a long one, only the bytes that were written last are
/// kept.
private struct HeldExport: Sendable {
  /// When it was started, or a part of it was requested last.
  var askedAt: Duration
  /// On whose behalf it was started.
  let owner: Principal
  /// The request that waits for its first part.
  private(set) var waiting: PendingRequest?
  /// Nil while they are written.
  private var bytes: [UInt8]?
  /// The number of the part with which they begin.
  private var firstPart = 0
  /// Whether the file ends with them.
  private(set) var isComplete = false
  /// Whether its last part was requested.
  private(set) var isHandedOut = false

  init(startedAt: Duration, waiting: PendingRequest) {
    askedAt = startedAt
    self.waiting = waiting
    owner = waiting.principal
  }

  var expiry: Duration { askedAt + DaemonTiming.export }

  /// Takes the bytes that were written.
  mutating func fill(_ bytes: [UInt8], isLast: Bool, at now: Duration) {
    self.bytes = bytes
    isComplete = isLast
    askedAt = now
    waiting = nil
  }

  mutating func handOut(_ request: Request.Export, to pending: PendingRequest) -> Exports.Action {
    guard let bytes else {
      // A repeated request replaces the earlier one.
      waiting = pending
      return .wait
    }
    let size = Request.Export.partBytes
    let end = firstPart + max(1, (bytes.count + size - 1) / size)
    if request.part == end, !isComplete {
      self.bytes = nil
      (firstPart, waiting) = (end, pending)
      return .goOn
    }
    guard (firstPart..<end).contains(request.part) else { return .answer(.failure(.exportGone)) }
    let start = (request.part - firstPart) * size
    let part = Array(bytes[start..<min(bytes.count, start + size)])
    if isComplete, request.part == end - 1 { isHandedOut = true }
    // There is at least one more part of a file that is not complete.
    let count = isComplete ? end : end + 1
    return .answer(.exported(Reply.ExportPart(part: request.part, count: count, bytes: part)))
  }
}

extension Reply.Failure {
  static let tooManyExports = Reply.Failure(
    .limitReached,
    "\(DaemonLimits.exports) exports are under way, the limit: try again when one has ended"
  )

  fileprivate static let exportGone = Reply.Failure(
    .retry,
    "the daemon no longer keeps this export: export again"
  )
}

/// A job for a worker: to write what a session shows as a file.
package struct ContentExporting: Hashable, Sendable {
  package let key: UInt64
  package let session: UInt64
  /// The session's name, for content without a title.
  package let name: String
  package let content: ContentSpec
  package let format: ExportFormat
  /// The open pages that had to be read for it.
  package let pages: [PageRequest]
}
