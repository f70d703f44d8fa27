/// A part of HTML that matters for a text: text, code or a comment.
enum HTMLPiece: Hashable {
  /// Text with its character references resolved; a `<br>` is a line feed, an `<img>` its description and address, and
  /// blocks and cells are apart (`HTMLBreak`).
  case text(String)
  /// The lines of a `<pre>`, with what a code fence says for the attributes of its `<code>`.
  case code(info: String, String)
  /// The text between `<!--` and `-->`.
  case comment(String)

  /// Returns the text of tags in a line: of unknown ones, and of line ends.
  static func text(of html: String) -> String {
    pieces(of: html).reduce(into: "") { result, piece in
      if case .text(let text) = piece { result += text }
    }
  }

  /// Splits a piece of HTML into text, code and comments.
  ///
  /// Tags are left out, scripts and style sheets with their content; a tag whose name is not part
  /// of HTML is text. O(length).
  static func pieces(of html: String) -> [HTMLPiece] {
    var scanner = HTMLScanner(html)
    return scanner.pieces()
  }
}

private struct HTMLScanner {
  private let bytes: [UInt8]
  private var place = 0
  private var text: [UInt8] = []
  /// The open superscripts and subscripts, with the index in `text` where each starts.
  private var scripts: [(isRaised: Bool, start: Int)] = []
  private var result: [HTMLPiece] = []
  /// The break before the next text.
  private var pending: HTMLBreak?
  /// Whether the current row has text.
  private var isInRow = false

  init(_ html: String) {
    bytes = Array(html.utf8)
  }

  mutating func pieces() -> [HTMLPiece] {
    while place < bytes.count {
      if starts(with: "<!--") {
        passComment()
      } else if bytes[place] == UInt8(ascii: "<"), let tag = tag(at: place) {
        pass(tag)
      } else {
        let byte = bytes[place]
        if byte.isBlank {
          if pending == nil { text.append(byte) }
        } else {
          if pending != nil { endBreak() }
          isInRow = true
          text.append(byte)
        }
        place += 1
      }
    }
    endText()
    return result
  }

  /// Adds text that is not blank.
  private mutating func add(_ more: some Collection<UInt8>) {
    guard !more.isEmpty else { return }
    endBreak()
    isInRow = true
    text += more
  }

  private mutating func endBreak() {
    defer { pending = nil }
    switch pending {
    case .cell?:
      guard isInRow else { return }
      while text.last?.isBlank == true { text.removeLast() }
      text += HTMLBreak.bar.utf8
      scripts = []
    case .line?: text.append(0x0A)
    case .row?:
      text.append(0x0A)
      isInRow = false
    case nil: break
    }
  }

  private func starts(with prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { bytes[place...].starts(with: $0) }
  }

  private mutating func endText() {
    guard !text.isEmpty else { return }
    let decoded = String(decoding: text, as: UTF8.self)
    result.append(.text(decoded.resolvingCharacterReferences()))
    text = []
    scripts = []
  }

  private mutating func passComment() {
    endText()
    place += 4
    let start = place
    while place < bytes.count && !starts(with: "-->") { place += 1 }
    result.append(.comment(String(decoding: bytes[start..<place], as: UTF8.self)))
    place = min(bytes.count, place + 3)
  }

  private struct Tag {
    var name: String
    var isClosing: Bool
    var end: Int
  }

  /// Returns the tag, declaration or instruction that starts at a `<`; nil if the `<` is text.
  private func tag(at start: Int) -> Tag? {
    var next = start + 1
    var isClosing = false
    if next < bytes.count && bytes[next] == UInt8(ascii: "/") {
      isClosing = true
      next += 1
    }
    let nameStart = next
    while next < bytes.count && bytes[next].isNameCharacter { next += 1 }
    let name = String(decoding: bytes[nameStart..<next], as: UTF8.self).lowercased()
    let isDeclaration =
      next < bytes.count
      && (bytes[next] == UInt8(ascii: "!") || bytes[next] == UInt8(ascii: "?"))
    guard !name.isEmpty || isDeclaration else { return nil }
    guard let end = endOfTag(from: next) else { return nil }
    return Tag(name: name, isClosing: isClosing, end: end)
  }

