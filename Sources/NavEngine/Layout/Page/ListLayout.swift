package import NavBase

/// The layout of a page of entries: one row for each entry and header, created on request only.
package struct ListLayout: PageBody {
  package let frame: CellSize
  package let content: CellRect
  let list: ListContent
  /// The column at which details end.
  private let detailEdge: Int
  /// The largest width of a line before its detail; nil if details have no column.
  private let lineColumns: Int?
  /// Whether details are shown.
  let showsDetails: Bool

  /// The least number of visible rows with which headers are pinned: fewer leave too few rows below the header.
  package static let leastRowsToPin = 3

  /// The last column of details near their entries: further right they would be too far away.
  package static let farthestDetail = 60

  /// The last column of a column of details, unless a longer line needs it further right.
  package static let farthestColumn = 140

  /// The least width of lines beside a column of details, unless all of them are shorter.
  package static let leastLine = 24

  /// - Parameters:
  ///   - list: the entries.
  ///   - frame: the page's size.
  ///   - header: the number of the frame's rows that hold the title.
  ///   - columns: the width available to rows, from the left; at least one column stays blank on either side if the
  ///     width allows it.
  ///   - uncovered: the number of these columns that stay visible when another page covers this one: details are placed
  ///     in them.
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
    let hasColumn =
      list.details != .near && detail > 0 && edge - detail - 2 >= min(Self.leastLine, line)
    // Details that are near their entries end behind the longest one, in one column.
    let end = line > 0 && detail > 0 ? max(near, min(width, line + 2 + detail)) : near
    detailEdge = hasColumn ? edge : list.details == .near ? end : near
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

  /// Returns the row of a section's header, which is pinned at the top while rows of the section are visible there
  /// (TW-9).
  ///
  /// The next header pushes it away, which on a grid of equally high rows means that it replaces it.
  package func pinnedRow(atOffset offset: Int) -> Int? {
    guard pins, offset > 0, offset < rowCount, let header = list.headerRow(aboveRow: offset),
      header < offset
    else { return nil }
    return header
  }

  /// Returns 1 for an entry below a header if headers are pinned, else 0: such an entry is revealed below the pinned
  /// header (TW-8).
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

  /// Lays out an entry: the label at the left, details aligned in a column; if not both fit, the detail is dropped
  /// before the label, and the remark before the detail.
  func row(of entry: ListEntry) -> TextRow {
    let detailColumns = columnWidth(of: entry.detail)
    let line = shownLine(of: entry, detailColumns)
    let used = columnWidth(of: line.text)
    var row = TextRow(line.text, runs: line.runs)
    // After a long line the detail moves further right, or is omitted.
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

  /// Returns the part of an entry's line that fits.
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
    let edge = list.longest.line > 0 ? detailEdge : content.width
    var room = detailColumns > 0 ? edge - detailColumns - 2 : content.width
    if room < named { room = content.width }
    guard room - named >= min(Self.leastRemark, columnWidth(of: entry.remark)) else {
      return line.truncated(toColumns: room)
    }
    line.append(entry.remark, style: entry.isFaulty ? TextStyle(role: .error) : Self.muted)
    return line.truncated(toColumns: room)
  }

  /// The least width in which a remark is shown, unless it is shorter.
  private static let leastRemark = 6
}

extension StyledText {
  /// Returns the line if it fits in a number of columns, else its end after a `…`.
  fileprivate func truncatedAtStart(toColumns columns: Int) -> StyledText {
    guard columnWidth(of: text) > columns else { return self }
    guard columns > 0 else { return StyledText() }
    return StyledText("…" + text.suffix(columns: columns - 1), style: runs.last?.style ?? .plain)
  }
}
