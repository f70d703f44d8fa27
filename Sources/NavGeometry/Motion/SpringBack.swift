/// A critically damped spring that brings content back to an edge: mass 1, stiffness 100 (SV-6).
///
/// With the displacement A, the velocity v and w = sqrt(stiffness / mass): x(t) = (A + (v + w A) t)
/// e^(-w t). It passes its target at most once, where it starts towards it faster than w A.
package struct SpringBack: Motion {
  /// w, in 1/s: the square root of the stiffness for a mass of 1.
  package static let frequency = 10.0

  package let start: Double
  package let target: Double
  /// In units a second, at the start.
  package let initialVelocity: Double
  /// How near the target it stays when the motion is over, above 0.
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
      "cannot spring without numbers"
    )
    precondition(threshold > 0 && threshold.isFinite, "cannot wait until nothing is left")
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

  /// When it passes its target; nil if it only comes nearer to it.
  package var crossing: Double? {
    guard swing.drift != 0, start != target else { return nil }
    let time = -swing.start / swing.drift
    return time > 0 ? time : nil
  }

  /// The velocity at which it leaves its target to be, at the most, `way` away from it.
  package static func velocity(reaching way: Double) -> Double {
    way * frequency * Double.exp(1)
  }

  private var swing: Swing {
    Swing(displacement: start - target, velocity: initialVelocity)
  }
}

/// The spring's displacement from its target: (start + drift t) e^(-w t).
private struct Swing {
  let start: Double
  let drift: Double

  init(displacement: Double, velocity: Double) {
    start = displacement
    drift = velocity + SpringBack.frequency * displacement
  }

  func displacement(at seconds: Double) -> Double {
    (start + drift * seconds) * Double.exp(-SpringBack.frequency * seconds)
  }

  func velocity(at seconds: Double) -> Double {
    (drift - SpringBack.frequency * (start + drift * seconds))
      * Double.exp(-SpringBack.frequency * seconds)
  }

  /// When it was further away than a threshold for the last time, to a billionth of a second.
  ///
  /// Before its turning point and behind it the displacement runs one way, so the moment can be
  /// enclosed.
  func timeUntilWithin(_ threshold: Double) -> Double {
    let turn = drift == 0 ? 0 : max(0, 1 / SpringBack.frequency - start / drift)
    guard turn.isFinite else { return time(0, 1, until: threshold) }
    if abs(displacement(at: turn)) >= threshold {
      return time(turn, turn + 1 / SpringBack.frequency, until: threshold)
    }
    return abs(start) >= threshold ? time(0, turn, until: threshold) : 0
  }

  /// The moment behind `early`, where it is outside, at which it comes inside for good.
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
