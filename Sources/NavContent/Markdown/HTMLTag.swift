import NavBase

/// An HTML tag with its attributes.
struct HTMLTag: Hashable {
  /// The name in lower case.
  let name: String
  let isClosing: Bool
  /// The attributes by name in lower case; the first one with a name counts.
  private(set) var attributes: [String: String] = [:]

  /// The maximum length of a value, in bytes; longer ones are ignored.
  private static let byteLimit = 2_000

  /// Parses a tag from `<` to `>`; nil for a comment, and for anything that is not a tag.
  init?(_ html: String) {
    var rest = html.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "<"), rest.popLast() == UInt8(ascii: ">") else {
      return nil
    }
    isClosing = rest.first == UInt8(ascii: "/")
    if isClosing { rest.removeFirst() }
    let word = rest.prefix { $0.isNameCharacter }
    guard !word.isEmpty else { return nil }
    name = String(Substring(word)).lowercased()
    rest = rest[word.endIndex...]
    while let attribute = Self.attribute(&rest) {
      guard attribute.value.utf8.count <= Self.byteLimit else { continue }
      attributes[attribute.name] = attributes[attribute.name] ?? attribute.value
    }
  }

  /// Parses the next attribute; nil at the end.
  private static func attribute(
    _ rest: inout Substring.UTF8View
  ) -> (name: String, value: String)? {
    rest = rest.drop { $0.isBlank || $0 == UInt8(ascii: "/") }
    guard !rest.isEmpty else { return nil }
    let word = rest.prefix { !$0.isBlank && $0 != UInt8(ascii: "=") }
    rest = rest[word.endIndex...]
    let name = String(Substring(word)).lowercased()
    return (name, rest.popAttributeValue { $0.isBlank } ?? "")
  }
}

extension HTMLTag {
  /// Whether the tag is of a superscript, not of a subscript; nil for any other tag.
  var isRaised: Bool? {
    switch name {
    case "sup": true
    case "sub": false
    default: nil
    }
  }
}

/// A picture in HTML.
struct HTMLPicture: Hashable {
  /// The description.
  let alternative: String
  /// Empty if there is none, and for a decoration: a picture whose description is given and empty.
  let address: String
  /// The values of the attributes; nil if there is none.
  let width: String?
  let height: String?

  /// The maximum width of an address that is shown, in columns; the address of an image may contain the whole image.
  static let addressColumns = 60

  /// Nil for any other tag than `<img>`.
  init?(_ tag: HTMLTag) {
    guard tag.name == "img", !tag.isClosing else { return nil }
    let words = tag.attributes["alt"]?.resolvingCharacterReferences()
    alternative = (words ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    width = tag.attributes["width"]
    height = tag.attributes["height"]
    let isDecoration = words != nil && alternative.isEmpty
    address = isDecoration ? "" : tag.attributes["src"]?.resolvingCharacterReferences() ?? ""
  }

  /// The description and the address, as those of a picture in Markdown.
  var shown: String {
    let place = sanitized(address).truncated(toColumns: Self.addressColumns)
    return alternative + (place.isEmpty ? "" : " (\(place))")
  }
}

/// Finds the anchors in HTML: `<a name="x">`, and `id` of any tag.
enum HTMLAnchor {
  /// The maximum length of a name, in bytes; longer ones are ignored.
  static let byteLimit = 256

  /// Returns the names in a piece of HTML, in order.
  static func names(in html: String) -> [String] {
    var names: [String] = []
    var rest = html.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[rest.index(after: start)...]
      guard let first = rest.first, first.isLetter else { continue }
      names += Self.names(ofTag: &rest)
    }
    return names
  }

  /// Takes a tag behind its `<`, attribute by attribute, and returns its names.
  private static func names(ofTag rest: inout Substring.UTF8View) -> [String] {
    let tag = rest.prefix { !$0.isBlank && !$0.isEnd }
    let isLink = String(Substring(tag)).lowercased() == "a"
    rest = rest[tag.endIndex...]
    var names: [String] = []
    while true {
      rest = rest.drop { $0.isBlank || $0 == UInt8(ascii: "/") }
      guard let first = rest.first, first != UInt8(ascii: ">") else { return names }
      let word = rest.prefix { !$0.isBlank && !$0.isEnd && $0 != UInt8(ascii: "=") }
      rest = rest[word.endIndex...]
      let attribute = String(Substring(word)).lowercased()
      let value = rest.popAttributeValue { $0.isBlank || $0 == UInt8(ascii: ">") }
      // Skips a byte that can't start an attribute.
      if word.isEmpty, value == nil { rest = rest.dropFirst() }
      guard let value, attribute == "id" || attribute == "name" && isLink else { continue }
      if (1...byteLimit).contains(value.utf8.count) { names.append(value) }
    }
  }
}

extension Substring.UTF8View {
  /// Takes an equals sign and the value behind it; nil, and nothing is taken, without an equals sign.
  ///
  /// - Parameter isEnd: whether a byte ends a value without quotation marks.
  fileprivate mutating func popAttributeValue(until isEnd: (UInt8) -> Bool) -> String? {
    let behind = drop { $0.isBlank }
    guard behind.first == UInt8(ascii: "=") else { return nil }
    self = behind.dropFirst().drop { $0.isBlank }
    guard let quote = first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let word = prefix { !isEnd($0) }
      self = self[word.endIndex...]
      return String(Substring(word))
    }
    let text = dropFirst().prefix { $0 != quote }
    self = self[text.endIndex...].dropFirst()
    return String(Substring(text))
  }
}

extension UInt8 {
  /// Whether the byte ends a tag or the name of an attribute.
  fileprivate var isEnd: Bool { self == UInt8(ascii: ">") || self == UInt8(ascii: "/") }
}
