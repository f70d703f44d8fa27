import NavBase

/// The path from the outermost value of a document to an inner one.
///
/// A token is one of JSON Pointer (RFC 6901): a key with `~1` for `/` and `~0` for `~`, or an index. Additional tokens
/// are `~e` for an empty key, a suffix `~:n` for the n-th of several equal keys, `~i5` for a key that is too long, by
/// its index, and `~r0-99` for a range of a long list.
enum DataPath {
  /// The maximum length of a key, in bytes; a longer one is replaced by its index.
  static let keyBytes = 256

  static func token(forKey key: String, isCut: Bool, number: Int) -> [UInt8] {
    guard !isCut, key.utf8.count <= keyBytes else { return Array("~i\(number)".utf8) }
    guard !key.isEmpty else { return Array("~e".utf8) }
    return escaped(key)
  }

  /// Returns a text with `~0` for each tilde and `~1` for each slash, as in a JSON Pointer.
  static func escaped(_ text: String) -> [UInt8] {
    text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "~"): Array("~0".utf8)
      case UInt8(ascii: "/"): Array("~1".utf8)
      default: [byte]
      }
    }
  }

  /// Returns the token of the n-th occurrence of a key, from 1.
  static func token(_ token: [UInt8], occurrence: Int) -> [UInt8] {
    occurrence > 1 ? token + Array("~:\(occurrence)".utf8) : token
  }

  static func token(for range: Range<Int>) -> [UInt8] {
    Array("~r\(range.lowerBound)-\(range.upperBound - 1)".utf8)
  }

  /// Splits the path of a page, which starts with `/` unless it is the root.
  static func tokens(of path: some Sequence<UInt8>) -> [[UInt8]] {
    Array(path).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).map(Array.init)
  }

  /// Returns the JSON Pointer for display: sanitised, and empty for the outermost value.
  static func pointer(_ tokens: [[UInt8]]) -> String {
    sanitized(tokens.filter { $0.range == nil }.map { "/" + shown($0) }.joined())
  }

  private static func shown(_ token: [UInt8]) -> String {
    if token.starts(with: "~e".utf8) { return "" }
    if token.starts(with: "~i".utf8) { return "…" }
    let text = String(decoding: token, as: UTF8.self)
    guard let mark = text.utf8.firstRange(of: "~:".utf8) else { return text }
    return String(text[..<mark.lowerBound])
  }
}
