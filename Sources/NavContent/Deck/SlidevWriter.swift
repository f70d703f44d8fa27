/// Writes the lines of a slidev deck as Markdown with commands.
struct SlidevWriter {
  private(set) var text = ""
  /// The characters of the fence that the lines are in; empty outside of one.
  private var fence = ""
  /// Whether the lines are those of a formula.
  private var isFormula = false
  private var grid: SlidevGrid?
  /// What `<Toc />` stands for.
  private var contents = SlidevContents()

  init(_ values: [String: String]) {
    begin(values)
  }

  mutating func write(_ body: String) {
    contents = SlidevContents(of: body)
    var cursor = LineCursor(body)
    while let line = cursor.next() {
      if fence.isEmpty, passFormula(line) { continue }
      if fence.isEmpty, let command = grid?.pass(line) { add(command) }
      if grid?.isClosed == true { grid = nil }
      if passFence(line) || !fence.isEmpty {
        add(String(line))
      } else if line.trimmingBlanks() == "---" {
        grid = nil
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
      } else if let grid = SlidevGrid(line) {
        self.grid = grid
        add(grid.opening)
      } else {
        write(line)
      }
    }
  }

  private mutating func write(_ line: Substring) {
    let content = line.trimmingBlanks()
    if let list = contents.list(for: content) {
      if content.contains(" v-click") { add("\n<!-- pause -->\n") }
      add("\n" + list)
    } else if let command = Self.command(for: content) {
      add(command)
    } else {
      // A paragraph or a heading comes with a click, too.
      let isText = content.hasPrefix("<p ") || content.hasPrefix("<h")
      if isText, content.contains(" v-click") { add("\n<!-- pause -->\n") }
      add(line.withCodeForFormulas().withoutComponents())
    }
  }

  /// Whether a line is one of a formula between two lines of `$$`, which is shown as it is written.
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

extension StringProtocol {
  /// The line without tags that HTML has none of: `<Counter :count="10" />`, `</v-click>`.
  fileprivate func withoutComponents() -> String {
    guard utf8.contains(UInt8(ascii: "<")), !utf8.contains(UInt8(ascii: "`")) else {
      return String(self)
    }
    var result = ""
    var rest = self[...]
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

  /// The line with formulas, `$x^2$`, as code: Markdown would take backslashes out of them.
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
