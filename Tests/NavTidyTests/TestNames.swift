/// The display texts of tests: the first literal in the parentheses of `@Test` and `@Suite`.
///
/// A small scanner that recognises only comments and string literals.
struct TestNames {
  private(set) var texts: [String] = []
  private let source: [UInt8]
  private var position = 0

  init(in source: String) {
    self.source = Array(source.utf8)
    while position < self.source.count { readToken() }
  }

  private mutating func readToken() {
    if skipComment() || readLiteral() != nil { return }
    for attribute in ["@Test", "@Suite"] where stands(attribute) {
      position += attribute.count
      skipSpace()
      guard stands("(") else { return }
      position += 1
      skipSpace()
      if let text = readLiteral() { texts.append(text) }
      return
    }
    position += 1
  }

  private func stands(_ text: String) -> Bool { source[position...].starts(with: text.utf8) }

  private mutating func skipSpace() {
    while position < source.count {
      if source[position] <= UInt8(ascii: " ") { position += 1 } else if !skipComment() { return }
    }
  }

  private mutating func skipComment() -> Bool {
    if stands("//") {
      while position < source.count, !stands("\n") { position += 1 }
      return true
    }
    guard stands("/*") else { return false }
    var depth = 0
    repeat {
      let isEdge = stands("/*") || stands("*/")
      depth += stands("/*") ? 1 : stands("*/") ? -1 : 0
      position += isEdge ? 2 : 1
    } while depth > 0 && position < source.count
    return true
  }

  /// Returns the source text between the quotes; nil if no literal begins here.
  private mutating func readLiteral() -> String? {
    let marks = source[position...].prefix { $0 == UInt8(ascii: "#") }.count
    let start = position + marks
    guard start < source.count, source[start] == UInt8(ascii: "\"") else { return nil }
    let isLong = source[start...].starts(with: "\"\"\"".utf8)
    let quotes = String(repeating: "\"", count: isLong ? 3 : 1)
    let end = quotes + String(repeating: "#", count: marks)
    position = start + quotes.utf8.count
    let first = position
    while position < source.count, !stands(end) {
      // An escape only matters as it can't end the text.
      let isEscape = marks == 0 && stands("\\") && position + 1 < source.count
      position += isEscape ? 2 : 1
    }
    defer { position += end.utf8.count }
    return String(decoding: source[first..<position], as: UTF8.self)
  }
}

extension TestNames {
  /// Returns the IDs in a text: `SN-4`, `S15-half`, of `SN-2 ... SN-5` also those in between, and before a colon also
  /// those without a hyphen.
  static func identifiers(in text: String) -> [String] {
    let one = /\b([A-Z][A-Z0-9]*)-([0-9]+|[a-z]+(?:-[a-z]+)*)\b(?:\s*\.\.\.\s*([A-Z]+)-([0-9]+)\b)?/
    let bare = /(?:^|, )([A-Z]+[0-9]+)(?=[,:])/
    return text.matches(of: bare).map { String($0.1) }
      + text.matches(of: one).flatMap { match -> [String] in
        let (prefix, first) = (String(match.1), String(match.2))
        guard let last = match.4.flatMap({ Int($0) }) else { return ["\(prefix)-\(first)"] }
        guard let low = Int(first), match.3 == match.1, low < last else {
          return ["no range: \(match.0)"]
        }
        return (low...last).map { "\(prefix)-\($0)" }
      }
  }
}
