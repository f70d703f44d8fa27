import NavBase

extension TextDocument {
  /// Parses one page of Markdown, in which rules don't split; a message if there is no memory for it.
  ///
  /// - Parameters:
  ///   - markdown: the text.
  ///   - isKept: whether the document is kept (`ReadingBudget.parsing`).
  init(markdown: String, isKept: Bool = true) {
    let blocks = ReadingBudget.parsing(bytes: markdown.utf8.count, keptIf: { _ in isKept }) {
      let body = FrontMatter(of: markdown).body
      let hasTables = TableEstimate(of: body).cells <= Deck.Limits().tableCells
      let tree = MarkdownTree(parsing: body, hasTables: hasTables)
      return tree.read { root in root.children.compactMap { $0.block(depth: 0) } }
    }
    self.init(blocks: blocks.flatMap(\.self) ?? [.problem(MarkdownTree.problem)])
  }

  /// The first heading as a title; nil if there is none.
  var firstHeading: String? {
    for case .heading(_, let text) in blocks {
      if let title = Slide.titleLine(of: sanitized(text.text)) { return title }
    }
    return nil
  }
}
