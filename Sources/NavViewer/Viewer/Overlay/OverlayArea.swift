import NavBase

/// The position of an overlay in a terminal, and of its list.
///
/// A box in the centre, above the status line. A terminal with few rows uses all of them, without a
/// border. Never larger than the terminal.
struct OverlayArea: Hashable, Sendable {
  /// The preferred size of an overlay.
  struct PreferredSize: Hashable, Sendable {
    /// The width of the text, without the border.
    var columns: Int
    /// The height of the list.
    var rows: Int
    /// Whether there is a text field above the list.
    var hasField = false
  }

  let frame: CellRect
  let hasBorder: Bool
  let hasField: Bool
  /// Whether there is a line below the text field.
  let hasSeparator: Bool
  /// The width of the text.
  let columns: Int
  /// The list's rectangle in the terminal, with a blank column on either side of the text.
  let list: CellRect

  /// The least rows with which the overlay has a border.
  private static let minimumBorderedRows = 4
  /// The least rows with which one row above and one below the box stay free.
  private static let minimumRowsWithMargin = 14
  private static let minimumRowsWithSeparator = 8

  init(_ preferred: PreferredSize, in size: CellSize) {
    let above = max(1, size.rows - 1)
    hasBorder = above >= Self.minimumBorderedRows
    hasField = preferred.hasField
    let border = hasBorder ? 1 : 0
    let limit = above >= Self.minimumRowsWithMargin ? above - 2 : above
    hasSeparator = preferred.hasField && limit >= Self.minimumRowsWithSeparator
    let top = border + (preferred.hasField ? 1 : 0) + (hasSeparator ? 1 : 0)
    let rows = max(0, min(max(1, preferred.rows), limit - top - border))
    columns = max(1, min(preferred.columns, size.columns - 2 - 2 * border))
    let width = hasBorder ? columns + 4 : size.columns
    let height = hasBorder ? rows + top + border : above
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
      height: hasBorder ? rows : max(0, above - top)
    )
  }
}
