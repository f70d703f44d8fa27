import NavBase
import NavContent
import Testing

/// Returns the text of a document, block by block; preformatted lines one by one.
func texts(_ page: TreePage) -> [String] {
  guard case .document(_, let document) = page else {
    Issue.record("no document: \(page.title)")
    return []
  }
  return document.blocks.flatMap { block -> [String] in
    switch block {
    case .heading(_, let text), .paragraph(let text): [text.text]
    case .preformatted(let lines): lines.map(\.text)
    case .rule: ["---"]
    case .list, .code, .table, .quote, .alert, .pause, .columns, .space, .aligned, .versions,
      .picture:
      ["?"]
    }
  }
}

extension TreePage {
  /// Loads the page of a path, with the paths of its ancestors.
  static func load(
    _ path: String,
    from ancestors: [String] = [],
    limits: TreeLimits = TreeLimits()
  ) -> TreePage {
    loadTreePage(
      path: Array(path.utf8),
      ancestors: ancestors.map { Array($0.utf8) },
      limits: limits
    )
  }

  var isDirectory: Bool {
    if case .directory = self { true } else { false }
  }
}
