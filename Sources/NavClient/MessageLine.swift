/// The short message in the status line: gone after 4 s, or when a newer one comes (experience.md: Screen).
struct MessageLine: Sendable {
  private(set) var text: String?
  private var until = Duration.zero

  static let lifetime = Duration.seconds(4)

  mutating func show(_ text: String, at now: Duration) {
    self.text = text
    until = now + Self.lifetime
  }

  mutating func expire(at now: Duration) {
    if now >= until { text = nil }
  }

  var nextWake: Duration? { text == nil ? nil : until }
}
