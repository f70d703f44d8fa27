import NavGeometry

// Fingers, and a mouse with its button down. A view whose scrolling is disabled knows none of them.

extension ScrollState {
  package var canScroll: Bool {
    horizontal.metrics.canScroll || vertical.metrics.canScroll
  }

  /// A finger comes down: what moves stops at once, where it is (SV-11).
  package mutating func touch(at now: Duration) -> [ScrollEvent] {
    let events = advance(to: now)
    guard canScroll, activity != .dragging else { return events }
    horizontal.hold(at: now)
    vertical.hold(at: now)
    let ended = endMotion()
    activity = .held
    return events + ended
  }

  /// The finger that came down, or comes down now, begins to move.
  package mutating func beginDrag(at now: Duration) -> [ScrollEvent] {
    guard canScroll, activity != .dragging else { return advance(to: now) }
    let events = touch(at: now)
    horizontal.beginDrag(at: now)
    vertical.beginDrag(at: now)
    activity = .dragging
    return events + [.willBeginDragging]
  }

  /// The finger moves; without a drag nothing happens.
  ///
  /// - Parameters:
  ///   - translation: its whole way since the drag began, positive to the right and down.
  ///   - now: the time of the move; SV-7 counts from the last one.
  /// - Returns: what is to be told.
  package mutating func drag(to translation: ScrollPoint, at now: Duration) -> [ScrollEvent] {
    horizontal.drag(to: translation.x, at: now)
    vertical.drag(to: translation.y, at: now)
    return scrolled(at: now)
  }

  /// The finger leaves after a drag; without a drag nothing happens.
  ///
  /// - Parameters:
  ///   - now: the time of the release.
  ///   - finger: the finger's velocity in units a second, positive to the right and down; where it
  ///     is not known, that of the last moves counts. It is 0 if the last move was 100 ms ago
  ///     (SV-7).
  ///   - adjust: is given the velocity of `willEndDragging` and may move the target.
  /// - Returns: what is to be told.
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

  /// A finger that stopped the view leaves without having moved: from beyond an edge the view
  /// springs back, from between two pages it turns to the nearer one.
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
