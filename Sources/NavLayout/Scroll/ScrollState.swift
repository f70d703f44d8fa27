import NavGeometry

/// A scroll view as a value: two axes, and their common activity (SV-10).
///
/// Every change takes its time as an argument and returns the events to report. The offset at any later time follows
/// from the value alone; `advance` only reports it.
package struct ScrollState: Hashable, Sendable {
  package internal(set) var horizontal: ScrollAxis
  package internal(set) var vertical: ScrollAxis
  package internal(set) var activity = ScrollActivity.resting
  /// The offset last reported.
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

  /// Returns the offset at rest; during a drag, the current one.
  package func target(at now: Duration) -> ScrollPoint {
    ScrollPoint(x: horizontal.target(at: now), y: vertical.target(at: now))
  }

  package func isMoving(at now: Duration) -> Bool {
    horizontal.isMoving(at: now) || vertical.isMoving(at: now)
  }

  /// The number of the frame in which the view rests, counted from the beginning of its motion; 0 at rest.
  package var length: Int {
    max(horizontal.trajectory?.length ?? 0, vertical.trajectory?.length ?? 0)
  }

  /// Reports the changes until a time: the new offset, and the end of a motion that is over.
  package mutating func advance(to now: Duration) -> [ScrollEvent] {
    horizontal.settle(at: now)
    vertical.settle(at: now)
    return scrolled(at: now) + (isMoving(at: now) ? [] : endMotion())
  }

  /// Returns `didScroll` if the offset has changed.
  mutating func scrolled(at now: Duration) -> [ScrollEvent] {
    let offset = offset(at: now)
    defer { told = offset }
    return offset == told ? [] : [.didScroll(to: offset)]
  }

  /// Ends the announced motion, and returns its end event.
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

/// The activity of a scroll view.
package enum ScrollActivity: Hashable, Sendable {
  case resting
  /// A finger is down and has not moved.
  case held
  case dragging
  /// A motion after a drag: a flick, a bounce or a turn.
  case decelerating
  /// A program's scroll.
  case animating
}
