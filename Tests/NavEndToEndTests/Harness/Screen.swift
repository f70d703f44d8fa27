/// The text of a terminal at one moment.
struct Screen: Equatable, CustomStringConvertible {
  /// The rows from top to bottom, without trailing spaces.
  let rows: [String]

  /// - Parameter text: the rows, each followed by a line feed.
  init(_ text: String) {
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    if rows.last?.isEmpty == true { rows.removeLast() }
    self.rows = rows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The last row.
  var status: String { rows.last ?? "" }
  /// All rows above the status line.
  var body: [String] { Array(rows.dropLast()) }

  func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  func row(with text: String) -> String? { rows.first { $0.contains(text) } }

  /// The number of hidden rows in the status line; nil if it contains none.
  var moreRows: Int? {
    status.firstMatch(of: #/(\d+) more rows?/#).flatMap { Int($0.1) }
  }

  /// Returns whether the status line contains this position, such as `3/12`.
  func isAt(_ page: Int, of count: Int) -> Bool {
    status.split(separator: " ").contains("\(page)/\(count)")
  }

  var description: String {
    (["screen:"] + rows.map { "  | \($0)" }).joined(separator: "\n")
  }
}

extension Screen {
  /// The columns of the left edges of a stack's pages, taken from the first row.
  var edges: [Int] { edges(inRow: 0) }

  func edges(inRow row: Int) -> [Int] {
    guard rows.indices.contains(row) else { return [] }
    return rows[row].enumerated().compactMap { $1 == "│" ? $0 : nil }
  }

  /// The titles in the first row, from left to right; of a directory's path, its last component.
  var titles: [String] {
    guard let first = rows.first else { return [] }
    return first.split(separator: "│").map { cell in
      let title = String(cell).trimmed
      return title.split(separator: "/").last.map(String.init) ?? title
    }.filter { !$0.isEmpty }
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
