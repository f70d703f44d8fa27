/// The new positions of a table's rows in other content, by key (TW-6).
struct TableMoves<Key: Hashable & Sendable> {
  /// The geometry of the new content.
  let geometry: TableGeometry
  private let old: Table<Key>
  private let numbers: [Key: Int]

  /// Creates the mapping in O(rows); of several rows with the same key the first counts.
  init(from table: Table<Key>, to content: [TableSection<Key>]) {
    old = table
    geometry = TableGeometry(content, leading: table.geometry.leading)
    let keys = content.lazy.flatMap(\.rows).enumerated().map { ($1.key, $0) }
    numbers = Dictionary(keys, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the new number of a row; nil if its key was removed.
  func newNumber(_ number: Int) -> Int? {
    numbers[old.row(at: old.geometry.index(of: number)).key]
  }
}
