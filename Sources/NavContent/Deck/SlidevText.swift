import NavText

/// The text of a slidev deck, with what its slides say of themselves as commands.
///
/// Each slide may begin with lines of `key: value` between two rules, of which `layout`, `class`, `src` and `hide`
/// are used; `::right::` begins a column, `<v-click>` is a pause, `<<< file` stands for the lines of a file, and
/// components, which a terminal has none of, are left out.
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

private struct SlidevWriter {
  private(set) var text = ""
  /// The characters of the fence that the lines are in; empty outside of one.
  private var fence = ""

  init(_ values: [String: String]) {
    begin(values)
  }

  mutating func write(_ body: String) {
    var cursor = LineCursor(body)
    while let line = cursor.next() {
      if passFence(line) || !fence.isEmpty {
        add(String(line))
      } else if line.trimmingBlanks() == "---" {
        // The rule must not make a heading of the line before.
        add("\n---")
        if let block = SlidevBlock(after: cursor) {
          cursor = block.rest
          begin(block.values)
          if block.values["hide"] == "true" || block.values["disabled"] == "true" {
            add("\n<!-- skip_slide -->")
          }
          add("")
        }
      } else if let fence = Self.fence(for: line) {
        add(fence)
      } else {
        add(Self.command(for: line.trimmingBlanks()) ?? line.withoutComponents())
      }
    }
  }

  private mutating func add(_ line: String) {
    text += line + "\n"
  }

  private mutating func begin(_ values: [String: String]) {
    let layout = values["layout"] ?? ""
    if layout == "two-cols" { add("\n<!-- column_layout: [1, 1] -->\n<!-- column: 0 -->\n") }
    let isCentered = Self.centeredLayouts.contains(layout)
    if isCentered { add("\n<!-- jump_to_middle -->\n") }
    if isCentered || values["class"]?.contains("text-center") == true {
      add("\n<!-- alignment: center -->\n")
    }
    if let source = values["src"], !source.isEmpty {
      let file = source.prefix { $0 != "#" }
      add("\n<!-- include: \(file.hasPrefix("/") ? "@" : "")\(file) -->\n")
    }
  }

  /// Layouts whose text stands in the middle.
  private static let centeredLayouts: Set<String> = [
    "center", "cover", "end", "fact", "intro", "quote", "section", "statement",
  ]

  /// `<<< @/snippets/a.ts#part ts {2-3}`: the block of a file; nil for any other line.
  private static func fence(for line: Substring) -> String? {
    guard line.hasPrefix("<<< ") else { return nil }
    let words = line.dropFirst(4).split(separator: " ", maxSplits: 1)
    guard let name = words.first?.prefix(while: { $0 != "#" }), !name.isEmpty else { return nil }
    var rest = words.count > 1 ? words[1].trimmingBlanks()[...] : ""
    var language = name.split(separator: ".").last.map(String.init) ?? ""
    if let first = rest.first, first != "{", first != "[" {
      language = String(rest.prefix { !$0.isWhitespace && $0 != "{" })
      rest = rest.dropFirst(language.count)
    }
    let path = (name.hasPrefix("/") ? "@" : "") + name
    return "```file \(rest)\npath: '\(path)'\nlanguage: '\(language)'\n```"
  }

  private static func command(for line: String) -> String? {
    switch line {
    case "::left::": "\n<!-- column_layout: [1, 1] -->\n<!-- column: 0 -->\n"
    case "::right::": "\n<!-- column: 1 -->\n"
    case "::bottom::": "\n<!-- reset_layout -->\n"
    case "<v-clicks>": "\n<!-- incremental_lists: true -->\n"
    case "</v-clicks>": "\n<!-- incremental_lists: false -->\n"
    case _ where line.hasPrefix("<v-click"): "\n<!-- pause -->\n"
    case _ where line.hasPrefix("<div") && line.contains("v-click"): "\n<!-- pause -->\n"
    default: nil
    }
  }

  /// Whether a line begins or ends a fence.
  private mutating func passFence(_ line: Substring) -> Bool {
    let content = line.drop { $0 == " " }
    guard let mark = content.first, mark == "`" || mark == "~" else { return false }
    let length = content.prefix { $0 == mark }.count
    guard length >= 3 else { return false }
    if fence.isEmpty {
      fence = String(repeating: mark, count: length)
      return true
    }
    guard fence.first == mark, length >= fence.count,
      content.dropFirst(length).allSatisfy(\.isWhitespace)
    else { return false }
    fence = ""
    return true
  }
}

/// The lines of a slide that say how it is shown.
private struct SlidevBlock {
  private(set) var values: [String: String] = [:]
  /// Behind the rule that ends them.
  private(set) var rest: LineCursor

  private static let lineLimit = 60

  /// Nil where text follows.
  init?(after cursor: LineCursor) {
    rest = cursor
    for index in 0..<Self.lineLimit {
      guard let line = rest.next() else { return nil }
      if line.trimmingBlanks() == "---" {
        if values.isEmpty { return nil }
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

extension Substring {
  /// The line without tags that HTML has none of: `<Counter :count="10" />`, `</v-click>`.
  fileprivate func withoutComponents() -> String {
    guard utf8.contains(UInt8(ascii: "<")), !utf8.contains(UInt8(ascii: "`")) else {
      return String(self)
    }
    var result = ""
    var rest = self
    let lastEnd = lastIndex(of: ">") ?? startIndex
    while let start = rest.firstIndex(of: "<"), start < lastEnd {
      result += rest[..<start]
      rest = rest[start...]
      let name = rest.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || "-:.".contains($0) }
      let isComponent =
        name.contains("-") || name.contains(":") || name.first?.isUppercase == true
        || name == "arrow"
      if isComponent, let end = rest.firstIndex(of: ">") {
        rest = rest[rest.index(after: end)...]
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }
}
