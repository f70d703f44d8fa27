/// The positions of the visible rows, to restore them after a change (TW-5).
struct TablePlace {
  /// The visible rows by number, each with the distance of its top from the viewport's.
  private let rows: [(number: Int, distance: Double)]

  /// Saves the positions; nil if no row is visible.
  init?(of table: Table<some Hashable & Sendable>) {
    rows = table.visibleRows.map { number in
      (number, table.geometry.extent(of: number).lowerBound - table.offset)
    }
    if rows.isEmpty { return nil }
  }

  /// Returns the offset at which the first of these rows that still exists has its saved distance.
  ///
  /// - Parameters:
  ///   - geometry: the new geometry.
  ///   - newNumber: returns a row's new number; nil if it was removed.
  /// - Returns: the offset; nil if all of the rows were removed.
  func offset(in geometry: TableGeometry, _ newNumber: (Int) -> Int?) -> Double? {
    for row in rows {
      guard let number = newNumber(row.number) else { continue }
      return geometry.extent(of: number).lowerBound - row.distance
    }
    return nil
  }
}
