/// The widths of the columns of a bar and the sums of those before each (ZXQ-1, ZXQ-7).
///
/// Neighbours of equal width are kept as one run, so a million equal columns take no more room than
/// one. Made once; a column is found in O(log runs).
package struct ColumnWidths: Hashable, Sendable {
  /// Neighbours of equal width.
  private struct Run: Hashable, Sendable {
    var first: Int
    var origin: Double
    var width: Double

    func origin(of column: Int) -> Double { origin + Double(column - first) * width }
  }

  /// Where a column stands: its left edge and its width.
  package struct Span: Hashable, Sendable {
    package var origin: Double
    package var width: Double

    package init(origin: Double, width: Double) {
      self.origin = origin
      self.width = width
    }

    package var end: Double { origin + width }
  }

  private var runs: [Run] = []
  package private(set) var count = 0
  /// All widths together.
  package private(set) var total = 0.0

  package init() {}

  package init(_ widths: some Sequence<Double>) {
    for width in widths { append(width) }
  }

  /// Columns of one width.
  package init(equal width: Double, count: Int) {
    append(width, count: count)
  }

  /// Whole columns that share a room by largest remainder: what is left over goes to the first ones
  /// (S15-tab-widths).
  ///
  /// - Parameters:
  ///   - room: what all together take, at least 0.
  ///   - count: how many there are.
  package init(sharing room: Int, among count: Int) {
    precondition(room >= 0 && count >= 0, "cannot share \(room) among \(count)")
    guard count > 0 else { return }
    let (share, rest) = room.quotientAndRemainder(dividingBy: count)
    append(Double(share + 1), count: rest)
    append(Double(share), count: count - rest)
  }

  /// Adds columns behind the last one; O(1).
  ///
  /// - Parameters:
  ///   - width: of each, finite and at least 0.
  ///   - number: how many.
  package mutating func append(_ width: Double, count number: Int = 1) {
    precondition(width >= 0 && width.isFinite, "cannot show a column \(width) wide")
    precondition(number >= 0, "cannot add \(number) columns")
    guard number > 0 else { return }
    if runs.last?.width != width {
      runs.append(Run(first: count, origin: total, width: width))
    }
    count += number
    total = runs[runs.count - 1].origin(of: count)
  }

  // MARK: Columns

  package func origin(of column: Int) -> Double { span(of: column).origin }

  package func width(of column: Int) -> Double { span(of: column).width }

  /// Where a column stands; O(log runs).
  package func span(of column: Int) -> Span {
    precondition(column >= 0 && column < count, "cannot find column \(column) of \(count)")
    let run = runs[lastRun { $0.first <= column }]
    return Span(origin: run.origin(of: column), width: run.width)
  }

  /// The columns of which a part lies in a range: both are half-open, and what only touches the
  /// range or has no width of its own lies in none (D-3).
  ///
  /// - Parameter range: in units from the first column's left edge.
  /// - Returns: from the first such column to the last; columns without width may stand between
  ///   them.
  package func columns(intersecting range: Range<Double>) -> Range<Int> {
    guard max(0, range.lowerBound) < min(total, range.upperBound) else { return 0..<0 }
    let first = column(endingBehind: max(0, range.lowerBound))
    return first..<column(beginningBefore: min(total, range.upperBound)) + 1
  }

  /// The column at a place; nil before the first and behind the last one.
  package func column(at x: Double) -> Int? {
    x >= 0 && x < total ? column(endingBehind: x) : nil
  }

  /// The first column that ends behind a place, which is not before 0 and before `total`.
  ///
  /// Its run has a width: one without any begins where the next one does, or at `total`.
  private func column(endingBehind x: Double) -> Int {
    let index = lastRun { $0.origin <= x }
    let run = runs[index]
    let last = lastColumn(ofRun: index)
    var column = min(last, run.first + Int((x - run.origin) / run.width))
    // What a division has lost.
    while column > run.first, run.origin(of: column) > x { column -= 1 }
    while column < last, run.origin(of: column + 1) <= x { column += 1 }
    return column
  }

  /// The last column that begins before a place, which is behind 0 and not behind `total`.
  private func column(beginningBefore x: Double) -> Int {
    let index = lastRun { $0.origin < x }
    let run = runs[index]
    let last = lastColumn(ofRun: index)
    var column = min(last, run.first + Int((x - run.origin) / run.width))
    while column > run.first, run.origin(of: column) >= x { column -= 1 }
    while column < last, run.origin(of: column + 1) < x { column += 1 }
    return column
  }

  private func lastColumn(ofRun index: Int) -> Int {
    (index + 1 < runs.count ? runs[index + 1].first : count) - 1
  }

  /// The last run for which something holds that holds for the first one, and for none behind one
  /// for which it does not.
  private func lastRun(where holds: (Run) -> Bool) -> Int {
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(runs[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
