/// What a terminal shows at one moment.
struct Screen: Equatable, CustomStringConvertible {
  /// From top to bottom, without spaces at the ends.
  let rows: [String]

  /// - Parameter text: the rows, each with a line feed behind it.
  init(_ text: String) {
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    if rows.last?.isEmpty == true { rows.removeLast() }
    self.rows = rows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The last row.
  var status: String { rows.last ?? "" }
  /// Everything above the status line.
  var body: [String] { Array(rows.dropLast()) }

  func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  func row(with text: String) -> String? { rows.first { $0.contains(text) } }

  /// How many rows more than are shown the status line speaks of; nil where it speaks of none.
  var moreRows: Int? {
    status.firstMatch(of: #/(\d+) more rows?/#).flatMap { Int($0.1) }
  }

  /// The place in the status line, such as `3/12`.
  func isAt(_ page: Int, of count: Int) -> Bool {
    status.split(separator: " ").contains("\(page)/\(count)")
  }

  var description: String {
    (["screen:"] + rows.map { "  | \($0)" }).joined(separator: "\n")
  }
}
