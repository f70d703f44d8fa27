/// The widths of a table's columns for one available width.
struct TableLayout: Hashable {
  /// The width of the separator between two columns: ` │ `.
  static let separatorColumns = 3
  /// The minimum width of a shrunk column; a table that needs less is not shown as a grid.
  static let minimumColumns = 3

  /// The width of each column in terminal columns, each at least 1.
  var widths: [Int]

  /// Gives every column its natural width; if the sum is too large, shrinks the widest columns first, but none below
  /// its longest word.
  ///
  /// Fails if a column would be narrower than both its content and `minimumColumns`, or would cut a word.
  ///
  /// - Parameters:
  ///   - natural: the width of each column's widest cell.
  ///   - words: the width of each column's longest word.
  ///   - available: the width of the whole table.
  init?(natural: [Int], words: [Int], available: Int) {
    let natural = natural.map { max(1, $0) }
    let least = zip(natural, words).map { min($0, max(Self.minimumColumns, $1)) }
    let room = available - Self.separatorColumns * (natural.count - 1)
    guard least.reduce(0, +) <= room else { return nil }
    func widths(upTo limit: Int) -> [Int] {
      zip(natural, least).map { max($1, min($0, limit)) }
    }
    // Searches for the largest limit for all columns at which the table fits.
    var (low, high) = (0, max(room, natural.max() ?? 0))
    while low < high {
      let middle = (low + high + 1) / 2
      if widths(upTo: middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
    }
    self.widths = widths(upTo: low)
    var left = room - self.widths.reduce(0, +)
    // Distributes the remaining columns to the widest ones, one each.
    let descending = natural.indices.sorted { (natural[$0], $0) > (natural[$1], $1) }
    for column in descending where left > 0 && self.widths[column] < natural[column] {
      // A column that is wider because of its longest word gets none.
      guard self.widths[column] <= low else { continue }
      self.widths[column] += 1
      left -= 1
    }
  }
}
