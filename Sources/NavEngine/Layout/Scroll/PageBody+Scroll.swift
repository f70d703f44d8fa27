import NavBase

// A page's rows as a scroll view.

extension PageBody {
  /// The metrics of the rows, in units of one row; only rows are scrolled, and the title above them stays.
  package var scrollMetrics: ScrollMetrics {
    var metrics = ScrollMetrics.rows(bounds: Double(visibleRows), content: Double(rowCount))
    metrics.insetLow = Double(insets.top)
    metrics.insetHigh = Double(insets.bottom)
    metrics.bounces = scrolling.bounces
    return metrics
  }

  /// Returns the unrounded offset of a pull; a page that does not overflow stays (SV-3, SV-4).
  ///
  /// At least one row stays in view, however strong the pull: also on the cell grid it stays below a whole screen.
  func offset(of pull: ScrollPull) -> Double {
    let metrics = scrollMetrics
    guard metrics.canScroll else { return metrics.range.lowerBound }
    let offset = metrics.rubberBand.shown(Double(offset(for: pull.base)) + pull.delta)
    let most = metrics.bounds * RubberBand.deepest
    return offset.clamped(to: metrics.range.lowerBound - most...metrics.range.upperBound + most)
  }

  /// Returns the rows' motion after a pull, as if this were the panning viewer's viewport (SV-5, SV-6).
  func trajectory(
    releasing pull: ScrollPull,
    velocity: Double,
    at now: Duration
  ) -> ScrollTrajectory {
    let metrics = scrollMetrics
    guard metrics.canScroll else {
      return ScrollTrajectory([], target: metrics.range.lowerBound, at: now)
    }
    return .release(from: offset(of: pull), velocity: velocity, metrics: metrics, at: now)
  }

  /// Returns the anchor at which the rows rest after a pull.
  ///
  /// A pull that ends at its starting row keeps the anchor, and so changes nothing in other viewports either.
  func anchor(releasing pull: ScrollPull, velocity: Double) -> ScrollAnchor {
    let trajectory = trajectory(releasing: pull, velocity: velocity, at: .zero)
    let row = CellGrid.cell(at: trajectory.target)
    return row == offset(for: pull.base) ? pull.base : anchor(forOffset: row)
  }
}
