import NavBase

extension MarkdownNode {
  /// Returns the text of a paragraph, a heading or a table cell.
  ///
  /// A soft break becomes a space, a hard break and `<br>` a line feed. An image becomes its description and address,
  /// muted. A link without text becomes its address. HTML tags that style text are applied (`InlineStyle`), pictures,
  /// superscripts and subscripts in HTML are kept, blocks and cells are apart (`HTMLBreak`); other known tags are left
  /// out, and unknown ones are text.
  func styledText() -> StyledText {
    var reader = InlineReader()
    walk { node, isEntering in
      if isEntering { reader.enter(node) } else { reader.leave(node) }
    }
    return reader.text
  }
}

extension MarkdownNode {
  /// The picture that is all of an HTML block, as a paragraph; nil unless pictures are kept.
  var htmlPicture: TextBlock? {
    let tag = literal.trimmingBlanks()
    guard MarkdownPictures.base != nil, tag.utf8.count(where: { $0 == UInt8(ascii: "<") }) == 1,
      HTMLTag(tag).flatMap({ HTMLPicture($0) }) != nil
    else { return nil }
    var reader = InlineReader()
    reader.read(html: tag)
    return reader.text.isEmpty ? nil : .paragraph(reader.text)
  }
}

/// Collects the text of inline nodes as they are entered and left.
private struct InlineReader {
  private(set) var text = StyledText()
  /// The style from Markdown elements.
  private var base = TextStyle.plain
  /// The open HTML tags and their styles, innermost last.
  private var tags: [(name: String, style: InlineStyle)] = []
  /// The start of the text of each open link, in bytes.
  private var linkStarts: [Int] = []
  /// The styles outside of the open elements.
  private var outer: [TextStyle] = []
  /// The text before each open image, if images are kept.
  private var before: [StyledText] = []
  /// The open superscripts and subscripts: where each starts, in bytes, and the number of open images around it.
  private var scripts: [(isRaised: Bool, start: Int, pictures: Int)] = []
  /// The end of the last key (`<kbd>`), in bytes.
  private var keyEnd = 0
  /// The break before the next text, and the start of the current row in bytes.
  private var pending: HTMLBreak?
  private var rowStart = 0

  mutating func enter(_ node: MarkdownNode) {
    switch node.kind {
    case .text: append(node.textWithFormulas)
    case .softBreak: append(" ")
    case .lineBreak: append("\n")
    case .codeSpan:
      var code = style
      code.role = .codeSpan
      endBreak()
      text.append(sanitized(node.literal), style: code)
    case .inlineHTML: read(html: node.literal)
    case .footnoteMark: append(Int(node.literal).map(superscript) ?? "")
    case .emphasis: open { $0.attributes.insert(.italic) }
    case .strong: open { $0.attributes.insert(.bold) }
    case .strikethrough: open { $0.attributes.insert(.strikethrough) }
    case .link:
      let address = node.url
      linkStarts.append(text.text.utf8.count)
      open { style in
        guard LinkAddress.admits(address) else { return }
        style.role = .link
        style.link = address
      }
    case .image: openPicture()
    case .quote, .list, .item, .code, .html, .paragraph, .heading, .rule: break
    case .table, .tableRow, .tableCell, .footnote, .other: break
    }
  }

  mutating func leave(_ node: MarkdownNode) {
    switch node.kind {
    case .link:
      if linkStarts.popLast() == text.text.utf8.count {
        let address = sanitized(TextStyle.page(ofAddress: node.url) ?? node.url)
        append(address.truncated(toColumns: HTMLPicture.addressColumns))
      }
      close()
    case .emphasis, .strong, .strikethrough: close()
    case .image: closePicture(at: node.url)
    case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML, .footnoteMark: break
    case .quote, .list, .item, .code, .html, .paragraph, .heading, .rule: break
    case .table, .tableRow, .tableCell, .footnote, .other: break
    }
  }

  /// The maximum nesting of HTML tags that are applied.
  private static let tagLimit = 32

  private var style: TextStyle {
    var style = base
    for tag in tags { tag.style.apply(to: &style) }
    return style
  }

