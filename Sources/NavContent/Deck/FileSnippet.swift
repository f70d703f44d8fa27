import NavBase

/// A code block that includes lines of a file: `path`, `language`, `start_line`, `end_line`; or, in lookatme's
/// notation, `lang` and `lines: {start, end}`.
struct FileSnippet: Hashable {
  let path: String
  /// The language as a single word, or empty.
  let language: String
  /// The range of lines, from 1.
  let lines: ClosedRange<Int>

  /// The maximum size of such a block, in bytes.
  private static let byteLimit = 2_000

  /// Parses a block; nil if it does not name a file.
  init?(_ text: String) {
    guard text.utf8.count <= Self.byteLimit, !text.utf8.contains(UInt8(ascii: "&")),
      let map = try? YAMLValue.parse(text),
      let path = map["path"]?.text, !path.isEmpty
    else { return nil }
    self.path = path
    let name = (map["language"] ?? map["lang"])?.text ?? ""
    language = name.filter { $0.isLetter || $0.isNumber || "+#-_.".contains($0) }
    let range = map["lines"]
    let first = Self.number(map["start_line"] ?? range?["start"]) ?? 1
    let last = Self.number(map["end_line"] ?? range?["end"]) ?? .max
    lines = max(1, first)...max(1, first, last)
  }

  private static func number(_ value: YAMLValue?) -> Int? { value?.text.flatMap { Int($0) } }

  /// Returns the lines of the range, each with a line feed.
  func part(of text: String) -> String {
    LineCursor(text).prefix(lines.upperBound).dropFirst(lines.lowerBound - 1)
      .map { $0 + "\n" }.joined()
  }
}
