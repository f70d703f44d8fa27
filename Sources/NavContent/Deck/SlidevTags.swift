import NavBase

/// Vue component tags in a line of a slidev deck, which are not HTML: `<Counter :count="10" />`, `</v-click>`.
struct SlidevTags {
  /// The line without these tags.
  private(set) var text = ""
  /// The names of opening tags, and their offsets in the line in Unicode scalars.
  private(set) var components: [(name: String, offset: Int)] = []

  /// Parses a line; code spans are unchanged.
  init(_ line: String) {
    var rest = line[...]
    let lastEnd = line.lastIndex(of: ">") ?? line.startIndex
    var hasBraces = line.contains("}}")
    /// Whether it has the number of a slide, or of slides.
    var counts = false
    /// The lengths of runs of backticks that close no code span.
    var openRuns: Set<Int> = []
    /// A place in the line, and its offset in Unicode scalars.
    var (counted, offset) = (line.startIndex, 0)
    while let start = rest.firstIndex(where: { "<`{".contains($0) }) {
      text += rest[..<start]
      rest = rest[start...]
      if rest.first == "`" {
        let run = rest.prefix { $0 == "`" }
        let end = openRuns.contains(run.count) ? nil : Self.codeEnd(rest, run.count)
        if end == nil { openRuns.insert(run.count) }
        text += rest[..<(end ?? run.endIndex)]
        rest = rest[(end ?? run.endIndex)...]
      } else if hasBraces, rest.hasPrefix("{{") {
        guard let end = rest.firstRange(of: "}}") else {
          hasBraces = false
          continue
        }
        counts = counts || ["$page", "nav."].contains(where: rest[..<end.lowerBound].contains)
        rest = rest[end.upperBound...]
      } else if rest.first == "<", start < lastEnd, let end = Self.componentEnd(rest) {
        if !rest.hasPrefix("</") {
          offset += line.unicodeScalars.distance(from: counted, to: start)
          counted = start
          components.append((String(Self.name(of: rest)), offset))
        }
        rest = rest[end...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    text += rest
    if counts { text = Self.withoutRemnant(text) }
  }

  /// Returns the tags alone of a text that has, without its expressions, only the words of a page counter: `Page of`.
  private static func withoutRemnant(_ text: String) -> String {
    var (tags, words, isTag) = ("", "", false)
    for character in text {
      if character == "<" { isTag = true }
      if isTag { tags.append(character) } else { words.append(character) }
      if character == ">" { isTag = false }
    }
    let isRemnant = words.split { !$0.isLetter && !$0.isNumber }
      .allSatisfy { ["of", "page", "slide"].contains($0.lowercased()) }
    return isRemnant ? tags : text
  }

  /// Returns the end of the code span that a run of backticks opens; nil if it is not closed.
  private static func codeEnd(_ text: Substring, _ count: Int) -> Substring.Index? {
    var rest = text.dropFirst(count)
    while let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      if run.count == count { return run.endIndex }
      rest = rest[run.endIndex...]
    }
    return nil
  }

  /// Returns the end of the component tag at the start of a text, whose values may contain `>`; nil for anything else.
  private static func componentEnd(_ text: Substring) -> Substring.Index? {
    let name = name(of: text)
    guard isComponent(name), !name.hasSuffix(":"),
      text[name.endIndex...].first.map({ $0.isWhitespace || $0 == "/" || $0 == ">" }) == true
    else { return nil }
    var quote: Character?
    var first: Substring.Index?
    for index in text[name.endIndex...].prefix(characterLimit).indices {
      let character = text[index]
      if character == ">" {
        if quote == nil { return text.index(after: index) }
        first = first ?? text.index(after: index)
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      }
    }
    // A quotation mark that is not closed is part of a value.
    return first
  }

  /// The maximum length of a tag.
  private static let characterLimit = 2_000

  /// Returns the name of the tag at the start of a text.
  private static func name(of text: Substring) -> Substring {
    text.dropFirst().drop { $0 == "/" }
      .prefix { $0.isLetter || $0.isNumber || "-:.".contains($0) }
  }

  private static func isComponent(_ name: Substring) -> Bool {
    guard let first = name.first, first.isLetter else { return false }
    return name.contains("-") || name.contains(":") || first.isUppercase || others.contains(name)
  }

  /// Tags of Vue that look like those of HTML.
  private static let others: Set<Substring> = [
    "arrow", "component", "slot", "template", "transition",
  ]

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
    let isInCode = line[..<start].reduce(false) { $1 == "`" ? !$0 : $0 }
    guard name == "img" || isComponent(name), !isInCode else { return line }
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
    let description = PictureAddress.description(
      tag.attributes["alt"] ?? "",
      width: tag.attributes["width"],
      height: tag.attributes["height"]
    )
    let alternative =
      description
      .replacing("[", with: "\\[").replacing("]", with: "\\]")
    let isPlain = !source.isEmpty && !source.contains("<") && !source.contains(">")
    markdown = isPlain ? "![\(alternative)](<\(source)>)" : ""
  }
}
