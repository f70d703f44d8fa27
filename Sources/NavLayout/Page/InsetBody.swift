package import NavGeometry
package import NavModel
package import NavText

/// The rows of a page inside its insets.
package struct InsetBody: PageBody {
  private let base: any PageBody
  package let frame: CellSize
  package let insets: ContentInsets

  /// - Parameters:
  ///   - base: the rows, laid out for the size inside the insets.
  ///   - insets: the insets, already limited to the frame.
  ///   - frame: the page's size.
  package init(_ base: any PageBody, insets: ContentInsets, frame: CellSize) {
    self.base = base
    self.insets = insets
    self.frame = frame
  }

  package var content: CellRect { base.content.offset(x: insets.left, y: 0) }

  package var rowCount: Int { base.rowCount }

  package func rows(_ range: Range<Int>) -> [TextRow] { base.rows(range) }

  package func rows(_ range: Range<Int>, marking found: SearchHighlights) -> [TextRow] {
    base.rows(range, marking: found)
  }

  package func row(of position: TextPosition) -> Int { base.row(of: position) }

  package func position(ofRow row: Int) -> TextPosition { base.position(ofRow: row) }

  package var endAnchor: ScrollAnchor { base.endAnchor }

  package func pinnedRow(atOffset offset: Int) -> Int? { base.pinnedRow(atOffset: offset) }

  package func coveredRows(above row: Int) -> Int { base.coveredRows(above: row) }

  package func row(ofEntry entry: Int) -> Int { base.row(ofEntry: entry) }

  package var lineCount: Int { base.lineCount }

  package func line(ofRow row: Int) -> Int { base.line(ofRow: row) }

  package var stepRows: ShownStep? { base.stepRows }
}
