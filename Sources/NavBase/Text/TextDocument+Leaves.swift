extension TextDocument {
  /// The blocks without child blocks, in reading order, indexed as in `TextPosition`.
  ///
  /// A list item without any block is nil. O(blocks).
  package var leaves: [TextBlock?] {
    var leaves: [TextBlock?] = []
    Self.collect(blocks, into: &leaves)
    return leaves
  }

  private static func collect(_ blocks: [TextBlock], into leaves: inout [TextBlock?]) {
    for block in blocks {
      switch block {
      case .heading, .paragraph, .code, .preformatted, .table, .rule, .space: leaves.append(block)
      case .versions(let versions): leaves += versions.map { .code($0) }
      case .quote(let inner), .alert(_, let inner), .aligned(_, let inner):
        collect(inner, into: &leaves)
      case .columns(let columns): for column in columns { collect(column.blocks, into: &leaves) }
      case .pause: break
      case .list(let list):
        for item in list.items {
          if item.isBare { leaves.append(nil) } else { collect(item.blocks, into: &leaves) }
        }
      }
    }
  }
}
