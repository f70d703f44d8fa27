import NavBase

// Pans of a header. The model stores the column at the left edge plus the share of it that is scrolled out, which is
// independent of the width; a viewer's layout converts it to an offset.

extension PagerHeaderLayout {
  /// Returns the column at the left edge for an offset in the bar's content, clamped to the legal offsets.
  package func leftColumn(forOffset offset: Double) -> Double {
    widths.leftColumn(atOffset: offset.clamped(to: widths.offsets(inViewport: viewport)))
  }

  /// Returns the legal offset at which such a column is at the left edge, or nearest to it.
  package func offset(forLeftColumn column: Double) -> Double {
    offset(at: 0, anchor: column)
  }

  /// Returns the column at the left edge while the bar is centred on a position between the pages.
  package func leftColumn(centredOn position: Double) -> Double {
    leftColumn(forOffset: offset(at: position))
  }

  /// Returns the offset of a header that is shifted from its centred position, or moves between two such positions: it
  /// is interpolated in cells by the share.
  ///
  /// - Parameters:
  ///   - place: the header's scroll position.
  ///   - position: the position of the pages, in indices.
  /// - Returns: the offset, outside the legal range if the header is pulled.
  package func offset(of place: HeaderPosition, whilePagesAreAt position: Double) -> Double {
    let centred = leftColumn(centredOn: position)
    let start = stretched(offset(forLeftColumn: centred + place.shift), by: place.pull)
    guard place.share > 0 else { return start }
    return start + place.share * (offset(forLeftColumn: centred + place.target) - start)
  }

  /// Returns an offset pulled by a number of cells: beyond an end with the resistance of the rubber band (SV-4); if the
  /// offset is not at that end, as in a wider viewport, the pull has no effect.
  private func stretched(_ offset: Double, by pull: Double) -> Double {
    let range = widths.offsets(inViewport: viewport)
    // An offset that was converted to a column and back is no longer exact.
    let isAtEnd =
      pull < 0
      ? offset <= range.lowerBound + Self.precision : offset >= range.upperBound - Self.precision
    guard scrolls, pull != 0, isAtEnd else { return offset }
    return RubberBand(range: range, dimension: viewport).shown(offset + pull)
  }

  /// A distance in cells that is not visible, and larger than the rounding error of a million columns.
  private static let precision = 1e-6

  /// Returns the position of this layout's header at an offset when a pan begins, relative to the position centred on a
  /// page.
  package func place(at offset: Double, centredOn page: Int) -> HeaderPosition {
    let range = widths.offsets(inViewport: viewport)
    let pulled = RubberBand(range: range, dimension: viewport).pulled(offset)
    return place(pulledTo: pulled, centredOn: page)
  }

  /// Returns the header's position after a move of the pan.
  ///
  /// - Parameters:
  ///   - start: the position at the pan's beginning.
  ///   - distance: the distance of the finger since then, in terminal columns; positive reveals content on the right.
  ///   - page: the active page.
  /// - Returns: the position, including a pull beyond an end.
  package func place(
    panning start: HeaderPosition,
    by distance: Double,
    centredOn page: Int
  ) -> HeaderPosition {
    let column = leftColumn(centredOn: Double(page)) + start.shift
    return place(
      pulledTo: offset(forLeftColumn: column) + start.pull + distance,
      centredOn: page
    )
  }

  private func place(pulledTo offset: Double, centredOn page: Int) -> HeaderPosition {
    let legal = offset.clamped(to: widths.offsets(inViewport: viewport))
    let shift = leftColumn(forOffset: legal) - leftColumn(centredOn: Double(page))
    return HeaderPosition(shift, pull: offset - legal)
  }

  /// Returns the motion of a header after a release: it decelerates by SV-5 and stops at an end.
  ///
  /// - Parameters:
  ///   - column: the column at the left edge at the release.
  ///   - velocity: the content's velocity, in columns a second; positive reveals content on the right.
  ///   - now: the current time.
  /// - Returns: the motion in columns of the bar's content, which rests at a legal offset.
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
}
