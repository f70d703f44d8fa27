/// One row of cells onto which rows of text are painted, later ones over earlier ones.
package struct BoardCells {
  private struct Cell {
    /// The character; empty for the second column of a wide one.
    var text: String
    var style: TextStyle
  }

  private static let blank = Cell(text: " ", style: .plain)
  private var cells: [Cell]

  package init(columns: Int) {
    cells = Array(repeating: Self.blank, count: columns)
  }

  /// Paints a row at a column over the existing cells: all `columns` of them, including blanks.
  ///
  /// A character of two columns of which only one is visible becomes a blank.
  package mutating func paint(_ row: TextRow, at start: Int, columns: Int) {
    let range = max(0, start)..<max(0, start, min(cells.count, start + columns))
    guard !range.isEmpty else { return }
    if cells[range.lowerBound].text.isEmpty { cells[range.lowerBound - 1] = Self.blank }
    if range.upperBound < cells.count, cells[range.upperBound].text.isEmpty {
      cells[range.upperBound] = Self.blank
    }
    for column in range { cells[column] = Self.blank }
    var column = start + row.indent
    var passed = 0
    var styles = StyleReader(row.runs)
    for character in row.text {
      let width = columnWidth(of: character)
      if column >= range.lowerBound, column + width <= range.upperBound, width > 0 {
        let style = styles.style(at: passed)
        cells[column] = Cell(text: String(character), style: style)
        if width == 2 { cells[column + 1] = Cell(text: "", style: style) }
      }
      column += width
      passed += String(character).utf8.count
    }
  }

  /// The cells as a row.
  package var row: TextRow {
    var end = cells.count
    while end > 0, cells[end - 1].text.allSatisfy(\.isWhitespace), !cells[end - 1].text.isEmpty {
      end -= 1
    }
    var text = StyledText()
    for cell in cells[..<end] { text.append(cell.text, style: cell.style) }
    var runs = text.runs
    if runs.last?.style == .plain { runs.removeLast() }
    return TextRow(text.text, runs: runs)
  }
}
