/// A motion with constant velocity over a fixed time (SV-9).
package struct ConstantVelocity: Motion {
  package let start: Double
  package let target: Double
  package let duration: Double

  /// - Parameters:
  ///   - start: the position at 0.
  ///   - target: the position at rest.
  ///   - duration: the duration in seconds, above 0.
  package init(from start: Double, to target: Double, duration: Double) {
    precondition(duration > 0 && duration.isFinite, "cannot move over no time")
    precondition(
      start.isFinite && target.isFinite,
      "cannot move between positions that are not finite"
    )
    self.start = start
    self.target = target
    self.duration = duration
  }

  package func position(at seconds: Double) -> Double {
    if seconds <= 0 { return start }
    if isDone(at: seconds) { return target }
    return start + (target - start) * (seconds / duration)
  }

  package func velocity(at seconds: Double) -> Double {
    isDone(at: seconds) ? 0 : (target - start) / duration
  }
}
