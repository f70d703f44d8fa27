import NavGeometry

/// Thins out the moves of a pan: at most one every sixtieth of a second, the newest, and none that says
/// what the last one said.
package struct PanPace: Hashable, Sendable {
  private var sent: Pan?
  private var sentAt = Duration.zero
  private var waiting: Pan?

  static let interval = FrameTime.start(of: 1)

  /// The first move of a pan, which goes out at once.
  mutating func begin(_ pan: Pan, at now: Duration) -> Pan {
    sent = pan
    sentAt = now
    waiting = nil
    return pan
  }

  /// A further one.
  ///
  /// - Returns: what is to be sent now.
  mutating func move(to pan: Pan, at now: Duration) -> Pan? {
    waiting = pan == sent ? nil : pan
    return due(at: now)
  }

  /// What is to be sent now.
  mutating func due(at now: Duration) -> Pan? {
    guard let pan = waiting, let wake = nextWake, now >= wake else { return nil }
    return begin(pan, at: now)
  }

  /// When the next move is due; nil while none waits.
  package var nextWake: Duration? { waiting.map { _ in sentAt + Self.interval } }

  /// The pan is over: nothing of it is sent any more.
  mutating func end() {
    self = PanPace()
  }
}
