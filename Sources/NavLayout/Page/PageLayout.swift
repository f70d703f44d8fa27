package import NavGeometry
package import NavModel
package import NavText

/// How one page of text stands in its frame: where the text begins and how far it can be scrolled.
package struct PageLayout: PageBody, Hashable {
  package let frame: CellSize
  package let text: FlowedText
  /// Where row 0 stands while the page is not scrolled; width and height of the whole text. (On a title
  /// page, of the text as it came out; else the columns that it was wrapped for.)
  package let content: CellRect
  /// The row below the text: in the page's last one where there is room, else behind all of it.
  private let footer: TextRow?
  /// Whether that says which page it is.
  package private(set) var saysPlace = false
  /// Columns by which the rows of the text stand further to the right.
  private var indent = 0
  /// Whether its lines are a file's.
  private var countsLines = false
  package let stepRows: ShownStep?

  /// The columns that text is wrapped for in a page of a given width: a comfortable measure, with margins
  /// where there is room.
  ///
  /// What is wider may take all that the margins leave.
  package static func textRoom(forPageOf columns: Int) -> TextRoom {
    let margin = columns >= 40 ? 4 : columns >= 30 ? 2 : columns >= 20 ? 1 : 0
    let room = max(1, columns - 2 * margin)
    return TextRoom(columns: min(room, comfortableColumns), inMiddleOf: room)
  }

  /// The longest lines of text that are read without effort.
  private static let comfortableColumns = 88

  /// Places text that was flowed for `textRoom(forPageOf:)` into a frame.
  package init(_ page: PageContent, text: FlowedText, frame: CellSize) {
    self.frame = frame
    self.text = text
    stepRows = text.stepRows.map { ShownStep(text.step ?? 0, rows: $0) }
    let rows = text.rows.count
    var footer = rows > 0 ? page.footer?.row(columns: text.room.columns) : nil
    saysPlace = footer.map { page.footer?.saysPlace(in: $0) ?? false } ?? false
    footer?.indent += text.outdent
    self.footer = footer
    // Two rows more: the footer, and a blank one above it.
    let isCentered = page.isCentered && rows + (footer == nil ? 0 : 2) <= frame.rows
    let top =
      isCentered ? (frame.rows - rows) * 2 / 5 : frame.rows < 8 ? 0 : max(1, frame.rows / 12)
    let used = isCentered && !page.isAligned ? min(text.columns, text.usedColumns) : text.columns
    // A footer is as wide as text on any page, whatever stands above it.
    let width = footer == nil ? used : text.columns
    indent = (width - used) / 2
    content = CellRect(
      x: max(0, (frame.columns - width) / 2),
      y: top,
      width: width,
      height: footer == nil ? rows : max(rows + 2, frame.rows - top)
    )
  }

  /// The columns that a page which is read beside others wraps its text for; lines that are shown as they
  /// are may be longer than a comfortable measure, and what is wide may take all of the page.
  ///
  /// - Parameters:
  ///   - page: the page's content.
  ///   - columns: how much of its frame the page may use.
  ///   - hasEdge: whether it may draw an edge in its first column.
  /// - Returns: the room of its text, which begins at the left.
  package static func readingRoom(
    of page: PageContent,
    inRoom columns: Int,
    hasEdge: Bool = false
  ) -> TextRoom {
    let margin = ReadingMargin.ofText(inRoom: columns, hasEdge: hasEdge)
    let air = ReadingMargin.air(besides: margin, inRoom: columns, hasEdge: hasEdge)
    let room = max(1, columns - 2 * margin - air)
    let text = min(room, page.isVerbatim ? 240 : comfortableColumns)
    return TextRoom(columns: text, right: room - text)
  }

  /// Places text that was flowed for `readingRoom(of:inRoom:hasEdge:)` into a page that is read beside others.
  ///
  /// - Parameters:
  ///   - text: the flowed text.
  ///   - frame: the page's room.
  ///   - header: rows of the frame that belong to the title.
  ///   - columns: how much of the frame the page may use, from the left.
  ///   - countsLines: whether its lines are a file's.
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
    // A text that is read has no steps, whatever stands out in it.
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

  /// A row of the text where it stands in the content.
  func placed(_ row: TextRow) -> TextRow {
    guard indent > 0, !row.text.isEmpty else { return row }
    var row = row
    row.indent += indent
    return row
  }

  /// Blank ones and the footer.
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

  /// Rows below the text are behind every place of it.
  package func position(ofRow row: Int) -> TextPosition {
    guard row >= text.rows.count else { return text.rows[row].position }
    return TextPosition(block: .max, grapheme: row)
  }

  package var lineCount: Int { countsLines ? text.lineRows.count : 0 }

  package func line(ofRow row: Int) -> Int { text.line(ofRow: row) }

  package var endAnchor: ScrollAnchor {
    if footer != nil { return .end(ofBlock: .max) }
    return text.rows.last.map { .end(ofBlock: $0.position.block) } ?? .top
  }
}

extension FlowedText {
  /// The columns that the widest row takes, its indent included.
  package var usedColumns: Int {
    rows.reduce(0) { widest, flowed in
      max(widest, flowed.row.indent + columnWidth(of: flowed.row.text))
    }
  }
}
