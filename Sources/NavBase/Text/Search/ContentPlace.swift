/// A place in a page's content that is the same in every layout: some of its text, or a row without text.
package enum ContentPlace: Hashable, Sendable {
  /// Bytes of a leaf block's text, or of a table's cell.
  ///
  /// `start` is a position in that block at or before the bytes, from which a layout looks for them; `cell` and `bytes` are
  /// those of a `TextSegment`.
  case text(start: TextPosition, cell: Int, bytes: Range<Int>)
  /// Bytes of the line of a list's entry and the detail behind it.
  ///
  /// The key identifies the entry where it has another number by now.
  case entry(Int, key: [UInt8], bytes: Range<Int>)
  /// The row without text of the content that begins at a position, such as a rule.
  case row(TextPosition)
}

/// The cells of a page that show a place, counted from row 0 and from the first column of the content.
package struct PlaceCells: Hashable, Sendable {
  /// The rows that show any of it.
  package var rows: Range<Int>
  /// The columns of its first character, in the first of these rows; windows count as wide as their texts.
  package var columns: Range<Int>

  package init(rows: Range<Int>, columns: Range<Int>) {
    self.rows = rows
    self.columns = columns
  }
}
