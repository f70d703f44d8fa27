import CYAML

/// The source text of a YAML scalar, with the properties before it.
struct YAMLScalar {
  let kind: YAMLNode.Kind
  /// The tag and the anchor, as written; empty for none.
  let properties: String
  /// The text after the properties.
  let content: ArraySlice<UInt8>

  init(_ kind: YAMLNode.Kind, _ written: ArraySlice<UInt8>) {
    self.kind = kind
    content = Self.skippingProperties(written)
    properties = String(decoding: written[..<content.startIndex], as: UTF8.self).trimmingBlanks()
  }

  /// Returns the text after the tag and the anchor.
  static func skippingProperties(_ written: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = written
    while let first = rest.first, first == UInt8(ascii: "!") || first == UInt8(ascii: "&") {
      rest = rest.drop { !$0.isBlank }.drop { $0.isBlank }
    }
    return rest
  }

  /// The tag as written; nil if there is none.
  var tag: Substring? {
    properties.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("!") }
  }

  /// The name of the anchor; nil if there is none.
  var anchor: Substring? {
    properties.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("&") }?.dropFirst()
  }

  /// The approximate value with its lines joined; its end may be missing.
  var line: String {
    let text: [UInt8]
    switch kind {
    case .singleQuoted: text = content.dropFirst().withoutLast(UInt8(ascii: "'")).halvingQuotes
    case .doubleQuoted: text = content.dropFirst().withoutLast(UInt8(ascii: "\"")).decodingEscapes
    case .literal, .folded: text = Array(content.drop { $0 != 0x0A }.dropFirst())
    case .plain, .alias, .fault, .stream, .map, .sequence: text = Array(content)
    }
    let isLong = text.contains { $0 == 0x0A || $0 == 0x0D }
    let line = String(decoding: text, as: UTF8.self)
    return isLong ? line.split(whereSeparator: \.isWhitespace).joined(separator: " ") : line
  }

  /// The scalar as the key of a list entry: in quotation marks if it is a string that would be something else, or read
  /// as something else, without them.
  var keyLabel: String {
    let tag = tag.map { $0 + " " } ?? ""
    guard kind.isQuoted else { return tag + (content.isEmpty ? "~" : line) }
    return tag + (Self.isPlainText(line) ? line : "\"\(line)\"")
  }

  /// Returns whether a scalar without quotation marks would be this string, and no number, date, flag, null, alias or
  /// tag.
  private static func isPlainText(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    let number = text.drop { "+-.".contains($0) }
    return !text.isReservedWord && number.first?.isWholeNumber != true
      && !["inf", "nan"].contains(number.lowercased()) && !"*!\"'~".contains(first) && text != "<<"
      && !first.isWhitespace && !last.isWhitespace && !text.hasPrefix("? ")
      && !text.contains(": ")
  }

  /// Returns the whole value.
  ///
  /// - Parameters:
  ///   - indent: the column of the enclosing collection, if the block scalar has an indentation indicator; nil
  ///     otherwise.
  ///   - isCut: whether the end of the source text is missing.
  /// - Returns: the value; if it can't be parsed, the source text.
  func text(indent: Int?, isCut: Bool) -> String {
    // The text of a template is no scalar for the parser.
    if hasTemplate { return line }
    var source = indent.map { [UInt8](repeating: 0x20, count: $0) + Array("- ".utf8) } ?? [0x20]
    source += content
    if isCut, kind == .singleQuoted { source.append(UInt8(ascii: "'")) }
    if isCut, kind == .doubleQuoted { source.append(UInt8(ascii: "\"")) }
    // No line is added at the end, since it could become part of a block scalar.
    return Self.parsed(source) ?? String(decoding: content, as: UTF8.self)
  }

  /// Whether the text has a template (`YAMLFeed`) that the parser would take for something else.
  private var hasTemplate: Bool {
    guard kind == .plain || kind == .doubleQuoted, content.firstRange(of: "{{".utf8) != nil else {
      return false
    }
    let inner = content.dropFirst().dropLast()
    return kind == .plain
      || inner.indices.contains { inner[$0] == UInt8(ascii: "\"") && content[$0 - 1] != 0x5C }
  }

  /// Returns the value of the first scalar of a text; nil if there is none.
  private static func parsed(_ source: [UInt8]) -> String? {
    let events = YAMLEvents(source)
    while let event = try? events.next(), event.type != YAML_STREAM_END_EVENT {
      guard event.type == YAML_SCALAR_EVENT else { continue }
      let scalar = event.data.scalar
      let value = UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))
      return String(decoding: value, as: UTF8.self)
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func withoutLast(_ byte: UInt8) -> ArraySlice<UInt8> {
    last == byte ? dropLast() : self
  }

  /// The bytes with doubled quotes reduced to one.
  fileprivate var halvingQuotes: [UInt8] {
    var text: [UInt8] = []
    var rest = self
    while let byte = rest.popFirst() {
      text.append(byte)
      if byte == UInt8(ascii: "'"), rest.first == byte { rest.removeFirst() }
    }
    return text
  }

  /// The bytes with escapes decoded; an incomplete escape at the end is left out.
  fileprivate var decodingEscapes: [UInt8] {
    guard contains(0x5C) else { return Array(self) }
    var text: [UInt8] = []
    var rest = self
    while let byte = rest.popFirst() {
      guard byte == 0x5C else {
        text.append(byte)
        continue
      }
      guard let letter = rest.popFirst() else { break }
      let digits = ["x": 2, "u": 4, "U": 8][Character(Unicode.Scalar(letter))]
      if let digits {
        let number = UInt32(String(decoding: rest.prefix(digits), as: UTF8.self), radix: 16)
        rest = rest.dropFirst(digits)
        let scalar = number.flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}"
        text += Array(String(scalar).utf8)
      } else if letter == 0x0A {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
      } else {
        let scalar = Self.escapes[letter] ?? Unicode.Scalar(letter)
        text += Array(String(scalar).utf8)
      }
    }
    return text
  }

  private static var escapes: [UInt8: Unicode.Scalar] {
    [
      UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}",
      UInt8(ascii: "t"): "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}",
      UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}",
      UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}", UInt8(ascii: "L"): "\u{2028}",
      UInt8(ascii: "P"): "\u{2029}",
    ]
  }
}
