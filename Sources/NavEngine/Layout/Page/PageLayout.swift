package import NavBase

/// The layout of one page of text: the position of the text and the range of its offsets.
package struct PageLayout: PageBody, Hashable {
  package let frame: CellSize
  package let text: FlowedText
  /// The position of row 0 while the page is not scrolled; width and height of the whole text. (On a title page the
  /// width of the text itself; else that for which it was wrapped.)
  package let content: CellRect
  /// The row below the text: in the page's last row if it fits there, else after the text.
  let footer: TextRow?
  /// Whether the footer states the page's position.
  package private(set) var saysPlace = false
  /// The number of columns by which the rows of the text are shifted right.
  private(set) var indent = 0
  /// Whether the lines are those of a file.
  private var countsLines = false
  package let stepRows: ShownStep?

  /// Returns the widths for which text is wrapped in a page of a given width: a comfortable measure, with margins if
  /// the page is wide enough.
  ///
  /// Wider content may use the whole width between the margins.
  package static func textRoom(forPageOf columns: Int) -> TextWidthLimit {
    let margin = columns >= 40 ? 4 : columns >= 30 ? 2 : columns >= 20 ? 1 : 0
    let room = max(1, columns - 2 * margin)
    return TextWidthLimit(columns: min(room, comfortableColumns), inMiddleOf: room)
  }

  /// Returns the widths for which a slide is wrapped, and the rows that it fills.
  ///
  /// Its measure grows from 88 columns in a page of 120 to 110 in one of 200: who looks at a larger screen sits further
  /// away from it.
  ///
  /// - Parameters:
  ///   - room: the widths from `textRoom(forPageOf:)`.
  ///   - rows: the rows of the page without those of its footer.
  package static func slideRoom(in room: TextWidthLimit, rows: Int) -> TextWidthLimit {
    let all = room.columns + room.left + room.right
    let more = min(max(0, all - 112), 80) * 22 / 80
    var slide = TextWidthLimit(columns: min(all, comfortableColumns + more), inMiddleOf: all)
    slide.rows = max(1, rows)
    return slide
  }

  /// The longest lines of text that are read comfortably.
  private static let comfortableColumns = 88

  /// The rows that a footer needs: its own, and a blank one above it.
  package static let footerRows = 2

  /// Positions text that was flowed for `textRoom(forPageOf:)` or `slideRoom(in:rows:)` in a frame.
  package init(_ page: PageContent, text: FlowedText, frame: CellSize) {
    self.frame = frame
    self.text = text
    stepRows = text.stepRows.map { ShownStep(text.step ?? 0, rows: $0) }
    let rows = text.rows.count
    var footer = rows > 0 ? page.footer?.row(columns: text.room.columns) : nil
    saysPlace = footer.map { page.footer?.saysPlace(in: $0) ?? false } ?? false
    footer?.indent += text.outdent
    self.footer = footer
    let below = footer == nil ? 0 : Self.footerRows
    let isCentered = page.isCentered && rows + below <= frame.rows
    let top =
      text.top
      ?? (isCentered ? (frame.rows - rows) * 2 / 5 : frame.rows < 8 ? 0 : max(1, frame.rows / 12))
    let isInMiddle = isCentered && !page.isAligned && text.top == nil
    let used = isInMiddle ? min(text.columns, text.usedColumns) : text.columns
    // A footer has the width of text on any page, independent of the content above it.
    let width = footer == nil ? used : text.columns
    let middle = (frame.columns - used) / 2
    let left = (frame.columns - text.room.columns) / 2 - text.outdent
    let x = isInMiddle && footer == nil ? middle : left
    indent = isInMiddle ? max(0, middle - x) : 0
    content = CellRect(
      x: max(0, x),
      y: top,
      width: width,
      height: footer == nil ? rows : max(rows + below, frame.rows - top)
    )
  }

  /// Returns the widths for which a page beside others wraps its text; verbatim lines may be longer than a comfortable
  /// measure, and wide content may use the whole page.
  ///
  /// - Parameters:
  ///   - page: the page's content.
  ///   - columns: the columns of its frame that the page may use.
  ///   - hasEdge: whether it may draw an edge in its first column.
  /// - Returns: the widths of its text, which begins at the left.
  package static func readingRoom(
    of page: PageContent,
    inRoom columns: Int,
    hasEdge: Bool = false
  ) -> TextWidthLimit {
    let margin = ReadingMargin.ofText(inRoom: columns, hasEdge: hasEdge)
    let air = ReadingMargin.air(besides: margin, inRoom: columns, hasEdge: hasEdge)
    let room = max(1, columns - 2 * margin - air)
    let text = min(room, page.isVerbatim ? 240 : comfortableColumns)
    return TextWidthLimit(columns: text, right: room - text)
  }

  /// Positions text that was flowed for `readingRoom(of:inRoom:hasEdge:)` in a page beside others.
  ///
  /// - Parameters:
  ///   - text: the flowed text.
  ///   - frame: the page's size.
  ///   - header: the number of the frame's rows that hold the title.
  ///   - columns: the columns of the frame that the page may use, from the left.
  ///   - countsLines: whether the lines are those of a file.
  ///   - hasEdge: whether it may draw an edge in its first column.
  package init(
    reading text: FlowedText,
    frame: CellSize,
    header: Int,
    columns: Int,
    countsLines: Bool = false,
    hasEdge: Bool = false
  ) {
    self.frame = frame
    self.text = text
    self.countsLines = countsLines
    // Such a text has no steps, even if parts of it are highlighted.
    stepRows = nil
    footer = nil
    content = CellRect(
      x: ReadingMargin.ofText(inRoom: columns, hasEdge: hasEdge),
      y: header,
      width: text.columns,
      height: text.rows.count
    )
  }

  package var rowCount: Int { footer == nil ? text.rows.count : content.height }

  package func rows(_ range: Range<Int>) -> [TextRow] {
    text.rows[range.clamped(to: text.rows.indices)].map { placed($0.row) }
      + rowsBelowText(in: range)
  }

  /// Returns a row of the text at its position in the content.
  func placed(_ row: TextRow) -> TextRow {
    guard indent > 0, !row.text.isEmpty else { return row }
    var row = row
    row.indent += indent
    return row
  }

  /// Returns the blank rows after the text, and the footer.
  func rowsBelowText(in range: Range<Int>) -> [TextRow] {
    guard let footer else { return [] }
    return range.clamped(to: text.rows.count..<rowCount).map {
      $0 == rowCount - 1 ? footer : TextRow()
    }
  }

  package func row(of position: TextPosition) -> Int {
    guard footer != nil, let last = text.rows.last, position.block > last.position.block else {
      return text.row(of: position)
    }
    return position.block == .max ? rowCount - 1 : text.row(of: position)
  }

  /// Rows below the text have positions after all positions of the text.
  package func position(ofRow row: Int) -> TextPosition {
    guard row >= text.rows.count else { return text.rows[row].position }
    return TextPosition(block: .max, grapheme: row)
  }

  package var pictures: [PlacedPicture] { text.pictures.map { $0.offset(columns: indent) } }

  package var lineCount: Int { countsLines ? text.lineRows.count : 0 }

  package func line(ofRow row: Int) -> Int { text.line(ofRow: row) }

  package var endAnchor: ScrollAnchor {
    if footer != nil { return .end(ofBlock: .max) }
    return text.rows.last.map { .end(ofBlock: $0.position.block) } ?? .top
  }
}

