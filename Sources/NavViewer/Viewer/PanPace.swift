import NavBase
import NavScene

/// Limits the rate of a pan's moves: the newest is sent at most once every sixtieth of a second, and
/// unchanged ones are not sent.
package struct PanPace: Hashable, Sendable {
  private var sent: Pan?
  private var sentAt = Duration.zero
  private var waiting: Pan?

  static let interval = FrameTime.start(of: 1)

  /// Starts a pan; its first move is sent at once.
  mutating func begin(_ pan: Pan, at now: Duration) -> Pan {
    sent = pan
    sentAt = now
    waiting = nil
    return pan
  }

  /// Handles a further move.
  ///
  /// - Returns: the move to send now; nil for none.
  mutating func move(to pan: Pan, at now: Duration) -> Pan? {
    waiting = pan == sent ? nil : pan
    return due(at: now)
  }

  /// Returns the waiting move if it is due; nil for none.
  mutating func due(at now: Duration) -> Pan? {
    guard let pan = waiting, let wake = nextWake, now >= wake else { return nil }
    return begin(pan, at: now)
  }

  /// The time at which the next move is due; nil if none waits.
  package var nextWake: Duration? { waiting.map { _ in sentAt + Self.interval } }

  /// Ends the pan; a waiting move is dropped.
  mutating func end() {
    self = PanPace()
  }
}
