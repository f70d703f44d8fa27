/// Converts a deck of remark to Markdown with commands.
///
/// Slides end at `---`; `--` is a pause. Lines of `name: value` at the start of a slide are its properties, of which
/// `class`, `layout`, `template`, `name`, `exclude`, `continued` and `background-image` are used; known ones may also be
/// comments. From `???` to the end of a slide are its notes.
/// `.name[text]` gives text a class, of which columns, alignments and colours are used.
struct RemarkText {
  private(set) var text = ""
  /// The slides with a name.
  private var named: [String: Template] = [:]
  /// The slide with `layout: true`, which is below those that follow.
  private var layout: Template?
  private var slide = Part()
  private var isFirst = true

  private struct Template {
    var content: String
    var classes: [Substring]
  }

  /// A slide, or a part of one behind `--`.
  fileprivate struct Part {
    var properties: [String: String] = [:]
    var content = ""
    var note: String?
    var isContinued = false
    /// Whether nothing but properties has been read, and whether the last line was one.
    var isStart = true
    var isBehindProperty = false
  }

  init(_ body: String) {
    var fence = OpenFence()
    for line in LineCursor(body) {
      let isCode = fence.pass(line)
      let content = isCode ? "" : line.trimmingBlanks()
      if content == "---" || content == "--" {
        end()
        slide = Part(isContinued: content == "--")
      } else if slide.note == nil, content == "???" {
        slide.note = ""
      } else if slide.note != nil {
        slide.note?.append(line + "\n")
      } else if !isCode, let property = slide.property(line) {
        slide.properties[property.name] = property.value
        slide.isBehindProperty = true
      } else {
        slide.isBehindProperty = false
        slide.isStart = slide.isStart && !isCode && content.isEmpty
        slide.content += line + "\n"
      }
    }
    end()
  }

  /// A property of a slide; nil for any other line.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - isAny: whether it may have any name, as behind another property.
  static func property(
    _ line: some StringProtocol,
    ofAnyName isAny: Bool = false
  ) -> (name: String, value: String)? {
    guard let colon = line.utf8.prefix(24).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(line[..<colon])
    let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard isAny && isWord && !name.isEmpty || names.contains(name) || name.hasPrefix("background-")
    else { return nil }
    return (name, line[colon...].dropFirst().trimmingBlanks())
  }

  /// Whether only slides of remark have a property.
  static func isOwn(_ name: String, _ value: String) -> Bool {
    ["continued", "count", "exclude", "template"].contains(name) || name.hasPrefix("background-")
      || isSure(name, value)
  }

  /// Whether a property can't be chance.
  static func isSure(_ name: String, _ value: String) -> Bool {
    switch name {
    case "layout": return value == "true" || value == "false"
    case "class":
      let words = value.split(separator: ",").map { $0.trimmingBlanks() }
      return !words.isEmpty && words.allSatisfy(classes.contains)
    default: return false
    }
  }

  private static let classes: Set<String> = [
    "center", "middle", "left", "right", "top", "bottom", "inverse",
  ]

  private static let names: Set<String> = [
    "class", "continued", "count", "exclude", "layout", "name", "template",
  ]

  /// The number of bytes that templates and layouts may still add.
  private var byteLimit = 1 << 20

  /// Writes the slide that ends here.
  private mutating func end() {
    var whole = Template(content: slide.content, classes: [])
    whole.classes = (slide.properties["class"] ?? "").split { $0 == "," || $0.isWhitespace }
    let isLayout = slide.properties["layout"]
    if isLayout == "false" { layout = nil }
    let isContinued =
      slide.isContinued || !isFirst && slide.properties["continued"] == "true"
    let base =
      slide.properties["template"].flatMap { named[$0] } ?? (isLayout == nil ? layout : nil)
    if let base, !isContinued, base.content.utf8.count <= byteLimit {
      byteLimit -= base.content.utf8.count
      let mark = "{{content}}"
      whole.content =
        base.content.contains(mark)
        ? base.content.replacing(mark, with: whole.content, maxReplacements: 1)
        : base.content + "\n" + whole.content
      whole.classes += base.classes
    }
    if let name = slide.properties["name"] { named[name] = whole }
    if isLayout == "true" {
      layout = whole
      return
    }
    let isCentered = whole.classes.contains("center")
    if isContinued {
      text += "\n\n<!-- pause -->\n\n"
    } else {
      text += isFirst ? "" : "\n\n---\n\n"
      if whole.classes.contains("middle") { text += "<!-- jump_to_middle -->\n" }
      if isCentered { text += "<!-- alignment: center -->\n" }
      if slide.properties["exclude"] == "true" { text += "<!-- skip_slide -->\n" }
      text += "\n"
    }
    isFirst = false
    var writer = RemarkWriter(alignment: isCentered ? "center" : "left")
    writer.write(whole.content.replacing("{{content}}", with: ""))
    text += writer.text
    if let picture = slide.properties["background-image"] {
      text += DeckCommand.comment(background: picture)
    }
    if let note = slide.note { text += "\n" + DeckCommand.comment(note: note) + "\n" }
  }
}

