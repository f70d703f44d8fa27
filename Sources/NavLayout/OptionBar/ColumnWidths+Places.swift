import NavGeometry

// Where a bar is scrolled to for a column, or for a place between two of them.

extension ColumnWidths {
  /// The legal offsets of a bar: from 0 on, as far as its content reaches.
  package func offsets(inViewport viewport: Double) -> ClosedRange<Double> {
    0...max(0, total - viewport)
  }

  /// The offset that shows a column in the middle of a bar, or as near to it as the ends allow
  /// (ZX-9).
  ///
  /// - Parameters:
  ///   - column: one of the columns.
  ///   - viewport: the bar's width.
  /// - Returns: a legal offset (ZXQ-8).
  package func offset(centering column: Int, inViewport viewport: Double) -> Double {
    let span = span(of: column)
    let half = viewport / 2
    let offset =
      if span.origin < half {
        0.0
      } else if total - span.end < half {
        total - viewport
      } else {
        span.origin + span.width / 2 - half
      }
    return offset.clamped(to: offsets(inViewport: viewport))
  }

  /// The same for a position between columns: between their two offsets in the same proportion.
  ///
  /// - Parameters:
  ///   - position: a column's index, or a place between two; beyond the ends it counts as the end.
  ///   - viewport: the bar's width.
  /// - Returns: a legal offset; 0 without columns.
  package func offset(centering position: Double, inViewport viewport: Double) -> Double {
    guard count > 0 else { return 0 }
    let (column, progress) = split(position.clamped(to: 0...Double(count - 1)))
    let offset = offset(centering: column, inViewport: viewport)
    guard progress > 0 else { return offset }
    return offset + progress * (self.offset(centering: column + 1, inViewport: viewport) - offset)
  }

  /// Where an indicator stands at a position: origin and width are between those of the two
  /// neighbours (MBXQ-4).
  ///
  /// Before the first and behind the last column it goes on by that one's own width (D-16).
  ///
  /// - Parameter position: a column's index, or a place between two or beyond the ends.
  /// - Returns: its place; at the origin without width where there are no columns.
  package func span(at position: Double) -> Span {
    let mark = TabIndicator.span(position: position, count: count) { column in
      let span = span(of: column)
      return TabSpan(start: span.origin, width: span.width)
    }
    return mark.map { Span(origin: $0.start, width: $0.width) } ?? Span(origin: 0, width: 0)
  }

  /// The column whose part is at the left edge, and how much of it is scrolled out: its index and a
  /// share of its width.
  ///
  /// - Parameter offset: from 0 to `total`; beyond that it counts as the end.
  /// - Returns: such a position, the same for every width of a bar; 0 without columns.
  package func leftColumn(atOffset offset: Double) -> Double {
    guard let column = column(at: max(0, offset)) else {
      return offset < total ? 0 : Double(count)
    }
    let span = span(of: column)
    return Double(column) + (max(0, offset) - span.origin) / span.width
  }

  /// The offset that puts such a position to the left edge; beyond the ends it counts as the end.
  package func offset(ofLeftColumn position: Double) -> Double {
    guard count > 0, position > 0 else { return 0 }
    guard position < Double(count) else { return total }
    let (column, progress) = split(position)
    let span = span(of: column)
    return span.origin + progress * span.width
  }

  /// A position that is not below 0 as a column and the part behind it.
  private func split(_ position: Double) -> (column: Int, progress: Double) {
    let column = Int(position)
    return (column, position - Double(column))
  }
}
