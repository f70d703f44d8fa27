import NavBase

/// The callouts of site generators, converted to alerts of Markdown.
///
/// Read are the containers of VitePress, Docusaurus and MyST (`::: tip Title`), the admonitions and tabs of MkDocs (`!!!
/// note "Title"`, `??? note`, `=== "Tab"`), and shortcodes of Hugo (`{{< hint info >}}`). A container of another kind is
/// replaced by its content. Code is unchanged.
struct Callouts {
  private let lines: [Substring]
  /// Whether each line is in a fence of code.
  private let isCode: [Bool]
  /// The index of the last line of each container and shortcode, by that of the first one.
  private let ends: [Int: Int]

  /// The maximum nesting; deeper callouts are text.
  private static let depthLimit = 8
  private static let marks = [":::", "!!!", "???", "=== \"", "{{<", "{{%"]

  /// Returns a Markdown text without callouts.
  static func converted(_ markdown: String) -> String {
    guard marks.contains(where: { markdown.contains($0) }) else { return markdown }
    return Callouts(Array(LineCursor(markdown))).converted(depth: 0).joined(separator: "\n") + "\n"
  }

  private init(_ lines: [Substring]) {
    self.lines = lines
    var fence = OpenFence()
    isCode = lines.map { line in fence.pass(line.drop { $0 == " " || $0 == "\t" }) }
    ends = Self.ends(in: lines, isCode)
  }

  private func converted(depth: Int) -> [String] {
    var result: [String] = []
    var index = 0
    var isInList = false
    while index < lines.count {
      let line = lines[index]
      let indent = line.indent
      if indent == 0, !line.isBlank { isInList = line.isListItem }
      guard !isCode[index], depth < Self.depthLimit, indent < 4 || isInList,
        let callout = callout(at: index)
      else {
        result.append(String(line))
        index += 1
        continue
      }
      let body = lines[callout.body].map { $0.dropping(indent: callout.indent) }
      let inner = Callouts(body).converted(depth: depth + 1)
      let margin = String(repeating: " ", count: indent)
      let prefix = margin + (callout.kind == nil ? "" : "> ")
      result.append("")
      result += (callout.heading + inner).map { prefix + $0 }
      result.append("")
      index = callout.end
    }
    return result
  }

  // MARK: Callouts

  private struct Callout {
    /// Nil for a container without a frame.
    var kind: AlertKind?
    var title = ""
    /// The lines of the content, their indent, and the index of the line after the callout.
    var body: Range<Int>
    var indent: Int
    var end: Int

    /// The lines above the content.
    var heading: [String] {
      guard let kind else { return title.isEmpty ? [] : ["**\(title)**", ""] }
      guard !title.isEmpty else { return ["[!\(kind.rawValue)]", ""] }
      return ["[!\(kind.rawValue)|title]", "", title, ""]
    }
  }

  /// Returns the callout that begins at a line.
  private func callout(at index: Int) -> Callout? {
    let text = lines[index].trimmingBlanks()
    if let end = ends[index] {
      let (name, rest) = Self.container(text) ?? Self.shortcode(text) ?? ("", "")
      let (kind, title) = Self.kind(name, rest)
      let body = index + 1..<end
      return Callout(
        kind: kind,
        title: title,
        body: body,
        indent: lines[index].indent,
        end: end + 1
      )
    }
    guard let mark = ["!!!", "???+", "???", "==="].first(where: { text.hasPrefix($0) }) else {
      return nil
    }
    let rest = text.dropFirst(mark.count).trimmingBlanks()
    let name = rest.prefix { $0.isLetter || $0 == "-" }
    let quoted = rest.dropFirst(name.count).trimmingBlanks()
    guard mark == "===" ? name.isEmpty && quoted.hasPrefix("\"") : !name.isEmpty else { return nil }
    let indent = lines[index].indent + 4
    var end = index + 1
    var next = end
    while next < lines.count, lines[next].isBlank || lines[next].indent >= indent {
      if !lines[next].isBlank { end = next + 1 }
      next += 1
    }
    guard end > index + 1 else { return nil }
    let (kind, title) = Self.kind(String(name), quoted)
    return Callout(
      kind: mark == "===" ? nil : kind ?? .note,
      title: title,
      body: index + 1..<end,
      indent: indent,
      end: end
    )
  }

