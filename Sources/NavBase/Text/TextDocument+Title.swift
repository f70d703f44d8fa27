extension TextDocument {
  /// Whether the document is a title page: a first-level heading and at most two more headings or
  /// paragraphs.
  package var isTitle: Bool {
    if let facts { return facts.isTitle }
    let blocks = self.blocks.flatMap { block in
      if case .aligned(_, let inner) = block { inner } else { [block] }
    }
    guard case .heading(level: 1, _)? = blocks.first, blocks.count <= 3 else { return false }
    return blocks.allSatisfy {
      switch $0 {
      case .heading, .paragraph: true
      case .list, .code, .preformatted, .table, .quote, .alert, .rule, .pause, .columns, .space,
        .aligned,
        .versions:
        false
      }
    }
  }

  /// Whether the document is centred vertically on a page with enough rows.
  package var isCentered: Bool {
    switch placement {
    case .automatic: isTitle
    case .top: false
    case .middle: true
    }
  }

  /// Whether the document has centred or right-aligned blocks.
  package var isAligned: Bool {
    facts?.isAligned ?? blocks.contains { if case .aligned = $0 { true } else { false } }
  }
}
