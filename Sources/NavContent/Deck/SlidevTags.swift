import NavBase

/// Vue component tags in a line of a slidev deck, which are not HTML: `<Counter :count="10" />`, `</v-click>`.
struct SlidevTags {
  /// The line without these tags.
  private(set) var text = ""
  /// The names of opening tags, and their offsets in the line in Unicode scalars.
  private(set) var components: [(name: String, offset: Int)] = []

  /// Parses a line; a line with a code span is unchanged.
  init(_ line: String) {
    guard line.utf8.contains(UInt8(ascii: "<")), !line.utf8.contains(UInt8(ascii: "`")) else {
      text = line
      return
    }
    var rest = line[...]
    let lastEnd = line.lastIndex(of: ">") ?? line.startIndex
    while let start = rest.firstIndex(of: "<"), start < lastEnd {
      text += rest[..<start]
      rest = rest[start...]
      let name = Self.name(of: rest)
      guard Self.isComponent(name), !name.hasSuffix(":"),
        rest[name.endIndex...].first.map({ $0.isWhitespace || $0 == "/" || $0 == ">" }) == true,
        let end = rest.firstIndex(of: ">")
      else {
        text.append(rest.removeFirst())
        continue
      }
      if !rest.hasPrefix("</") {
        let offset = line.unicodeScalars.distance(from: line.startIndex, to: start)
        components.append((String(name), offset))
      }
      rest = rest[rest.index(after: end)...]
    }
    text += rest
  }

  /// Returns the name of the tag at the start of a text.
  private static func name(of text: Substring) -> Substring {
    text.dropFirst().drop { $0 == "/" }
      .prefix { $0.isLetter || $0.isNumber || "-:.".contains($0) }
  }

  private static func isComponent(_ name: Substring) -> Bool {
    guard let first = name.first, first.isLetter else { return false }
    return name.contains("-") || name.contains(":") || first.isUppercase || name == "arrow"
  }

  /// The maximum number of lines of one tag.
  private static let lineLimit = 20

  /// Joins a line with the following lines if a component or image tag continues there.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - cursor: the position after the line; moved after the tag.
  /// - Returns: the line, or the joined lines.
  static func joined(_ line: Substring, _ cursor: inout LineCursor) -> Substring {
    guard let start = line.lastIndex(of: "<"), !line[start...].contains(">") else { return line }
    let name = name(of: line[start...])
    guard name == "img" || isComponent(name), !line.utf8.contains(UInt8(ascii: "`")) else {
      return line
    }
    var ahead = cursor
    var whole = String(line)
    for _ in 0..<lineLimit {
      guard let more = ahead.next()?.trimmingBlanks(), !more.isEmpty else { return line }
      whole += " " + more
      if more.contains(">") {
        cursor = ahead
        return whole[...]
      }
    }
    return line
  }
}

/// The first `<img>` tag of a line.
struct SlidevPicture {
  /// The range of the tag.
  let range: Range<Substring.Index>
  /// The image in Markdown; empty if it has no usable address.
  let markdown: String
  /// Whether the image is revealed by a click.
  let hasClick: Bool

  /// Nil if the line has no image tag.
  init?(in line: Substring) {
    guard !line.utf8.contains(UInt8(ascii: "`")), let start = line.firstRange(of: "<img"),
      let end = line[start.upperBound...].firstIndex(of: ">")
    else { return nil }
    range = start.lowerBound..<line.index(after: end)
    guard let tag = HTMLTag(String(line[range])), tag.name == "img" else { return nil }
    hasClick = tag.attributes["v-click"] != nil
    let source = tag.attributes["src"] ?? ""
    let alternative = (tag.attributes["alt"] ?? "")
      .replacing("[", with: "\\[").replacing("]", with: "\\]")
    let isPlain = !source.isEmpty && !source.contains("<") && !source.contains(">")
    markdown = isPlain ? "![\(alternative)](<\(source)>)" : ""
  }
}
