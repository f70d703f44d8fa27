/// A set of a canvas's rows.
package struct RowSet: Hashable, Sendable {
  private var isIn: [Bool]
  package private(set) var isEmpty = true

  /// Creates a set of none of a canvas's rows.
  package init(of rows: Int) {
    isIn = Array(repeating: false, count: rows)
  }

  /// Creates the set of all rows of a canvas.
  static func all(of rows: Int) -> RowSet {
    var set = RowSet(of: rows)
    set.insert(0..<rows)
    return set
  }

  package func contains(_ row: Int) -> Bool { isIn[row] }

  /// Adds rows; those outside of the canvas are left out.
  package mutating func insert(_ rows: Range<Int>) {
    let rows = rows.clamped(to: 0..<isIn.count)
    if !rows.isEmpty { isEmpty = false }
    for row in rows { isIn[row] = true }
  }

  package mutating func removeAll() {
    guard !isEmpty else { return }
    isEmpty = true
    for row in isIn.indices { isIn[row] = false }
  }

  /// Whether one of these rows is in the set.
  func meets(_ rows: Range<Int>) -> Bool {
    rows.clamped(to: 0..<isIn.count).contains { isIn[$0] }
  }

  /// Returns the first rows without a gap, from a row on; nil if there are none.
  func band(from row: Int) -> Range<Int>? {
    guard let first = (row..<isIn.count).first(where: { isIn[$0] }) else { return nil }
    var end = first + 1
    while end < isIn.count, isIn[end] { end += 1 }
    return first..<end
  }
}
