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

  /// The column at the left edge while the bar is centred on a place between the pages.
  package func leftColumn(centredOn position: Double) -> Double {
    leftColumn(forOffset: offset(at: position))
  }

  /// Where a strip stands that is shifted from where it is centred, or on its way between two such
  /// places: so many cells between them as the share says.
  ///
  /// - Parameters:
  ///   - place: where.
  ///   - position: where the pages are, in indices.
  /// - Returns: an offset, beyond the legal ones where it is pulled.
  package func offset(of place: StripPlace, whilePagesAreAt position: Double) -> Double {
    let centred = leftColumn(centredOn: position)
    let start = stretched(offset(forLeftColumn: centred + place.shift), by: place.pull)
    guard place.share > 0 else { return start }
    return start + place.share * (offset(forLeftColumn: centred + place.target) - start)
  }

  /// What a finger that pulls by so many cells makes of an offset: beyond an end the bar follows
  /// less and less (SV-4); elsewhere, as in a wider viewport, the pull is not seen.
  private func stretched(_ offset: Double, by pull: Double) -> Double {
    let range = widths.offsets(inViewport: viewport)
    // An offset that was a column meanwhile is no longer exact.
    let isAtEnd =
      pull < 0
      ? offset <= range.lowerBound + Self.precision : offset >= range.upperBound - Self.precision
    guard scrolls, pull != 0, isAtEnd else { return offset }
    return RubberBand(range: range, dimension: viewport).shown(offset + pull)
  }

  /// Cells that nobody sees; more than a million columns add up to in rounding.
  private static let precision = 1e-6

  /// Where the strip of this layout stands, as a finger takes hold of it that is centred on a page.
  package func place(at offset: Double, centredOn page: Int) -> StripPlace {
    let range = widths.offsets(inViewport: viewport)
    let pulled = RubberBand(range: range, dimension: viewport).pulled(offset)
    return place(pulledTo: pulled, centredOn: page)
  }

  /// Where it stands after the finger's move.
  ///
  /// - Parameters:
  ///   - start: where it was when the finger came.
  ///   - distance: the finger's way since then, in columns of the room; positive reveals what is
  ///     right.
  ///   - page: the active page.
  /// - Returns: the place, pulled where it is beyond an end.
  package func place(
    panning start: StripPlace,
    by distance: Double,
    centredOn page: Int
  ) -> StripPlace {
    let column = leftColumn(centredOn: Double(page)) + start.shift
    return place(
      pulledTo: offset(forLeftColumn: column) + start.pull + distance,
      centredOn: page
    )
  }

  private func place(pulledTo offset: Double, centredOn page: Int) -> StripPlace {
    let legal = offset.clamped(to: widths.offsets(inViewport: viewport))
    let shift = leftColumn(forOffset: legal) - leftColumn(centredOn: Double(page))
    return StripPlace(shift, pull: offset - legal)
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
