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
  /// The indentation of the content of each open element, which Markdown would take for code; nil until it is known.
  private var indents: [Int?] = []
  /// Whether an indented line belongs to an entry of a list.
  private var isInList = false

  private static let depthLimit = 100
  /// The images of the line that are paragraphs of their own so far; the others are left to Markdown.
  private var imageCount = 0

  init(_ values: [String: String]) {
    self.values = values
    begin(values)
  }

  mutating func write(_ body: String) {
    contents = SlidevContents(of: body, values)
    var cursor = LineCursor(body)
    // Front matter of the first slide may be a block of YAML.
    if let block = SlidevBlock(writtenAfter: cursor) {
      cursor = block.rest
      begin(block.values)
    }
    while let line = cursor.next() {
      if !fence.isOpen, passFormula(line) { continue }
      if !fence.isOpen, let command = grid?.pass(line) { add(command) }
      if grid?.isClosed == true { grid = nil }
      if fence.pass(line) {
        add(String(line))
      } else if line.trimmingBlanks() == "---" {
        grid = nil
        indents = []
        isInList = false
        // The blank line keeps the rule from turning the line before it into a heading.
        add("\n---")
        beginSlide(&cursor)
      } else if let fence = Self.fence(for: line) {
        add(fence)
      } else if grid == nil, let grid = SlidevGrid(line) {
        self.grid = grid
        add(grid.opening)
      } else {
        let whole = SlidevTags.joined(line, &cursor)
        write(outdented(whole))
      }
    }
  }

  /// Applies the front matter of the slide that begins here.
  private mutating func beginSlide(_ cursor: inout LineCursor) {
    guard let block = SlidevBlock.find(after: cursor) else { return }
    cursor = block.rest
    begin(block.values)
    if block.values["hide"] == "true" || block.values["disabled"] == "true" {
      add("\n<!-- skip_slide -->")
    }
    add("")
  }

  /// Returns a line without the indentation that it has as the content of elements, and without that of tags.
  private mutating func outdented(_ line: Substring) -> Substring {
    let content = line.drop { $0 == " " || $0 == "\t" }
    guard !content.isEmpty else { return line }
    let indent = line.utf8.count - content.utf8.count
    let name = content.dropFirst().drop { $0 == "/" }
      .prefix { $0.isLetter || $0.isNumber || "-:.".contains($0) }
    if content.first == "<", !name.isEmpty, name.last != ":" {
      let isOutside = indents.isEmpty
      let isClosed = content.contains("/>") || content.contains("</" + name)
      if content.hasPrefix("</") {
        _ = indents.popLast()
      } else if !isClosed, !Self.emptyElements.contains(String(name)), content.contains(">"),
        indents.count < Self.depthLimit
      {
        // In an entry of a list, the indentation makes its content part of the entry.
        indents.append(isInList && line.first?.isWhitespace == true ? 0 : nil)
      }
      return isOutside ? line : content
    }
    guard !indents.isEmpty else { return line }
    let own = indents[indents.count - 1] ?? indent
    indents[indents.count - 1] = own
    return line.dropFirst(min(own, indent))
  }

  /// Elements without content.
  private static let emptyElements: Set<String> = ["br", "hr", "img", "input", "source", "wbr"]

  private mutating func write(_ line: Substring) {
    let content = line.trimmingBlanks()
    let words = content.drop { "-*+.)0123456789".contains($0) }
    let isItem = words.first == " " && content[..<words.startIndex].last?.isNumber == false
    if !content.isEmpty { isInList = isItem || isInList && line.first?.isWhitespace == true }
    if imageCount < Self.depthLimit, let picture = SlidevPicture(in: line) {
      imageCount += 1
      defer { imageCount -= 1 }
      return write(line, picture)
    }
    if let list = contents.list(for: content) {
      if content.contains(" v-click") { add("\n<!-- pause -->\n") }
      add("\n" + list)
    } else if let command = Self.command(for: content) {
      add(command)
    } else {
      // Any element may have `v-click`.
      var inner = isItem ? words.drop { $0 == " " } : content[...]
      if isItem, inner.hasPrefix("[ ] ") || inner.hasPrefix("[x] ") { inner = inner.dropFirst(4) }
      let tag = inner.hasPrefix("<") ? inner.prefix { $0 != ">" } : ""
      let isClick = tag.contains(" v-click") || tag.hasPrefix("<v-click")
      let text = SlidevTags(line.withCodeForFormulas()).text
      // The content of such an entry is in the lines behind it.
      if isClick, isItem, text.trimmingBlanks() == content[..<words.startIndex] {
        return add(text + "<!-- pause -->")
      }
      if isClick { addPause(for: line) }
      add(text)
    }
  }

  /// Adds a pause; in an entry of a list it has the indentation of its line, so that the list goes on.
  private mutating func addPause(for line: Substring) {
    add(isInList ? line.prefix { $0 == " " } + "<!-- pause -->" : "\n<!-- pause -->\n")
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
    if let image = values["image"], !image.isEmpty, layout.hasPrefix("image") {
      // An address that begins with a slash is one of slidev's public files.
      let description = PictureAddress.description("", width: "100%")
      let picture = "![\(description)](<\(image.hasPrefix("/") ? "public" : "")\(image)>)\n"
      let side = ["image-left": "left", "image-right": "right"][layout]
      add((side.map { DeckCommand.comment(beside: $0) } ?? "\n") + picture)
    } else if let background = values["background"] {
      add(DeckCommand.comment(background: background, folder: "public"))
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
    if let slot = line.slotOfSlidev { return command(forSlot: slot) }
    // A tag that is alone in its line.
    guard line.first == "<", line.last == ">", line.count(where: { $0 == "<" }) == 1 else {
      return nil
    }
    if line.hasPrefix("<v-clicks") { return "\n<!-- incremental_lists: true -->\n" }
    if line == "</v-clicks>" { return "\n<!-- incremental_lists: false -->\n" }
    guard line.hasPrefix("<template "),
      let mark = line.firstRange(of: "v-slot:") ?? line.firstRange(of: "#")
    else { return nil }
    let name = line[mark.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    // Switches of components have other names.
    return ["left", "right", "bottom", "default"].contains(name) ? command(forSlot: name) : nil
  }

  /// The command for the beginning of a part of a layout.
  private static func command(forSlot name: some StringProtocol) -> String {
    switch name {
    case "left": "\n<!-- column_layout: [1, 1] -->\n<!-- column: 0 -->\n"
    case "right": "\n<!-- column: 1 -->\n"
    case "default": "\n"
    default: "\n<!-- reset_layout -->\n"
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
