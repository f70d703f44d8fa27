import NavText

/// The text of a slidev deck, with what its slides say of themselves as commands.
///
/// Each slide may begin with lines of `key: value` between two rules, of which `layout`, `class`, `src` and `hide`
/// are used; `::right::` begins a column, `<v-click>` is a pause, `<<< file` stands for the lines of a file, `<Toc />` for
/// the titles of the slides, formulas are shown as they are written, a grid of `<div>` is columns, and other components,
/// which a terminal has none of, are left out.
struct SlidevText {
  let text: String

  /// Keys that only the decks of slidev have at their beginning.
  private static let deckKeys: Set<String> = [
    "aspectratio", "background", "canvaswidth", "class", "colorschema", "css", "drawings",
    "exportfilename", "fonts", "highlighter", "info", "layout", "linenumbers", "mdc", "monaco",
    "record", "routermode", "themeconfig", "twoslash",
  ]

  /// Nil for the decks of others.
  init?(_ matter: FrontMatter) {
    guard Self.isMeant(by: matter) else { return nil }
    self.init(matter, layout: matter.values["layout"] ?? "cover")
  }

  /// The text of a file that such a deck takes slides from.
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

  /// Whether front matter is that of a deck of slidev.
  static func isMeant(by matter: FrontMatter) -> Bool {
    matter.values.keys.contains(where: deckKeys.contains)
  }
}

/// The lines of a slide that say how it is shown.
struct SlidevBlock {
  private(set) var values: [String: String] = [:]
  /// Behind the rule that ends them.
  private(set) var rest: LineCursor
  /// How many lines they have, the rule not counted.
  private(set) var lineCount = 0

  private static let lineLimit = 60

  /// Nil where text follows.
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
