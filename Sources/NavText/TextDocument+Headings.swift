extension TextDocument {
  /// A heading and where it stands.
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

  /// The headings in reading order, those in lists and quotes too; O(blocks).
  ///
  /// - Parameter limit: how many at most.
  /// - Returns: the first ones.
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
