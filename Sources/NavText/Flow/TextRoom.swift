/// The columns that a text is wrapped for, and the blank ones beside them.
///
/// Text is read best in lines of a moderate length. Code, tables and columns that are wider than that may take the
/// blank columns, too, rather than be cut while there is room.
package struct TextRoom: Hashable, Sendable {
  /// What text is wrapped for, at least 1.
  package var columns: Int
  /// The columns left of those that a wide block may take; either as many as right of them, or none.
  package var left: Int
  package var right: Int

  package init(columns: Int, left: Int = 0, right: Int = 0) {
    precondition(
      left == 0 || left == right,
      "a wide block stands in the middle, or begins where the text does"
    )
    self.columns = columns
    self.left = left
    self.right = right
  }

  /// The same in the middle of a room: as many columns on either side.
  package init(columns: Int, inMiddleOf all: Int) {
    let beside = max(0, all - columns) / 2
    self.init(columns: columns, left: beside, right: beside)
  }
}
