/// Limits the rate of resize requests: the first size is requested at once, later ones once every `pause`, and always
/// the last.
struct ResizePace: Hashable, Sendable {
  static let pause = Duration.milliseconds(60)

  /// Whether the window's size has changed since the last request.
  private var isChanged = false
  private var requestedAt: Duration?

  mutating func changed() {
    isChanged = true
  }

  /// Records that the current size is being requested.
  mutating func requested(at now: Duration) {
    isChanged = false
    requestedAt = now
  }

  func isDue(at now: Duration) -> Bool {
    guard isChanged else { return false }
    return requestedAt.map { now >= $0 + Self.pause } ?? true
  }

  /// The time at which a waiting size may be requested; nil if none waits.
  var nextWake: Duration? {
    guard isChanged else { return nil }
    return (requestedAt ?? .zero) + Self.pause
  }
}
