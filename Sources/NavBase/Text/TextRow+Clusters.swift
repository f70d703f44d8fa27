/// A part of a row that a reader sees as one character.
package struct RowCluster: Hashable, Sendable {
  /// UTF-8 offsets in the row's text.
  package var bytes: Range<Int>
  /// Its columns in the row, after the indent; windows count as wide as their texts.
  package var columns: Range<Int>
}

extension TextRow {
  /// The characters of the row that have a width, from left to right.
  package var clusters: [RowCluster] {
    var clusters: [RowCluster] = []
    var scanner = ClusterScanner(text)
    var column = indent
    while let cluster = scanner.next() {
      guard cluster.columns > 0 else { continue }
      let end = column + cluster.columns
      clusters.append(RowCluster(bytes: cluster.bytes, columns: column..<end))
      column = end
    }
    return clusters
  }

  /// Returns the character at a column of the row, else the nearest one; nil for a row without text.
  package func cluster(nearestTo column: Int) -> RowCluster? {
    let clusters = clusters
    return clusters.first { column < $0.columns.upperBound } ?? clusters.last
  }

  /// Returns the character that contains a byte of the row's text, else the last one before it; nil for a row without text.
  package func cluster(atByte byte: Int) -> RowCluster? {
    let clusters = clusters
    return clusters.first { byte < $0.bytes.upperBound } ?? clusters.last
  }
}
