extension TextDocument {
  /// Whether it only names something: a first-level heading and at most two short companions.
  package var isTitle: Bool {
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

  /// Whether it stands in the middle of a page that has room for all of it.
  package var isCentered: Bool {
    switch placement {
    case .automatic: isTitle
    case .top: false
    case .middle: true
    }
  }

  /// Whether any of it stands in the middle of its room, or at the right.
  package var isAligned: Bool {
    blocks.contains { if case .aligned = $0 { true } else { false } }
  }
}
