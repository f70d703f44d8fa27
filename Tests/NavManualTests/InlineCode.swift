/// The parts of a line of Markdown, as far as the manual's prose uses it: text, and code between backquotes.
enum InlineCode: Hashable {
  case text(String)
  case code(String)

  /// Splits a text at its backquotes.
  ///
  /// Code ends at a run of as many backquotes as it begins with; one space at both of its ends is dropped. Backquotes
  /// without such an end are text.
  static func pieces(of text: String) -> [InlineCode] {
    var pieces: [InlineCode] = []
    var plain = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "`") {
      plain += rest[..<start]
      let mark = rest[start...].prefix { $0 == "`" }
      let inner = rest[mark.endIndex...]
      guard let end = closing(String(mark), in: inner) else {
        plain += mark
        rest = inner
        continue
      }
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
      pieces.append(.code(trimmed(inner[..<end.lowerBound])))
      rest = inner[end.upperBound...]
    }
    plain += rest
    if !plain.isEmpty { pieces.append(.text(plain)) }
    return pieces
  }

  /// The first run of exactly these backquotes.
  private static func closing(_ mark: String, in text: Substring) -> Range<String.Index>? {
    var rest = text
    while let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      if run.count == mark.count { return run.startIndex..<run.endIndex }
      rest = rest[run.endIndex...]
    }
    return nil
  }

  private static func trimmed(_ code: Substring) -> String {
    guard code.count > 2, code.first == " ", code.last == " " else { return String(code) }
    return String(code.dropFirst().dropLast())
  }
}
