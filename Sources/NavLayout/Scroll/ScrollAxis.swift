import NavGeometry

/// One axis of a scroll view as a value: its current motion or drag, and so its offset at any time.
package struct ScrollAxis: Hashable, Sendable {
  package private(set) var metrics: ScrollMetrics
  private var phase: Phase

  private enum Phase: Hashable {
    case resting(Double)
    case dragged(ScrollDrag)
    case moving(ScrollTrajectory)
  }

  /// - Parameters:
  ///   - metrics: the axis.
  ///   - offset: the offset, which is clamped to the legal range.
  package init(_ metrics: ScrollMetrics, offset: Double = 0) {
    self.metrics = metrics
    phase = .resting(metrics.confined(offset))
  }

  package func offset(at now: Duration) -> Double {
    switch phase {
    case .resting(let offset): offset
    case .dragged(let drag): metrics.rubberBand.shown(drag.pulled)
    case .moving(let trajectory): trajectory.offset(at: now)
    }
  }

  /// Returns the velocity in units a second; 0 during a drag.
  package func velocity(at now: Duration) -> Double {
    trajectory?.velocity(at: now) ?? 0
  }

  /// The current motion, or the last one until it is settled.
  package var trajectory: ScrollTrajectory? {
    if case .moving(let trajectory) = phase { trajectory } else { nil }
  }

  package func isMoving(at now: Duration) -> Bool {
    trajectory.map { !$0.isDone(at: now) } ?? false
  }

  /// Returns the offset at rest; during a drag, the current one.
  func target(at now: Duration) -> Double {
    trajectory?.target ?? offset(at: now)
  }

  // MARK: Fingers

  /// Stops at the current offset, also beyond an edge (SV-11).
  mutating func hold(at now: Duration) {
    phase = .resting(offset(at: now))
  }

  mutating func beginDrag(at now: Duration) {
    guard metrics.canScroll else { return }
    let offset = offset(at: now)
    phase = .dragged(
      ScrollDrag(
        base: metrics.rubberBand.pulled(offset),
        page: metrics.page(at: offset),
        at: now
      )
    )
  }

  /// - Parameters:
  ///   - translation: the finger's whole translation since it came down, positive to the right or down.
  ///   - now: the time of the move.
  mutating func drag(to translation: Double, at now: Duration) {
    guard case .dragged(var drag) = phase else { return }
    drag.move(to: translation, at: now)
    phase = .dragged(drag)
  }

  /// Returns the effect of a release at this time.
  ///
  /// - Parameters:
  ///   - finger: the finger's velocity; nil if unknown: it is then computed from the last moves.
  ///   - now: the time of the release.
  /// - Returns: the velocity and the whole motion to rest.
  func release(finger: Double? = nil, at now: Duration) -> ScrollRelease {
    let offset = offset(at: now)
    guard case .dragged(let drag) = phase else {
      return release(from: offset, velocity: 0, page: nil, at: now)
    }
    let velocity = drag.velocity(measured: finger, at: now)
    return release(from: offset, velocity: velocity, page: drag.page, at: now)
  }

  private func release(
    from offset: Double,
    velocity: Double,
    page: Int?,
    at now: Duration
  ) -> ScrollRelease {
    let way = ScrollTrajectory.release(
      from: offset,
      velocity: velocity,
      page: page,
      metrics: metrics,
      at: now
    )
    return ScrollRelease(velocity: velocity, trajectory: way)
  }

  /// Ends the drag.
  ///
  /// - Parameters:
  ///   - release: the result of `release(finger:at:)`.
  ///   - target: the requested offset at rest, which is clamped.
  ///   - now: the time for which `release` was computed.
  mutating func letGo(_ release: ScrollRelease, to target: Double, at now: Duration) {
    let target = metrics.confined(target)
    let offset = offset(at: now)
    guard target != release.target else { return begin(release.trajectory) }
    if metrics.isPaging, metrics.bounds > 0 {
      begin(.turn(from: offset, to: target, metrics: metrics, at: now))
    } else {
      begin(.settling(from: offset, to: target, metrics: metrics, at: now))
    }
  }

  private mutating func begin(_ trajectory: ScrollTrajectory) {
    phase = trajectory.legs.isEmpty ? .resting(trajectory.target) : .moving(trajectory)
  }

  // MARK: Programs

  /// Sets a legal offset, also during a drag.
  mutating func jump(to offset: Double) {
    let offset = metrics.confined(offset)
    if case .dragged(var drag) = phase {
      drag.rebase(toPulled: offset)
      phase = .dragged(drag)
    } else {
      phase = .resting(offset)
    }
  }

  /// Moves it at a constant velocity to a legal offset (SV-9).
  mutating func glide(to offset: Double, at now: Duration) {
    begin(.line(from: self.offset(at: now), to: metrics.confined(offset), at: now))
  }

  /// Ends a motion that is over.
  mutating func settle(at now: Duration) {
    if let trajectory, trajectory.isDone(at: now) { phase = .resting(trajectory.target) }
  }

  // MARK: Sizes

  /// Changes the metrics: the offset follows the inset before the content and is clamped (SV-12).
  ///
  /// A motion continues from there with its velocity, a program's scroll within its remaining time.
  mutating func change(_ new: ScrollMetrics, at now: Duration) {
    guard new != metrics else { return }
    settle(at: now)
    let shift = metrics.insetLow - new.insetLow
    let offset = offset(at: now) + shift
    metrics = new
    guard let trajectory else { return jump(to: offset) }
    begin(resumed(trajectory, from: offset, shift: shift, at: now))
  }

  private func resumed(
    _ old: ScrollTrajectory,
    from offset: Double,
    shift: Double,
    at now: Duration
  ) -> ScrollTrajectory {
    let target = metrics.confined(old.target + shift)
    if case .line = old.legs.first?.curve {
      let left = old.duration - (now - old.startedAt).inSeconds
      return .line(from: offset, to: target, duration: left, at: now)
    }
    if metrics.isPaging {
      return .turn(from: offset, to: target, metrics: metrics, at: now)
    }
    let velocity = old.velocity(at: now)
    return .momentum(from: offset, velocity: velocity, metrics: metrics, at: now)
  }
}

/// The effect of a release.
package struct ScrollRelease: Hashable, Sendable {
  /// The content's velocity at the release, in units a second; positive reveals content after the visible part.
  package let velocity: Double
  package let trajectory: ScrollTrajectory

  package var target: Double { trajectory.target }
}
