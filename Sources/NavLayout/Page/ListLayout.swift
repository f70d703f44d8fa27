package import NavGeometry
package import NavModel
package import NavText

/// A page of entries in a frame: one row for each and for each header, made only where it is looked
/// at.
package struct ListLayout: PageBody {
  package let frame: CellSize
  package let content: CellRect
  let list: ListContent
  /// Where details end.
  private let detailEdge: Int
  /// The columns that a line may have before its detail; nil where details have no column.
  private let lineColumns: Int?
  /// Whether there is room for details at all.
  private let showsDetails: Bool

  /// Rows in view from which on a header is pinned: fewer leave too little below it.
  package static let leastRowsToPin = 3

  /// Columns behind which a detail would stand too far from its entry.
  package static let farthestDetail = 60

  /// Columns behind which a column of details would: behind a line that is longer its detail stands further right.
  package static let farthestColumn = 140

  /// The columns that lines keep at least beside a column of details.
  package static let leastLine = 24

  /// - Parameters:
  ///   - list: the entries.
  ///   - frame: the page's room.
  ///   - header: rows of the frame that belong to the title.
  ///   - columns: how wide rows may be, from the left; at least one column stays free on either
  ///     side where there is any room.
  ///   - uncovered: how many of them stay in view when another page lies on this one: details stand
  ///     there.
  ///   - hasEdge: whether the page may draw an edge in its first column.
  package init(
    _ list: ListContent,
    frame: CellSize,
    header: Int,
    columns: Int,
    uncovered: Int,
    hasEdge: Bool = false
  ) {
    self.list = list
    self.frame = frame
    let margin = ReadingMargin.ofList(inRoom: columns, hasEdge: hasEdge)
    let air = ReadingMargin.air(besides: margin, inRoom: columns, hasEdge: hasEdge)
    let width = max(1, columns - 2 * margin - air)
    content = CellRect(
      x: margin,
      y: header,
      width: width,
      height: list.rowCount
    )
    let near = min(width, max(1, uncovered - 2 * margin - air), Self.farthestDetail)
    let (line, detail) = list.longest
    let edge = max(near, min(width, line + 2 + detail, Self.farthestColumn))
    let hasColumn = list.details != .near && detail > 0 && edge - detail - 2 >= Self.leastLine
    detailEdge = hasColumn ? edge : near
    showsDetails = hasColumn || list.details == .near
    lineColumns = list.details == .near ? nil : hasColumn ? width - detail - 2 : width
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
  /// more, and a remark less than both.
  private func row(of entry: ListEntry) -> TextRow {
    let detailColumns = columnWidth(of: entry.detail)
    let line = shownLine(of: entry, detailColumns)
    let used = columnWidth(of: line.text)
    var row = TextRow(line.text, runs: line.runs)
    // Behind a long line the detail stands further right, or goes.
    let gap = max(2, detailEdge - detailColumns - used)
    guard detailColumns > 0, showsDetails, used + gap + detailColumns <= content.width else {
      return row
    }
    row.text += String(repeating: " ", count: gap) + entry.detail
    row.runs += [
      StyledRun(length: gap, style: .plain),
      StyledRun(length: entry.detail.utf8.count, style: Self.muted),
    ]
    return row
  }

  private static let muted = TextStyle(role: .muted)

  /// What of an entry's line has room.
  func shownLine(of entry: ListEntry) -> String {
    shownLine(of: entry, columnWidth(of: entry.detail)).text
  }

  private func shownLine(of entry: ListEntry, _ detailColumns: Int) -> StyledText {
    let role: TextRole = !entry.isSelectable ? .muted : entry.opens == .list ? .branch : .plain
    var line = StyledText(entry.lead, style: Self.muted)
    line.append(entry.label, style: TextStyle(role: role))
    if let lineColumns {
      line.append(entry.remark, style: Self.muted)
      return list.details == .columnBehindEnds
        ? line.truncatedAtStart(toColumns: lineColumns) : line.truncated(toColumns: lineColumns)
    }
    guard !entry.remark.isEmpty else { return line.truncated(toColumns: content.width) }
    let named = columnWidth(of: line.text)
    var room = content.width - (detailColumns > 0 ? detailColumns + 2 : 0)
    if room < named { room = content.width }
    guard room - named >= min(Self.leastRemark, columnWidth(of: entry.remark)) else {
      return line.truncated(toColumns: room)
    }
    line.append(entry.remark, style: entry.isFaulty ? TextStyle(role: .error) : Self.muted)
    return line.truncated(toColumns: room)
  }

  /// The columns that a remark is shown in at least, unless it is shorter.
  private static let leastRemark = 6
}

extension StyledText {
  /// The line if it fits in so many columns, else as much of its end as leaves room for a `…` before it.
  fileprivate func truncatedAtStart(toColumns columns: Int) -> StyledText {
    guard columnWidth(of: text) > columns else { return self }
    var kept = 0
    var used = 1
    for character in text.reversed() {
      used += columnWidth(of: String(character))
      guard used <= columns else { break }
      kept += character.utf8.count
    }
    let style = runs.last?.style ?? .plain
    guard columns > 0 else { return StyledText() }
    return StyledText("…" + String(decoding: text.utf8.suffix(kept), as: UTF8.self), style: style)
  }
}