  /// Returns the index after the `>` that ends a tag; a `>` in quotation marks does not end it.
  private func endOfTag(from start: Int) -> Int? {
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      } else if byte == UInt8(ascii: "<") {
        return nil
      }
    }
    return nil
  }

  private mutating func pass(_ tag: Tag) {
    let isKnown = tag.name.isEmpty || htmlTagNames.contains(tag.name)
    let start = place
    place = tag.end
    guard isKnown else { return add(bytes[start..<tag.end]) }
    if let next = HTMLBreak(tag.name) { pending = max(pending ?? next, next) }
    switch tag.name {
    case "br": if pending == nil { text.append(0x0A) }
    case "img": add(attributes(start..<tag.end).flatMap { HTMLPicture($0) }?.shown.utf8 ?? "".utf8)
    case "sub", "sup": pass(script: tag)
    case "script", "style": if !tag.isClosing { _ = passContent(of: tag.name) }
    case "pre": if !tag.isClosing { passCode(from: start) }
    default: break
    }
  }

  private mutating func pass(script tag: Tag) {
    let isRaised = tag.name == "sup"
    endBreak()
    guard tag.isClosing else { return scripts.append((isRaised, text.count)) }
    guard let open = scripts.popLast(), open.isRaised == isRaised, open.start < text.count else {
      return
    }
    let inner = String(decoding: text[open.start...], as: UTF8.self)
    text.removeSubrange(open.start...)
    text += scriptText(inner.resolvingCharacterReferences(), isRaised: isRaised).utf8
  }

  private func attributes(_ range: Range<Int>) -> HTMLTag? {
    HTMLTag(String(decoding: bytes[range], as: UTF8.self))
  }

  /// Passes the content of an element and its end; returns the range of the content.
  private mutating func passContent(of name: String) -> Range<Int> {
    let start = place
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "<"), let tag = tag(at: place), tag.isClosing,
        tag.name == name
      {
        defer { place = tag.end }
        return start..<place
      }
      place += 1
    }
    return start..<place
  }

  /// Passes the content of a `<pre>` that begins at an index, whose tags are left out.
  private mutating func passCode(from start: Int) {
    endText()
    var tags = [attributes(start..<place)].compactMap(\.self)
    let content = passContent(of: "pre")
    var code: [UInt8] = []
    var next = content.lowerBound
    while next < content.upperBound {
      if bytes[next] == UInt8(ascii: "<"), let tag = tag(at: next), htmlTagNames.contains(tag.name)
      {
        if tag.name == "br" { code.append(0x0A) }
        if tag.name == "code", let tag = attributes(next..<tag.end) { tags.append(tag) }
        next = tag.end
      } else {
        code.append(bytes[next])
        next += 1
      }
    }
    let lines = String(decoding: code, as: UTF8.self).resolvingCharacterReferences()
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .drop { $0.allSatisfy(\.isWhitespace) }
    let count = lines.count - lines.reversed().prefix { $0.allSatisfy(\.isWhitespace) }.count
    guard count > 0 else { return }
    let info = tags.reduce(into: "") { $0 += $1.fenceInfo + " " }
    result.append(.code(info: info, lines.prefix(count).joined(separator: "\n")))
  }
}

extension HTMLTag {
  /// The attributes of `<code>` that a code fence can have, too: the language, and the lines that reveal.js numbers.
  fileprivate var fenceInfo: String {
    guard !isClosing else { return "" }
    let classes = (attributes["class"] ?? "").split(separator: " ")
    let named = classes.first { $0.hasPrefix("language-") || $0.hasPrefix("lang-") }
    let language = named?.drop { $0 != "-" }.dropFirst()
    var words = [language ?? classes.first { name == "code" && $0 != "hljs" } ?? ""]
    for name in ["data-line-numbers", "data-ln-start-from"] {
      if let value = attributes[name] { words.append("{\(name)=\"\(value)\"}") }
    }
    return words.joined(separator: " ")
  }
}

extension String {
  /// Resolves the most common character references.
  func resolvingCharacterReferences() -> String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    let names: KeyValuePairs = [
      "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&apos;": "'", "&nbsp;": "\u{A0}",
      "&amp;": "&",
    ]
    var result = ""
    var rest = self[...]
    while let ampersand = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      if let (name, character) = names.first(where: { rest.utf8.starts(with: $0.key.utf8) }) {
        result += character
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: name.utf8.count)...]
      } else {
        result += "&"
        rest = rest[rest.utf8.index(after: rest.startIndex)...]
      }
    }
    return result + rest
  }
}

/// The names of tags that are left out of a text.
///
/// A tag with another name, such as the `<file>` of a usage line, is unquoted text.
private let htmlTagNames: Set<String> = [
  "a", "abbr", "address", "article", "aside", "audio", "b", "bdi", "bdo", "big", "blockquote",
  "body",
  "br", "button", "caption", "center", "cite", "code", "col", "colgroup", "dd", "del", "details",
  "dfn",
  "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font", "footer", "form",
  "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "i", "iframe", "img", "input",
  "ins", "kbd", "label", "legend", "li", "link", "main", "map", "mark", "meta", "nav", "noscript",
  "object", "ol", "optgroup", "option", "p", "param", "picture", "pre", "q", "rp", "rt", "ruby",
  "s",
  "samp", "script", "section", "select", "small", "source", "span", "strike", "strong", "style",
  "sub",
  "summary", "sup", "svg", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "title",
  "tr",
  "tt", "u", "ul", "var", "video", "wbr",
]
