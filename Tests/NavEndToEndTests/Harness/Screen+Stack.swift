extension Screen {
  /// Where pages of a stack begin: the columns of their left edges in the first row.
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

  /// The row, counted from the top, in which an entry of a list stands on the page that begins at a column.
  func row(ofEntry entry: String, behind column: Int = 0) -> Int? {
    rows.indices.dropFirst().first { row in
      rows[row].dropFirst(column).split { $0 == " " || $0 == "│" }.first.map(String.init) == entry
    }
  }

  /// The words that a status line shows, such as the session's name and `3/12`.
  var statusWords: [String] { status.split(separator: " ").map(String.init) }
}
