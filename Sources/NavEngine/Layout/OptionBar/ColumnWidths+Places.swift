import NavBase

// Scroll offsets for a column, or for a position between two columns.

extension ColumnWidths {
  /// Returns the legal offsets of a bar: from 0 to the end of its content.
  package func offsets(inViewport viewport: Double) -> ClosedRange<Double> {
    0...max(0, total - viewport)
  }

  /// Returns the offset that centres a column in a bar, as far as the ends allow (ZX-9).
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

  /// Returns the offset for a position between columns, interpolated between the offsets of its neighbours.
  ///
  /// - Parameters:
  ///   - position: a column's index, or a fractional position between two; clamped to the ends.
  ///   - viewport: the bar's width.
  /// - Returns: a legal offset; 0 without columns.
  package func offset(centering position: Double, inViewport viewport: Double) -> Double {
    guard count > 0 else { return 0 }
    let (column, progress) = split(position.clamped(to: 0...Double(count - 1)))
    let offset = offset(centering: column, inViewport: viewport)
    guard progress > 0 else { return offset }
    return offset + progress * (self.offset(centering: column + 1, inViewport: viewport) - offset)
  }

  /// Returns the span of an indicator at a position: origin and width are interpolated between those of the two
  /// neighbours (MBXQ-4).
  ///
  /// Before the first and after the last column it keeps that column's width and moves by it (D-16).
  ///
  /// - Parameter position: a column's index, or a fractional position between two or beyond the ends.
  /// - Returns: its span; at the origin with width 0 without columns.
  package func span(at position: Double) -> Span {
    let mark = TabIndicator.span(position: position, count: count) { column in
      let span = span(of: column)
      return TabSpan(start: span.origin, width: span.width)
    }
    return mark.map { Span(origin: $0.start, width: $0.width) } ?? Span(origin: 0, width: 0)
  }

  /// Returns the column at the left edge and its hidden share: its index plus the share of its width that is scrolled
  /// out.
  ///
  /// - Parameter offset: the offset, from 0 to `total`; clamped to the end.
  /// - Returns: that position, which is independent of the bar's width; 0 without columns.
  package func leftColumn(atOffset offset: Double) -> Double {
    guard let column = column(at: max(0, offset)) else {
      return offset < total ? 0 : Double(count)
    }
    let span = span(of: column)
    return Double(column) + (max(0, offset) - span.origin) / span.width
  }

  /// Returns the offset at which such a position is at the left edge; clamped to the ends.
  package func offset(ofLeftColumn position: Double) -> Double {
    guard count > 0, position > 0 else { return 0 }
    guard position < Double(count) else { return total }
    let (column, progress) = split(position)
    let span = span(of: column)
    return span.origin + progress * span.width
  }

  /// Splits a nonnegative position into a column and a fraction.
  private func split(_ position: Double) -> (column: Int, progress: Double) {
    let column = Int(position)
    return (column, position - Double(column))
  }
}
