/// The short messages in the status line, and a log of the last ones.
///
/// A message disappears after 4 s, or when a newer one replaces it.
struct MessageLine: Sendable {
  struct Message: Hashable, Sendable {
    var text: String
    var kind: Kind
    var at: Duration
  }

  enum Kind: Hashable, Sendable {
    /// A failure.
    case problem
    /// Information.
    case news
  }

  /// The message that is shown now.
  private(set) var shown: Message?
  /// The number of messages so far; it distinguishes repetitions of the same text.
  private(set) var count = 0
  /// The past messages, the newest last.
  private(set) var log: [Message] = []

  static let lifetime = Duration.seconds(4)
  /// The number of messages in the log.
  static let logLimit = 100

  var text: String? { shown?.text }

  mutating func show(_ text: String, _ kind: Kind = .problem, at now: Duration) {
    let message = Message(text: text, kind: kind, at: now)
    shown = message
    count += 1
    if log.count >= Self.logLimit { log.removeFirst(log.count - Self.logLimit + 1) }
    log.append(message)
  }

  /// Shows a refusal; while it is still shown, the same one changes nothing.
  mutating func showOnce(_ text: String, at now: Duration) {
    if let shown, shown.text == text, now < shown.at + Self.lifetime { return }
    show(text, at: now)
  }

  mutating func expire(at now: Duration) {
    if let shown, now >= shown.at + Self.lifetime { self.shown = nil }
  }

  var nextWake: Duration? { shown.map { $0.at + Self.lifetime } }
}
