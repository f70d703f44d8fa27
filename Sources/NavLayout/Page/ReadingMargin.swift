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

  /// The columns that rows with a margin of one column leave free at their right besides it, in a page with an edge
  /// and where there is room.
  ///
  /// Behind three edges they are moved right by as much, so that a blank column stands between the last edge and them
  /// (`StackLayout`), and covering a page does not lay it out anew.
  package static func air(besides margin: Int, inRoom columns: Int, hasEdge: Bool) -> Int {
    margin == 1 && hasEdge && columns >= 20 ? 1 : 0
  }
}
