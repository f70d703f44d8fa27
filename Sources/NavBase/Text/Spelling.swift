/// Suggests the intended name for a misspelt one.
package enum Spelling {
  /// The largest edit distance of a suggestion.
  private static let mostMistakes = 2
  /// Longer words get no suggestion.
  private static let mostLetters = 64

  /// Returns the name with the smallest edit distance to a word, the first of several.
  ///
  /// - Parameters:
  ///   - word: what was typed.
  ///   - names: the names that exist.
  /// - Returns: nil if no name is near enough. A short word is near to every name, so the limit shrinks with it.
  package static func nearest(to word: String, in names: some Sequence<String>) -> String? {
    guard word.count <= mostLetters else { return nil }
    return names.map { (name: $0, distance: distance(word, $0)) }
      .filter { $0.distance <= min(mostMistakes, max(word.count, $0.name.count) / 2) }
      .min { $0.distance < $1.distance }?.name
  }

  /// Returns the edit distance of two words: letters to change, insert or remove, and neighbours to swap.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
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
