import NavText

/// The tags of a line of a slidev deck that HTML has none of: `<Counter :count="10" />`, `</v-click>`.
struct SlidevTags {
  /// The line without them.
  private(set) var text = ""
  /// Those that begin something: their names, and how many characters stand before them.
  private(set) var components: [(name: String, offset: Int)] = []

  /// Reads a line; one with code in it is left as it is.
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

  /// The name of the tag that a text begins with.
  private static func name(of text: Substring) -> Substring {
    text.dropFirst().drop { $0 == "/" }
      .prefix { $0.isLetter || $0.isNumber || "-:.".contains($0) }
  }

  private static func isComponent(_ name: Substring) -> Bool {
    guard let first = name.first, first.isLetter else { return false }
    return name.contains("-") || name.contains(":") || first.isUppercase || name == "arrow"
  }

  /// So many lines of one tag are looked through.
  private static let lineLimit = 20

  /// A line with those that belong to its last tag, of a component or a picture.
  ///
  /// - Parameters:
  ///   - line: of the text.
  ///   - cursor: behind it, and afterwards behind the tag.
  /// - Returns: the line, or all of these lines as one.
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

/// The first picture of a line that is written as a tag.
struct SlidevPicture {
  /// Where the tag stands.
  let range: Range<Substring.Index>
  /// The same in Markdown; empty for a picture without an address.
  let markdown: String
  /// Whether it comes with a click.
  let hasClick: Bool

  /// Nil for a line without any.
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
