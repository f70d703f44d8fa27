extension TextDocument {
  /// A heading and its position.
  package struct Heading: Hashable, Sendable {
    /// From 1 to 6.
    package var level: Int
    /// One sanitised line.
    package var title: String
    package var position: TextPosition

    package init(level: Int, title: String, position: TextPosition) {
      self.level = level
      self.title = title
      self.position = position
    }
  }

  /// Returns the headings in reading order, including those in lists and quotes; O(blocks).
  ///
  /// - Parameter limit: the most headings to return.
  /// - Returns: the first headings up to the limit.
  package func headings(limit: Int) -> [Heading] {
    var headings: [Heading] = []
    for (index, leaf) in leaves.enumerated() where headings.count < limit {
      guard case .heading(let level, let text)? = leaf else { continue }
      let title = sanitized(text.text.split(separator: "\n").joined(separator: " "))
      let position = TextPosition(block: index, grapheme: 0)
      headings.append(Heading(level: level, title: title, position: position))
    }
    return headings
  }
}
