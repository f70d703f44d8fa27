import NavText
import Yams

/// A block of code that stands for lines of a file: `path`, `language`, `start_line`, `end_line`; also as lookatme
/// has them, `lang` and `lines: {start, end}`.
struct FileSnippet: Hashable {
  let path: String
  /// A word that a fence can begin with, or empty.
  let language: String
  /// Which lines, from 1.
  let lines: ClosedRange<Int>

  /// Longer blocks are no YAML of this kind.
  private static let byteLimit = 2_000

  /// Nil for a block that names no file.
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

  /// The lines of the file, each with its end.
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