  private mutating func openPicture() {
    endBreak()
    open { $0.role = .muted }
    guard MarkdownPictures.base != nil else { return }
    before.append(text)
    text = StyledText()
  }

  /// Ends a picture whose description has been read.
  private mutating func closePicture(at url: String) {
    let address = sanitized(url).truncated(toColumns: HTMLPicture.addressColumns)
    let alternative = text.text
    let described = PictureAddress.described(alternative)
    if MarkdownPictures.base != nil, described.size != nil {
      text = StyledText(described.text, style: style)
    }
    if !address.isEmpty { append(" (\(address))") }
    if let base = MarkdownPictures.base, var whole = before.popLast() {
      base.mark?.set()
      var shown = style
      let picture = PictureAddress(url, alternative: alternative, target: shown.link, in: base)
      shown.link = picture.link
      whole.append(text.text, style: shown)
      text = whole
    }
    close()
  }

  mutating func read(html: String) {
    guard let tag = HTMLTag(html) else { return append(HTMLPiece.text(of: html)) }
    if let picture = HTMLPicture(tag) {
      openPicture()
      let (width, height) = (picture.width, picture.height)
      append(PictureAddress.description(picture.alternative, width: width, height: height))
      return closePicture(at: picture.address)
    }
    if let isRaised = tag.isRaised {
      endBreak()
      if !tag.isClosing { return scripts.append((isRaised, text.text.utf8.count, before.count)) }
      return endScript(isRaised)
    }
    if let next = HTMLBreak(tag.name) { pending = max(pending ?? next, next) }
    if tag.isClosing {
      if let open = tags.lastIndex(where: { $0.name == tag.name }) { tags.remove(at: open) }
      if tag.name == "kbd" { keyEnd = text.text.utf8.count }
    } else if let style = InlineStyle(tag), tags.count < Self.tagLimit {
      // Separates adjacent keys with a space.
      if tag.name == "kbd", keyEnd > 0, keyEnd == text.text.utf8.count { append(" ") }
      tags.append((tag.name, style))
    }
    append(HTMLPiece.text(of: html))
  }

  /// Replaces the text of a superscript or a subscript.
  private mutating func endScript(_ isRaised: Bool) {
    guard let open = scripts.popLast(), open.isRaised == isRaised, open.pictures == before.count,
      open.start < text.text.utf8.count
    else { return }
    let inner = text.dropping(bytes: open.start)
    text = text.part(0..<open.start)
    let style = inner.runs.first?.style ?? self.style
    text.append(scriptText(inner.text, isRaised: isRaised), style: style)
  }

  private mutating func append(_ more: String) {
    let more = pending == nil ? more[...] : more.drop(while: \.isWhitespace)
    guard !more.isEmpty else { return }
    endBreak()
    text.append(sanitized(String(more), keeping: .lineFeeds), style: style)
  }

  private mutating func endBreak() {
    defer { pending = nil }
    switch pending {
    case .cell? where text.text.utf8.count > rowStart:
      let blanks = text.text.reversed().prefix { $0.isWhitespace }.reduce(0) { $0 + $1.utf8.count }
      text = text.part(0..<text.text.utf8.count - blanks)
      text.append(HTMLBreak.bar)
      scripts = []
    case .line? where !text.isEmpty: text.append("\n")
    case .row?:
      if !text.isEmpty { text.append("\n") }
      rowStart = text.text.utf8.count
    case .cell?, .line?, nil: break
    }
  }

  private mutating func open(_ change: (inout TextStyle) -> Void) {
    outer.append(base)
    change(&base)
  }

  private mutating func close() {
    if let last = outer.popLast() { base = last }
  }
}

/// The address of a link: http, https, mailto, or a page of the same content; without control characters, and within
/// the length that terminals accept.
enum LinkAddress {
  /// The maximum length, in bytes.
  static let byteLimit = 2_000

  static func admits(_ address: String) -> Bool {
    guard address.utf8.count <= byteLimit, sanitized(address) == address else { return false }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return TextStyle.page(ofAddress: address) != nil
      || ["http", "https", "mailto"].contains(scheme) && scheme.utf8.count < address.utf8.count
  }
}
