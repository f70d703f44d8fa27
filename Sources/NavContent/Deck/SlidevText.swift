import NavBase

/// Converts a slidev deck to Markdown with commands.
///
/// Each slide may start with lines of `key: value` between two rules, of which `layout`, `class`, `src` and `hide` are
/// used. `::right::` starts a column, `<v-click>` is a pause, `<<< file` inserts the lines of a file, `<Toc />` inserts
/// the titles of the slides, formulas are shown as source text, a grid of `<div>` becomes columns, and other components
/// are left out, since a terminal can't show them.
struct SlidevText {
  let text: String

  /// Keys that occur only in the front matter of slidev decks.
  private static let deckKeys: Set<String> = [
    "aspectratio", "background", "canvaswidth", "class", "colorschema", "css", "drawings",
    "exportfilename", "fonts", "highlighter", "info", "layout", "linenumbers", "mdc", "monaco",
    "record", "routermode", "themeconfig", "twoslash",
  ]

  /// Nil if the deck is not written for slidev.
  init?(_ matter: FrontMatter) {
    guard Self.isMeant(by: matter) else { return nil }
    self.init(matter, layout: matter.values["layout"] ?? "cover")
  }

  /// Converts an included file of slides.
  init(included matter: FrontMatter) {
    self.init(matter, layout: matter.values["layout"] ?? "")
  }

  private init(_ matter: FrontMatter, layout: String) {
    var values = matter.values
    values["layout"] = layout
    var writer = SlidevWriter(values)
    writer.write(matter.body)
    text = writer.text
  }

  /// Whether front matter belongs to a slidev deck.
  static func isMeant(by matter: FrontMatter) -> Bool {
    matter.values.keys.contains(where: deckKeys.contains)
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

  /// Nil if the lines are not front matter.
  init?(after cursor: LineCursor) {
    rest = cursor
    for index in 0..<Self.lineLimit {
      guard let line = rest.next() else { return nil }
      if line.trimmingBlanks() == "---" {
        if values.isEmpty { return nil }
        lineCount = index
        return
      }
      if line.first == " " || line.first == "#", index > 0 { continue }
      let pair = line.split(separator: ":", maxSplits: 1).map { $0.trimmingBlanks() }
      guard let key = pair.first, !key.isEmpty, line.utf8.contains(UInt8(ascii: ":")),
        key.utf8.allSatisfy({ $0 == 0x2D || $0 == 0x5F || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) }
        )
      else { return nil }
      values[key] = pair.count > 1 ? pair[1] : ""
    }
    return nil
  }
}
