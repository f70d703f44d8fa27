package import NavBase

/// A run of consecutive rows.
package struct RowSegment: Hashable, Sendable {
  package var first: Int
  package var rows: [TextRow]

  /// The index after the last row.
  package var end: Int { first + rows.count }
}

/// The rows of a page that a scene holds, by their index in the page.
///
/// Of a long page, a scene holds only the visible rows and the first ones, so the rows are kept as few segments.
package struct RowTable: Hashable, Sendable {
  /// Ascending; none is empty or adjacent to the next.
  package private(set) var segments: [RowSegment] = []

  package init() {}

  package var isEmpty: Bool { segments.isEmpty }
  package var count: Int { segments.reduce(0) { $0 + $1.rows.count } }

  /// The row at an index; nil if the scene does not hold it.
  ///
  /// O(segments), which are few.
  package subscript(index: Int) -> TextRow? {
    for segment in segments where segment.first <= index && index < segment.end {
      return segment.rows[index - segment.first]
    }
    return nil
  }

  /// Returns where the row at an index is in `segments`; nil if the scene does not hold it.
  package func place(of index: Int) -> (segment: Int, row: Int)? {
    let segments = segments.span
    for number in segments.indices
    where segments[number].first <= index && index < segments[number].end {
      return (number, index - segments[number].first)
    }
    return nil
  }

  /// Sets the rows from `first` on, replacing rows with the same indices.
  package mutating func set(_ rows: [TextRow], at first: Int) {
    guard !rows.isEmpty else { return }
    let end = segments.last?.end ?? .min
    if end == first { return segments[segments.count - 1].rows += rows }
    if end < first { return segments.append(RowSegment(first: first, rows: rows)) }
    remove(first..<first + rows.count)
    segments.append(RowSegment(first: first, rows: rows))
    normalise()
  }

  /// Returns how many segments and rows a change from a row on may move: no row if all are before it.
  package func moves(from first: Int) -> Int {
    segments.count + (first < segments.last?.end ?? first ? count : 0)
  }

  package mutating func remove(_ range: Range<Int>) {
    guard segments.contains(where: { range.overlaps($0.first..<$0.end) }) else { return }
    segments = segments.flatMap { segment -> [RowSegment] in
      guard segment.first < range.upperBound, range.lowerBound < segment.end else {
        return [segment]
      }
      var kept: [RowSegment] = []
      if segment.first < range.lowerBound {
        kept.append(
          RowSegment(
            first: segment.first,
            rows: Array(segment.rows[..<(range.lowerBound - segment.first)])
          )
        )
      }
      if range.upperBound < segment.end {
        kept.append(
          RowSegment(
            first: range.upperBound,
            rows: Array(segment.rows[(range.upperBound - segment.first)...])
          )
        )
      }
      return kept
    }
  }

  private mutating func normalise() {
    segments.sort { $0.first < $1.first }
    var joined: [RowSegment] = []
    for segment in segments {
      if let last = joined.last, last.end == segment.first {
        joined[joined.count - 1].rows += segment.rows
      } else {
        joined.append(segment)
      }
    }
    segments = joined
  }
}
