package import NavWire

/// The way to the whole text of the page in front: part after part, once more where an answer is lost, and anew where
/// the page has changed between two parts.
struct PageInquiry: Hashable, Sendable {
  /// What has come so far.
  private var text: PageText?
  private var request: UInt64?
  private var nextAt: Duration
  private var parts = 0
  private var changes = 0

  /// Without an answer it is asked again after this.
  static let patience = Duration.seconds(2)
  /// A page that has changed so often between its parts is given up.
  static let changeLimit = 8
  /// A page of more parts is given up.
  static let partLimit = 256

  init(at now: Duration) {
    nextAt = now
  }

  /// The line with which the part begins that is asked for next.
  var line: Int { text?.endLine ?? 0 }

  func isDue(at now: Duration) -> Bool { nextAt <= now }

  /// When it is to be asked next.
  var nextWake: Duration { nextAt }

  /// Whether an answer is of this inquiry.
  ///
  /// A daemon that does not know the request answers with an error that names nothing.
  func isWaiting(for reply: Reply) -> Bool {
    guard let request else { return false }
    if case .failure(let failure) = reply.body, failure.code == .malformed, reply.id == 0 {
      return true
    }
    return reply.id == request
  }

  mutating func asked(_ request: UInt64, at now: Duration) {
    self.request = request
    nextAt = now + Self.patience
  }

  /// Begins with the first part once more: another daemon may have another text.
  mutating func beginAnew(at now: Duration) {
    text = nil
    request = nil
    parts = 0
    nextAt = now
  }

  /// Takes an answer.
  ///
  /// - Parameters:
  ///   - body: of a reply that it waits for.
  ///   - now: the time.
  /// - Returns: what has come of it; nil while more is to be asked.
  mutating func receive(_ body: Reply.Body, at now: Duration) -> PageReading? {
    request = nil
    nextAt = now
    switch body {
    case .page(let part): return receive(part, at: now)
    case .failure(let failure) where failure.code == .slowDown:
      nextAt = now + OperationQueue.bounded(failure.wait)
      return nil
    case .failure(let failure) where failure.code == .malformed: return .unknown
    case .failure(let failure): return .failed(failure.text)
    case .attached, .accepted, .sessions, .snapshot, .done, .status, .viewers, .waited, .outline,
      .exported, .found:
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
      beginAnew(at: now)
      return nil
    }
    guard let text, !text.isEnd else { return self.text.map { .text($0) } }
    return parts < Self.partLimit ? nil : .failed("the page is too long to be read as a whole")
  }
}

/// What has come of asking for a page's text.
package enum PageReading: Hashable, Sendable {
  case text(PageText)
  /// Why there is none.
  case failed(String)
  /// The daemon is of a version that does not know the request.
  case unknown
}
