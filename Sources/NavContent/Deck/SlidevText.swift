import NavBase

/// Converts a slidev deck to Markdown with commands.
///
/// Each slide may start with lines of `key: value` between two rules, of which `layout`, `class`, `src` and `hide` are
/// used, and the `image` of an image layout. `::right::` starts a column, `<v-click>` is a pause, `<<< file` inserts
/// the lines of a file, `<Toc />` inserts the titles of the slides, formulas are shown as source text, a grid of
/// `<div>` becomes columns, and other components are left out, since a terminal can't show them.
struct SlidevText {
  let text: String

  /// Keys that occur only in the front matter of slidev decks.
  private static let deckKeys: Set<String> = [
    "aspectratio", "background", "canvaswidth", "class", "colorschema", "css", "drawings",
    "exportfilename", "fonts", "highlighter", "info", "layout", "linenumbers", "mdc", "monaco",
    "record", "routermode", "themeconfig", "twoslash",
  ]

  /// Themes that only slidev has.
  private static let themes: Set<String> = ["seriph", "apple-basic", "bricks", "shibainu"]

  /// - Parameters:
  ///   - matter: the deck, or a file that is included in one.
  ///   - layout: the layout of the first slide if the front matter has none: that of an included file has none.
  init(_ matter: FrontMatter, layout: String = "cover") {
    var values = matter.values
    values["layout"] = values["layout"] ?? layout
    var writer = SlidevWriter(values)
    writer.write(matter.body)
    text = writer.text
  }

  /// Whether front matter belongs to a slidev deck.
  static func isMeant(by matter: FrontMatter) -> Bool {
    let theme = matter.values["theme"] ?? ""
    return matter.values.keys.contains(where: deckKeys.contains) || themes.contains(theme)
      || theme.hasPrefix("@slidev/") || theme.hasPrefix("slidev-theme-")
  }
}

/// The front matter of a slide.
struct SlidevBlock {
  private(set) var values: [String: String] = [:]
  /// The position after the closing rule.
  private(set) var rest: LineCursor
  /// The number of lines without the closing rule.
  private(set) var lineCount = 0

  private static let lineLimit = 60

  /// Keys that only slides of slidev have.
  private static let sureKeys: Set<String> = [
    "background", "class", "clicks", "disabled", "dragPos", "hide", "hideInToc", "layout",
    "preload", "routeAlias", "src", "transition", "zoom",
  ]
  /// Further keys of a slide.
  private static let otherKeys: Set<String> = [
    "backgroundSize", "clicksStart", "color", "component", "image", "level", "name", "props",
    "theme", "title", "url",
  ]
  private static let layouts: Set<String> = [
    "center", "cover", "default", "end", "fact", "full", "iframe", "iframe-left", "iframe-right",
    "image", "image-left", "image-right", "intro", "none", "quote", "section", "statement",
    "two-cols", "two-cols-header",
  ]

  /// Whether the keys can't be chance.
  private(set) var isSure = false

  /// Reads front matter in another form: a block of YAML, or the heading that Prettier makes of lines between rules.
  ///
  /// Nil unless all keys are keys of a slide.
  init?(writtenAfter cursor: LineCursor) {
    rest = cursor
    var line = rest.next()
    lineCount = 0
    while let blank = line, blank.allSatisfy(\.isWhitespace), lineCount < Self.lineLimit {
      line = rest.next()
      lineCount += 1
    }
    guard let opening = line else { return nil }
    if opening.hasPrefix("## ") {
      readHeading(opening.dropFirst(3))
      isSure = values["layout"].map(Self.layouts.contains) ?? false
    } else if ["```yaml", "```yml"].contains(opening.trimmingBlanks()) {
      while let line = rest.next(), line.trimmingBlanks() != "```" {
        lineCount += 1
        if line.isEmpty || line.first == " " || line.first == "#" { continue }
        guard lineCount < Self.lineLimit, let (key, value) = Self.pair(in: line) else { return nil }
        values[key] = value
      }
      lineCount += 1
      isSure = values["layout"].map(Self.layouts.contains) ?? false
    } else {
      return nil
    }
    let isKnown = values.keys.allSatisfy {
      Self.sureKeys.contains($0) || Self.otherKeys.contains($0)
    }
    guard !values.isEmpty, isKnown else { return nil }
  }

  /// Reads `key: word key: word`; no values if the text has other words.
  private mutating func readHeading(_ text: Substring) {
    let words = text.split(separator: " ")
    for index in stride(from: 0, to: words.count, by: 2) {
      guard words[index].last == ":", index + 1 < words.count, words[index + 1].last != ":" else {
        values = [:]
        return
      }
      values[String(words[index].dropLast())] = FenceParts.unquoted(String(words[index + 1]))
    }
  }

  private static func pair(in line: Substring) -> (key: String, value: String)? {
    let pair = line.split(separator: ":", maxSplits: 1).map { $0.trimmingBlanks() }
    guard let key = pair.first, !key.isEmpty, line.utf8.contains(UInt8(ascii: ":")),
      key.utf8.allSatisfy({ $0 == 0x2D || $0 == 0x5F || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) })
    else { return nil }
    return (key, pair.count > 1 ? pair[1] : "")
  }

  /// Reads the front matter of a slide in any of its forms; nil if there is none.
  static func find(after cursor: LineCursor) -> SlidevBlock? {
    SlidevBlock(after: cursor) ?? SlidevBlock(writtenAfter: cursor)
  }

  /// Reads lines between two rules; nil if the lines are not front matter.
  init?(after cursor: LineCursor) {
    rest = cursor
    var last: Character?
    for index in 0..<Self.lineLimit {
      guard let line = rest.next() else { return nil }
      if line.trimmingBlanks() == "---" {
        if values.isEmpty { return nil }
        lineCount = index
        // The last line may be a heading behind properties of remark.
        isSure =
          last != "#" && values.keys.contains(where: Self.sureKeys.contains)
          && !values.contains { RemarkText.isOwn($0.key, $0.value) }
        return
      }
      last = line.first
      if line.first == " " || line.first == "#", index > 0 { continue }
      guard let (key, value) = Self.pair(in: line) else { return nil }
      values[key] = value
    }
    return nil
  }
}
