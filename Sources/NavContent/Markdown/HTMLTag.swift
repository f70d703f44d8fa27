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
    let word = rest.prefix { $0.isLetterOrDigit }
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
    let behind = rest.drop { $0.isBlank }
    guard behind.first == UInt8(ascii: "=") else { return (name, "") }
    rest = behind.dropFirst().drop { $0.isBlank }
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let value = rest.prefix { !$0.isBlank }
      rest = rest[value.endIndex...]
      return (name, String(Substring(value)))
    }
    let value = rest.dropFirst().prefix { $0 != quote }
    rest = rest[value.endIndex...].dropFirst()
    return (name, String(Substring(value)))
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  fileprivate var isLetterOrDigit: Bool {
    (self | 0x20) &- 0x61 < 26 || (0x30...0x39).contains(self) || self == 0x2D
  }
}
