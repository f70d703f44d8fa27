/// A flick that loses the same share of its velocity in every millisecond (SV-5).
///
/// v(t) = v d^(1000 t); x(t) = x + v (d^(1000 t) - 1) / (1000 ln d). The curve never ends; the motion ends when the
/// remaining distance is less than a threshold.
package struct Deceleration: Motion {
  package let start: Double
  /// The velocity at the start, in units a second.
  package let initialVelocity: Double
  package let rate: DecelerationRate
  /// The remaining distance at which the motion ends, above 0.
  package let threshold: Double
  package let duration: Double

  package init(
    from start: Double,
    velocity: Double,
    rate: DecelerationRate = .normal,
    threshold: Double = MotionThreshold.half
  ) {
    precondition(
      start.isFinite && velocity.isFinite,
      "cannot flick with a start or a velocity that is not finite"
    )
    precondition(
      threshold > 0 && threshold.isFinite,
      "cannot stop within \(threshold): a threshold is positive and finite"
    )
    self.start = start
    initialVelocity = velocity
    self.rate = rate
    self.threshold = threshold
    let distance = abs(velocity) / rate.lossPerSecond
    duration = distance > threshold ? Double.log(distance / threshold) / rate.lossPerSecond : 0
  }

  /// Creates a flick that comes to rest at a target.
  package init(from start: Double, to target: Double, rate: DecelerationRate = .normal) {
    self.init(from: start, velocity: (target - start) * rate.lossPerSecond, rate: rate)
  }

  /// The limit of the curve.
  package var target: Double { start + initialVelocity / rate.lossPerSecond }

  package func position(at seconds: Double) -> Double {
    isDone(at: seconds) ? target : course(at: seconds)
  }

  package func velocity(at seconds: Double) -> Double {
    if isDone(at: seconds) { return 0 }
    return initialVelocity * Double.exp(-rate.lossPerSecond * max(0, seconds))
  }

  /// Returns the position on the curve, ignoring the threshold.
  package func course(at seconds: Double) -> Double {
    let kept = Double.exp(-rate.lossPerSecond * max(0, seconds))
    return start + initialVelocity * (1 - kept) / rate.lossPerSecond
  }

  /// Returns the time at which the curve passes a position; nil if it never does.
  package func time(at position: Double) -> Double? {
    let distance = position - start
    if distance == 0 { return 0 }
    guard initialVelocity != 0 else { return nil }
    let kept = 1 - distance * rate.lossPerSecond / initialVelocity
    guard kept > 0, kept <= 1 else { return nil }
    return -Double.log(kept) / rate.lossPerSecond
  }
}

/// The rate at which a flick decelerates (SV-5).
package enum DecelerationRate: UInt8, CaseIterable, Hashable, Sendable {
  case normal
  case fast

  /// -1000 ln d: the ratio of a flick's velocity to its remaining distance; d is the share of the velocity that
  /// remains after a millisecond.
  package var lossPerSecond: Double {
    switch self {
    case .normal: Self.normalLoss
    case .fast: Self.fastLoss
    }
  }

  private static let normalLoss = -1_000 * Double.log(0.998)
  private static let fastLoss = -1_000 * Double.log(0.99)
}
