import NavGeometry

/// Where an overlay stands in a terminal, and how much of it is its list.
///
/// A box in the middle, above the status line; where there are few rows all of them without a
/// border. Never larger than the terminal.
struct OverlayRoom: Hashable, Sendable {
  /// What an overlay would like to have.
  struct Wish: Hashable, Sendable {
    /// Of text, without what is around it.
    var columns: Int
    /// Of its list.
    var rows: Int
    /// Whether something is typed above the list.
    var hasField = false
  }

  let frame: CellRect
  let isFramed: Bool
  let hasField: Bool
  /// Whether a rule stands below what is typed.
  let hasRule: Bool
  /// Columns of text.
  let columns: Int
  /// The rows of the list in the terminal's cells, with a blank column on either side of the text.
  let list: CellRect

  /// With fewer rows a border would leave nothing to read.
  private static let fewestFramedRows = 4
  /// From so many rows on, one stays free above and below.
  private static let fewestAiryRows = 14
  private static let fewestRuledRows = 8

  init(_ wish: Wish, in size: CellSize) {
    let above = max(1, size.rows - 1)
    isFramed = above >= Self.fewestFramedRows
    hasField = wish.hasField
    let border = isFramed ? 1 : 0
    let most = above >= Self.fewestAiryRows ? above - 2 : above
    hasRule = wish.hasField && most >= Self.fewestRuledRows
    let top = border + (wish.hasField ? 1 : 0) + (hasRule ? 1 : 0)
    let rows = max(0, min(max(1, wish.rows), most - top - border))
    columns = max(1, min(wish.columns, size.columns - 2 - 2 * border))
    let width = isFramed ? columns + 4 : size.columns
    let height = isFramed ? rows + top + border : above
    frame = CellRect(
      x: max(0, (size.columns - width) / 2),
      y: max(0, (above - height) / 2),
      width: min(width, size.columns),
      height: min(height, above)
    )
    list = CellRect(
      x: frame.x + border,
      y: frame.y + top,
      width: frame.width - 2 * border,
      height: isFramed ? rows : max(0, above - top)
    )
  }
}
