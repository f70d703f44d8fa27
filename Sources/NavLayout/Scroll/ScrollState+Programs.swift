import NavGeometry

// Scrolling by programs and keys, and changes of sizes.

extension ScrollState {
  /// Scrolls to the legal offset nearest to a given one (SV-2, SV-9).
  ///
  /// If animated, it moves there at a constant velocity within a third of a second. A motion that already leads to that
  /// offset is not disturbed; another one is redirected from its current position (D-9). During a drag it is never
  /// animated, and the drag continues from there.
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

  /// Scrolls by the least distance that makes a rectangle visible (SV-9).
  ///
  /// A completely visible rectangle moves nothing; of one that is too large the start is shown.
  ///
  /// - Parameters:
  ///   - origin: the rectangle's origin, in the content's units.
  ///   - size: the rectangle's size, at least 0.
  ///   - animated: as for `setOffset`.
  ///   - now: the time.
  /// - Returns: the events to report.
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

  /// Scrolls one axis by a key or the wheel, at most to an end.
  ///
  /// Steps accumulate: a second one is measured from the target of the first.
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

  /// Changes the sizes, insets or settings (SV-12).
  ///
  /// A drag in a view that can no longer be scrolled ends as if by a finger that had stopped.
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

/// One of the two axes of a scroll view.
package enum ScrollDirection: CaseIterable, Hashable, Sendable {
  case horizontal
  case vertical
}
