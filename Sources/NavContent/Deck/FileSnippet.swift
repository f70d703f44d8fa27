import NavText
import Yams

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
      let mapping = (try? Yams.compose(yaml: text))??.mapping,
      let path = mapping["path"]?.scalar?.string, !path.isEmpty
    else { return nil }
    self.path = path
    let name = (mapping["language"] ?? mapping["lang"])?.scalar?.string ?? ""
    language = name.filter { $0.isLetter || $0.isNumber || "+#-_.".contains($0) }
    let range = mapping["lines"]?.mapping
    let first = (mapping["start_line"] ?? range?["start"])?.int ?? 1
    let last = (mapping["end_line"] ?? range?["end"])?.int ?? .max
    lines = max(1, first)...max(1, first, last)
  }

  /// Returns the lines of the range, each with a line feed.
  func part(of text: String) -> String {
    var cursor = LineCursor(text)
    var part = ""
    var number = 0
    while number < lines.upperBound, let line = cursor.next() {
      number += 1
      if lines.contains(number) { part += line + "\n" }
    }
    return part
  }
}
