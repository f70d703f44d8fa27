import NavBase

/// Checks the front matter of a deck.
extension DeckLint {
  /// The keys of this program.
  static let ownKeys = [
    "title", "sub_title", "subtitle", "author", "authors", "date", "event", "location", "theme",
    "footer", "mode", "transition", "spine", "header", "double_sided", "start", "dots",
    "duration", "options", "incremental_lists", "paging",
  ]

  /// The known keys below other keys.
  static let innerKeys: [String: [String]] = [
    "options": [
      "incremental_lists", "end_slide_shorthand", "implicit_slide_ends", "list_item_newlines",
    ],
    "footer": ["left", "center", "right", "style"],
    "patat": ["incrementalLists", "slideLevel", "wrap"],
  ]
  /// Keys of other tools below other keys, with the reason why they have no effect.
  static let foreignInnerKeys: [String: [String: String]] = [
    "options": [
      "command_prefix": "commands have no prefix here",
      "image_attributes_prefix": "widths of pictures begin with image: here",
      "strict_front_matter_parsing": "unknown keys are never an error here",
      "auto_render_languages": "nothing is drawn here",
      "h1_slide_titles": "it changes nothing here",
    ],
    "footer": ["height": "a footer has one row here", "character": "no bar is drawn here"],
    "patat": patatKeys,
  ]

  /// Root keys of other tools whose decks are supported; most have no effect.
  static let foreignKeys = [
    "patat", "titleTemplate", "info", "keywords", "description", "colorSchema", "class",
    "background", "fonts", "highlighter", "lineNumbers", "drawings", "mdc", "layout", "src",
    "download", "exportFilename", "export", "selectable", "record", "canvasWidth", "aspectRatio",
    "routerMode", "favicon", "css", "themeConfig", "monaco", "twoslash", "presenter", "defaults",
    "overviewSnapshots", "remoteAssets", "hideInToc", "plantUmlServer", "seoMeta", "wakeLock",
    "contextMenu", "htmlAttrs", "browserExporter", "editor", "addons", "level", "clicks",
    "styles", "extensions",
  ]

  /// The root keys of the decks of a tool, which mean something else in a deck of this program, or nothing.
  private static func keys(of dialect: DeckDialect) -> Set<String> {
    switch dialect {
    case .marp:
      MarpText.directives.union(["url", "image", "html"])
    case .reveal:
      [
        "separator", "verticalSeparator", "notesSeparator", "revealOptions", "highlightTheme",
        "template", "preprocessor", "scripts", "assetsDir", "listingTemplate", "absoluteUrl",
        "transition",
      ]
    case .plain, .presenterm, .slidev, .remark, .patat, .mdp, .slides, .lookatme: []
    }
  }

  /// Names the tool of a deck, and what of it is lost.
  mutating func noteLosses(_ dialect: DeckDialect, _ matter: FrontMatter) {
    let losses: String? =
      switch dialect {
      case .marp: "headers, classes, styles, sizes, and backgrounds behind lists, code and tables,"
      case .reveal:
        "colours behind slides, pictures behind lists, code and tables, transitions and themes"
      case .remark:
        "backgrounds behind lists, code and tables, and classes other than columns, alignments and colours,"
      case .plain, .presenterm, .slidev, .patat, .mdp, .slides, .lookatme: nil
      }
    if let losses, let name = dialect.name {
      noteInFile("this is a deck of \(name): \(losses) are not shown", line: 1)
    }
    guard dialect == .plain else { return }
    var fence = OpenFence()
    for (number, line) in zip(1..., LineCursor(matter.body)) where !fence.pass(line) {
      let text = line.prefix(8).lowercased()
      guard text.hasPrefix("note: ") || text.hasPrefix("notes: "), isFirst(ofKind: "Note:") else {
        continue
      }
      note(
        "this is shown to the audience, in reveal.js it would be a note: write "
          + "<!-- speaker_note: text --> for one",
        line: number
      )
    }
  }

  /// The maximum size of front matter that is checked, in bytes.
  private static let byteLimit = 64 << 10
  /// The number of lines in which the closing line is searched.
  private static let lineLimit = 2_000

  mutating func checkFrontMatter(of markdown: String) {
    guard opensFrontMatter else { return }
    let matter = FrontMatter(of: markdown)
    guard firstLine > 0 else { return checkWhyNone() }
    guard !matter.values.isEmpty else { return }
    dialectKeys = Self.keys(of: DeckDialect(matter))
    let lines = text.lines[1..<max(1, firstLine - 1)]
    let yaml = lines.joined(separator: "\n") + "\n"
    guard yaml.utf8.count <= Self.byteLimit else { return }
    let count = findings.count
    checkAnchors(in: lines)
    guard findings.count == count else { return }
    do {
      guard let root = try YAMLValue.parse(yaml) else { return }
      check(root)
    } catch {
      note(error)
    }
  }

