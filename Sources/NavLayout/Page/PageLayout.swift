package import NavGeometry
package import NavText

/// How one page of text stands in its frame: where the text begins and how far it can be scrolled.
package struct PageLayout: Hashable, Sendable {
  package let frame: CellSize
  package let text: FlowedText
  /// Where row 0 stands while the page is not scrolled; width and height of the whole text. (On a title
  /// page, of the text as it came out; else the columns that it was wrapped for.)
  package let content: CellRect

  /// The columns that text is wrapped for in a page of a given width: a comfortable measure, with margins
  /// where there is room.
  package static func textColumns(forPageOf columns: Int) -> Int {
    let margin = columns >= 40 ? 4 : columns >= 20 ? 1 : 0
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

  /// How many rows of the text are in view at once.
  package var visibleRows: Int { max(1, frame.rows - content.y) }

  /// The largest number of rows that can be scrolled away.
  package var maximumOffset: Int { max(0, text.rows.count - visibleRows) }

  package var overflows: Bool { maximumOffset > 0 }

  /// The rows scrolled away for an anchor: a pure function of both, never of what was shown before.
  package func offset(for anchor: ScrollAnchor) -> Int {
    let shift = Int((anchor.ratio * Double(visibleRows - 1)).rounded(.down))
    return min(max(0, text.row(of: anchor.position) - shift), maximumOffset)
  }

  /// The anchor that gives an offset here: the top row, or the last row at the bottom once the end is
  /// reached, so that every other size shows the end too.
  package func anchor(forOffset offset: Int) -> ScrollAnchor {
    guard overflows, offset > 0 else { return .top }
    if offset >= maximumOffset {
      return .end(ofBlock: text.rows[text.rows.count - 1].position.block)
    }
    return ScrollAnchor(position: text.rows[offset].position, ratio: 0)
  }

  /// The rows that a scene holds while `offset` rows are scrolled away: those in view, and of a page that
  /// overflows its beginning too.
  package func heldRows(at offset: Int) -> RowTable {
    var table = RowTable()
    let leading = min(text.rows.count, overflows ? Limits.leadingRows : visibleRows)
    table.set(text.rows[..<leading].map(\.row), at: 0)
    let visible = max(offset, leading)..<max(min(text.rows.count, offset + visibleRows), leading)
    if !visible.isEmpty {
      table.set(text.rows[visible].map(\.row), at: visible.lowerBound)
    }
    return table
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
