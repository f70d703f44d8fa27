/// The widths of a bar's columns, with prefix sums (ZXQ-1, ZXQ-7).
///
/// Neighbours of equal width are stored as one run, so a million equal columns need the memory of one. A column is
/// found in O(log runs).
package struct ColumnWidths: Hashable, Sendable {
  /// Neighbours of equal width.
  private struct Run: Hashable, Sendable {
    var first: Int
    var origin: Double
    var width: Double

    func origin(of column: Int) -> Double { origin + Double(column - first) * width }
  }

  /// A column's position: its left edge and its width.
  package struct Span: Hashable, Sendable {
    package var origin: Double
    package var width: Double

    package var end: Double { origin + width }
  }

  private var runs: [Run] = []
  package private(set) var count = 0
  /// The sum of all widths.
  package private(set) var total = 0.0

  package init() {}

  package init(_ widths: some Sequence<Double>) {
    for width in widths { append(width) }
  }

  /// Creates columns of whole widths that share an available width by largest remainder: the remainder goes to the
  /// first ones (S15-tab-widths).
  ///
  /// - Parameters:
  ///   - room: the total width, at least 0.
  ///   - count: the number of columns.
  package init(sharing room: Int, among count: Int) {
    precondition(room >= 0 && count >= 0, "cannot share \(room) among \(count)")
    guard count > 0 else { return }
    let (share, rest) = room.quotientAndRemainder(dividingBy: count)
    append(Double(share + 1), count: rest)
    append(Double(share), count: count - rest)
  }

  /// Appends columns; O(1).
  ///
  /// - Parameters:
  ///   - width: the width of each, finite and at least 0.
  ///   - number: the number of columns.
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

  /// Returns a column's position; O(log runs).
  package func span(of column: Int) -> Span {
    precondition(column >= 0 && column < count, "cannot find column \(column) of \(count)")
    let run = runs[lastRun { $0.first <= column }]
    return Span(origin: run.origin(of: column), width: run.width)
  }

  /// Returns the columns that intersect a range, both half-open: a column that only touches the range or has no width
  /// does not intersect it (D-3).
  ///
  /// - Parameter range: the range, in units from the first column's left edge.
  /// - Returns: the columns from the first to the last that intersects; columns without width may be among them.
  package func columns(intersecting range: Range<Double>) -> Range<Int> {
    guard max(0, range.lowerBound) < min(total, range.upperBound) else { return 0..<0 }
    let first = column(endingBehind: max(0, range.lowerBound))
    return first..<column(beginningBefore: min(total, range.upperBound)) + 1
  }

  /// Returns the column at a position; nil before the first and after the last one.
  func column(at x: Double) -> Int? {
    x >= 0 && x < total ? column(endingBehind: x) : nil
  }

  /// Returns the first column that ends after a position, which must be at least 0 and less than `total`.
  ///
  /// Its run has a width: a run of width 0 begins where the next one does, or at `total`.
  private func column(endingBehind x: Double) -> Int {
    let index = lastRun { $0.origin <= x }
    let run = runs[index]
    let last = lastColumn(ofRun: index)
    var column = min(last, run.first + Int((x - run.origin) / run.width))
    // Corrects the rounding error of the division.
    while column > run.first, run.origin(of: column) > x { column -= 1 }
    while column < last, run.origin(of: column + 1) <= x { column += 1 }
    return column
  }

  /// Returns the last column that begins before a position, which must be greater than 0 and at most `total`.
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

  /// Returns the last run that meets a condition, which must hold for the first run and for no run after the first
  /// failure.
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
