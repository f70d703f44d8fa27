/// Writes the lines of a slidev deck as Markdown with commands.
struct SlidevWriter {
  private(set) var text = ""
  private var fence = OpenFence()
  /// Whether the lines are inside a formula.
  private var isFormula = false
  private var grid: SlidevGrid?
  /// The replacement for `<Toc />`.
  private var contents = SlidevContents()
  /// The front matter of the first slide.
  private let values: [String: String]
  /// Whether an image has ended an HTML block, so that further indented lines must not become code.
  private var isBehindPicture = false

  init(_ values: [String: String]) {
    self.values = values
    begin(values)
  }

  mutating func write(_ body: String) {
    contents = SlidevContents(of: body, values)
    var cursor = LineCursor(body)
    while let line = cursor.next() {
      if !fence.isOpen, passFormula(line) { continue }
      if !fence.isOpen, let command = grid?.pass(line) { add(command) }
      if grid?.isClosed == true { grid = nil }
      if fence.pass(line) {
        add(String(line))
      } else if line.trimmingBlanks() == "---" {
        grid = nil
        // The blank line keeps the rule from turning the line before it into a heading.
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
      } else if let grid = SlidevGrid(line) {
        self.grid = grid
        add(grid.opening)
      } else {
        write(SlidevTags.joined(line, &cursor))
      }
    }
  }

  private mutating func write(_ line: Substring) {
    let content = line.trimmingBlanks()
    if let picture = SlidevPicture(in: line) { return write(line, picture) }
    isBehindPicture = isBehindPicture && !content.isEmpty
    if let list = contents.list(for: content) {
      if content.contains(" v-click") { add("\n<!-- pause -->\n") }
      add("\n" + list)
    } else if let command = Self.command(for: content) {
      add(command)
    } else {
      // A paragraph or a heading may also have `v-click`.
      let isText = content.hasPrefix("<p ") || content.hasPrefix("<h")
      if isText, content.contains(" v-click") { add("\n<!-- pause -->\n") }
      let shown = SlidevTags(line.withCodeForFormulas()).text
      add(isBehindPicture ? shown.trimmingBlanks() : shown)
    }
  }

  /// Writes a line with an image; an image among tags becomes a paragraph of its own.
  private mutating func write(_ line: Substring, _ picture: SlidevPicture) {
    if picture.hasClick { add("\n<!-- pause -->\n") }
    let (before, after) = (line[..<picture.range.lowerBound], line[picture.range.upperBound...])
    guard line.trimmingBlanks().hasPrefix("<") else {
      return write((before + picture.markdown + after)[...])
    }
    if !before.allSatisfy(\.isWhitespace) { write(before) }
    add("\n" + picture.markdown + "\n")
    isBehindPicture = true
    if !after.allSatisfy(\.isWhitespace) { write(after) }
  }

  /// Writes a line of a formula between lines of `$$` as code; false for any other line.
  private mutating func passFormula(_ line: Substring) -> Bool {
    let content = line.trimmingBlanks()
    guard isFormula || content.hasPrefix("$$") else { return false }
    if isFormula {
      add(content == "$$" ? "```" : String(line))
      isFormula = content != "$$"
    } else if content.count > 4, content.hasSuffix("$$") {
      add("```latex\n\(content.dropFirst(2).dropLast(2).trimmingBlanks())\n```")
    } else {
      add("```latex " + content.dropFirst(2).trimmingBlanks())
      isFormula = true
    }
    return true
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
      add("\n<!-- include: \(Self.path(source)) -->\n")
    }
  }

  /// Layouts with centred text.
  private static let centeredLayouts: Set<String> = [
    "center", "cover", "end", "fact", "intro", "quote", "section", "statement",
  ]

  /// Returns the path of a file in this program's notation, without a slide or region after `#`.
  static func path(_ name: some StringProtocol) -> String {
    (name.hasPrefix("/") ? "@" : "") + name.prefix { $0 != "#" }
  }

  /// Returns the file name and the rest of a line that inserts a file; nil for any other line.
  static func snippet(_ line: Substring) -> (name: Substring, rest: Substring)? {
    guard line.hasPrefix("<<< ") else { return nil }
    let words = line.dropFirst(4).split(separator: " ", maxSplits: 1)
    guard let name = words.first, name.first != "#" else { return nil }
    return (name, words.count > 1 ? words[1] : "")
  }

  /// Converts `<<< @/snippets/a.ts#part ts {2-3}` to a code block that includes a file; nil for any other line.
  private static func fence(for line: Substring) -> String? {
    guard let (name, behind) = snippet(line) else { return nil }
    let path = path(name)
    var rest = behind.trimmingBlanks()[...]
    var language = path.split(separator: ".").last.map(String.init) ?? ""
    if let first = rest.first, first != "{", first != "[" {
      language = String(rest.prefix { !$0.isWhitespace && $0 != "{" })
      rest = rest.dropFirst(language.count)
    }
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
}

extension StringProtocol {
  /// Returns the line with inline formulas such as `$x^2$` as code, since Markdown would remove their backslashes.
  fileprivate func withCodeForFormulas() -> String {
    guard utf8.contains(UInt8(ascii: "$")), !utf8.contains(UInt8(ascii: "`")) else {
      return String(self)
    }
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "$") {
      let inner = rest[rest.index(after: start)...]
      guard let end = inner.firstIndex(of: "$"), inner.first != " ", start < end,
        inner[..<end].last?.isWhitespace == false,
        inner[inner.index(after: end)...].first?.isNumber != true
      else {
        result += rest[...start]
        rest = inner[...]
        continue
      }
      result += rest[..<start] + "`" + inner[..<end] + "`"
      rest = inner[inner.index(after: end)...]
    }
    return result + rest
  }
}