  /// Whether the file starts with a line of hyphens and has a second line.
  private var opensFrontMatter: Bool {
    guard text.lines.count > 1 else { return false }
    let first = text.lines[0].unicodeScalars.drop { $0 == "\u{FEFF}" }
    return String(first).trimmingBlanks() == "---"
  }

  /// Explains why a file that starts with hyphens and a known key has no front matter.
  private mutating func checkWhyNone() {
    let second = text.lines[1]
    guard let colon = second.firstIndex(of: ":"),
      Self.ownKeys.contains(second[..<colon].trimmingBlanks())
    else { return }
    let end = text.lines.prefix(Self.lineLimit).dropFirst().firstIndex {
      ["---", "..."].contains($0.trimmingBlanks())
    }
    guard let end else {
      return noteInFile(
        "the front matter is never closed, so it is shown as text: write --- below its last line",
        line: 1
      )
    }
    noteInFile(
      "what stands above line \(end + 1) is no front matter, so it is shown as text: "
        + "write it in lines of 'key: value'",
      line: 1
    )
  }

  /// Reports anchors and aliases; a text that starts with `&` or `*` must be quoted.
  private mutating func checkAnchors(in lines: ArraySlice<String>) {
    for (index, line) in zip(lines.indices, lines) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingBlanks()
      guard value.hasPrefix("&") || value.hasPrefix("*") else { continue }
      noteInFile(
        "anchors and aliases are not read: write the text in quotation marks",
        line: index + 1,
        column: line.unicodeScalars.distance(from: line.startIndex, to: colon) + 2
      )
    }
  }

  private mutating func check(_ root: YAMLValue) {
    for entry in root.entries ?? [] {
      guard let name = entry.key.text else { continue }
      let value = entry.value
      if !dialectKeys.contains(name), let choices = Self.choices[name], let text = value.text,
        !choices.contains(text.lowercased())
      {
        let near = Spelling.nearest(to: text, in: choices).map { "did you mean \($0)?" }
        let advice = near ?? "write one of them"
        note("'\(name)' is one of \(choices.joined(separator: ", ")): \(advice)", at: value.mark)
      }
      if name == "start", value.text.map({ (Int($0) ?? 0) < 1 }) ?? true {
        note(
          "'start' is the number of the slide that is shown first: write 1 or more",
          at: value.mark
        )
      }
      check(below: name, value)
      guard !Self.ownKeys.contains(name), !Self.foreignKeys.contains(name),
        !dialectKeys.contains(name), !name.hasPrefix("_")
      else { continue }
      note(unknown: name, in: "a deck", having: Self.ownKeys, at: entry.key.mark)
    }
  }

  private mutating func note(
    unknown name: String,
    in map: String,
    having keys: [String],
    at mark: YAMLMark
  ) {
    let near = Spelling.nearest(to: name, in: keys).map { "did you mean \($0)?" }
    let advice = near ?? "it has \(keys.joined(separator: ", "))"
    note("\(map) has no key '\(Slide.titleLine(of: name) ?? "")': \(advice)", at: mark)
  }

  /// Reports a problem at a position after the first line of the file.
  private mutating func note(_ problem: String, at mark: YAMLMark) {
    noteInFile(problem, line: mark.line + 1, column: mark.column)
  }

  /// Checks the keys below a key.
  private mutating func check(below name: String, _ value: YAMLValue) {
    guard let known = Self.innerKeys[name] else { return }
    for key in (value.entries ?? []).map(\.key) {
      guard let inner = key.text, !known.contains(inner) else { continue }
      if let reason = Self.foreignInnerKeys[name]?[inner] {
        note("'\(inner)' does nothing: \(reason)", at: key.mark)
      } else {
        note(unknown: inner, in: "'\(name)'", having: known, at: key.mark)
      }
    }
  }

  /// The valid values of keys with a fixed set of values.
  private static let choices: [String: [String]] = [
    "transition": PagerSettings.Transition.allCases.map(\.rawValue)
      + PagerSettings.foreignTransitions.keys.sorted(),
    "spine": Spine.allCases.map(\.name),
    "header": BarStyle.allCases.map(\.name),
    "mode": ["pager", "stack"],
    "double_sided": ["true", "false", "yes", "no"],
    "dots": ["true", "false", "yes", "no"],
  ]

  private mutating func note(_ error: YAMLError) {
    let advice = "so nested values are not read: correct it"
    switch error {
    case .syntax(let problem, let mark):
      note("the front matter is no YAML (\(problem)), \(advice)", at: mark)
    case .duplicate(let key, let mark):
      note("'\(Slide.titleLine(of: key) ?? "")' is there twice: keep one", at: mark)
    case .alias(let anchor):
      note("anchors and aliases are not read, \(advice)", at: anchor)
    case .memory, .character:
      noteInFile("the front matter is no YAML, \(advice)", line: 2)
    }
  }
}
