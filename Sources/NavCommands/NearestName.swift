/// Finds the name that a mistyped word was meant to be.
package enum NearestName {
  /// The name that a word differs from by two letters at most.
  ///
  /// - Parameters:
  ///   - word: what was typed.
  ///   - names: what it could have been; the first of several that are equally near counts.
  /// - Returns: nil for none, or for a word of which too little would be left.
  package static func of(_ word: String, among names: some Sequence<String>) -> String? {
    let near = names.map { (name: $0, distance: distance(word, $0)) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= min(2, word.count / 2) else { return nil }
    return near.name
  }

  /// How many letters have to be put in, left out or changed, or swapped with their neighbour; words are short.
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
