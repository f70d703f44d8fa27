import NavText

/// A box of a board as rows.
///
/// A box may be as high as constraints can make it, far beyond the page: rows that are alike are kept once.
struct DrawnBox: Hashable, Sendable {
  /// How many rows there are.
  var rows: Int
  /// The first ones.
  var head: [TextRow] = []
  /// Each of those between the first ones and the last.
  var middle = TextRow()
  /// The last one; nil where it is as those above it.
  var last: TextRow?

  /// A row, counted from the box's top; blank where there is none.
  subscript(index: Int) -> TextRow {
    guard (0..<rows).contains(index) else { return TextRow() }
    if index == rows - 1, let last { return last }
    return index < head.count ? head[index] : middle
  }
}
