import NavGeometry
import NavScene

/// A stack's way to an offset: fast while it is far, slower the nearer it comes (SN-17).
///
/// A pure function of the number of steps taken (D-12).
package struct StackScroll: Hashable, Sendable {
  /// The offsets after each step, at least one; the last is the target.
  package let steps: [Double]
  package let start: Double
  package let target: Double

  /// The most steps of a way; one that would take more ends in a jump.
  package static let stepLimit = Limits.frames

  /// - Parameters:
  ///   - start: the offset now.
  ///   - target: the offset at rest.
  ///   - metrics: the stack's numbers.
  ///   - margin: how near is near enough.
  ///   - limit: the most steps.
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
      let speed = min(max(metrics.slowest, abs(rest) * metrics.speedPerDistance), metrics.fastest)
      let next = offset + (rest < 0 ? -speed : speed) * step
      offset = rest < 0 ? max(target, next) : min(target, next)
      steps.append(offset)
    }
    steps.append(target)
    self.steps = steps
  }

  /// The offset in a frame: `start` in frame 0, the target in the last and behind it.
  package func offset(atFrame frame: Int) -> Double {
    frame <= 0 ? start : frame < steps.count ? steps[frame - 1] : target
  }
}
