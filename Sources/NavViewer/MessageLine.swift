/// The short messages in the status line, and a log of the last ones.
///
/// A message disappears after 4 s, or when a newer one replaces it.
package struct MessageLine: Sendable {
  package struct Message: Hashable, Sendable {
    package var text: String
    package var kind: Kind
    package var at: Duration
  }

  package enum Kind: Hashable, Sendable {
    /// A failure.
    case problem
    /// Information.
    case news
  }

  /// The message that is shown now.
  package private(set) var shown: Message?
  /// The number of messages so far; it distinguishes repetitions of the same text.
  package private(set) var count = 0
  /// The past messages, the newest last.
  package private(set) var log: [Message] = []

  package static let lifetime = Duration.seconds(4)
  /// The number of messages in the log.
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
