import NavGeometry

// A finger on a strip. The model keeps the column at the left edge, with the share of it that is
// scrolled out, as that means the same in every width; a viewer's layout makes it an offset.

extension PagerHeaderLayout {
  /// The column at the left edge for an offset in columns of the bar's content, confined to the
  /// legal ones.
  package func leftColumn(forOffset offset: Double) -> Double {
    widths.leftColumn(atOffset: offset.clamped(to: widths.offsets(inViewport: viewport)))
  }

  /// The legal offset that puts such a column to the left edge, or comes nearest to that.
  package func offset(forLeftColumn column: Double) -> Double {
    offset(at: 0, anchor: column)
  }

  /// Where the strip stands after a finger's move.
  ///
  /// - Parameters:
  ///   - column: the column at the left edge when it began.
  ///   - distance: the finger's way since then, in columns of the room; positive reveals what is
  ///     right.
  /// - Returns: the column at the left edge.
  package func leftColumn(panning column: Double, by distance: Double) -> Double {
    leftColumn(forOffset: offset(forLeftColumn: column) + distance)
  }

  /// The way of a strip that a finger has let go: it gets slower by SV-5 and stops at an end.
  ///
  /// - Parameters:
  ///   - column: the column at the left edge at the release.
  ///   - velocity: the content's, in columns a second; positive reveals what is right.
  ///   - now: the time.
  /// - Returns: the way in columns of the bar's content, at rest on a legal offset.
  package func flick(
    from column: Double,
    velocity: Double,
    at now: Duration
  ) -> ScrollTrajectory {
    var metrics = ScrollMetrics.columns(bounds: viewport, content: widths.total)
    metrics.bounces = false
    let fastest = ScrollMetrics.fastest
    return .release(
      from: offset(forLeftColumn: column),
      velocity: scrolls ? velocity.clamped(to: -fastest...fastest) : 0,
      metrics: metrics,
      at: now
    )
  }

  /// The columns at the left edge on such a way: in a frame and in all that follow, up to rest.
  package func leftColumns(of way: ScrollTrajectory, from frame: Int = 0) -> [Double] {
    let frames = min(max(frame, 0), way.length)...way.length
    return frames.map { leftColumn(forOffset: way.offset(atFrame: $0)) }
  }
}
