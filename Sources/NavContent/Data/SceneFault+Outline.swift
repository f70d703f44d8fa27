import Glibc
import NavBase

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
