/// What somebody may have meant who misspelt a name.
package enum Spelling {
  /// So many letters may be wrong, missing or too many.
  private static let mostMistakes = 2
  /// Nobody misspells a longer name.
  private static let mostLetters = 64

  /// The name that differs least, the first one of several; nil where none is near.
  package static func nearest(to word: String, in names: [String]) -> String? {
    guard word.utf8.count <= mostLetters else { return nil }
    let distances = names.map { (name: $0, distance: distance(word, $0)) }
    // A short word is near to everything.
    return distances.filter { $0.distance <= min(mostMistakes, $0.name.utf8.count / 2) }
      .min { $0.distance < $1.distance }?.name
  }

  /// How many letters have to be changed, added or left out to make one word of the other.
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
