import NavText

/// A box of a board as rows.
///
/// Constraints can make a box much higher than the page, so equal rows are stored once.
struct DrawnBox: Hashable, Sendable {
  /// The number of rows.
  var rows: Int
  /// The first rows.
  var head: [TextRow] = []
  /// The row that is repeated between the first rows and the last one.
  var middle = TextRow()
  /// The last row; nil if it equals those above it.
  var last: TextRow?

  /// The row at an index from the box's top; blank if there is none.
  subscript(index: Int) -> TextRow {
    guard (0..<rows).contains(index) else { return TextRow() }
    if index == rows - 1, let last { return last }
    return index < head.count ? head[index] : middle
  }
}
