package import NavGeometry
package import NavModel
package import NavScene
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
  /// How many lines of a file there are; 0 for anything else.
  var lineCount: Int { get }
  /// The line that a row belongs to, from 0.
  func line(ofRow row: Int) -> Int
  /// Rows and columns around the content, as far as the frame has room for them (SV-2).
  var insets: ContentInsets { get }
  /// The step of a slide that is shown, and the rows that have to be in view for it; nil where it asks for none.
  var stepRows: ShownStep? { get }
  /// Whether its last row says which of the pages of a pager it is.
  var saysPlace: Bool { get }
}

/// A step of a slide, and the rows that it reveals or lets stand out.
package struct ShownStep: Hashable, Sendable {
  package var step: Int
  package var rows: Range<Int>

  package init(_ step: Int, rows: Range<Int>) {
    self.step = step
    self.rows = rows
  }
}

extension PageBody {
  package func rows(_ range: Range<Int>, marking found: FoundRows) -> [TextRow] { rows(range) }

  package func pinnedRow(atOffset offset: Int) -> Int? { nil }

  package func coveredRows(above row: Int) -> Int { 0 }

  package func row(ofEntry entry: Int) -> Int { entry }

  package var lineCount: Int { 0 }

  package func line(ofRow row: Int) -> Int { row }

  package var insets: ContentInsets { ContentInsets() }

  package var stepRows: ShownStep? { nil }

  package var saysPlace: Bool { false }
}

extension PageBody {
  /// How many rows are in view at once.
  package var visibleRows: Int { max(1, frame.rows - content.y) }

  /// The rows that are scrolled away at the beginning: below 0 where blank rows are inset above the first one.
  package var minimumOffset: Int { -insets.top }

  /// The largest number of rows that can be scrolled away.
  package var maximumOffset: Int {
    max(minimumOffset, rowCount + insets.bottom - visibleRows)
  }

  package var overflows: Bool { maximumOffset > minimumOffset }

  /// The nearest number of rows that can be scrolled away.
  package func confined(_ offset: Int) -> Int { min(max(minimumOffset, offset), maximumOffset) }

  /// The rows scrolled away for an anchor: a pure function of both, never of what was shown before.
  ///
  /// A share above 0 is a selection's: its row is not hidden below a pinned header (TW-8).
  /// Scrolling sets none. What the step of a slide brings is in view, scrolled to by as little as that takes,
  /// unless the anchor was set in that step; of more than fits the beginning, with the row before it.
  package func offset(for anchor: ScrollAnchor) -> Int {
    let offset = offset(forPlaceOf: anchor)
    guard let shown = stepRows, shown.step != anchor.step else { return offset }
    let context = shown.rows.count <= visibleRows || visibleRows < 3 ? 0 : 1
    let first = max(minimumOffset, shown.rows.lowerBound - context)
    let least = min(shown.rows.upperBound - visibleRows, first)
    return confined(min(max(offset, least), first))
  }

  private func offset(forPlaceOf anchor: ScrollAnchor) -> Int {
    if anchor.position == .start, anchor.ratio == 0 { return minimumOffset }
    if insets.bottom > 0, anchor.position == endAnchor.position, anchor.ratio == 1 {
      return maximumOffset
    }
    let row = row(of: anchor.position)
    // A share that was made of whole rows has to come out whole.
    let shift = CellGrid.cell(at: anchor.ratio * Double(visibleRows - 1))
    let covered = anchor.ratio > 0 ? coveredRows(above: row) : 0
    return confined(row - max(shift, covered))
  }

  /// The anchor that gives an offset here: the top row, or the last row at the bottom once the end
  /// is reached, so that every other size shows the end too.
  package func anchor(forOffset offset: Int) -> ScrollAnchor {
    var anchor: ScrollAnchor =
      if !overflows || offset <= minimumOffset {
        .top
      } else if offset >= maximumOffset {
        endAnchor
      } else if offset <= 0 {
        // The first row stands below the rows above it that are still in view, and is not the page's beginning.
        ScrollAnchor(
          position: position(ofRow: 0),
          ratio: min(1, max(Self.leastRatio, Double(-offset) / Double(max(1, visibleRows - 1))))
        )
      } else {
        ScrollAnchor(position: position(ofRow: offset), ratio: 0)
      }
    anchor.step = stepRows?.step
    return anchor
  }

  /// A share that is no whole row and yet not none.
  private static var leastRatio: Double { 1e-6 }

  /// The rows that a scene holds while `offset` rows are scrolled away: those in view, the header
  /// that is pinned above them, and of a page that overflows its beginning too.
  package func heldRows(at offset: Int) -> RowTable { heldRows(from: offset, through: offset) }

  /// The same of a motion: the rows in view at any of its offsets.
  package func heldRows(along offsets: [Int]) -> RowTable {
    var table = RowTable()
    let first = leadingRows
    let leading = first.count
    table.set(first, at: 0)
    for seen in seenRanges(along: offsets) {
      let own = max(seen.lowerBound, leading)..<max(seen.lowerBound, seen.upperBound, leading)
      if !own.isEmpty { table.set(rows(own), at: own.lowerBound) }
    }
    for pinned in Set(offsets.compactMap { pinnedRow(atOffset: $0) }).sorted()
    where table[pinned] == nil {
      table.set(rows(pinned..<pinned + 1), at: pinned)
    }
    return table
  }

  /// The rows that are in view at any of some offsets, as ranges that do not touch, ascending.
  func seenRanges(along offsets: [Int]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for offset in Set(offsets).sorted() {
      let first = min(max(0, offset), rowCount)
      let seen = first..<max(first, min(rowCount, offset + visibleRows))
      if let last = ranges.last, seen.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, seen.upperBound)
      } else if !seen.isEmpty {
        ranges.append(seen)
      }
    }
    return ranges
  }

  /// The rows at the beginning that a scene always holds: where lines are long, hardly more than are in view.
  private var leadingRows: [TextRow] {
    let rows = rows(0..<min(rowCount, overflows ? Limits.leadingRows : visibleRows))
    var bytes = 0
    for (index, row) in rows.enumerated() {
      bytes += row.text.utf8.count
      if bytes > Limits.leadingBytes {
        return Array(rows[..<max(index, min(visibleRows, rows.count))])
      }
    }
    return rows
  }

  /// The rows in view at any offset from `low` to `high`, both included.
  package func heldRows(from low: Int, through high: Int) -> RowTable {
    var table = RowTable()
    let first = leadingRows
    let leading = first.count
    table.set(first, at: 0)
    let visible = max(low, leading)..<max(min(rowCount, high + visibleRows), leading, low)
    if !visible.isEmpty { table.set(rows(visible), at: visible.lowerBound) }
    // Any other header that is pinned on the way is in view before.
    if let pinned = pinnedRow(atOffset: low), table[pinned] == nil {
      table.set(rows(pinned..<pinned + 1), at: pinned)
    }
    return table
  }
}
