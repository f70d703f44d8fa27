package import NavBase
package import NavScene

/// The laid-out content of a page: rows that can be scrolled, each with a position in the content.
///
/// A position is independent of the width, so a scroll anchor at a position is valid for every viewer.
package protocol PageBody: Sendable {
  /// The page's size.
  var frame: CellSize { get }
  /// The position of row 0 while the page is not scrolled; width and height of all rows.
  var content: CellRect { get }
  /// The number of rows.
  var rowCount: Int { get }
  /// The rows that are known and can be scrolled to; the others are those of parts of a text that were not read.
  var loadedRows: Range<Int> { get }
  func rows(_ range: Range<Int>) -> [TextRow]
  /// Returns rows with the matches of a search marked.
  func rows(_ range: Range<Int>, marking found: SearchHighlights) -> [TextRow]
  /// Returns the last row that begins at or before a position; 0 if there is none.
  func row(of position: TextPosition) -> Int
  /// Returns the position at which a row begins.
  func position(ofRow row: Int) -> TextPosition
  /// The anchor of the last row's end.
  var endAnchor: ScrollAnchor { get }
  /// Returns the row of the section header that is pinned at the top although it is scrolled away (TW-9).
  func pinnedRow(atOffset offset: Int) -> Int?
  /// Returns how many rows a pinned header covers above a row that is to be visible (TW-8).
  func coveredRows(above row: Int) -> Int
  /// Returns the row of a list's entry.
  func row(ofEntry entry: Int) -> Int
  /// Returns the place in the content that is nearest to a cell, counted from row 0 and from the first column of the
  /// content; nil for content without such places.
  func place(atRow row: Int, column: Int) -> ContentPlace?
  /// Returns the cells that show a place; nil if none does.
  func cells(showing place: ContentPlace) -> PlaceCells?
  /// The number of lines of a file; 0 for other content.
  var lineCount: Int { get }
  /// Returns the line of a row, from 0.
  func line(ofRow row: Int) -> Int
  /// The rows and columns around the content, limited to the frame (SV-2).
  var insets: ContentInsets { get }
  /// How fingers move the rows.
  var scrolling: ScrollSwitches { get }
  /// The shown step of a slide, and the rows that must be visible for it; nil if there are none.
  var stepRows: ShownStep? { get }
  /// Whether its last row states the page's position in its pager.
  var saysPlace: Bool { get }
  /// The pictures in its rows, counted as these and from the first column of the content.
  var pictures: [PlacedPicture] { get }
}

/// A step of a slide, and the rows that it reveals or highlights.
package struct ShownStep: Hashable, Sendable {
  package var step: Int
  package var rows: Range<Int>

  package init(_ step: Int, rows: Range<Int>) {
    self.step = step
    self.rows = rows
  }
}

extension PageBody {
  package var loadedRows: Range<Int> { 0..<rowCount }

  package func rows(_ range: Range<Int>, marking found: SearchHighlights) -> [TextRow] {
    rows(range)
  }

  package func pinnedRow(atOffset offset: Int) -> Int? { nil }

  package func coveredRows(above row: Int) -> Int { 0 }

  package func row(ofEntry entry: Int) -> Int { entry }

  package func place(atRow row: Int, column: Int) -> ContentPlace? { nil }

  package func cells(showing place: ContentPlace) -> PlaceCells? { nil }

  package var lineCount: Int { 0 }

  package func line(ofRow row: Int) -> Int { row }

  package var insets: ContentInsets { ContentInsets() }

  package var scrolling: ScrollSwitches { ScrollSwitches() }

  package var stepRows: ShownStep? { nil }

  package var saysPlace: Bool { false }

  package var pictures: [PlacedPicture] { [] }
}

extension PageBody {
  /// The number of visible rows.
  package var visibleRows: Int { max(1, frame.rows - content.y) }

  /// The offset at the beginning: negative if blank rows are inset above the first row.
  package var minimumOffset: Int { startsAtBeginning ? -insets.top : loadedRows.lowerBound }

  /// The largest offset.
  package var maximumOffset: Int {
    max(minimumOffset, loadedRows.upperBound + insets.bottom - visibleRows)
  }

  package var overflows: Bool { maximumOffset > minimumOffset }

  private var startsAtBeginning: Bool { loadedRows.lowerBound == 0 }

  /// Returns the nearest legal offset.
  package func confined(_ offset: Int) -> Int { min(max(minimumOffset, offset), maximumOffset) }

  /// Returns the offset for an anchor: a pure function of the anchor and the layout, independent of the previous
  /// offset.
  ///
  /// A ratio above 0 belongs to a selection: its row is not hidden below a pinned header (TW-8). Scrolling sets a ratio
  /// of 0. The rows of a slide's step are scrolled into view by the least distance, unless the anchor was set in that
  /// step; if they do not fit, their beginning is shown, with the row before it.
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
    // A ratio computed from whole rows must convert back to whole rows.
    let shift = CellGrid.cell(at: anchor.ratio * Double(visibleRows - 1))
    let covered = anchor.ratio > 0 ? coveredRows(above: row) : 0
    return confined(row - max(shift, covered))
  }

  /// Returns the anchor of an offset: the top row, or the last row at the bottom once the end is reached, so that the
  /// end is visible in every other size too.
  package func anchor(forOffset offset: Int) -> ScrollAnchor {
    var anchor: ScrollAnchor =
      if startsAtBeginning, !overflows || offset <= minimumOffset {
        .top
      } else if offset >= maximumOffset, loadedRows.upperBound == rowCount {
        endAnchor
      } else if offset <= 0 {
        // The first row is below visible inset rows, and so not at the page's beginning.
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

  /// A ratio of less than a row and more than 0.
  private static var leastRatio: Double { 1e-6 }

  /// Returns the rows that a scene holds at an offset: the visible rows, the pinned header, and the leading rows of a
  /// page that overflows.
  package func heldRows(at offset: Int) -> RowTable { heldRows(from: offset, through: offset) }

  /// Returns the rows that a scene holds for a motion: those visible at any of its offsets, and the leading ones.
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

  /// Returns the rows that are visible at any of some offsets, as ascending ranges that do not touch.
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

  /// The rows at the beginning that a scene always holds; of long lines, hardly more than the visible ones.
  private var leadingRows: [TextRow] {
    guard startsAtBeginning else { return [] }
    let rows = rows(0..<min(loadedRows.upperBound, overflows ? Limits.leadingRows : visibleRows))
    var bytes = 0
    for (index, row) in rows.enumerated() {
      bytes += row.text.utf8.count
      if bytes > Limits.leadingBytes {
        return Array(rows[..<max(index, min(visibleRows, rows.count))])
      }
    }
    return rows
  }

  /// Returns the rows visible at any offset from `low` to `high`, both included, and the leading ones.
  package func heldRows(from low: Int, through high: Int) -> RowTable {
    var table = RowTable()
    let first = leadingRows
    let leading = first.count
    table.set(first, at: 0)
    let visible = max(low, leading)..<max(min(rowCount, high + visibleRows), leading, low)
    if !visible.isEmpty { table.set(rows(visible), at: visible.lowerBound) }
    // Any other header pinned in this range is visible before.
    if let pinned = pinnedRow(atOffset: low), table[pinned] == nil {
      table.set(rows(pinned..<pinned + 1), at: pinned)
    }
    return table
  }
}
