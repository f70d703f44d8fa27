/// Suggests the name that a mistyped word was meant to be.
package enum NearestName {
  /// Returns the nearest name, at most two edits away.
  ///
  /// - Parameters:
  ///   - word: the typed word.
  ///   - names: the valid names; the first of several equally near ones wins.
  /// - Returns: nil if none is near enough: at most two edits, and at most half of the word's letters.
  package static func of(_ word: String, among names: some Sequence<String>) -> String? {
    let near = names.map { (name: $0, distance: distance(word, $0)) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= min(2, word.count / 2) else { return nil }
    return near.name
  }

  /// Returns the number of letters to insert, delete, replace or swap with a neighbour.
  ///
  /// O(n * m); words are short.
  private static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.prefix(32)), Array(b))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
