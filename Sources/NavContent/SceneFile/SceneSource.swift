import NavBase

/// The text of a scene file, with functions to report positions in it.
struct SceneSource {
  let text: String
  let path: String
  /// The log of faults that don't end reading; nil if the first fault ends it.
  var log: SceneFaultLog?

  /// Returns the position of a value.
  func origin(of value: YAMLValue) -> SceneOrigin {
    let line = value.mark.line
    return SceneOrigin(
      path: path,
      line: line,
      column: value.mark.column,
      excerpt: excerpt(line: line)
    )
  }

  /// Makes a fault at a position; nil for the start of the file.
  func fault(_ problem: String, at mark: YAMLMark?) -> ContentError {
    fault(problem, line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  private func fault(_ problem: String, line: Int, column: Int) -> ContentError {
    let line = max(1, line)
    return .malformed(
      path: path,
      SceneFault(
        line: line,
        column: max(1, column),
        problem: sanitized(problem),
        excerpt: excerpt(line: line)
      )
    )
  }

  /// The bytes that a value takes.
  static let nodeSize = 512

  /// The bytes that the values take at most, by the characters that may begin or separate values.
  var estimatedSize: Int {
    let marks = text.utf8.reduce(1) { count, byte in
      switch byte {
      case UInt8(ascii: ":"): count + 2
      case UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"),
        UInt8(ascii: "?"):
        count + 1
      default: count
      }
    }
    return marks * Self.nodeSize + text.utf8.count * 4
  }

  /// Parses the document of the file; nil if it has none.
  func compose() throws(ContentError) -> YAMLValue? {
    do {
      return try YAMLValue.parse(text)
    } catch {
      throw fault(of: error)
    }
  }

  private func fault(of error: YAMLError) -> ContentError {
    switch error {
    case .syntax(let problem, let mark): return fault("not YAML: \(problem)", at: mark)
    case .character(let problem, let offset):
      let end = text.endIndex
      let byte = text.utf8.index(text.startIndex, offsetBy: max(0, offset), limitedBy: end)
      let place = text.place(of: byte ?? end)
      return fault("not YAML: \(problem)", line: place.line, column: place.column)
    case .duplicate(let key, let mark):
      return fault("'\(Slide.titleLine(of: key) ?? "")' is there twice: keep one", at: mark)
    case .alias(let anchor):
      return fault("anchors and aliases are not read: write it out", at: anchor)
    case .memory: return fault("too large to read: split it", at: nil)
    }
  }

  /// Returns a line as shown in a fault.
  private func excerpt(line: Int) -> String {
    var rest = text.unicodeScalars[...]
    for _ in 1..<line {
      rest = rest.drop { !Self.breaks.contains($0) }
      rest = rest.dropFirst(rest.starts(with: "\r\n".unicodeScalars) ? 2 : 1)
    }
    let shown = rest.prefix(SceneFault.excerptColumns * 8).prefix { !Self.breaks.contains($0) }
    return sanitized(String(shown)).trimmingBlanks().truncated(toColumns: SceneFault.excerptColumns)
  }

  /// The line ends of YAML, besides CRLF.
  private static let breaks: [Unicode.Scalar] = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
}
