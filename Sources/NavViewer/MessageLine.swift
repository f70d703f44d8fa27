/// The short messages in the status line, and the last ones that were there (experience.md: Screen).
///
/// Each is gone after 4 s, or when a newer one comes.
package struct MessageLine: Sendable {
  package struct Message: Hashable, Sendable {
    package var text: String
    package var kind: Kind
    package var at: Duration
  }

  package enum Kind: Hashable, Sendable {
    /// Something did not go as it was meant.
    case problem
    /// Something that is good to know.
    case news
  }

  /// What is shown now.
  package private(set) var shown: Message?
  /// How many messages there were: the same words may be said twice.
  package private(set) var count = 0
  /// What was shown, the newest last.
  package private(set) var log: [Message] = []

  package static let lifetime = Duration.seconds(4)
  /// How many are kept.
  package static let logLimit = 100

  package var text: String? { shown?.text }

  package mutating func show(_ text: String, _ kind: Kind = .problem, at now: Duration) {
    let message = Message(text: text, kind: kind, at: now)
    shown = message
    count += 1
    if log.count >= Self.logLimit { log.removeFirst(log.count - Self.logLimit + 1) }
    log.append(message)
  }

  package mutating func expire(at now: Duration) {
    if let shown, now >= shown.at + Self.lifetime { self.shown = nil }
  }

  package var nextWake: Duration? { shown.map { $0.at + Self.lifetime } }
}
