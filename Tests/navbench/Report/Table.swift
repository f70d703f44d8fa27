/// A table of figures: the first column is text and left-aligned, the others are right-aligned.
struct Table {
  private let rows: [[String]]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - header: the names of the columns.
  ///   - rows: the rows, each as long as the header.
  init(_ header: [String], _ rows: [[String]]) {
    precondition(
      rows.allSatisfy { $0.count == header.count },
      "cannot align rows of different lengths"
    )
    self.rows = [header] + rows
  }

  var lines: [String] {
    let widths = rows[0].indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let line = zip(row, widths).enumerated()
        .map { column, cell in
          let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
          return column == 0 ? cell.0 + blanks : blanks + cell.0
        }
        .joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
