import NavBase

extension Container {
  /// Whether some rows show long lines through windows, which each viewer scrolls sideways.
  package var hasLongLines: Bool {
    rows.segments.contains { $0.rows.contains { !$0.windows.isEmpty } }
  }

  /// The largest number of columns by which the long lines can be scrolled; O(rows that the scene holds).
  package var hiddenColumns: Int {
    rows.segments.reduce(0) { most, segment in
      segment.rows.reduce(most) { max($0, $1.windows.isEmpty ? 0 : $1.hiddenColumns) }
    }
  }

  /// The number of columns by which the long lines must be scrolled to show the current search match; 0 if none.
  package var columnsToMatch: Int {
    for segment in rows.segments {
      for row in segment.rows where !row.windows.isEmpty {
        let columns = row.columnsToMatch
        if columns > 0 { return columns }
      }
    }
    return 0
  }
}
