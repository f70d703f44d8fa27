import NavBase
import NavScene

/// A stack's motion to an offset, with a speed proportional to the remaining distance (SN-17).
///
/// A pure function of the number of steps taken (D-12).
package struct StackScroll: Hashable, Sendable {
  /// The offsets after each step, at least one; the last is the target.
  package let steps: [Double]
  package let start: Double
  package let target: Double

  /// The largest number of steps; a motion that would need more ends with a jump.
  package static let stepLimit = Limits.frames

  /// - Parameters:
  ///   - start: the current offset.
  ///   - target: the offset at rest.
  ///   - metrics: the stack's metrics.
  ///   - margin: the distance to the target at which the motion ends.
  ///   - limit: the largest number of steps.
  ///   - step: seconds between two offsets.
  package init(
    from start: Double,
    to target: Double,
    metrics: StackMetrics,
    margin: Double,
    limit: Int = StackScroll.stepLimit,
    step: Double = 1 / Double(FrameTime.perSecond)
  ) {
    self.start = start
    self.target = target
    var steps: [Double] = []
    var offset = start
    while abs(target - offset) >= margin, steps.count < limit - 1 {
      let rest = target - offset
      let speed = min(
        max(metrics.motion.slowest, abs(rest) * metrics.motion.speedPerDistance),
        metrics.motion.fastest
      )
      let next = offset + (rest < 0 ? -speed : speed) * step
      offset = rest < 0 ? max(target, next) : min(target, next)
      steps.append(offset)
    }
    steps.append(target)
    self.steps = steps
  }

  /// Returns the offset in a frame: `start` in frame 0, the target in the last frame and after it.
  package func offset(atFrame frame: Int) -> Double {
    frame <= 0 ? start : frame < steps.count ? steps[frame - 1] : target
  }
}
