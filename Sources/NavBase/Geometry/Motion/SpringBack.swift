/// A critically damped spring that brings content back to an edge: mass 1, stiffness 100 (SV-6).
///
/// With the displacement A, the velocity v and w = sqrt(stiffness / mass): x(t) = (A + (v + w A) t) e^(-w t). It passes
/// its target once if its velocity towards it is above w A, else never.
package struct SpringBack: Motion {
  /// w, in 1/s: the square root of the stiffness for a mass of 1.
  package static let frequency = 10.0

  package let start: Double
  package let target: Double
  /// The velocity at the start, in units a second.
  package let initialVelocity: Double
  /// The distance from the target within which the motion is over, above 0.
  package let threshold: Double
  package let duration: Double

  package init(
    from start: Double,
    to target: Double,
    velocity: Double,
    threshold: Double = MotionThreshold.half
  ) {
    precondition(
      start.isFinite && target.isFinite && velocity.isFinite,
      "cannot spring with a start, a target or a velocity that is not finite"
    )
    precondition(
      threshold > 0 && threshold.isFinite,
      "cannot stop within \(threshold): a threshold is positive and finite"
    )
    self.start = start
    self.target = target
    initialVelocity = velocity
    self.threshold = threshold
    let swing = Swing(displacement: start - target, velocity: velocity)
    duration = swing.timeUntilWithin(threshold)
  }

  package func position(at seconds: Double) -> Double {
    if isDone(at: seconds) { return target }
    return seconds <= 0 ? start : target + swing.displacement(at: seconds)
  }

  package func velocity(at seconds: Double) -> Double {
    isDone(at: seconds) ? 0 : swing.velocity(at: max(0, seconds))
  }

  /// The time at which it passes its target; nil if it only converges to it.
  package var crossing: Double? {
    guard swing.drift != 0, start != target else { return nil }
    let time = -swing.displacementAtStart / swing.drift
    return time > 0 ? time : nil
  }

  /// Returns the velocity at the target with which the displacement reaches at most `distance`.
  package static func velocity(reaching distance: Double) -> Double {
    distance * frequency * Double.exp(1)
  }

  private var swing: Swing {
    Swing(displacement: start - target, velocity: initialVelocity)
  }
}

/// The spring's displacement from its target: (displacementAtStart + drift t) e^(-w t).
private struct Swing {
  let displacementAtStart: Double
  let drift: Double

  init(displacement: Double, velocity: Double) {
    displacementAtStart = displacement
    drift = velocity + SpringBack.frequency * displacement
  }

  func displacement(at seconds: Double) -> Double {
    (displacementAtStart + drift * seconds) * Double.exp(-SpringBack.frequency * seconds)
  }

  func velocity(at seconds: Double) -> Double {
    (drift - SpringBack.frequency * (displacementAtStart + drift * seconds))
      * Double.exp(-SpringBack.frequency * seconds)
  }

  /// Returns the time after which the displacement stays within a threshold, to a billionth of a second.
  ///
  /// Before and after its turning point the displacement is monotonic, so the time can be found by bisection.
  func timeUntilWithin(_ threshold: Double) -> Double {
    let turn = drift == 0 ? 0 : max(0, 1 / SpringBack.frequency - displacementAtStart / drift)
    guard turn.isFinite else { return time(0, 1, until: threshold) }
    if abs(displacement(at: turn)) >= threshold {
      return time(turn, turn + 1 / SpringBack.frequency, until: threshold)
    }
    return abs(displacementAtStart) >= threshold ? time(0, turn, until: threshold) : 0
  }

  /// Returns the time from which on the displacement stays inside the threshold; at `early` it is outside.
  private func time(_ early: Double, _ late: Double, until threshold: Double) -> Double {
    var (early, late) = (early, late)
    while abs(displacement(at: late)) >= threshold { late += late - early }
    while late - early > 1e-9 {
      let middle = early + (late - early) / 2
      guard middle > early, middle < late else { break }
      if abs(displacement(at: middle)) >= threshold { early = middle } else { late = middle }
    }
    return late
  }
}
