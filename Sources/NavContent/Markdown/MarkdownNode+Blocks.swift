import NavBase

extension MarkdownNode {
  /// The maximum nesting depth of lists and quotes; deeper blocks are shown at this depth.
  static let depthLimit = 16

  /// Returns the text blocks of this node: none, one, or the texts, code and pauses of an HTML block.
  ///
  /// - Parameters:
  ///   - depth: the number of enclosing lists and quotes.
  ///   - hasCommands: whether comments in an HTML block may be commands.
  /// - Returns: the blocks.
  func blocks(depth: Int, hasCommands: Bool = true) -> [TextBlock] {
    guard kind == .html else { return block(depth: depth).map { [$0] } ?? [] }
    if let htmlPicture { return [htmlPicture] }
    var blocks: [TextBlock] = []
    var text = ""
    for piece in HTMLPiece.pieces(of: literal) {
      let block: TextBlock
      switch piece {
      case .text(let more):
        text += more
        continue
      case .code(let info, let code): block = .code(TextCode(info: info, code))
      case .comment(let comment):
        guard hasCommands, let command = DeckCommand(comment: comment)?.innerBlock else { continue }
        block = command
      }
      blocks += [TextBlock(htmlText: text), block].compactMap(\.self)
      text = ""
    }
    return blocks + [TextBlock(htmlText: text)].compactMap(\.self)
  }

  /// Returns the text block of this node; nil if it shows nothing, and for an HTML block.
  ///
  /// `depth` is the number of enclosing lists and quotes.
  private func block(depth: Int) -> TextBlock? {
    switch kind {
    case .paragraph:
      if let formula {
        return .paragraph(StyledText(sanitized(formula, keeping: .lineFeeds)))
      }
      let text = styledText()
      if text.text == ". . ." { return .pause }
      return text.isEmpty ? nil : .paragraph(text)
    case .heading:
      return .heading(level: headingLevel, HeadingAttributes(styledText()).text)
    case .code:
      let fence = CodeFence(info: fenceInfo)
      if fence.isMagicMove, let block = TextBlock(magicMove: literal, title: fence.title) {
        return block
      }
      return .code(textCode)
    case .footnote:
      return footnotes
    case .rule:
      return .rule
    case .table:
      return .table(table)
    case .quote:
      let blocks = innerBlocks(depth: depth + 1)
      return blocks.alert ?? .quote(blocks)
    case .list:
      return .list(list(depth: depth + 1))
    case .item, .tableRow, .tableCell, .other, .html:
      return nil
    case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML, .emphasis, .strong, .strikethrough,
      .link, .image, .footnoteMark:
      return nil
    }
  }

  /// A code block with the options of its fence.
  var textCode: TextCode { TextCode(info: fenceInfo, literal) }

  /// All footnotes of the document in one paragraph, for the first footnote; nil for the others.
  private var footnotes: TextBlock? {
    let isFirst = previous.map { $0.kind != .footnote } ?? true
    guard isFirst else { return nil }
    let notes = sequence(first: self, next: \.next).prefix { $0.kind == .footnote }
    return TextBlock(footnotes: notes.enumerated().map { ($0.offset + 1, $0.element) })
  }

  private func innerBlocks(depth: Int) -> [TextBlock] {
    guard depth < Self.depthLimit else { return leafBlocks() }
    return children.flatMap { $0.blocks(depth: depth) }
  }

  /// Returns all leaf blocks below this node in reading order, without their nesting.
  private func leafBlocks() -> [TextBlock] {
    var blocks: [TextBlock] = []
    walk { node, isEntering in
      guard isEntering else { return }
      switch node.kind {
      case .paragraph, .heading, .code, .html, .rule, .table:
        blocks += node.blocks(depth: Self.depthLimit)
      case .quote, .list, .item, .tableRow, .tableCell, .footnote, .other: break
      case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML, .emphasis, .strong: break
      case .strikethrough, .link, .image, .footnoteMark: break
      }
    }
    return blocks
  }

  private func list(depth: Int) -> TextList {
    let items = children.map { item in
      TextListItem(blocks: item.innerBlocks(depth: depth), isDone: item.isDone)
    }
    let isOfDefinitions = previous.map {
      $0.kind == .html && $0.literal.trimmingBlanks() == "<!--\(DeckCommand.definitions)-->"
    }
    return TextList(
      start: listStart,
      isTight: isTightList,
      hasMarkers: isOfDefinitions != true,
      items: Array(items)
    )
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

extension TextCode {
  /// Makes code of the text inside a fence with an info string.
  init(info: String, _ text: String) {
    let fence = CodeFence(info: info)
    self.init(
      language: fence.language,
      lines: HiddenLines.shown(of: LineCursor(text).map(String.init), fence).map { StyledText($0) },
      firstNumber: fence.firstNumber,
      focus: fence.focus,
      title: fence.title,
      hasGround: fence.hasGround
    )
    if DiagramProgram(language: language) != nil { MarkdownPictures.base?.mark?.set() }
  }
}

extension DeckCommand {
  /// The block of a command inside of lists and quotes; nil if it has none there.
  fileprivate var innerBlock: TextBlock? {
    switch self {
    case .pause: .pause
    case .problem: .space(1)
    default: nil
    }
  }
}

extension [TextBlock] {
  /// The alert that starts with `[!note]` or the like; nil for any other quote.
  ///
  /// The paragraph behind `[!note|title]` is the title (`Callouts`).
  fileprivate var alert: TextBlock? {
    guard case .paragraph(let text)? = first, text.text.hasPrefix("[!"),
      let end = text.text.utf8.firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let words = text.text[..<end].dropFirst(2).lowercased().split(separator: "|")
    guard let word = words.first, let kind = AlertKind(rawValue: String(word)),
      words.count == 1 || words.dropFirst() == ["title"]
    else { return nil }
    let style = TextStyle(role: kind.role, attributes: .bold)
    if words.count > 1, case .paragraph(let title)? = dropFirst().first {
      return .alert(kind, [.paragraph(StyledText(title.text, style: style))] + dropFirst(2))
    }
    let marker = text.text.utf8.distance(from: text.text.startIndex, to: end) + 1
    let rest = text.dropping(bytes: marker).trimmingStart()
    let said: [TextBlock] = rest.isEmpty ? [] : [.paragraph(rest)]
    return .alert(kind, [.paragraph(StyledText(kind.title, style: style))] + said + dropFirst())
  }
}

extension StyledText {
  /// Returns the text without its first bytes; the count must end at a character boundary.
  func dropping(bytes count: Int) -> StyledText {
    part(count..<Swift.max(count, text.utf8.count))
  }

  fileprivate func trimmingStart() -> StyledText {
    dropping(bytes: text.prefix { $0.isWhitespace }.utf8.count)
  }
}

extension TextBlock {
  /// The text of an HTML block, line by line; nil if there is none.
  init?(htmlText: String) {
    let lines = LineCursor(htmlText).map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    guard !lines.isEmpty else { return nil }
    self = .paragraph(StyledText(sanitized(lines.joined(separator: "\n"), keeping: .lineFeeds)))
  }
}
