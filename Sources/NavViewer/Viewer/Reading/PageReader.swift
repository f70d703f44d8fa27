import NavBase
import NavWire

/// Reads the front page as a whole, for a transcript or to copy a part of it: the scene holds only the visible rows,
/// wrapped.
struct PageReader: Hashable, Sendable {
  /// The consequence of a reply.
  enum Outcome: Hashable, Sendable {
    /// Another part is needed.
    case incomplete
    /// The result was kept for `takeResult`.
    case finished
    /// The text that a copy request waits for.
    case copied(CopyRequest, PageReading)
  }

  /// The open request for the page's text.
  private var request: PageTextRequest?
  /// The result of that request, until it is taken.
  private var result: PageReading?
  /// The copy request that waits for that text.
  private var copy: CopyRequest?

  /// Whether a request is in progress.
  var isReading: Bool { request != nil }

  /// When the user requested the copy that is still awaited.
  var copyingSince: Duration? { copy?.since }

  /// Starts to read the page, for a copy request or for `takeResult`.
  mutating func start(for copy: CopyRequest? = nil, at now: Duration) {
    if let copy { self.copy = copy }
    result = nil
    request = PageTextRequest(at: now)
  }

  /// Starts over, because another daemon may have another text.
  mutating func restart(at now: Duration) {
    request?.restart(at: now)
  }

  /// Starts over, because another view of the session is shown.
  mutating func viewChanged(at now: Duration) {
    result = nil
    restart(at: now)
  }

  /// Returns the result, once.
  mutating func takeResult() -> PageReading? {
    defer { result = nil }
    return result
  }

  /// Returns the first line of the part that is to be requested now; nil for none.
  func dueLine(at now: Duration) -> Int? {
    guard let request, request.isDue(at: now) else { return nil }
    return request.line
  }

  mutating func sent(as id: UInt64, at now: Duration) {
    request?.sent(as: id, at: now)
  }

  /// Handles a reply; returns nil if it is for something else.
  mutating func receive(_ reply: Reply, at now: Duration) -> Outcome? {
    guard var request, request.isAwaiting(reply) else { return nil }
    guard let result = request.receive(reply.body, at: now) else {
      self.request = request
      return .incomplete
    }
    self.request = nil
    guard let copy else {
      self.result = result
      return .finished
    }
    self.copy = nil
    return .copied(copy, result)
  }

  /// Gives up a copy request that has had no answer for `CopyRequest.timeout`; returns whether there is one.
  mutating func giveUpCopying(at now: Duration) -> Bool {
    guard let copy, now >= copy.deadline else { return false }
    self.copy = nil
    request = nil
    return true
  }

  /// Returns the time of the next request, or of giving up copying; nil for none.
  func nextWake(at now: Duration, isLive: Bool) -> Duration? {
    let wakes = [isLive ? request?.nextWake : nil, copy.map { max(now, $0.deadline) }]
    return wakes.compactMap(\.self).min()
  }
}

/// A copy request of the user that waits for the daemon's text.
struct CopyRequest: Hashable, Sendable {
  var scope: CopyScope
  /// The text under the pointer, if a part is copied by mouse; nil if keys requested the copy.
  var pointedText: String?
  /// The fallback for a daemon that does not support the request: the rows of the scene.
  var onScreen: CopiedPart?
  var since: Duration

  /// The time without an answer after which it is given up.
  static let timeout = Duration.seconds(10)

  /// The time at which it is given up.
  var deadline: Duration { since + Self.timeout }
}
