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
      var tag = Tag(rest)
      names += tag.names()
      rest = tag.rest
    }
    return names
  }

  /// Parses a tag attribute by attribute.
  private struct Tag {
    private(set) var rest: Substring.UTF8View
    private let name: String

    init(_ text: Substring.UTF8View) {
      let word = text.prefix { !$0.isBlank && !$0.isEnd }
      name = String(Substring(word)).lowercased()
      rest = text[word.endIndex...]
    }

    mutating func names() -> [String] {
      var names: [String] = []
      while true {
        rest = rest.drop { $0.isBlank || $0 == UInt8(ascii: "/") }
        guard let first = rest.first, first != UInt8(ascii: ">") else { return names }
        let word = rest.prefix { !$0.isBlank && !$0.isEnd && $0 != UInt8(ascii: "=") }
        rest = rest[word.endIndex...]
        let attribute = String(Substring(word)).lowercased()
        let value = value()
        // Skips a byte that can't start an attribute.
        if word.isEmpty, value == nil { rest = rest.dropFirst() }
        guard let value, attribute == "id" || attribute == "name" && name == "a" else { continue }
        if (1...HTMLAnchor.byteLimit).contains(value.utf8.count) { names.append(value) }
      }
    }

    private mutating func value() -> String? {
      let behind = rest.drop { $0.isBlank }
      guard behind.first == UInt8(ascii: "=") else { return nil }
      rest = behind.dropFirst().drop { $0.isBlank }
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        let word = rest.prefix { !$0.isBlank && $0 != UInt8(ascii: ">") }
        rest = rest[word.endIndex...]
        return String(Substring(word))
      }
      rest = rest.dropFirst()
      let text = rest.prefix { $0 != quote }
      rest = rest[text.endIndex...].dropFirst()
      return String(Substring(text))
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  fileprivate var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether the byte ends a tag or the name of an attribute.
  fileprivate var isEnd: Bool { self == UInt8(ascii: ">") || self == UInt8(ascii: "/") }
}
