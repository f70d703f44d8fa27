package import NavGeometry
package import NavText

/// What a page shows in its frame: rows that can be scrolled, each with a place in the content.
///
/// A row's place is the same for every width, so a page that is scrolled to a place is so for every
/// viewer.
package protocol PageBody: Sendable {
  /// The page's room.
  var frame: CellSize { get }
  /// Where row 0 stands while the page is not scrolled; width and height of all rows.
  var content: CellRect { get }
  /// How many rows there are.
  var rowCount: Int { get }
  func rows(_ range: Range<Int>) -> [TextRow]
  /// The same with what a search has found marked.
  func rows(_ range: Range<Int>, marking found: FoundRows) -> [TextRow]
  /// The last row that begins at or before a place, 0 where there is none.
  func row(of position: TextPosition) -> Int
  /// The place with which a row begins.
  func position(ofRow row: Int) -> TextPosition
  /// Where the last row's end is.
  var endAnchor: ScrollAnchor { get }
  /// The row, a section's header, that stays at the top although it is scrolled away (TW-9).
  func pinnedRow(atOffset offset: Int) -> Int?
  /// How many rows of the frame such a header takes where a row has to be seen below it (TW-8).
  func coveredRows(above row: Int) -> Int
  /// The row of an entry of a list.
  func row(ofEntry entry: Int) -> Int
}

extension PageBody {
  package func rows(_ range: Range<Int>, marking found: FoundRows) -> [TextRow] { rows(range) }

  package func pinnedRow(atOffset offset: Int) -> Int? { nil }

  package func coveredRows(above row: Int) -> Int { 0 }

  package func row(ofEntry entry: Int) -> Int { entry }
}

extension PageBody {
  /// How many rows are in view at once.
  package var visibleRows: Int { max(1, frame.rows - content.y) }

  /// The largest number of rows that can be scrolled away.
  package var maximumOffset: Int { max(0, rowCount - visibleRows) }

  package var overflows: Bool { maximumOffset > 0 }

  /// The rows scrolled away for an anchor: a pure function of both, never of what was shown before.
  ///
  /// A share above 0 is a selection's: its row is not hidden below a pinned header (TW-8).
  /// Scrolling sets none.
  package func offset(for anchor: ScrollAnchor) -> Int {
    let row = row(of: anchor.position)
    // A share that was made of whole rows has to come out whole.
    let shift = CellGrid.cell(at: anchor.ratio * Double(visibleRows - 1))
    let covered = anchor.ratio > 0 ? coveredRows(above: row) : 0
    return min(max(0, row - max(shift, covered)), maximumOffset)
  }

  /// The anchor that gives an offset here: the top row, or the last row at the bottom once the end
  /// is reached, so that every other size shows the end too.
  package func anchor(forOffset offset: Int) -> ScrollAnchor {
    guard overflows, offset > 0 else { return .top }
    if offset >= maximumOffset { return endAnchor }
    return ScrollAnchor(position: position(ofRow: offset), ratio: 0)
  }

  /// The rows that a scene holds while `offset` rows are scrolled away: those in view, the header
  /// that is pinned above them, and of a page that overflows its beginning too.
  package func heldRows(at offset: Int) -> RowTable { heldRows(from: offset, through: offset) }

  /// The same of a motion: the rows in view at any offset from `low` to `high`, both included.
  package func heldRows(from low: Int, through high: Int) -> RowTable {
    var table = RowTable()
    let leading = min(rowCount, overflows ? Limits.leadingRows : visibleRows)
    table.set(rows(0..<leading), at: 0)
    let visible = max(low, leading)..<max(min(rowCount, high + visibleRows), leading, low)
    if !visible.isEmpty { table.set(rows(visible), at: visible.lowerBound) }
    // Any other header that is pinned on the way is in view before.
    if let pinned = pinnedRow(atOffset: low), table[pinned] == nil {
      table.set(rows(pinned..<pinned + 1), at: pinned)
    }
    return table
  }
}
