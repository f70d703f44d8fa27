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
