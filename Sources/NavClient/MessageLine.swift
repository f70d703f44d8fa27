/// The short messages in the status line, and the last ones that were there (experience.md: Screen).
///
/// Each is gone after 4 s, or when a newer one comes.
struct MessageLine: Sendable {
  struct Message: Hashable, Sendable {
    var text: String
    var kind: Kind
    var at: Duration
  }

  enum Kind: Hashable, Sendable {
    /// Something did not go as it was meant.
    case problem
    /// Something that is good to know.
    case news
  }

  /// What is shown now.
  private(set) var shown: Message?
  /// How many messages there were: the same words may be said twice.
  private(set) var count = 0
  /// What was shown, the newest last.
  private(set) var log: [Message] = []

  static let lifetime = Duration.seconds(4)
  /// How many are kept.
  static let logLimit = 100

  var text: String? { shown?.text }

  mutating func show(_ text: String, _ kind: Kind = .problem, at now: Duration) {
    let message = Message(text: text, kind: kind, at: now)
    shown = message
    count += 1
    if log.count >= Self.logLimit { log.removeFirst(log.count - Self.logLimit + 1) }
    log.append(message)
  }

  mutating func expire(at now: Duration) {
    if let shown, now >= shown.at + Self.lifetime { self.shown = nil }
  }

  var nextWake: Duration? { shown.map { $0.at + Self.lifetime } }
}
