import Glibc
import NavBase

/// A fault in a scene file, with its position.
package struct SceneFault: Error, Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int
  /// A message that says what is wrong and what to do.
  package let problem: String
  /// The text of the line, sanitised and truncated.
  package let excerpt: String

  /// The maximum width of the excerpt, in columns.
  static let excerptColumns = 60
}

extension SceneFault: CustomStringConvertible {
  /// `line:column: problem, in "line"`.
  package var description: String {
    "\(line):\(column): \(problem)" + (excerpt.isEmpty ? "" : ", in \"\(excerpt)\"")
  }
}

/// A position in a scene file, for faults that are found after parsing.
struct SceneOrigin: Hashable, Sendable {
  let path: String
  let line: Int
  let column: Int
  let excerpt: String

  /// The position as `name:line:column`.
  var place: String {
    let name = path.lastComponent ?? path
    return "\(sanitized(name)):\(line):\(column)"
  }

  /// Makes a fault at this position from a message that says what is wrong and what to do.
  func fault(_ problem: String) -> SceneFault {
    SceneFault(line: line, column: column, problem: problem, excerpt: excerpt)
  }

  func error(_ problem: String) -> ContentError { .malformed(path: path, fault(problem)) }
}

extension SceneFault {
  /// Makes a fault at a position in a document.
  ///
  /// - Parameters:
  ///   - line: the line, from 1.
  ///   - problem: a message that says what is wrong and what to do.
  ///   - offset: the offset of the first wrong byte.
  ///   - lineStart: the offset of the line's first byte.
  ///   - bytes: the document.
  init(line: Int, problem: String, at offset: Int, lineStart: Int, in bytes: DataBytes) {
    var column = 1
    var place = lineStart
    while place < offset {
      let piece = bytes.bytes(place..<min(offset, place + DataBytes.chunk))
      guard !piece.isEmpty else { break }
      column += piece.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      place += piece.count
    }
    let isFar = offset - lineStart > Self.excerptColumns * 2 / 3
    let start = isFar ? offset - Self.excerptColumns / 2 : lineStart
    let around = bytes.bytes(start..<max(start, min(bytes.count, start + Self.excerptColumns * 4)))
    let rest = around.prefix { $0 != 0x0A && $0 != 0x0D }.drop { isFar && $0 & 0xC0 == 0x80 }
    let text = (isFar ? "…" : "") + String(decoding: rest, as: UTF8.self)
    self.init(
      line: line,
      column: column,
      problem: problem,
      excerpt: sanitized(text).trimmingBlanks().truncated(toColumns: Self.excerptColumns)
    )
  }

  /// Makes the fault of a document that can't be read any further, from an `errno`.
  init(reading code: Int32) {
    let reason = sanitized(String(cString: strerror(code)))
    self.init(line: 1, column: 1, problem: "can't be read (\(reason))", excerpt: "")
  }
}
