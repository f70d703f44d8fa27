import NavGeometry

// Drags by fingers, or by a mouse with its button down. A view whose scrolling is disabled ignores them.

extension ScrollState {
  package var canScroll: Bool {
    horizontal.metrics.canScroll || vertical.metrics.canScroll
  }

  /// Handles a finger that comes down: any motion stops at its current offset (SV-11).
  package mutating func touch(at now: Duration) -> [ScrollEvent] {
    let events = advance(to: now)
    guard canScroll, activity != .dragging else { return events }
    horizontal.hold(at: now)
    vertical.hold(at: now)
    let ended = endMotion()
    activity = .held
    return events + ended
  }

  /// Begins a drag with the finger that came down, or comes down now.
  package mutating func beginDrag(at now: Duration) -> [ScrollEvent] {
    guard canScroll, activity != .dragging else { return advance(to: now) }
    let events = touch(at: now)
    horizontal.beginDrag(at: now)
    vertical.beginDrag(at: now)
    activity = .dragging
    return events + [.willBeginDragging]
  }

  /// Moves the drag; does nothing without one.
  ///
  /// - Parameters:
  ///   - translation: the finger's whole translation since the drag began, positive to the right and down.
  ///   - now: the time of the move, from which SV-7 measures the pause.
  /// - Returns: the events to report.
  package mutating func drag(to translation: ScrollPoint, at now: Duration) -> [ScrollEvent] {
    horizontal.drag(to: translation.x, at: now)
    vertical.drag(to: translation.y, at: now)
    return scrolled(at: now)
  }

  /// Ends the drag; does nothing without one.
  ///
  /// - Parameters:
  ///   - now: the time of the release.
  ///   - finger: the finger's velocity in units a second, positive to the right and down; nil if unknown: it is then
  ///     computed from the last moves. It counts as 0 if the last move was 100 ms ago (SV-7).
  ///   - adjust: receives the velocity of `willEndDragging` and may change the target.
  /// - Returns: the events to report.
  package mutating func endDrag(
    at now: Duration,
    finger: ScrollPoint? = nil,
    adjusting adjust: (_ velocity: ScrollPoint, _ target: inout ScrollPoint) -> Void = { _, _ in }
  ) -> [ScrollEvent] {
    guard activity == .dragging else { return advance(to: now) }
    let x = horizontal.release(finger: finger?.x, at: now)
    let y = vertical.release(finger: finger?.y, at: now)
    let velocity = ScrollPoint(x: x.velocity / 1_000, y: y.velocity / 1_000)
    var wanted = ScrollPoint(x: x.target, y: y.target)
    adjust(velocity, &wanted)
    horizontal.letGo(x, to: wanted.x, at: now)
    vertical.letGo(y, to: wanted.y, at: now)
    let target = target(at: now)
    let begun = moveOn(at: now)
    return [
      .willEndDragging(velocity: velocity, target: target),
      .didEndDragging(willDecelerate: activity == .decelerating),
    ] + begun
  }

  /// Handles a finger that stopped the view and leaves without a move: from beyond an edge the view springs back, from
  /// between two pages it turns to the nearer one.
  package mutating func lift(at now: Duration) -> [ScrollEvent] {
    guard activity == .held else { return advance(to: now) }
    let x = horizontal.release(at: now)
    let y = vertical.release(at: now)
    horizontal.letGo(x, to: x.target, at: now)
    vertical.letGo(y, to: y.target, at: now)
    return moveOn(at: now)
  }

  private mutating func moveOn(at now: Duration) -> [ScrollEvent] {
    activity = isMoving(at: now) ? .decelerating : .resting
    return (activity == .decelerating ? [.willBeginDecelerating] : []) + scrolled(at: now)
  }
}
