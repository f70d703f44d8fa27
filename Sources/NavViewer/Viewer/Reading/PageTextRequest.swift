package import NavWire

/// The requests for the whole text of the front page: part after part, repeated if a reply is lost, and from the start
/// if the page changed between two parts.
struct PageTextRequest: Hashable, Sendable {
  /// The text received so far.
  private var text: PageText?
  private var request = RepeatedRequest()
  private var parts = 0
  private var changes = 0

  /// The number of changes between parts after which the page is given up.
  static let changeLimit = 8
  /// The most parts of a page; a longer one is given up.
  static let partLimit = 256

  init(at now: Duration) {
    request.send(at: now)
  }

  /// The first line of the next part.
  var line: Int { text?.endLine ?? 0 }

  func isDue(at now: Duration) -> Bool { request.isDue(at: now) }

  /// The time of the next request.
  var nextWake: Duration? { request.nextWake }

  /// Whether a reply is for this request.
  ///
  /// A daemon that does not support the request replies with an error without an id.
  func isAwaiting(_ reply: Reply) -> Bool {
    guard request.isPending else { return false }
    if case .failure(let failure) = reply.body, failure.code == .malformed, reply.id == 0 {
      return true
    }
    return request.isAwaiting(reply.id)
  }

  mutating func sent(as id: UInt64, at now: Duration) {
    request.sent(as: id, at: now)
  }

  /// Starts over with the first part, because another daemon may have another text.
  mutating func restart(at now: Duration) {
    text = nil
    parts = 0
    request.send(at: now)
  }

  /// Handles a reply.
  ///
  /// - Parameters:
  ///   - body: the body of a reply for which `isAwaiting` is true.
  ///   - now: the time.
  /// - Returns: the result; nil if more parts are needed.
  mutating func receive(_ body: Reply.Body, at now: Duration) -> PageReading? {
    request.send(at: now)
    switch body {
    case .page(let part): return receive(part, at: now)
    case .failure(let failure) where failure.code == .slowDown:
      request.send(at: now + RetryTimer.bounded(failure.wait))
      return nil
    case .failure(let failure) where failure.code == .malformed: return .unknown
    case .failure(let failure): return .failed(failure.text)
    default:
      return .unknown
    }
  }

  private mutating func receive(_ part: PageText, at now: Duration) -> PageReading? {
    parts += 1
    let isNext: Bool
    if text == nil {
      isNext = part.firstLine == 0
      text = part
    } else {
      isNext = text?.append(part) ?? false
    }
    guard isNext else {
      changes += 1
      guard changes < Self.changeLimit else {
        return .failed("the page changes faster than it can be read: try again")
      }
      restart(at: now)
      return nil
    }
    guard let text, !text.isEnd else { return self.text.map { .text($0) } }
    return parts < Self.partLimit ? nil : .failed("the page is too long to be read as a whole")
  }
}

/// The result of requesting a page's text.
package enum PageReading: Hashable, Sendable {
  case text(PageText)
  /// A failure, with the reason.
  case failed(String)
  /// The daemon does not support the request.
  case unknown
}