extension RemarkText.Part {
  /// The property in a line: at the start of the slide, or in a comment.
  fileprivate func property(_ line: Substring) -> (name: String, value: String)? {
    if isStart, let property = RemarkText.property(line, ofAnyName: isBehindProperty) {
      return property
    }
    let content = line.trimmingBlanks()
    guard content.hasPrefix("<!--"), content.hasSuffix("-->") else { return nil }
    return RemarkText.property(String(content.dropFirst(4).dropLast(3)).trimmingBlanks())
  }
}

/// Writes the text of a slide without the marks of its classes, `.name[text]`.
private struct RemarkWriter {
  private(set) var text = ""
  /// The alignment outside of classes.
  let alignment: String
  /// The text that closes each open bracket.
  var closings: [String] = []
  /// The most characters of the names of classes.
  private static let nameLimit = 100

  mutating func write(_ content: String) {
    var fence = OpenFence()
    for line in LineCursor(content) {
      if fence.pass(line) { text += line } else { write(line: line) }
      text += "\n"
    }
    text += closings.reversed().joined()
    closings = []
  }

  private mutating func write(line: Substring) {
    var rest = line
    // A heading needs no blank behind its marks.
    let level = line.prefix { $0 == "#" }.count
    if (1...6).contains(level), line.dropFirst(level).first?.isWhitespace == false {
      text += line.prefix(level) + " "
      rest = line.dropFirst(level)
    }
    var isStart = true
    var last: Character = " "
    while let character = rest.popFirst() {
      defer { last = character }
      switch character {
      case "`":
        let end = rest.firstIndex(of: "`").map { rest.index(after: $0) } ?? rest.startIndex
        text += "`" + rest[..<end]
        rest = rest[end...]
      case "\\":
        text += "\\" + (rest.popFirst().map(String.init) ?? "")
      case "!" where rest.hasPrefix("[:"):
        text += "!["
        rest = rest.drop { $0 != "]" }
        closings.append("]")
      case "[":
        text += "["
        // Outside of classes a bracket needs no partner.
        if !closings.isEmpty { closings.append("]") }
      case "]":
        text += closings.popLast() ?? "]"
      case "." where !last.isLetter && !last.isNumber && last != ")":
        let isName = rest.first?.isLetter == true
        let word = rest.prefix(isName ? Self.nameLimit : 0)
          .prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        guard isName, rest[word.endIndex...].first == "[" else {
          text += "."
          break
        }
        open(word.split(separator: "."), isBlock: isStart)
        rest = rest[word.endIndex...].dropFirst()
      default: text.append(character)
      }
      isStart = isStart && character == " "
    }
  }

  private mutating func open(_ names: [Substring], isBlock: Bool) {
    let found = names.lazy.compactMap { [alignment] in Self.marks(of: $0, alignment) }
      .first { isBlock || !$0.areOfBlocks }
    text += found?.opening ?? (isBlock ? "\n" : "")
    closings.append(found?.closing ?? (isBlock ? "\n" : ""))
  }

  /// The text before and behind that of a class, and whether only blocks can have it; nil for an unknown class.
  private static func marks(
    of name: Substring,
    _ alignment: String
  ) -> (opening: String, closing: String, areOfBlocks: Bool)? {
    switch name {
    case "left-column", "pull-left", "left":
      let weights = name == "left-column" ? "[1, 2]" : "[1, 1]"
      return ("\n<!-- column_layout: \(weights) -->\n<!-- column: 0 -->\n\n", "\n\n", true)
    case "right-column", "pull-right":
      return ("\n<!-- column: 1 -->\n\n", "\n\n<!-- reset_layout -->\n\n", true)
    case "center", "right":
      let closing = "\n\n<!-- alignment: \(alignment) -->\n\n"
      return ("\n<!-- alignment: \(name) -->\n\n", closing, true)
    case "bold", "strong": return ("<b>", "</b>", false)
    case "italic": return ("<i>", "</i>", false)
    case "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "orange",
      "purple", "gray":
      return ("<span style=\"color: \(name)\">", "</span>", false)
    default: return nil
    }
  }
}
