package import NavGeometry
package import NavText

/// How one page of text stands in its frame: where the text begins and how far it can be scrolled.
package struct PageLayout: PageBody, Hashable {
  package let frame: CellSize
  package let text: FlowedText
  /// Where row 0 stands while the page is not scrolled; width and height of the whole text. (On a title
  /// page, of the text as it came out; else the columns that it was wrapped for.)
  package let content: CellRect

  /// The columns that text is wrapped for in a page of a given width: a comfortable measure, with margins
  /// where there is room.
  package static func textColumns(forPageOf columns: Int) -> Int {
    let margin = columns >= 40 ? 4 : columns >= 30 ? 2 : columns >= 20 ? 1 : 0
    return max(1, min(columns - 2 * margin, 88))
  }

  /// Places text that was flowed for `textColumns(forPageOf:)` into a frame.
  package init(_ page: PageContent, text: FlowedText, frame: CellSize) {
    self.frame = frame
    self.text = text
    let rows = text.rows.count
    if page.isTitlePage, rows <= frame.rows {
      let width = min(text.columns, text.usedColumns)
      content = CellRect(
        x: max(0, (frame.columns - width) / 2),
        y: (frame.rows - rows) * 2 / 5,
        width: width,
        height: rows
      )
    } else {
      content = CellRect(
        x: max(0, (frame.columns - text.columns) / 2),
        y: frame.rows < 8 ? 0 : max(1, frame.rows / 12),
        width: text.columns,
        height: rows
      )
    }
  }

  /// The columns that a page which is read beside others wraps its text for; lines that are shown as they
  /// are may be longer than a comfortable measure.
  package static func readingColumns(of page: PageContent, inRoom columns: Int) -> Int {
    let margin = columns >= 40 ? 2 : columns >= 20 ? 1 : 0
    return max(1, min(columns - 2 * margin, page.isVerbatim ? 240 : 88))
  }

  /// Places text that was flowed for `readingColumns(of:inRoom:)` into a page that is read beside others.
  ///
  /// - Parameters:
  ///   - text: the flowed text.
  ///   - frame: the page's room.
  ///   - header: rows of the frame that belong to the title.
  ///   - columns: how much of the frame the page may use, from the left.
  package init(reading text: FlowedText, frame: CellSize, header: Int, columns: Int) {
    self.frame = frame
    self.text = text
    content = CellRect(
      x: columns >= 40 ? 2 : columns >= 20 ? 1 : 0,
      y: header,
      width: text.columns,
      height: text.rows.count
    )
  }

  package var rowCount: Int { text.rows.count }

  package func rows(_ range: Range<Int>) -> [TextRow] { text.rows[range].map(\.row) }

  package func row(of position: TextPosition) -> Int { text.row(of: position) }

  package func position(ofRow row: Int) -> TextPosition { text.rows[row].position }

  package var endAnchor: ScrollAnchor {
    text.rows.last.map { .end(ofBlock: $0.position.block) } ?? .top
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
