/// The blank columns on either side of what is read in a page.
package enum ReadingMargin {
  /// Of a text or a board: two columns where there is room.
  package static func ofText(inRoom columns: Int, hasEdge: Bool) -> Int {
    columns >= 40 ? 2 : ofList(inRoom: columns, hasEdge: hasEdge)
  }

  /// Of entries: one column where there is room.
  ///
  /// A page of a stack draws its left edge in its first column, where its text may begin: there the
  /// column is needed however narrow the page is, or the edge would take the text's first glyph (D-4).
  package static func ofList(inRoom columns: Int, hasEdge: Bool) -> Int {
    columns >= 20 || hasEdge ? 1 : 0
  }
}
