package import NavBase

/// A manual page as one text whose sections are headings.
///
/// It is one text instead of a stack of sections because a manual page is read and searched as a
/// whole; the outline (`o`) still leads to its sections.
package struct ManualPage: Hashable, Sendable {
  /// The width for which `man` formats pages, in columns: without the margin they fit a terminal of
  /// 80, longer lines are hard to read, and narrower terminals wrap them.
  package static let columns = 78

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
    let environment = ProcessEnvironment.inherited(columns: Self.columns)
      .with("MANWIDTH", String(Self.columns))
      .with("MAN_KEEP_FORMATTING", "1")
      // A terminal of another width would have the gaps of justified lines, and words with hyphens, in its rows.
      .with("MANOPT", "--no-justification --no-hyphenation")
    let bytes = try Invocation(
      ["man"] + arguments,
      directory: directory,
      environment: environment.environment
    ).output(of: "man \(name)")
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
    blocks += Self.sections(lines)
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
        body.append(line.isBlank ? StyledText() : line.dropping(margin))
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

  /// Returns the text without up to a number of leading blanks.
  fileprivate func dropping(_ blanks: Int) -> StyledText {
    var rest = StyledText()
    var start = text.utf8.startIndex
    var left = blanks
    for run in runs {
      let end = text.utf8.index(start, offsetBy: run.length)
      let dropped = min(left, run.length)
      left -= dropped
      let place = text.utf8.index(start, offsetBy: dropped)
      rest.append(String(text[place..<end]), style: run.style)
      start = end
    }
    return rest
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
    var start = text.utf8.startIndex
    for run in runs {
      let end = text.utf8.index(start, offsetBy: run.length)
      let isBlank = text.utf8[start..<end].allSatisfy { $0 == 0x20 }
      guard isBlank || run.style.attributes.contains(.bold) else { return false }
      start = end
    }
    return true
  }
}
