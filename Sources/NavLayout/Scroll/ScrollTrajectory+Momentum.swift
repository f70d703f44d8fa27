import NavGeometry

// Ways that begin with a velocity.

extension ScrollTrajectory {
  /// How long a turn to another page takes, in seconds (SV-8).
  static let turnDuration = 0.22
  /// How long a program's scroll takes, in seconds (SV-9).
  static let animationDuration = 0.33
  /// How far a bounce goes at the most, in bounds: like a pull, it never takes all content out of
  /// view.
  ///
  /// It shapes no ordinary bounce, which is v / (10 e): in 24 rows it counts from 587 rows a second
  /// on. In whole cells it leaves at least one in view, however few there are.
  static let deepestBounce = 0.9

  /// What content does that moves freely (SV-5, SV-6).
  ///
  /// Inside the range it decelerates; where it comes upon an edge it bounces with the velocity that
  /// it has there, or stops dead without `bounces`. Outside it springs back, and what momentum it
  /// has left when it comes in carries it on.
  static func momentum(
    from offset: Double,
    velocity: Double,
    metrics: ScrollMetrics,
    at now: Duration
  ) -> ScrollTrajectory {
    let edge = metrics.confined(offset)
    var way = Way(metrics: metrics, offset: edge, velocity: velocity)
    if offset != edge {
      guard metrics.bounces else { return ScrollTrajectory([], target: edge, at: now) }
      way.springIn(from: offset)
    }
    if way.velocity != 0 { way.decelerate() }
    if way.velocity != 0 { way.bounce() }
    return ScrollTrajectory(way.legs, target: way.offset, at: now)
  }

  /// A turn to the place of a page, or a spring to it from beyond the edge where it stands.
  static func turn(
    from offset: Double,
    to target: Double,
    metrics: ScrollMetrics,
    at now: Duration
  ) -> ScrollTrajectory {
    if offset == target { return ScrollTrajectory([], target: target, at: now) }
    let isPulled = target == metrics.confined(offset)
    let curve =
      isPulled
      ? ScrollCurve.spring(SpringBack(from: offset, to: target, velocity: 0))
      : .turn(EaseOut(from: offset, to: target, duration: turnDuration))
    return ScrollTrajectory([ScrollLeg(curve)], target: target, at: now)
  }

  /// A program's scroll, or what is left of one.
  static func line(
    from offset: Double,
    to target: Double,
    duration: Double = animationDuration,
    at now: Duration
  ) -> ScrollTrajectory {
    guard offset != target, duration > 0 else {
      return ScrollTrajectory([], target: target, at: now)
    }
    let line = ConstantVelocity(from: offset, to: target, duration: duration)
    return ScrollTrajectory([ScrollLeg(.line(line))], target: target, at: now)
  }

  /// What a finger leaves behind that lets go.
  ///
  /// - Parameters:
  ///   - offset: what is shown at the release, also beyond an edge.
  ///   - velocity: the content's, in units a second; positive reveals what lies behind.
  ///   - page: of a paging view, the page on which the drag began; nil if there was none.
  ///   - metrics: the axis.
  ///   - now: the time of the release.
  /// - Returns: the way to rest.
  static func release(
    from offset: Double,
    velocity: Double,
    page: Int? = nil,
    metrics: ScrollMetrics,
    at now: Duration
  ) -> ScrollTrajectory {
    if metrics.isPaging, metrics.bounds > 0 {
      let page = metrics.pageOfRelease(at: offset, velocity: velocity, from: page)
      return turn(from: offset, to: metrics.offset(ofPage: page), metrics: metrics, at: now)
    }
    let beyond = offset - metrics.confined(offset)
    // A flick outwards adds nothing to a pull; one inwards starts as fast as the pull shows it.
    let band = metrics.rubberBand
    let kept = beyond * velocity > 0 ? 0 : velocity * band.slope(at: band.pulled(offset))
    return momentum(
      from: offset,
      velocity: beyond == 0 ? velocity : kept,
      metrics: metrics,
      at: now
    )
  }

  /// A release whose target was moved: it comes to rest there as any flick does, and from beyond an
  /// edge to that edge as any pull does.
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
      : .deceleration(Deceleration(from: offset, to: target, rate: metrics.rate))
    return ScrollTrajectory([ScrollLeg(curve)], target: target, at: now)
  }
}

/// A way under construction: the legs so far, and where and how fast the last one ends.
private struct Way {
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

  /// From beyond the edge at `offset` back to it.
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

  /// To rest, or to the edge that is in the way.
  mutating func decelerate() {
    let motion = Deceleration(from: offset, velocity: velocity, rate: metrics.rate)
    let target = metrics.confined(motion.target)
    if target != motion.target, let hit = motion.time(at: target), hit < motion.duration {
      legs.append(ScrollLeg(.deceleration(motion), until: hit))
      offset = target
      velocity = metrics.bounces ? motion.velocity(at: hit) : 0
    } else {
      legs.append(ScrollLeg(.deceleration(motion)))
      // What is too slow to move at all stays where it is.
      if motion.duration > 0 { offset = target }
      velocity = 0
    }
  }

  /// Out beyond the edge and back to it.
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
