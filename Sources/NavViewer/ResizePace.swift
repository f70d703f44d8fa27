/// Keeps a storm of window sizes from the daemon: it lays out the first one at once, then one every `pause`, and
/// always the last.
struct ResizePace: Hashable, Sendable {
  static let pause = Duration.milliseconds(60)

  /// Whether the window has had another size since the daemon was asked.
  private var isChanged = false
  private var joinedAt: Duration?

  mutating func changed() {
    isChanged = true
  }

  /// The daemon is asked for the present size.
  mutating func joined(at now: Duration) {
    isChanged = false
    joinedAt = now
  }

  func isDue(at now: Duration) -> Bool {
    guard isChanged else { return false }
    return joinedAt.map { now >= $0 + Self.pause } ?? true
  }

  /// When the daemon may be asked for a size that waits; nil where none waits.
  var nextWake: Duration? {
    guard isChanged else { return nil }
    return (joinedAt ?? .zero) + Self.pause
  }
}
