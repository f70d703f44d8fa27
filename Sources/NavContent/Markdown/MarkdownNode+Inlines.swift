import NavText

extension MarkdownNode {
  /// The text inside a paragraph, a heading or a table cell.
  ///
  /// A soft break is a blank, a hard break and `<br>` a line feed. An image is its description and
  /// its address, muted. HTML tags are left out, except those of unknown name, which are most
  /// likely text.
  func styledText() -> StyledText {
    var reader = InlineReader()
    walk { node, isEntering in
      if isEntering { reader.enter(node) } else { reader.leave(node) }
    }
    return reader.text
  }
}

/// Collects the text of inline nodes as they are entered and left.
private struct InlineReader {
  private(set) var text = StyledText()
  private var style = TextStyle.plain
  /// The styles outside of the elements that are open.
  private var outer: [TextStyle] = []

  mutating func enter(_ node: MarkdownNode) {
    switch node.kind {
    case .text: append(node.literal)
    case .softBreak: append(" ")
    case .lineBreak: append("\n")
    case .codeSpan:
      var code = style
      code.role = .codeSpan
      text.append(sanitized(node.literal), style: code)
    case .inlineHTML: append(HTMLPiece.text(of: node.literal))
    case .emphasis: open { $0.attributes.insert(.italic) }
    case .strong: open { $0.attributes.insert(.bold) }
    case .strikethrough: open { $0.attributes.insert(.strikethrough) }
    case .link:
      let address = LinkAddress(node.url)
      open { style in
        guard let address else { return }
        style.role = .link
        style.link = address.text
      }
    case .image: open { $0.role = .muted }
    case .quote, .list, .item, .code, .html, .paragraph, .heading, .rule: break
    case .table, .tableRow, .tableCell, .other: break
    }
  }

  mutating func leave(_ node: MarkdownNode) {
    switch node.kind {
    case .emphasis, .strong, .strikethrough, .link: close()
    case .image:
      let address = sanitized(node.url).truncated(toColumns: Self.imageAddressColumns)
      if !address.isEmpty { append(" (\(address))") }
      close()
    case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML: break
    case .quote, .list, .item, .code, .html, .paragraph, .heading, .rule: break
    case .table, .tableRow, .tableCell, .other: break
    }
  }

  /// As much of an image's address as is shown: it may hold the whole image.
  private static let imageAddressColumns = 60

  private mutating func append(_ more: String) {
    text.append(sanitized(more, keeping: .lineFeeds), style: style)
  }

  private mutating func open(_ change: (inout TextStyle) -> Void) {
    outer.append(style)
    change(&style)
  }

  private mutating func close() {
    if let last = outer.popLast() { style = last }
  }
}

/// An address that a link may have: http, https or mailto, or a page of the same content, without a
/// control, and not too long for terminals.
struct LinkAddress {
  /// The longest address that terminals take.
  static let byteLimit = 2_000

  let text: String

  init?(_ address: String) {
    guard address.utf8.count <= Self.byteLimit, sanitized(address) == address else { return nil }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    let isWeb =
      ["http", "https", "mailto"].contains(scheme) && scheme.utf8.count < address.utf8.count
    guard isWeb || TextStyle.page(ofAddress: address) != nil else { return nil }
    text = address
  }
}
