package import NavBase

/// A manual page as one text whose sections are headings.
///
/// It is one text instead of a stack of sections because a manual page is read and searched as a
/// whole; the outline (`o`) still leads to its sections.
package struct ManualPage: Hashable, Sendable {
  /// The width for which `man` formats pages, in columns: without the margin they fit a terminal of 80 columns.
  ///
  /// Paragraphs are joined and wrap anew at each viewer's width; tables and examples keep this one.
  package static let columns = 78
  /// The width to which `man` fills lines, in columns.
  fileprivate static let filledColumns = columns - 2

  package let title: String
  package let document: TextDocument

  /// Formats a page with `man`.
  ///
  /// - Parameters:
  ///   - arguments: the page's name, optionally preceded by its section.
  ///   - directory: the working directory.
  /// - Throws: an error if there is no such page.
  package init(_ arguments: [String], in directory: String) throws(ProgramError) {
    let name = arguments.joined(separator: " ")
    guard !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("-") }) else {
      throw ProgramError(
        "man \(name): give a page, perhaps behind its section; options belong to a command line"
      )
    }
    // Keep overstrikes, since `man` prints neither colours nor bold into a pipe.
    var environment = ProcessEnvironment.inherited(columns: Self.columns)
    environment["MANWIDTH"] = String(Self.columns)
    environment["MAN_KEEP_FORMATTING"] = "1"
    // A terminal of another width would have the gaps of justified lines, and words with hyphens, in its rows.
    environment["MANOPT"] = "--no-justification --no-hyphenation"
    let man = Invocation(["man"] + arguments, directory: directory, environment: environment)
    let bytes = try man.output(of: "man \(name)")
    var text = TerminalText(.read)
    text.append(bytes[...])
    text.finish()
    self.init(text, name: name)
  }

  /// Parses a formatted page.
  ///
  /// - Parameters:
  ///   - text: the output of `man`.
  ///   - name: the requested page, used if the page has no title.
  package init(_ text: TerminalText, name: String) {
    let (all, cut) = text.output
    var lines = all[...]
    while lines.first?.isBlank == true { lines.removeFirst() }
    while lines.last?.isBlank == true { lines.removeLast() }
    var blocks: [TextBlock] = []
    // The header line `PRINTF(1)   User Commands   PRINTF(1)`, and a similar last line.
    let head = lines.first.flatMap { PageHead($0.text) }
    if let head {
      lines.removeFirst()
      if !head.manual.isEmpty { blocks.append(.note(head.manual)) }
    }
    let foot = head == nil ? nil : lines.popLast()
    blocks += Self.sections(Self.joined(lines)[...])
    if let foot {
      let words = foot.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !words.isEmpty { blocks.append(.note(words)) }
    }
    if cut > 0 {
      blocks.append(.note("Cut off here: \(grouped(cut)) more lines are not shown."))
    }
    title = sanitized(head?.name ?? name)
    document = TextDocument(blocks: blocks)
  }

  /// Joins the lines of each paragraph that `man` filled; a term before its first line gets a line of its own.
  private static func joined(_ lines: ArraySlice<StyledText>) -> [StyledText] {
    var result: [StyledText] = []
    var index = lines.startIndex
    while index < lines.endIndex {
      let parts =
        index + 1 < lines.endIndex ? lines[index].term(before: lines[index + 1].indent) : nil
      var paragraph = [parts?.text ?? lines[index]]
      // A line behind a full one continues it.
      let isFirst = index == lines.startIndex || !lines[index - 1].isFull(before: paragraph[0])
      while isFirst, let next = lines[index...].dropFirst(paragraph.count).first,
        let last = paragraph.last, next.indent == last.indent, last.isFull(before: next)
      {
        paragraph.append(next)
      }
      if paragraph.count > 1, paragraph[0].indent > 0, paragraph.allSatisfy(\.isProse),
        paragraph.allSatisfy({ $0.headingLevel == nil })
      {
        if let parts { result.append(parts.term) }
        result.append(paragraph.dropFirst().reduce(into: paragraph[0]) { $0.join($1) })
      } else {
        paragraph = [lines[index]]
        result += paragraph
      }
      index += paragraph.count
    }
    return result
  }

  private static func sections(_ lines: ArraySlice<StyledText>) -> [TextBlock] {
    let bodies = lines.filter { $0.headingLevel == nil && !$0.isBlank }
    // Headings separate the sections, so the common indentation of texts is removed.
    let margin = bodies.map(\.indent).min() ?? 0
    var blocks: [TextBlock] = []
    var body: [StyledText] = []
    func flush() {
      while body.first?.isBlank == true { body.removeFirst() }
      while body.last?.isBlank == true { body.removeLast() }
      if !body.isEmpty { blocks.append(.preformatted(body)) }
      body = []
    }
    for line in lines {
      if let level = line.headingLevel {
        flush()
        let words = line.text.split(separator: " ").joined(separator: " ")
        blocks.append(.heading(level: level, StyledText(words)))
      } else {
        body.append(line.isBlank ? StyledText() : line.dropping(bytes: margin))
      }
    }
    flush()
    return blocks
  }
}

