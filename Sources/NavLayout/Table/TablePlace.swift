/// Where the rows in view stand, to put them there again (TW-5).
struct TablePlace {
  /// The rows in view by number, each with the distance of its top from the viewport's.
  private let rows: [(number: Int, distance: Double)]

  /// Nil where no row is in view.
  init?(of table: Table<some Hashable & Sendable>) {
    rows = table.visibleRows.map { number in
      (number, table.geometry.extent(of: number).lowerBound - table.offset)
    }
    if rows.isEmpty { return nil }
  }

  /// The offset that gives the first of them that is still there its distance.
  ///
  /// - Parameters:
  ///   - geometry: where rows are now.
  ///   - newNumber: the number that a row has now; nil for one that has gone.
  /// - Returns: nil where all of them have gone.
  func offset(in geometry: TableGeometry, _ newNumber: (Int) -> Int?) -> Double? {
    for row in rows {
      guard let number = newNumber(row.number) else { continue }
      return geometry.extent(of: number).lowerBound - row.distance
    }
    return nil
  }
}
