package import NavBase

/// A body that shows its base in another form; by default it forwards to the base.
package protocol ForwardingBody: PageBody {
  var base: any PageBody { get }
}

extension ForwardingBody {
  package var frame: CellSize { base.frame }

  package var content: CellRect { base.content }

  package var rowCount: Int { base.rowCount }

  package var loadedRows: Range<Int> { base.loadedRows }

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

  package func place(atRow row: Int, column: Int) -> ContentPlace? {
    base.place(atRow: row, column: column)
  }

  package func cells(showing place: ContentPlace) -> PlaceCells? { base.cells(showing: place) }

  package var lineCount: Int { base.lineCount }

  package func line(ofRow row: Int) -> Int { base.line(ofRow: row) }

  package var insets: ContentInsets { base.insets }

  package var scrolling: ScrollSwitches { base.scrolling }

  package var stepRows: ShownStep? { base.stepRows }

  package var saysPlace: Bool { base.saysPlace }

  package var pictures: [PlacedPicture] { base.pictures }
}

/// The rows of a page inside its insets, as fingers move them.
package struct InsetBody: ForwardingBody {
  package let base: any PageBody
  package let frame: CellSize
  package let insets: ContentInsets
  package let scrolling: ScrollSwitches

  /// - Parameters:
  ///   - base: the rows, laid out for the size inside the insets.
  ///   - insets: the insets, already limited to the frame.
  ///   - frame: the page's size.
  ///   - scrolling: how fingers move the rows.
  package init(
    _ base: any PageBody,
    insets: ContentInsets,
    frame: CellSize,
    scrolling: ScrollSwitches = ScrollSwitches()
  ) {
    self.base = base
    self.insets = insets
    self.frame = frame
    self.scrolling = scrolling
  }

  package var content: CellRect { base.content.offset(x: insets.left, y: 0) }

  package var saysPlace: Bool { insets == ContentInsets() && base.saysPlace }
}