  /// Returns the kind and the title of a callout.
  ///
  /// - Parameters:
  ///   - name: the name of the callout.
  ///   - rest: the text behind the name: a title, possibly in quotation marks or brackets, or the words of a shortcode.
  private static func kind(_ name: String, _ rest: String) -> (AlertKind?, title: String) {
    var rest = Substring(rest)
    var kind = kinds[name.lowercased()]
    if shortcodes.contains(name.lowercased()) {
      let word = value(of: "type", in: rest) ?? String(rest.prefix { $0.isLetter })
      kind = kinds[word.lowercased()] ?? .note
      if value(of: "type", in: rest) == nil, kinds[word.lowercased()] != nil {
        rest = rest.dropFirst(word.count)
      }
    }
    if let title = value(of: "title", in: rest) { return (kind, title) }
    if rest.contains("=\"") { return (kind, "") }
    let isQuoted = rest.contains("\"")
    let title =
      isQuoted
      ? rest.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }
      : rest.drop { "[} ".contains($0) }.prefix { $0 != "]" && $0 != "{" }
    return (kind, title.trimmingBlanks())
  }

  /// Returns the value of an attribute: `key="value"`.
  private static func value(of key: String, in text: Substring) -> String? {
    guard let start = text.firstRange(of: key + "=\"") else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "\"" })
  }

  /// The names of shortcodes whose first word is their kind.
  private static let shortcodes: Set = ["hint", "notice", "callout", "alert", "admonition"]

  private static let kinds: [String: AlertKind] = [
    "note": .note, "info": .note, "abstract": .note, "summary": .note, "tldr": .note,
    "example": .note, "quote": .note, "cite": .note, "todo": .note, "seealso": .note,
    "details": .note, "question": .note, "help": .note, "faq": .note, "tip": .tip, "hint": .tip,
    "success": .tip, "check": .tip, "done": .tip, "important": .important, "warning": .warning,
    "attention": .warning, "caution": .caution, "danger": .caution, "error": .caution,
    "failure": .caution, "fail": .caution, "missing": .caution, "bug": .caution,
  ]

  // MARK: Structure

  /// Returns the name of the container that a line opens, and the text behind it: `::: tip Title`, `:::{note}`; nil
  /// for any other line.
  private static func container(_ text: String) -> (name: String, rest: String)? {
    guard text.hasPrefix(":::") else { return nil }
    let words = text.drop { $0 == ":" }.drop { $0 == " " || $0 == "{" || $0 == "." }
    let name = words.prefix { $0.isLetter || $0 == "-" }
    guard !name.isEmpty else { return nil }
    let kind = name.hasPrefix("callout-") ? name.dropFirst("callout-".count) : name
    return (String(kind), String(words.dropFirst(name.count)).trimmingBlanks())
  }

  /// Returns the name of the shortcode in a line, which begins with `/` at its end, and its words; nil for any other
  /// line.
  private static func shortcode(_ text: String) -> (name: String, rest: String)? {
    guard
      text.hasPrefix("{{<") && text.hasSuffix(">}}")
        || text.hasPrefix("{{%") && text.hasSuffix("%}}"),
      text.count > 6
    else { return nil }
    let words = text.dropFirst(3).dropLast(3).trimmingBlanks()
    let name = words.prefix { !$0.isWhitespace }
    return (String(name), String(words.dropFirst(name.count)).trimmingBlanks())
  }

  private static func ends(in lines: [Substring], _ isCode: [Bool]) -> [Int: Int] {
    var ends: [Int: Int] = [:]
    var containers: [Int] = []
    var codes: [(name: String, index: Int)] = []
    for (index, line) in lines.enumerated() where !isCode[index] {
      let text = line.trimmingBlanks()
      if text.hasPrefix(":::") {
        if container(text) != nil {
          containers.append(index)
        } else if text.allSatisfy({ $0 == ":" }), let start = containers.popLast() {
          ends[start] = index
        }
      } else if let (name, _) = shortcode(text) {
        let word = name.hasPrefix("/") ? String(name.dropFirst()) : name
        guard shortcodes.contains(word) || kinds[word] != nil else { continue }
        if word == name {
          codes.append((name, index))
        } else if let last = codes.lastIndex(where: { $0.name == word }) {
          ends[codes[last].index] = index
          codes.removeSubrange(last...)
        }
      }
    }
    return ends
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The columns of the blanks at the start.
  fileprivate var indent: Int {
    prefix { $0 == " " || $0 == "\t" }.reduce(0) { $1 == "\t" ? ($0 / 4 + 1) * 4 : $0 + 1 }
  }

  /// Whether the line begins an item of a list.
  fileprivate var isListItem: Bool {
    let rest = drop(while: \.isNumber)
    let mark = rest.first ?? " "
    return (rest.startIndex == startIndex ? "-*+" : ".)").contains(mark)
      && rest.dropFirst().first.map(\.isWhitespace) != false
  }

  /// Returns the line without blanks at the start, at most as many as an indent has columns.
  fileprivate func dropping(indent: Int) -> Substring {
    var (rest, columns) = (self, 0)
    while columns < indent, let first = rest.first, first == " " || first == "\t" {
      columns = first == "\t" ? (columns / 4 + 1) * 4 : columns + 1
      rest.removeFirst()
    }
    return rest
  }
}
