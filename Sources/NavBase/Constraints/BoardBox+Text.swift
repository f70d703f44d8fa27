// The size and the rows of a box.

extension BoardBox {
  /// The least number of columns with a blank beside the border.
  private static let leastPadded = 12

  /// Returns the columns on either side for the border, with a blank beside it if the box is wide enough.
  private func inset(in columns: Int) -> Int {
    hasBorder ? columns >= Self.leastPadded ? 2 : 1 : 0
  }

  /// The number of rows above the text.
  private var leadingRows: Int { hasBorder || !title.isEmpty ? 1 : 0 }

  private var trailingRows: Int { hasBorder ? 1 : 0 }

  /// The width of the box without wrapping.
  var naturalColumns: Int {
    // A rule adapts to the available width and needs none.
    let text = TextDocument(blocks: document.blocks.filter { $0 != .rule })
    let widest = FlowedText(text, columns: Self.unwrappedColumns).rows.reduce(0) {
      max($0, $1.row.indent + columnWidth(of: $1.row.text))
    }
    let room = max(widest, columnWidth(of: title) + (hasBorder && !title.isEmpty ? 2 : 0))
    return hasBorder ? room + 4 : room
  }

  /// Returns the height of the box at a width.
  func rows(inColumns columns: Int) -> Int {
    guard columns > 0 else { return 0 }
    return leadingRows + text(inColumns: columns).count + trailingRows
  }

  /// Returns the rows of its text.
  private func text(inColumns columns: Int) -> [TextRow] {
    let room = columns - 2 * inset(in: columns)
    guard !document.blocks.isEmpty, room > 0 else { return [] }
    return FlowedText(document, columns: room).rows.map(\.row)
  }

  /// A width larger than any terminal's.
  private static let unwrappedColumns = 1_024

  /// Returns the box as rows of a given size; text that does not fit is cut off.
  package func drawn(columns: Int, rows: Int) -> DrawnBox {
    guard columns > 0, rows > 0 else { return DrawnBox(rows: 0) }
    let text = text(inColumns: columns)
    guard hasBorder else {
      let head =
        title.isEmpty
        ? []
        : [Self.row(title.truncated(toColumns: columns), TextStyle(attributes: .bold))]
      return DrawnBox(rows: rows, head: Array((head + text).prefix(rows)))
    }
    guard columns >= 2 else { return DrawnBox(rows: rows, middle: Self.row("│", Self.border)) }
    guard rows > 1 else { return DrawnBox(rows: 1, head: [top(columns)]) }
    let bottom = "└" + String(repeating: "─", count: columns - 2) + "┘"
    return DrawnBox(
      rows: rows,
      head: [top(columns)] + text.prefix(rows - 2).map { bordered($0, columns) },
      middle: bordered(TextRow(), columns),
      last: Self.row(bottom, Self.border)
    )
  }

  private static let border = TextStyle(role: .rule)

  private static func row(_ text: String, _ style: TextStyle) -> TextRow {
    guard !text.isEmpty else { return TextRow() }
    return TextRow(text, runs: [StyledRun(length: text.utf8.count, style: style)])
  }

  private func top(_ columns: Int) -> TextRow {
    let room = columns - 6
    let name = room > 0 ? title.truncated(toColumns: room) : ""
    guard !name.isEmpty else {
      return Self.row("┌" + String(repeating: "─", count: columns - 2) + "┐", Self.border)
    }
    let left = "┌─ "
    let right =
      " " + String(repeating: "─", count: columns - 5 - columnWidth(of: name)) + "┐"
    return TextRow(
      left + name + right,
      runs: [
        StyledRun(length: left.utf8.count, style: Self.border),
        StyledRun(length: name.utf8.count, style: TextStyle(attributes: .bold)),
        StyledRun(length: right.utf8.count, style: Self.border),
      ]
    )
  }

  private func bordered(_ row: TextRow, _ columns: Int) -> TextRow {
    let side = TextRow("│", runs: [StyledRun(length: "│".utf8.count, style: Self.border)])
    var cells = BoardCells(columns: columns)
    let inset = inset(in: columns)
    cells.paint(row, at: inset, columns: max(0, columns - 2 * inset))
    cells.paint(side, at: 0, columns: 1)
    cells.paint(side, at: columns - 1, columns: 1)
    return cells.row
  }
}

/// A box of a board as rows.
///
/// Constraints can make a box much higher than the page, so equal rows are stored once.
package struct DrawnBox: Hashable, Sendable {
  /// The number of rows.
  var rows: Int
  /// The first rows.
  var head: [TextRow] = []
  /// The row that is repeated between the first rows and the last one.
  var middle = TextRow()
  /// The last row; nil if it equals those above it.
  var last: TextRow?

  /// The row at an index from the box's top; blank if there is none.
  package subscript(index: Int) -> TextRow {
    guard (0..<rows).contains(index) else { return TextRow() }
    if index == rows - 1, let last { return last }
    return index < head.count ? head[index] : middle
  }
}
