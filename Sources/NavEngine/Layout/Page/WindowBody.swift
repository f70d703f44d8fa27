package import NavBase
import NavScene

/// The rows of a part of a large text file, at their place among the rows of the whole file.
///
/// Each line outside of the part counts as one row, which is blank. Where the number of lines is an estimate, so is the
/// number of rows.
package struct WindowBody: ForwardingBody {
  package let base: any PageBody
  private let window: TextWindow

  /// - Parameters:
  ///   - base: the rows of the part.
  ///   - window: the part.
  package init(_ base: any PageBody, window: TextWindow) {
    self.base = base
    self.window = window
  }

  package var loadedRows: Range<Int> {
    window.linesBefore..<window.linesBefore + base.rowCount
  }

  package var rowCount: Int {
    let after = window.lineCount - window.linesBefore - window.starts.count
    return loadedRows.upperBound + (window.hasEnd ? 0 : max(1, after))
  }

  package var content: CellRect {
    var content = base.content
    content.height = rowCount
    return content
  }

  package func rows(_ range: Range<Int>) -> [TextRow] { placed(range) { base.rows($0) } }

  package func rows(_ range: Range<Int>, marking found: SearchHighlights) -> [TextRow] {
    placed(range) { base.rows($0, marking: found) }
  }

  private func placed(_ range: Range<Int>, _ rows: (Range<Int>) -> [TextRow]) -> [TextRow] {
    let first = loadedRows.lowerBound
    let loaded = range.clamped(to: loadedRows)
    guard !loaded.isEmpty else { return range.map { _ in TextRow() } }
    return (range.lowerBound..<loaded.lowerBound).map { _ in TextRow() }
      + rows(loaded.lowerBound - first..<loaded.upperBound - first)
      + (loaded.upperBound..<range.upperBound).map { _ in TextRow() }
  }

  package func row(of position: TextPosition) -> Int {
    loadedRows.lowerBound + base.row(of: position)
  }

  /// The row itself if it is loaded, else the nearest one.
  package func position(ofRow row: Int) -> TextPosition {
    base.position(ofRow: rowInBase(row))
  }

  package func place(atRow row: Int, column: Int) -> ContentPlace? {
    base.place(atRow: rowInBase(row), column: column)
  }

  package func cells(showing place: ContentPlace) -> PlaceCells? {
    guard var cells = base.cells(showing: place) else { return nil }
    let first = loadedRows.lowerBound
    cells.rows = cells.rows.lowerBound + first..<cells.rows.upperBound + first
    return cells
  }

  package var lineCount: Int {
    guard window.knowsNumbers, window.knowsCount, base.lineCount > 0 else { return 0 }
    return window.lineCount
  }

  package func line(ofRow row: Int) -> Int {
    window.linesBefore + base.line(ofRow: rowInBase(row))
  }

  private func rowInBase(_ row: Int) -> Int {
    min(max(0, row - loadedRows.lowerBound), max(0, base.rowCount - 1))
  }
}
