import NavText

extension TextDocument {
  /// Parses one page of Markdown, in which rules don't split.
  init(markdown: String) {
    let body = FrontMatter(of: markdown).body
    let hasTables = TableEstimate(of: body).cells <= Deck.Limits().tableCells
    let tree = MarkdownTree(parsing: body, hasTables: hasTables)
    let blocks = tree.read { root in root.children.compactMap { $0.block(depth: 0) } }
    self.init(blocks: blocks ?? [.problem(MarkdownTree.problem)])
  }

  /// The first heading as a title; nil if there is none.
  var firstHeading: String? {
    for case .heading(_, let text) in blocks {
      if let title = Slide.titleLine(of: sanitized(text.text)) { return title }
    }
    return nil
  }
}
