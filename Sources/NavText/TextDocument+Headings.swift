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
    var walk = HeadingWalk(limit: limit)
    walk.walk(blocks)
    return walk.headings
  }
}

/// Counts leaf blocks as `TextPosition` does.
private struct HeadingWalk {
  let limit: Int
  var headings: [TextDocument.Heading] = []
  private var leaf = 0

  init(limit: Int) {
    self.limit = limit
  }

  mutating func walk(_ blocks: [TextBlock]) {
    for block in blocks {
      guard headings.count < limit else { return }
      switch block {
      case .heading(let level, let text):
        let title = sanitized(text.text.split(separator: "\n").joined(separator: " "))
        let position = TextPosition(block: leaf, grapheme: 0)
        headings.append(TextDocument.Heading(level: level, title: title, position: position))
        leaf += 1
      case .paragraph, .code, .preformatted, .table, .rule: leaf += 1
      case .quote(let blocks): walk(blocks)
      case .columns(let columns): for column in columns { walk(column.blocks) }
      case .pause: break
      case .list(let list):
        for item in list.items {
          if item.isBare { leaf += 1 } else { walk(item.blocks) }
        }
      }
    }
  }
}
