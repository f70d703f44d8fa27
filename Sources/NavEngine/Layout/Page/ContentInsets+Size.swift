package import NavBase

extension ContentInsets {
  /// Returns the insets limited to a quarter of the available size on each side, so that half of it remains in each
  /// direction.
  package func fitting(_ room: CellSize) -> ContentInsets {
    ContentInsets(
      top: min(top, room.rows / 4),
      left: min(left, room.columns / 4),
      bottom: min(bottom, room.rows / 4),
      right: min(right, room.columns / 4)
    )
  }

  /// Returns the size that remains inside the insets.
  package func room(in room: CellSize) -> CellSize {
    CellSize(columns: room.columns - left - right, rows: room.rows - top - bottom)
  }
}

/// The blank columns on either side of a page's content.
package enum ReadingMargin {
  /// Returns the margin of a text or a board: two columns if the width allows it.
  package static func ofText(inRoom columns: Int, hasEdge: Bool) -> Int {
    columns >= 40 ? 2 : ofList(inRoom: columns, hasEdge: hasEdge)
  }

  /// Returns the margin of entries: one column if the width allows it.
  ///
  /// A page of a stack draws its left edge in its first column, so the margin is needed there however narrow the page
  /// is; otherwise the edge would cover the first character of the text (D-4).
  package static func ofList(inRoom columns: Int, hasEdge: Bool) -> Int {
    columns >= 20 || hasEdge ? 1 : 0
  }

  /// Returns the columns that rows with a margin of one column additionally leave free at their right, in a page with
  /// an edge that is wide enough.
  ///
  /// Beside three edges the rows are shifted right by that number of columns, so that one column stays blank between
  /// the last edge and the text (`StackLayout`), and covering a page does not change its layout.
  package static func air(besides margin: Int, inRoom columns: Int, hasEdge: Bool) -> Int {
    margin == 1 && hasEdge && columns >= 20 ? 1 : 0
  }
}
