/// A way from one position to another as a pure function of time (decision D-12).
///
/// Laws: `position(at:)` is exactly `target` from `duration` on, and the start at 0 and before if
/// the motion takes any time; `velocity(at:)` is its slope in between and 0 once it is done. A
/// motion that only ever comes nearer to its target is over when less than its threshold is left;
/// the rest is taken in the last step.
package protocol Motion: Hashable, Sendable {
  var target: Double { get }
  /// Seconds from start to rest, at least 0.
  var duration: Double { get }
  /// The position `seconds` after the start.
  func position(at seconds: Double) -> Double
  /// In units a second.
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

/// What is left of a motion when it is over, for those that only come near their target.
package enum MotionThreshold {
  /// In points and in cells alike (SV-5, SV-6, section 15).
  package static let half = 0.5
}
