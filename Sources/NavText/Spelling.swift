/// Suggests the intended name for a misspelt one.
package enum Spelling {
  /// The largest edit distance of a suggestion.
  private static let mostMistakes = 2
  /// Longer words get no suggestion.
  private static let mostLetters = 64

  /// Returns the name with the smallest edit distance, the first of several; nil if none is near
  /// enough.
  package static func nearest(to word: String, in names: [String]) -> String? {
    guard word.utf8.count <= mostLetters else { return nil }
    let distances = names.map { (name: $0, distance: distance(word, $0)) }
    // A short name is near to every word, so the limit shrinks with its length.
    return distances.filter { $0.distance <= min(mostMistakes, $0.name.utf8.count / 2) }
      .min { $0.distance < $1.distance }?.name
  }

  /// Returns the edit distance of two words: bytes to change, insert or remove.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let changed = diagonal + (left == right ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
