import NavBase

// Motions after a release, and programs' scrolls.

extension ScrollTrajectory {
  /// The duration of a program's scroll, in seconds (SV-9).
  static let animationDuration = 0.33
  /// The largest distance of a bounce, in bounds: like a pull, it never moves all content out of view.
  ///
  /// It does not affect ordinary bounces, whose distance is v / (10 e): with 24 rows it applies from 587 rows a second
  /// on. On the cell grid at least one cell stays visible, however few there are.
  static let deepestBounce = 0.9

  /// Returns the motion of content that moves freely (SV-5, SV-6).
  ///
  /// Inside the range it decelerates; at an edge it bounces with its velocity there, or stops at once without
  /// `bounces`. Outside the range it springs back, and its remaining momentum continues inside.
  static func momentum(
    from offset: Double,
    velocity: Double,
    metrics: ScrollMetrics,
    at now: Duration
  ) -> ScrollTrajectory {
    let edge = metrics.confined(offset)
    var motion = MotionBuilder(metrics: metrics, offset: edge, velocity: velocity)
    if offset != edge {
      guard metrics.bounces else { return ScrollTrajectory([], target: edge, at: now) }
      motion.springIn(from: offset)
    }
    if motion.velocity != 0 { motion.decelerate() }
    if motion.velocity != 0 { motion.bounce() }
    return ScrollTrajectory(motion.legs, target: motion.offset, at: now)
  }

  /// Returns a program's scroll.
  static func line(
    from offset: Double,
    to target: Double,
    at now: Duration
  ) -> ScrollTrajectory {
    if offset == target { return ScrollTrajectory([], target: target, at: now) }
    let line = ConstantVelocity(from: offset, to: target, duration: animationDuration)
    return ScrollTrajectory([ScrollLeg(.line(line))], target: target, at: now)
  }

  /// Returns the motion after a release.
  ///
  /// - Parameters:
  ///   - offset: the displayed offset at the release, possibly beyond an edge.
  ///   - velocity: the content's velocity in units a second; positive reveals content after the visible part.
  ///   - metrics: the axis.
  ///   - now: the time of the release.
  /// - Returns: the motion to rest.
  package static func release(
    from offset: Double,
    velocity: Double,
    metrics: ScrollMetrics,
    at now: Duration
  ) -> ScrollTrajectory {
    let beyond = offset - metrics.confined(offset)
    // An outward flick adds nothing to a pull; an inward one starts with the velocity that the rubber band displays.
    let band = metrics.rubberBand
    let kept = beyond * velocity > 0 ? 0 : velocity * band.slope(at: band.pulled(offset))
    return momentum(
      from: offset,
      velocity: beyond == 0 ? velocity : kept,
      metrics: metrics,
      at: now
    )
  }

  /// Returns the motion after a release whose target was changed: it decelerates to the target like a flick, or springs
  /// back from beyond an edge to that edge.
  static func settling(
    from offset: Double,
    to target: Double,
    metrics: ScrollMetrics,
    at now: Duration
  ) -> ScrollTrajectory {
    let isPulled = offset != target && target == metrics.confined(offset)
    let curve =
      isPulled
      ? ScrollCurve.spring(SpringBack(from: offset, to: target, velocity: 0))
      : .deceleration(Deceleration(from: offset, to: target, rate: .normal))
    return ScrollTrajectory([ScrollLeg(curve)], target: target, at: now)
  }
}

/// A motion under construction: its legs so far, and the offset and velocity at their end.
private struct MotionBuilder {
  let metrics: ScrollMetrics
  var legs: [ScrollLeg] = []
  /// A legal offset.
  var offset: Double
  var velocity: Double

  init(metrics: ScrollMetrics, offset: Double, velocity: Double) {
    self.metrics = metrics
    self.offset = offset
    self.velocity = velocity
  }

  /// Adds the spring from beyond the edge at `offset` back to it.
  mutating func springIn(from outside: Double) {
    let isOutward = (velocity > 0) == (outside > offset)
    let spring = SpringBack(
      from: outside,
      to: offset,
      velocity: isOutward ? limited(velocity) : velocity
    )
    if let crossing = spring.crossing, crossing < spring.duration {
      legs.append(ScrollLeg(.spring(spring), until: crossing))
      velocity = spring.velocity(at: crossing)
    } else {
      legs.append(ScrollLeg(.spring(spring)))
      velocity = 0
    }
  }

  /// Adds the deceleration to rest, or until an edge.
  mutating func decelerate() {
    let motion = Deceleration(from: offset, velocity: velocity, rate: .normal)
    let target = metrics.confined(motion.target)
    if target != motion.target, let hit = motion.time(at: target), hit < motion.duration {
      legs.append(ScrollLeg(.deceleration(motion), until: hit))
      offset = target
      velocity = metrics.bounces ? motion.velocity(at: hit) : 0
    } else {
      legs.append(ScrollLeg(.deceleration(motion)))
      // A velocity too low to move anything leaves the offset unchanged.
      if motion.duration > 0 { offset = target }
      velocity = 0
    }
  }

  /// Adds the bounce beyond the edge and back.
  mutating func bounce() {
    let spring = SpringBack(from: offset, to: offset, velocity: limited(velocity))
    legs.append(ScrollLeg(.spring(spring)))
    velocity = 0
  }

  private func limited(_ velocity: Double) -> Double {
    let most = SpringBack.velocity(reaching: metrics.bounds * ScrollTrajectory.deepestBounce)
    return velocity.clamped(to: -most...most)
  }
}
