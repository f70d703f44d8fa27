import NavGeometry

/// A scroll view as a value: two axes, and what happens to both (SV-10).
///
/// Every change takes the time at which it happens and returns what is to be told of it. Where the
/// view is at any later time is known from the value alone; `advance` only tells of it.
package struct ScrollState: Hashable, Sendable {
  package internal(set) var horizontal: ScrollAxis
  package internal(set) var vertical: ScrollAxis
  package internal(set) var activity = ScrollActivity.resting
  /// The offset that was told last.
  private var told: ScrollPoint

  package init(
    horizontal: ScrollMetrics,
    vertical: ScrollMetrics,
    offset: ScrollPoint = .zero
  ) {
    self.horizontal = ScrollAxis(horizontal, offset: offset.x)
    self.vertical = ScrollAxis(vertical, offset: offset.y)
    told = ScrollPoint(
      x: self.horizontal.offset(at: .zero),
      y: self.vertical.offset(at: .zero)
    )
  }

  package func offset(at now: Duration) -> ScrollPoint {
    ScrollPoint(x: horizontal.offset(at: now), y: vertical.offset(at: now))
  }

  /// Where it will rest; under a finger, where it is.
  package func target(at now: Duration) -> ScrollPoint {
    ScrollPoint(x: horizontal.target(at: now), y: vertical.target(at: now))
  }

  package func isMoving(at now: Duration) -> Bool {
    horizontal.isMoving(at: now) || vertical.isMoving(at: now)
  }

  /// The number of the frame in which it rests, counted from when it began to move; 0 at rest.
  package var length: Int {
    max(horizontal.trajectory?.length ?? 0, vertical.trajectory?.length ?? 0)
  }

  /// Tells what time has brought: where it is now, and the end of a motion that is over.
  package mutating func advance(to now: Duration) -> [ScrollEvent] {
    horizontal.settle(at: now)
    vertical.settle(at: now)
    return scrolled(at: now) + (isMoving(at: now) ? [] : endMotion())
  }

  /// `didScroll`, if it has.
  mutating func scrolled(at now: Duration) -> [ScrollEvent] {
    let offset = offset(at: now)
    defer { told = offset }
    return offset == told ? [] : [.didScroll(to: offset)]
  }

  /// The end of whatever motion was announced.
  mutating func endMotion() -> [ScrollEvent] {
    switch activity {
    case .resting, .held, .dragging: return []
    case .decelerating:
      activity = .resting
      return [.didEndDecelerating]
    case .animating:
      activity = .resting
      return [.didEndScrollingAnimation]
    }
  }
}

/// What moves a scroll view, or may.
package enum ScrollActivity: Hashable, Sendable {
  case resting
  /// A finger is down and has not moved.
  case held
  case dragging
  /// What a finger left behind: a flick, a bounce, a turn.
  case decelerating
  /// A program's scroll.
  case animating
}
