/// A motion from one position to another as a pure function of time (decision D-12).
///
/// Laws: `position(at:)` is exactly `target` from `duration` on, and the start at 0 and before if the duration is above
/// 0; `velocity(at:)` is its slope in between and 0 once it is done. A motion that only converges to its target ends
/// when the remaining distance is less than its threshold; the last step covers the rest.
package protocol Motion: Hashable, Sendable {
  var target: Double { get }
  /// The seconds from start to rest, at least 0.
  var duration: Double { get }
  /// Returns the position `seconds` after the start.
  func position(at seconds: Double) -> Double
  /// Returns the velocity in units a second.
  func velocity(at seconds: Double) -> Double
}

extension Motion {
  package func isDone(at seconds: Double) -> Bool { seconds >= duration }
}

extension EaseOut: Motion {
  package func velocity(at seconds: Double) -> Double {
    if isDone(at: seconds) { return 0 }
    return 2 * (target - start) * (1 - max(0, seconds) / duration) / duration
  }
}

/// The remaining distance at which a converging motion ends.
package enum MotionThreshold {
  /// The threshold, in points and in cells alike (SV-5, SV-6, AboutCells).
  package static let half = 0.5
}
