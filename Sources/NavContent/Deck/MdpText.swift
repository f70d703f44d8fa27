/// Converts a deck of mdp to Markdown with commands.
///
/// mdp reads line by line: each line of a paragraph keeps its line end and indentation, `-> text <-` is centred, `^` or
/// `<br>` alone is a pause, also inside lists, `*text*` is red, `_text_` is underlined, and a backslash escapes the
/// next character.
struct MdpText {
  private(set) var text = ""
  private let lines: [Substring]
  /// The index of the next line.
  private var next = 0
  private var isCentered = false
  /// The nesting level of the current list entry, from 0; nil outside of lists.
  private var level: Int?
  /// Whether the next line may start an indented code block.
  private var isBehindBlank = true

  init(_ matter: FrontMatter) {
    lines = Array(LineCursor(matter.body))
    while next < lines.count { passLine() }
  }

  private mutating func passLine() {
    let line = lines[next]
    let content = line.trimmingBlanks()
    if content.hasPrefix("```") || content.hasPrefix("~~~") {
      center(false)
      return passFence(content)
    }
    if !content.hasPrefix("->") || level != nil { center(false) }
    next += 1
    switch content {
    case "":
      (level, isBehindBlank) = (nil, true)
      text += "\n"
    case "^", "<br>": passPause()
    case _ where isBehindBlank && (line.hasPrefix("    ") || line.hasPrefix("\t")):
      // Indented code keeps its blanks.
      text += line + "\n"
    case _ where content.isRule(of: "-*"):
      (level, isBehindBlank) = (nil, true)
      text += "\n---\n\n"
    default:
      isBehindBlank = false
      passText(line, content)
    }
  }

  /// Copies a fenced code block.
  private mutating func passFence(_ opening: String) {
    let mark = opening.prefix { $0 == opening.first }
    repeat {
      text += lines[next] + "\n"
      next += 1
    } while next < lines.count && !lines[next].trimmingBlanks().hasPrefix(mark)
    if next < lines.count { text += lines[next] + "\n" }
    next += 1
    isBehindBlank = true
  }

  private mutating func passPause() {
    if let level {
      text += String(repeating: "  ", count: level + 1) + "<!-- pause -->\n"
    } else {
      text += "\n<!-- pause -->\n\n"
    }
  }

  private mutating func passText(_ line: Substring, _ content: String) {
    let indent = line.prefix { $0 == " " }.count
    if let item = content.itemOfMdp, level != nil || indent < 4 {
      let level = min(indent / 4, level.map { $0 + 1 } ?? 0)
      self.level = level
      text += String(repeating: "  ", count: level) + "* " + item.inlineOfMdp + "  \n"
    } else if let level {
      text += String(repeating: "  ", count: level + 1) + content.inlineOfMdp + "  \n"
    } else if content.hasPrefix("->") {
      passCentered(content)
    } else if content.hasPrefix("#") {
      text += content.prefix { $0 == "#" } + content.drop { $0 == "#" }.inlineOfMdp + "\n"
    } else if content.hasPrefix(">") {
      let quoted = content.drop { $0 == ">" || $0 == " " }
      let depth = content[..<quoted.startIndex].reduce(0) { $0 + ($1 == ">" ? 1 : 0) }
      text += String(repeating: "> ", count: depth) + quoted.inlineOfMdp + "  \n"
    } else if let underline = takeUnderline() {
      text += "\n" + underline + content.inlineOfMdp + "\n"
    } else {
      text += String(repeating: "\u{A0}", count: indent) + content.inlineOfMdp + "  \n"
    }
  }

  private mutating func passCentered(_ content: String) {
    var inner = content.dropFirst(2)
    if inner.hasSuffix("<-") { inner = inner.dropLast(2) }
    let said = inner.trimmingBlanks()
    center(true)
    let marks =
      said.hasPrefix("#") ? String(said.prefix { $0 == "#" }) + " " : takeUnderline() ?? ""
    text += marks + said.drop { $0 == "#" }.trimmingBlanks().inlineOfMdp + "  \n"
  }

  private mutating func center(_ isOn: Bool) {
    guard isOn != isCentered else { return }
    isCentered = isOn
    text += "\n<!-- alignment: \(isOn ? "center" : "left") -->\n\n"
  }

  /// Consumes a line that underlines the current line, and returns the Markdown heading mark of its level.
  private mutating func takeUnderline() -> String? {
    guard next < lines.count else { return nil }
    let line = lines[next].trimmingBlanks()
    guard line.utf8.count >= 2, let mark = line.first, mark == "=" || mark == "-",
      line.allSatisfy({ $0 == mark })
    else { return nil }
    next += 1
    return mark == "=" ? "# " : "## "
  }
}

extension StringProtocol {
  /// The text of a list entry; nil for any other line.
  fileprivate var itemOfMdp: String? {
    guard hasPrefix("* ") || hasPrefix("- ") else { return nil }
    return dropFirst(2).trimmingBlanks()
  }

  /// Converts a line of mdp: colours and underlines become tags, and escapes become those of Markdown.
  fileprivate var inlineOfMdp: String {
    var result = ""
    var open: [Character] = []
    let characters = Array(self)
    var index = 0
    while index < characters.count {
      let character = characters[index]
      index += 1
      switch character {
      case "\\" where index < characters.count:
        result += characters[index].literalInMarkdown
        index += 1
      case "`":
        // Code spans are copied unchanged.
        let end = characters[index...].firstIndex(of: "`").map { $0 + 1 } ?? index
        result += String(characters[index - 1..<end])
        index = end
      case "*", "_":
        if open.last == character {
          open.removeLast()
          result += character == "*" ? "</span>" : "</u>"
        } else if !open.contains(character), characters[index...].closes(character) {
          open.append(character)
          result += character == "*" ? "<span style=\"color: red\">" : "<u>"
        } else {
          result += "\\\(character)"
        }
      default: result.append(character)
      }
    }
    return result
  }
}

extension ArraySlice<Character> {
  /// Whether an unescaped closing mark follows, and no blank follows the opening one.
  fileprivate func closes(_ mark: Character) -> Bool {
    guard let first, first != " " else { return false }
    var isEscaped = false
    for character in self {
      if !isEscaped, character == mark { return true }
      isEscaped = !isEscaped && character == "\\"
    }
    return false
  }
}

extension Character {
  /// A text that shows this character literally in Markdown.
  fileprivate var literalInMarkdown: String {
    if self == " " { return "\u{A0}" }
    guard let value = asciiValue, isPunctuation || isSymbol, value > 0x20 else {
      return String(self)
    }
    return "\\\(self)"
  }
}
