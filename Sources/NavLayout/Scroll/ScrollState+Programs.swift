import NavGeometry

// What programs, keys and sizes do to a scroll view.

extension ScrollState {
  /// Puts the view at an offset, the nearest legal one (SV-2, SV-9).
  ///
  /// Animated, it moves there at a constant velocity within a third of a second. One that is on its
  /// way to that offset already is not disturbed; one on its way elsewhere turns there from where
  /// it is (D-9). Under a finger that drags it is never animated, and the drag goes on from there.
  package mutating func setOffset(
    _ offset: ScrollPoint,
    animated: Bool,
    at now: Duration
  ) -> [ScrollEvent] {
    let events = advance(to: now)
    let target = ScrollPoint(
      x: horizontal.metrics.confined(offset.x),
      y: vertical.metrics.confined(offset.y)
    )
    if activity == .dragging || !animated {
      horizontal.jump(to: target.x)
      vertical.jump(to: target.y)
      return events + scrolled(at: now) + endMotion()
    }
    if activity == .animating, target == self.target(at: now) { return events }
    let ended = activity == .decelerating ? endMotion() : []
    horizontal.glide(to: target.x, at: now)
    vertical.glide(to: target.y, at: now)
    let isMoving = isMoving(at: now)
    if isMoving { activity = .animating }
    return events + ended + (isMoving ? [] : endMotion())
  }

  /// Scrolls as little as possible so that a rectangle is in view (SV-9).
  ///
  /// One that is completely in view moves nothing, and of one that is too large the start is shown.
  ///
  /// - Parameters:
  ///   - origin: of the rectangle, in the content's units.
  ///   - size: of the rectangle, at least 0.
  ///   - animated: as for `setOffset`.
  ///   - now: the time.
  /// - Returns: what is to be told.
  package mutating func scrollToVisible(
    origin: ScrollPoint,
    size: ScrollPoint,
    animated: Bool,
    at now: Duration
  ) -> [ScrollEvent] {
    let current = offset(at: now)
    let target = ScrollPoint(
      x: horizontal.metrics.offset(showing: origin.x, size.x, from: current.x),
      y: vertical.metrics.offset(showing: origin.y, size.y, from: current.y)
    )
    return target == current
      ? advance(to: now) : setOffset(target, animated: animated, at: now)
  }

  /// A key or the wheel scrolls one axis; further than to an end it does not.
  ///
  /// Steps add up: a second one counts from where the first one leads to.
  package mutating func step(
    _ step: ScrollStep,
    along direction: ScrollDirection,
    animated: Bool,
    at now: Duration
  ) -> [ScrollEvent] {
    guard axis(direction).metrics.canScroll, activity != .dragging else {
      return advance(to: now)
    }
    var target = target(at: now)
    switch direction {
    case .horizontal: target.x = horizontal.metrics.offset(after: step, from: target.x)
    case .vertical: target.y = vertical.metrics.offset(after: step, from: target.y)
    }
    return setOffset(target, animated: animated, at: now)
  }

  /// Other sizes, insets or settings (SV-12).
  ///
  /// A drag in a view that may not be scrolled any more is released as by a finger that had
  /// stopped.
  package mutating func change(
    horizontal x: ScrollMetrics,
    vertical y: ScrollMetrics,
    at now: Duration
  ) -> [ScrollEvent] {
    var events = advance(to: now)
    horizontal.change(x, at: now)
    vertical.change(y, at: now)
    events += scrolled(at: now)
    if activity == .dragging, !canScroll {
      return events + endDrag(at: now, finger: .zero)
    }
    return events + (isMoving(at: now) ? [] : endMotion())
  }

  package func axis(_ direction: ScrollDirection) -> ScrollAxis {
    switch direction {
    case .horizontal: horizontal
    case .vertical: vertical
    }
  }
}

/// Names one of the two axes of a scroll view.
package enum ScrollDirection: CaseIterable, Hashable, Sendable {
  case horizontal
  case vertical
}
