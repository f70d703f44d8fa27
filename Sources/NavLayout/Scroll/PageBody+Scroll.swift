import NavGeometry
import NavModel

// The rows of a page as a scroll view.

extension PageBody {
  /// One unit is a row; rows are all that is scrolled, the title above them stays.
  package var scrollMetrics: ScrollMetrics {
    var metrics = ScrollMetrics.rows(bounds: Double(visibleRows), content: Double(rowCount))
    metrics.insetLow = Double(insets.top)
    metrics.insetHigh = Double(insets.bottom)
    return metrics
  }

  /// Where a pull shows the rows, unrounded; a page that does not overflow stays (SV-3, SV-4).
  ///
  /// However strong it is, a row stays in view: on the cell grid a whole screen is not reached
  /// either.
  func offset(of pull: ScrollPull) -> Double {
    let metrics = scrollMetrics
    guard metrics.canScroll else { return metrics.range.lowerBound }
    let offset = metrics.rubberBand.shown(Double(offset(for: pull.base)) + pull.delta)
    let most = metrics.bounds * RubberBand.deepest
    return offset.clamped(to: metrics.range.lowerBound - most...metrics.range.upperBound + most)
  }

  /// What the rows do when a pull ends, as if this were the viewport of the finger (SV-5, SV-6).
  func way(releasing pull: ScrollPull, velocity: Double, at now: Duration) -> ScrollTrajectory {
    let metrics = scrollMetrics
    guard metrics.canScroll else {
      return ScrollTrajectory([], target: metrics.range.lowerBound, at: now)
    }
    return .release(from: offset(of: pull), velocity: velocity, metrics: metrics, at: now)
  }

  /// Where they rest then.
  ///
  /// A pull that leads back to where it began leaves the anchor as it was, for other viewports too.
  func anchor(releasing pull: ScrollPull, velocity: Double) -> ScrollAnchor {
    let way = way(releasing: pull, velocity: velocity, at: .zero)
    let row = CellGrid.cell(at: way.target)
    return row == offset(for: pull.base) ? pull.base : anchor(forOffset: row)
  }
}
