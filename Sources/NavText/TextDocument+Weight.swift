extension TextDocument {
  /// The size of the document's text in bytes of UTF-8.
  ///
  /// O(blocks, lines and cells).
  package var byteCount: Int { blocks.reduce(0) { $0 + $1.byteCount } }
}

extension TextBlock {
  fileprivate var byteCount: Int {
    switch self {
    case .heading(_, let text), .paragraph(let text): text.text.utf8.count
    case .list(let list): list.items.reduce(0) { $0 + TextDocument(blocks: $1.blocks).byteCount }
    case .code(let code): code.lines.byteCount
    case .preformatted(let lines): lines.byteCount
    case .table(let table): table.rows.reduce(table.header.byteCount) { $0 + $1.byteCount }
    case .quote(let blocks), .alert(_, let blocks), .aligned(_, let blocks):
      TextDocument(blocks: blocks).byteCount
    case .versions(let versions): versions.reduce(0) { $0 + $1.lines.byteCount }
    case .rule, .pause, .space: 0
    case .columns(let columns):
      columns.reduce(0) { $0 + TextDocument(blocks: $1.blocks).byteCount }
    }
  }
}

extension [StyledText] {
  fileprivate var byteCount: Int { reduce(0) { $0 + $1.text.utf8.count } }
}
