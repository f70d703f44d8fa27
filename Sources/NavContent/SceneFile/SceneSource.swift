import NavText
import Yams

/// The text of a scene file, with functions to report positions in it.
struct SceneSource {
  let text: String
  let path: String
  /// The log of faults that don't end reading; nil if the first fault ends it.
  var log: SceneFaultLog?

  /// Returns the position of a value.
  func origin(of value: Node) -> SceneOrigin {
    let line = max(1, value.mark?.line ?? 1)
    return SceneOrigin(
      path: path,
      line: line,
      column: max(1, value.mark?.column ?? 1),
      excerpt: excerpt(line: line)
    )
  }

  /// Makes a fault at a position; nil for the start of the file.
  func fault(_ problem: String, at mark: Mark?) -> ContentError {
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

  /// Parses the first document of the file; nil if it has none.
  ///
  /// Text without aliases is parsed in linear time. So a copy in which no text is an alias is first searched for
  /// anchors.
  func compose() throws(ContentError) -> Node? {
    if text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: "*")) {
      let harmless = String(decoding: text.utf8.map { $0 == 0x2A ? 0x2B : $0 }, as: UTF8.self)
      let parser = try parsing { try Parser(yaml: harmless, encoding: .utf8) }
      // The anchors are valid only as long as the parser.
      let root = try parsing { try parser.singleRoot() }
      let anchor = withExtendedLifetime(parser) { root.flatMap(Self.firstAnchor(in:)) }
      if let anchor {
        throw fault("anchors and aliases are not read: write it out", at: anchor)
      }
    }
    return try parsing { try Parser(yaml: text, encoding: .utf8).singleRoot() }
  }

  /// Returns the position of the first value with an anchor.
  private static func firstAnchor(in node: Node) -> Mark? {
    switch node {
    case .scalar(let scalar): return scalar.anchor.map { _ in scalar.mark } ?? nil
    case .mapping(let mapping):
      if mapping.anchor != nil { return mapping.mark }
      for (key, value) in mapping {
        if let mark = firstAnchor(in: key) ?? firstAnchor(in: value) { return mark }
      }
      return nil
    case .sequence(let sequence):
      if sequence.anchor != nil { return sequence.mark }
      return sequence.lazy.compactMap(firstAnchor(in:)).first
    case .alias(let alias): return alias.mark
    }
  }

  private func parsing<Result>(_ body: () throws -> Result) throws(ContentError) -> Result {
    do {
      return try body()
    } catch let error as YamlError {
      throw fault(of: error)
    } catch {
      throw fault("not YAML: \(error)", at: nil)
    }
  }

  private func fault(of error: YamlError) -> ContentError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return fault("not YAML: \(problem)", at: mark)
    case .reader(let problem, let offset, _, _):
      let place = place(atByte: offset ?? 0)
      return fault("not YAML: \(problem)", line: place.line, column: place.column)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let key = Slide.titleLine(of: duplicates.first ?? "") ?? ""
      return fault("'\(key)' is there twice: keep one", at: context.mark)
    case .memory: return fault("too large to read: split it", at: nil)
    case .no, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
      return fault("not YAML: \(error)", at: nil)
    }
  }

  private func place(atByte offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in text.utf8.prefix(max(0, offset)) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  /// Returns a line as shown in a fault.
  private func excerpt(line: Int) -> String {
    var number = 1
    var found = String.UnicodeScalarView()
    var wasCarriageReturn = false
    for scalar in text.unicodeScalars {
      let isBreak = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
      if scalar == "\n", wasCarriageReturn {
        wasCarriageReturn = false
        continue
      }
      wasCarriageReturn = scalar == "\r"
      if isBreak {
        number += 1
        if number > line { break }
      } else if number == line {
        found.append(scalar)
        if found.count >= SceneFault.excerptColumns * 8 { break }
      }
    }
    return sanitized(String(found)).trimmingBlanks()
      .truncated(toColumns: SceneFault.excerptColumns)
  }
}
