/// How wide the columns of a table are at one width.
struct TableLayout: Hashable {
  /// The columns between two of the table's columns: ` │ `.
  static let separatorColumns = 3
  /// A column is not shrunk below this; a table that would need it is not shown as a table.
  static let minimumColumns = 3

  /// The terminal columns of each of the table's columns, each at least 1.
  var widths: [Int]

  /// Gives every column what its widest cell needs; if that is too much, the widest ones give way
  /// until all fit, so that a narrow column keeps its width and none gets narrower than its longest word.
  ///
  /// Fails when some column would be narrower than both its content and `minimumColumns`, or would cut a word.
  ///
  /// - Parameters:
  ///   - natural: the columns that each column's widest cell needs.
  ///   - words: the columns of each column's longest word.
  ///   - available: the columns that the whole table may take.
  init?(natural: [Int], words: [Int], available: Int) {
    let natural = natural.map { max(1, $0) }
    let least = zip(natural, words).map { min($0, max(Self.minimumColumns, $1)) }
    let room = available - Self.separatorColumns * (natural.count - 1)
    guard least.reduce(0, +) <= room else { return nil }
    func widths(upTo limit: Int) -> [Int] {
      zip(natural, least).map { max($1, min($0, limit)) }
    }
    // The most columns that every one may have, if it needs so many.
    var (low, high) = (0, max(room, natural.max() ?? 0))
    while low < high {
      let middle = (low + high + 1) / 2
      if widths(upTo: middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
    }
    self.widths = widths(upTo: low)
    var left = room - self.widths.reduce(0, +)
    // What is left goes to the widest ones, a column each.
    let descending = natural.indices.sorted { (natural[$0], $0) > (natural[$1], $1) }
    for column in descending where left > 0 && self.widths[column] < natural[column] {
      // Words wider than the others' share have more already.
      guard self.widths[column] <= low else { continue }
      self.widths[column] += 1
      left -= 1
    }
  }
}
