extension Screen {
  /// The columns of the left edges of a stack's pages, taken from the first row.
  var edges: [Int] { edges(inRow: 0) }

  func edges(inRow row: Int) -> [Int] {
    guard rows.indices.contains(row) else { return [] }
    return rows[row].enumerated().compactMap { $1 == "│" ? $0 : nil }
  }

  /// The titles in the first row, from left to right.
  var titles: [String] {
    guard let first = rows.first else { return [] }
    return first.split(separator: "│").map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// Returns the row, counted from the top, of an entry on the page that begins at a column.
  func row(ofEntry entry: String, behind column: Int = 0) -> Int? {
    rows.indices.dropFirst().first { row in
      rows[row].dropFirst(column).split { $0 == " " || $0 == "│" }.first.map(String.init) == entry
    }
  }

  /// The words of the status line, such as the session's name and `3/12`.
  var statusWords: [String] { status.split(separator: " ").map(String.init) }
}
