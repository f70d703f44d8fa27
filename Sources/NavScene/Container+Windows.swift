import NavText

extension Container {
  /// Whether some of its rows show lines through windows.
  package var hasLongLines: Bool {
    rows.segments.contains { $0.rows.contains { !$0.windows.isEmpty } }
  }

  /// By how many columns a viewer can move its long lines until all ends are seen; O(rows that the scene holds).
  package var hiddenColumns: Int {
    rows.segments.reduce(0) { most, segment in
      segment.rows.reduce(most) { max($0, $1.windows.isEmpty ? 0 : $1.hiddenColumns) }
    }
  }

  /// By how many columns they have to be moved so that the match that people are at is seen.
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
