/// Which rows of a table are where in other content, by their keys (TW-6).
struct TableMoves<Key: Hashable & Sendable> {
  /// Where rows will stand.
  let geometry: TableGeometry
  private let old: Table<Key>
  private let numbers: [Key: Int]

  /// O(rows); of several rows with the same key the first counts.
  init(from table: Table<Key>, to content: [TableSection<Key>]) {
    old = table
    geometry = TableGeometry(content, leading: table.geometry.leading)
    let keys = content.lazy.flatMap(\.rows).enumerated().map { ($1.key, $0) }
    numbers = Dictionary(keys, uniquingKeysWith: { first, _ in first })
  }

  /// The new number of the row with an old one; nil where its key has gone.
  func newNumber(_ number: Int) -> Int? {
    numbers[old.row(at: old.geometry.index(of: number)).key]
  }
}
