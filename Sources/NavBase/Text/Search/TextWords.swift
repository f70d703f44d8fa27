/// Words that must all occur in a line, in any order.
///
/// The comparison is case-sensitive only if any of the words has a capital letter.
package struct TextWords: Hashable, Sendable {
  package let text: String
  private let words: [TextQuery]

  /// - Parameter text: words separated by blanks; the result is nil if there are none.
  package init?(_ text: String) {
    let foldsCase = !text.contains(where: \.isUppercase)
    words = text.split(whereSeparator: \.isWhitespace).compactMap {
      TextQuery(String($0), foldsCase: foldsCase)
    }
    guard !words.isEmpty else { return nil }
    self.text = text
  }

  /// Returns whether a line contains all words; O(length) for each word.
  package func areFound(in line: String) -> Bool { words.allSatisfy { $0.isFound(in: line) } }
}
