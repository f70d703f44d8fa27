/// How wide the columns of a table are at one width.
struct TableLayout: Hashable {
  /// The columns between two of the table's columns: ` │ `.
  static let separatorColumns = 3
  /// A column is not shrunk below this; a table that would need it is not shown as a table.
  static let minimumColumns = 3

  /// The terminal columns of each of the table's columns, each at least 1.
  var widths: [Int]

  /// Gives every column what its widest cell needs; if that is too much, the widest ones give way
  /// until all fit, so that a narrow column keeps its width.
  ///
  /// Fails when some column would be narrower than both its content and `minimumColumns`.
  ///
  /// - Parameters:
  ///   - natural: the columns that each column's widest cell needs.
  ///   - available: the columns that the whole table may take.
  init?(natural: [Int], available: Int) {
    let natural = natural.map { max(1, $0) }
    let room = available - Self.separatorColumns * (natural.count - 1)
    guard natural.reduce(0, { $0 + min($1, Self.minimumColumns) }) <= room else { return nil }
    guard natural.reduce(0, +) > room else {
      widths = natural
      return
    }
    widths = natural
    // From the narrowest up, each column takes its equal share of what is left, or less if it needs
    // less.
    var left = room
    let ascending = natural.indices.sorted { (natural[$0], $0) < (natural[$1], $1) }
    for (taken, column) in ascending.enumerated() {
      let share = left / (natural.count - taken)
      widths[column] = min(natural[column], share)
      left -= widths[column]
    }
  }
}
