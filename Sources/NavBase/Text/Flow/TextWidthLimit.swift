/// The columns that text is wrapped for, and the blank columns beside them.
///
/// Text is most readable in lines of moderate length. Wider code, tables and columns may extend into the blank
/// columns.
package struct TextWidthLimit: Hashable, Sendable {
  /// The columns that text is wrapped for, at least 1.
  package var columns: Int
  /// The blank columns on the left that a wide block may take; equal to `right`, or 0.
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

  /// Creates a text area centred in a width, with equal blank columns on both sides.
  package init(columns: Int, inMiddleOf all: Int) {
    let beside = max(0, all - columns) / 2
    self.init(columns: columns, left: beside, right: beside)
  }
}
