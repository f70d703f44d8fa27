import NavBase

/// Formats tables for a terminal: aligned columns with two blanks between them.
package enum ColumnTable {
  /// Returns the rows as lines, the heading first.
  ///
  /// The last column is never padded. Control characters are replaced.
  package static func lines(_ rows: [[String]]) -> String {
    let cells = rows.map { $0.map { sanitized($0) } }
    let count = cells.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      cells.map { column < $0.count ? columnWidth(of: $0[column]) : 0 }.max() ?? 0
    }
    return cells.map { row in
      row.enumerated().map { column, text in
        column == row.count - 1 ? text : padded(text, toColumns: widths[column])
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func padded(_ text: String, toColumns columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - columnWidth(of: text)))
  }
}