extension FlowedText {
  /// The columns of the widest row, including its indent.
  package var usedColumns: Int {
    rows.reduce(0) { widest, flowed in
      max(widest, flowed.row.indent + columnWidth(of: flowed.row.text))
    }
  }
}

extension PageFooter {
  /// Returns whether a row of this footer states the page's position.
  func saysPlace(in row: TextRow) -> Bool { !place.isEmpty && row.text.contains(place) }

  /// Returns the row in a width; parts that do not fit are dropped, and the left part is truncated.
  func row(columns: Int) -> TextRow {
    let left = self.left.truncated(toColumns: columns)
    let (first, last) = (columnWidth(of: left), columnWidth(of: right))
    let hasRight = last > 0 && first + (first > 0 ? 2 : 0) + last <= columns
    var text = left
    let middle = columnWidth(of: center)
    let start = (columns - middle) / 2
    let end = columns - (hasRight ? last + 2 : 0)
    if middle > 0, start >= (first > 0 ? first + 2 : 0), start + middle <= end {
      text += String(repeating: " ", count: start - first) + center
    }
    if hasRight {
      text += String(repeating: " ", count: columns - last - columnWidth(of: text)) + right
    }
    let trimmed = String(text.reversed().drop { $0 == " " }.reversed())
    let style = TextStyle(role: .muted)
    let runs = trimmed.isEmpty ? [] : [StyledRun(length: trimmed.utf8.count, style: style)]
    return TextRow(trimmed, runs: runs)
  }
}
