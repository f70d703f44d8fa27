import NavText
import Yams

/// What stands before the slides.
extension DeckLint {
  /// The keys that a deck may have of its own.
  static let ownKeys = [
    "title", "sub_title", "subtitle", "author", "authors", "date", "event", "location", "theme",
    "footer", "mode", "transition", "spine", "header", "double_sided", "duration", "options",
    "incremental_lists",
  ]

  /// Keys of other tools whose decks are read; most mean nothing here.
  static let foreignKeys = [
    "patat", "paging", "titleTemplate", "info", "keywords", "description", "colorSchema", "class",
    "background", "fonts", "highlighter", "lineNumbers", "drawings", "mdc", "layout", "src",
    "download", "exportFilename", "export", "selectable", "record", "canvasWidth", "aspectRatio",
    "routerMode", "favicon", "css", "themeConfig", "monaco", "twoslash", "presenter", "defaults",
    "overviewSnapshots", "remoteAssets", "hideInToc", "plantUmlServer", "seoMeta", "wakeLock",
    "contextMenu", "htmlAttrs", "browserExporter", "editor", "addons", "level", "clicks",
  ]

  /// Longer front matter is not looked through.
  private static let byteLimit = 64 << 10
  /// So near the begin its second line of hyphens is looked for.
  private static let lineLimit = 2_000

  mutating func checkFrontMatter(of markdown: String) {
    guard opensFrontMatter else { return }
    let matter = FrontMatter(of: markdown)
    guard firstLine > 0 else { return checkWhyNone() }
    guard !matter.values.isEmpty else { return }
    let lines = text.lines[1..<max(1, firstLine - 1)]
    let yaml = lines.joined(separator: "\n") + "\n"
    guard yaml.utf8.count <= Self.byteLimit else { return }
    guard !yaml.utf8.contains(UInt8(ascii: "&")), !yaml.utf8.contains(UInt8(ascii: "*")) else {
      return checkAnchors(in: lines)
    }
    do {
      guard let root = try Yams.compose(yaml: yaml) else { return }
      check(root)
    } catch let error as YamlError {
      note(error)
    } catch {
      noteInFile("the front matter is no YAML (\(error)): correct it", line: 2)
    }
  }

  /// Whether the file begins with hyphens and a key.
  private var opensFrontMatter: Bool {
    guard text.lines.count > 1 else { return false }
    let first = text.lines[0].unicodeScalars.drop { $0 == "\u{FEFF}" }
    return String(first).trimmingBlanks() == "---"
  }

  /// Hyphens and a key, and yet no front matter.
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

  /// Only what is written in quotation marks may have them.
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

  private mutating func check(_ root: Node) {
    guard case .mapping(let mapping) = root else { return }
    for (key, value) in mapping {
      guard let name = key.scalar?.string else { continue }
      let line = (key.mark?.line ?? 1) + 1
      let column = key.mark?.column ?? 1
      if let choices = Self.choices[name], let text = value.scalar?.string,
        !choices.contains(text.lowercased())
      {
        let near = Spelling.nearest(to: text, in: choices).map { "did you mean \($0)?" }
        noteInFile(
          "'\(name)' is one of \(choices.joined(separator: ", ")): "
            + (near ?? "write one of them"),
          line: (value.mark?.line ?? 1) + 1,
          column: value.mark?.column ?? 1
        )
      }
      guard !Self.ownKeys.contains(name), !Self.foreignKeys.contains(name) else { continue }
      let near = Spelling.nearest(to: name, in: Self.ownKeys).map { "did you mean \($0)?" }
      let shown = Slide.titleLine(of: name) ?? ""
      noteInFile(
        "a deck has no key '\(shown)': "
          + (near ?? "it has \(Self.ownKeys.joined(separator: ", "))"),
        line: line,
        column: column
      )
    }
  }

  /// What keys may say that take one of a few words.
  private static let choices: [String: [String]] = [
    "spine": PagerSettings.Spine.allCases.map(\.rawValue),
    "header": PagerSettings.Header.allCases.map(\.rawValue),
    "mode": ["pager", "stack"],
    "double_sided": ["true", "false", "yes", "no"],
  ]

  private mutating func note(_ error: YamlError) {
    let advice = "so nested values are not read: correct it"
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      noteInFile(
        "the front matter is no YAML (\(problem)), \(advice)",
        line: mark.line + 1,
        column: mark.column
      )
    case .duplicatedKeysInMapping(let duplicates, let context):
      let name = Slide.titleLine(of: duplicates.first ?? "") ?? ""
      noteInFile(
        "'\(name)' is there twice: keep one",
        line: context.mark.line + 1,
        column: context.mark.column
      )
    case .no, .memory, .reader, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
      noteInFile("the front matter is no YAML, \(advice)", line: 2)
    }
  }
}
