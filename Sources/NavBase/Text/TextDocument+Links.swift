extension TextDocument {
  /// Whether the document has a link to another page of the same content; O(length).
  package var leadsToPages: Bool { hasLink { TextStyle.page(ofAddress: $0) != nil } }

  /// Returns whether the document has a link with an address; O(length).
  package func hasLink(to address: String) -> Bool { hasLink { $0 == address } }

  private func hasLink(where isRight: (String) -> Bool) -> Bool {
    blocks.contains { $0.hasLink(where: isRight) }
  }
}

extension TextBlock {
  fileprivate func hasLink(where isRight: (String) -> Bool) -> Bool {
    switch self {
    case .heading(_, let text), .paragraph(let text): text.hasLink(where: isRight)
    case .list(let list):
      list.items.contains { $0.blocks.contains { $0.hasLink(where: isRight) } }
    case .table(let table):
      ([table.header] + table.rows).contains { $0.contains { $0.hasLink(where: isRight) } }
    case .quote(let blocks), .alert(_, let blocks), .aligned(_, let blocks):
      blocks.contains { $0.hasLink(where: isRight) }
    case .columns(let columns):
      columns.contains { $0.blocks.contains { $0.hasLink(where: isRight) } }
    case .code, .preformatted, .rule, .pause, .space, .versions: false
    }
  }
}

extension StyledText {
  fileprivate func hasLink(where isRight: (String) -> Bool) -> Bool {
    runs.contains { $0.style.link.map(isRight) ?? false }
  }
}
