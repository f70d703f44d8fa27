package import NavText

/// A page of the system's manual as one text whose sections are headings.
///
/// One text and not a stack of sections: a page is read and searched as a whole, and the outline
/// (`o`) leads to its sections just the same.
package struct ManualPage: Hashable, Sendable {
  /// The columns for which pages are set: without their margin they fit a terminal of 80, and
  /// longer lines read badly on any; a narrower one wraps them.
  package static let columns = 78

  package let title: String
  package let document: TextDocument

  /// Lets `man` set a page.
  ///
  /// - Parameters:
  ///   - arguments: a name, perhaps behind a section.
  ///   - directory: where it runs.
  /// - Throws: where there is no such page.
  package init(_ arguments: [String], in directory: String) throws(CommandError) {
    let name = arguments.joined(separator: " ")
    guard !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("-") }) else {
      throw CommandError(
        "man \(name): give a page, perhaps behind its section; options belong to a command line"
      )
    }
    // Overstrikes tell more than nothing: `man` prints neither colours nor bold into a pipe.
    let environment = ProcessEnvironment.inherited(columns: Self.columns)
      .with("MANWIDTH", String(Self.columns))
      .with("MAN_KEEP_FORMATTING", "1")
      // Blanks that fill lines would be gaps where a narrower terminal wraps them.
      .with("MANOPT", "--no-justification")
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

  /// Takes a set page apart.
  ///
  /// - Parameters:
  ///   - text: its lines.
  ///   - name: what was asked for.
  package init(_ text: TerminalText, name: String) {
    var lines = text.lines[...]
    while lines.first?.isBlank == true { lines.removeFirst() }
    while lines.last?.isBlank == true { lines.removeLast() }
    var blocks: [TextBlock] = []
    // `PRINTF(1)   User Commands   PRINTF(1)`, and a last line like it.
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
    if text.cutLines > 0 {
      blocks.append(.note("Cut off here: \(grouped(text.cutLines)) more lines are not shown."))
    }
    title = sanitized(head?.name ?? name)
    document = TextDocument(blocks: blocks)
  }

  private static func sections(_ lines: ArraySlice<StyledText>) -> [TextBlock] {
    let bodies = lines.filter { $0.headingLevel == nil && !$0.isBlank }
    // Headings tell the sections apart, so that texts need no margin of their own.
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

/// The first line of a page: its name at both ends, the manual's name between.
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

  /// The same without so many blanks at its beginning.
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

  /// 2 for a section, at column 0; 3 for one inside of it, three columns to the right and bold.
  fileprivate var headingLevel: Int? {
    guard indent < text.utf8.count else { return nil }
    switch indent {
    case 0: return 2
    case 3: return isBold ? 3 : nil
    default: return nil
    }
  }

  /// Whether all of it but the blanks is bold.
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
