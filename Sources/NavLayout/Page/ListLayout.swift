package import NavGeometry
package import NavText

/// A page of entries in a frame: one row for each and for each header, made only where it is looked
/// at.
package struct ListLayout: PageBody {
  package let frame: CellSize
  package let content: CellRect
  let list: ListContent
  /// Where details end.
  private let detailEdge: Int

  /// Rows in view from which on a header is pinned: fewer leave too little below it.
  package static let leastRowsToPin = 3

  /// Columns behind which a detail would stand too far from its entry.
  package static let farthestDetail = 60

  /// - Parameters:
  ///   - list: the entries.
  ///   - frame: the page's room.
  ///   - header: rows of the frame that belong to the title.
  ///   - columns: how wide rows may be, from the left; at least one column stays free on either
  ///     side where there is any room.
  ///   - uncovered: how many of them stay in view when another page lies on this one: details stand
  ///     there.
  package init(_ list: ListContent, frame: CellSize, header: Int, columns: Int, uncovered: Int) {
    self.list = list
    self.frame = frame
    let margin = columns >= 20 ? 1 : 0
    let width = max(1, columns - 2 * margin)
    content = CellRect(
      x: margin,
      y: header,
      width: width,
      height: list.rowCount
    )
    detailEdge = min(width, max(1, uncovered - 2 * margin), Self.farthestDetail)
  }

  package var rowCount: Int { content.height }

  package func rows(_ range: Range<Int>) -> [TextRow] { range.map(row) }

  package func row(of position: TextPosition) -> Int {
    max(0, min(position.block, rowCount - 1))
  }

  package func position(ofRow row: Int) -> TextPosition { TextPosition(block: row, grapheme: 0) }

  package var endAnchor: ScrollAnchor { .end(ofBlock: max(0, rowCount - 1)) }

  // MARK: Sections

  /// A section's header stays at the top while rows of the section are in view there (TW-9).
  ///
  /// The next header pushes it away: on a grid of rows of one height by taking its place.
  package func pinnedRow(atOffset offset: Int) -> Int? {
    guard pins, offset > 0, offset < rowCount, let header = list.headerRow(aboveRow: offset),
      header < offset
    else { return nil }
    return header
  }

  /// An entry below a header leaves the first row to it (TW-8).
  package func coveredRows(above row: Int) -> Int {
    guard pins, let header = list.headerRow(aboveRow: row), header < row else { return 0 }
    return 1
  }

  package func row(ofEntry entry: Int) -> Int { list.row(ofEntry: entry) }

  private var pins: Bool { visibleRows >= Self.leastRowsToPin }

  // MARK: Rows

  private func row(_ index: Int) -> TextRow {
    switch list.row(at: index) {
    case .header(let section): line(list.sections[section].title, TextStyle(role: .heading3))
    case .entry(let entry): row(of: list.entries[entry])
    case .note(let note): line(list.notes[note], Self.muted)
    }
  }

  private func line(_ text: String, _ style: TextStyle) -> TextRow {
    let text = text.truncated(toColumns: content.width)
    return TextRow(text, runs: [StyledRun(length: text.utf8.count, style: style)])
  }

  /// The label at the left, details below one another; where not both have room, the label is worth
  /// more.
  private func row(of entry: ListEntry) -> TextRow {
    let role: TextRole = !entry.isSelectable ? .muted : entry.opens == .list ? .branch : .plain
    let style = TextStyle(role: role)
    let detailColumns = columnWidth(of: entry.detail)
    let label = entry.label.truncated(toColumns: content.width)
    let labelColumns = columnWidth(of: label)
    var row = TextRow(label, runs: [StyledRun(length: label.utf8.count, style: style)])
    // Behind a long label the detail stands further right, or goes.
    let gap = max(2, detailEdge - detailColumns - labelColumns)
    guard detailColumns > 0, labelColumns + gap + detailColumns <= content.width else { return row }
    row.text += String(repeating: " ", count: gap) + entry.detail
    row.runs += [
      StyledRun(length: gap, style: .plain),
      StyledRun(length: entry.detail.utf8.count, style: Self.muted),
    ]
    return row
  }

  private static let muted = TextStyle(role: .muted)
}