/// The header line of a page: the page's name at both ends, the manual's name between them.
private struct PageHead {
  let name: String
  let manual: String

  init?(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count >= 2, let first = words.first, first == words.last,
      first.hasSuffix(")"), first.contains("(")
    else { return nil }
    name = String(first)
    manual = words.dropFirst().dropLast().joined(separator: " ")
  }
}

extension StyledText {
  fileprivate var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 } }

  fileprivate var indent: Int { text.utf8.prefix { $0 == 0x20 }.count }

  /// Whether a program that fills lines would have begun a new one for the first word of the next line.
  fileprivate func isFull(before next: StyledText) -> Bool {
    guard !isBlank, let last = text.last, let word = next.text.split(separator: " ").first else {
      return false
    }
    let blanks = endsInsideWord ? 0 : ".!?:".contains(last) ? 2 : 1
    return columnWidth(of: text) + blanks + columnWidth(of: word) > ManualPage.filledColumns
  }

  /// Whether the last word continues in the next line, after its hyphen.
  private var endsInsideWord: Bool {
    guard let last = text.last, last == "-" || last == "\u{2010}" else { return false }
    return text.dropLast().last.map { $0.isLetter || $0.isNumber } ?? false
  }

  /// Whether it has no gap other than behind a sentence and no drawing: it is no row of a table.
  fileprivate var isProse: Bool {
    var (blanks, last) = (0, Character("."))
    for character in text.dropFirst(indent) {
      if character == " " {
        blanks += 1
        guard blanks < 2 || blanks == 2 && ".!?:".contains(last) else { return false }
      } else {
        guard character != "|", character != "\t", !("\u{2500}"..."\u{259F}").contains(character)
        else { return false }
        (blanks, last) = (0, character)
      }
    }
    return true
  }

  /// Splits a line such as `-c     sort by ...` whose text begins at a column; nil if it has no term, or a single sign.
  fileprivate func term(before column: Int) -> (term: StyledText, text: StyledText)? {
    let bytes = Array(text.utf8)
    guard indent + 3 < column, column < bytes.count, bytes[column - 1] == 0x20,
      bytes[column] != 0x20,
      bytes[..<column].allSatisfy({ $0 < 0x80 })
    else { return nil }
    let term = part(0..<(bytes[..<column].lastIndex { $0 != 0x20 } ?? 0) + 1)
    guard term.isProse, term.text.utf8.count > indent + 1 else { return nil }
    var text = StyledText(String(repeating: " ", count: column))
    text.append(dropping(bytes: column))
    return (term, text)
  }

  /// Appends the text of the next line.
  fileprivate mutating func join(_ next: StyledText) {
    if !endsInsideWord { append(" ") }
    append(next.dropping(bytes: next.indent))
  }

  /// The heading level: 2 for a section, at column 0; 3 for a bold subsection, at column 3; nil
  /// otherwise.
  fileprivate var headingLevel: Int? {
    guard indent < text.utf8.count else { return nil }
    switch indent {
    case 0: return 2
    case 3: return isBold ? 3 : nil
    default: return nil
    }
  }

  /// Whether everything but blanks is bold.
  private var isBold: Bool {
    var isBold = true
    runs.forEachPart(of: text) { part, style in
      isBold =
        isBold && (style.attributes.contains(.bold) || part.utf8.allSatisfy { $0 == 0x20 })
    }
    return isBold
  }
}
