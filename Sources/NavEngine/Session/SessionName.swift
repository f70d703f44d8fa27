/// The name of a session: 1 to 64 letters, digits, `.`, `_` and `-`, the first one a letter or a digit.
package struct SessionName: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let description: String

  package static let maximumLength = 64

  /// Creates a name; nil if the text is not a valid one.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.maximumLength).contains(bytes.count), Self.isLetterOrDigit(bytes[0]),
      bytes.allSatisfy({ Self.isLetterOrDigit($0) || ".-_".utf8.contains($0) })
    else { return nil }
    description = text
  }

  /// Returns what is wrong with an invalid name, and what to do.
  package static func complaint(about text: String) -> String {
    let shown = text.count > 40 ? text.prefix(40) + "…" : Substring(text)
    return
      "'\(shown)' is no session name: use 1 to \(maximumLength) letters, digits, '.', '_' or '-', "
      + "beginning with a letter or a digit"
  }

  package static func < (a: SessionName, b: SessionName) -> Bool { a.description < b.description }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
