/// Words that a line must have, in whatever order, to be shown.
///
/// Whether a letter is a capital matters only where any of the words has one.
package struct TextWords: Hashable, Sendable {
  package let text: String
  private let words: [TextQuery]

  /// - Parameter text: words with blanks between; nil comes of none.
  package init?(_ text: String) {
    let foldsCase = !text.contains(where: \.isUppercase)
    words = text.split(whereSeparator: \.isWhitespace).compactMap {
      TextQuery(String($0), foldsCase: foldsCase)
    }
    guard !words.isEmpty else { return nil }
    self.text = text
  }

  /// O(length) for each word.
  package func areFound(in line: String) -> Bool { words.allSatisfy { $0.isFound(in: line) } }
}
