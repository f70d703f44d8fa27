import NavText

extension MarkdownNode {
  /// How deep lists and quotes may be nested; what lies deeper is shown at this depth.
  static let depthLimit = 16

  /// The block of a document that this node is, nil for nothing to show.
  ///
  /// `depth` tells how many lists and quotes it is in.
  func block(depth: Int) -> TextBlock? {
    switch kind {
    case .paragraph:
      let text = styledText()
      return text.isEmpty ? nil : .paragraph(text)
    case .heading:
      return .heading(level: headingLevel, styledText())
    case .code:
      return .code(language: language, lines: codeLines)
    case .html:
      return TextBlock(htmlText: HTMLPiece.text(of: literal))
    case .rule:
      return .rule
    case .table:
      return .table(table)
    case .quote:
      return .quote(blocks(depth: depth + 1))
    case .list:
      return .list(list(depth: depth + 1))
    case .item, .tableRow, .tableCell, .other:
      return nil
    case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML, .emphasis, .strong, .strikethrough,
      .link, .image:
      return nil
    }
  }

  private func blocks(depth: Int) -> [TextBlock] {
    guard depth < Self.depthLimit else { return leafBlocks() }
    return children.compactMap { $0.block(depth: depth) }
  }

  /// All leaf blocks below this node in reading order, whatever they are nested in.
  private func leafBlocks() -> [TextBlock] {
    var blocks: [TextBlock] = []
    walk { node, isEntering in
      guard isEntering else { return }
      switch node.kind {
      case .paragraph, .heading, .code, .html, .rule, .table:
        if let block = node.block(depth: Self.depthLimit) { blocks.append(block) }
      case .quote, .list, .item, .tableRow, .tableCell, .other: break
      case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML, .emphasis, .strong: break
      case .strikethrough, .link, .image: break
      }
    }
    return blocks
  }

  private func list(depth: Int) -> TextList {
    let items = children.map { item in
      TextListItem(blocks: item.blocks(depth: depth), isDone: item.isDone)
    }
    return TextList(start: listStart, isTight: isTightList, items: Array(items))
  }

  private var language: String {
    let word = fenceInfo.split { $0.isWhitespace || $0 == "{" }.first ?? ""
    return sanitized(String(word))
  }

  private var codeLines: [String] {
    var cursor = LineCursor(literal)
    var lines: [String] = []
    while let line = cursor.next() { lines.append(String(line)) }
    return lines
  }

  private var table: TextTable {
    let alignments = columnAlignments.map { letter -> TextTable.Alignment in
      switch letter {
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .left
      }
    }
    var rows = children.map { row in row.children.map { $0.styledText() } }.makeIterator()
    let header = rows.next() ?? []
    return TextTable(alignments: alignments, header: header, rows: Array(IteratorSequence(rows)))
  }
}

extension TextBlock {
  /// The text of an HTML block, line by line; nil when there is none.
  init?(htmlText: String) {
    var cursor = LineCursor(htmlText)
    var lines: [String] = []
    while let line = cursor.next()?.trimmingBlanks() {
      if !line.isEmpty { lines.append(line) }
    }
    guard !lines.isEmpty else { return nil }
    self = .paragraph(StyledText(sanitized(lines.joined(separator: "\n"), keeping: .lineFeeds)))
  }
}
