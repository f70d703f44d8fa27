extension TextDocument {
  /// The size of the document's text in bytes of UTF-8.
  ///
  /// O(blocks, lines and cells), and O(1) for a packed document.
  package var byteCount: Int { facts?.byteCount ?? blocks.reduce(0) { $0 + $1.byteCount } }

  /// Whether it contains code, at any depth.
  ///
  /// O(blocks), and O(1) for a packed document.
  package var hasCode: Bool { facts?.hasCode ?? blocks.contains(where: \.hasCode) }

  /// Whether it contains pictures that can be shown, at any depth.
  ///
  /// O(blocks), and O(1) for a packed document.
  package var hasPictures: Bool {
    facts?.hasPictures
      ?? leaves.contains { if case .picture? = $0 { true } else { false } }
  }

  /// Whether it contains lines that are shown verbatim, such as those of a program.
  ///
  /// O(blocks), and O(1) for a packed document.
  package var isVerbatim: Bool {
    facts?.isVerbatim ?? blocks.contains { if case .preformatted = $0 { true } else { false } }
  }
}

extension TextBlock {
  fileprivate var hasCode: Bool {
    switch self {
    case .code, .versions: true
    case .heading, .paragraph, .picture, .preformatted, .table, .rule, .pause, .space: false
    case .list(let list): list.items.contains { $0.blocks.contains(where: \.hasCode) }
    case .quote(let blocks), .alert(_, let blocks), .aligned(_, let blocks):
      blocks.contains(where: \.hasCode)
    case .columns(let columns): columns.contains { $0.blocks.contains(where: \.hasCode) }
    }
  }

  fileprivate var byteCount: Int {
    switch self {
    case .heading(_, let text), .paragraph(let text): text.text.utf8.count
    // Scaling it takes about as long as wrapping so many bytes.
    case .picture(let picture): picture.text.text.utf8.count + picture.raster.pixels.count / 2
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
