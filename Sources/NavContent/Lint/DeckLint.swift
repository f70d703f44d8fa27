import NavBase

/// Finds mistakes in a deck.
struct DeckLint {
  let text: LintedText
  /// The number of lines before the first slide.
  let firstLine: Int
  private(set) var findings: [LintFinding] = []
  var slide = CurrentSlide()
  /// The valid targets of links within the deck.
  private var names = SlideNames()
  /// The included files.
  private var files: DeckFiles
  private(set) var syntax = Syntax()
  /// The root keys of the tool for which the deck is written.
  var dialectKeys: Set<String> = []
  /// The position at which the next link of the current block is searched.
  private var search = Search()
  /// The kinds of findings that are reported only once and have been reported.
  private var notedKinds: Set<String> = []

  /// The current slide up to the current position.
  struct CurrentSlide {
    /// The number of columns at the position; nil outside of columns.
    var columnCount: Int?
    /// Whether there is content before the position.
    var isBegun = false
  }

  /// The features of the dialects of Markdown decks that the deck uses.
  struct Syntax {
    /// The tool for which the deck is written.
    var dialect = DeckDialect.plain
    /// Whether blocks between tildes may be commands.
    var hasCommands = false
    /// Whether rules of hyphens end slides.
    var rulesEndSlides = true
    /// Whether files are included, which may contain any link target.
    var hasIncludes = false
  }

  private struct Search {
    var lines = 0..<0
    var line = 0
    var offset = 0
  }

  static func findings(in markdown: String, path: String) -> [LintFinding] {
    var lint = DeckLint(markdown, path: path)
    lint.run(on: markdown)
    return lint.findings
  }

  private init(_ markdown: String, path: String) {
    text = LintedText(markdown, path: path, breaks: .markdown)
    files = DeckFiles(deck: path)
    let body = LintedText(FrontMatter(of: markdown).body, path: path, breaks: .markdown)
    firstLine = text.lines.count - body.lines.count
  }

  private mutating func run(on markdown: String) {
    checkFrontMatter(of: markdown)
    let matter = FrontMatter(of: markdown)
    let body = matter.body
    let dialect = DeckDialect(matter)
    if dialect == .slidev { checkSlidev(body) }
    checkIncludes(of: markdown)
    syntax.dialect = dialect
    syntax.hasCommands = dialect.hasSlidesCommands(matter)
    noteLosses(dialect, matter)
    for line in dialect.pandoc(matter)?.unclosedDivs ?? [] {
      note(
        "this div is never closed, so it ends with its slide: write ::: below its last line",
        line: line
      )
    }
    let read: Void? = ReadingBudget.parsing(bytes: body.utf8.count) { check(body) }
    guard read != nil else { return note(MarkdownTree.problem, .error, line: 1) }
    checkWidths(of: markdown)
  }

  private mutating func check(_ body: String) {
    let tree = MarkdownTree(
      parsing: body,
      hasTables: TableEstimate(of: body).cells <= Deck.Limits().tableCells
    )
    tree.read { root in
      syntax.rulesEndSlides = !root.children.contains { node in
        node.kind == .html && node.literal.contains("end_slide")
      }
      for node in root.children { names.take(node) }
      names.end(slide: 0)
      for node in root.children where !isFull { check(root: node) }
      root.walk { node, isEntering in
        if isEntering, !isFull { check(node) }
      }
    }
  }

  /// Reports the files that a chapter of a book can't include.
  private mutating func checkIncludes(of markdown: String) {
    guard markdown.contains("{{#"), let (root, file) = Docs.place(ofChapter: text.path) else {
      return
    }
    var includes = DocsIncludes(root: root, limits: DocsLimits())
    _ = includes.expanded(markdown, in: [file])
    for fault in includes.faults {
      let place = markdown.place(of: fault.position)
      noteInFile(Self.advice(on: fault.problem), line: place.line, column: place.column)
    }
  }

  private static func advice(on problem: String) -> String {
    problem + ": correct the path, or put the file there"
  }

  private var isFull: Bool { findings.count >= Lint.mostFindings }

  // MARK: Findings

  /// Reports a problem at a position after the front matter.
  ///
  /// - Parameters:
  ///   - problem: a message that says what is wrong and what to do.
  ///   - severity: the severity.
  ///   - line: the line, from 1 after the front matter.
  ///   - column: the column, from 1.
  mutating func note(
    _ problem: String,
    _ severity: LintFinding.Severity = .warning,
    line: Int,
    column: Int = 1
  ) {
    noteInFile(problem, severity, line: line + firstLine, column: column)
  }

  /// Reports a problem at a position in the file.
  mutating func noteInFile(
    _ problem: String,
    _ severity: LintFinding.Severity = .warning,
    line: Int,
    column: Int = 1
  ) {
    guard !isFull else { return }
    findings.append(text.finding(problem, severity, line: line, column: column))
  }

  /// Returns whether a kind of finding occurs for the first time, and records it.
  mutating func isFirst(ofKind kind: String) -> Bool { notedKinds.insert(kind).inserted }

  /// Returns a line after the front matter, from 1.
  func line(_ number: Int) -> String {
    let index = number + firstLine - 1
    return text.lines.indices.contains(index) ? text.lines[index] : ""
  }

  // MARK: Blocks

  private mutating func check(root node: MarkdownNode) {
    switch node.kind {
    case .html: checkComments(of: node)
    case .rule where syntax.rulesEndSlides && line(node.startLine).contains("-"):
      slide = CurrentSlide()
    default: slide.isBegun = true
    }
  }

  /// Reports an included file that can't be read.
  mutating func note(included name: String, line: Int, column: Int) {
    syntax.hasIncludes = true
    let own = text.path.lastComponent ?? ""
    guard case .problem(let problem) = files.read(name, in: [own]) else { return }
    note(Self.advice(on: problem), line: line, column: column)
  }

  private mutating func check(_ node: MarkdownNode) {
    switch node.kind {
    case .code:
      checkFence(of: node)
      checkInfo(of: node)
    case .paragraph, .heading, .tableRow:
      let first = node.startLine
      search = Search(lines: first..<max(node.endLine, first) + 1, line: first)
    case .link: checkAddress(node.url, isImage: false)
    case .image: checkAddress(node.url, isImage: true)
    default: break
    }
  }

  /// Reports a fence without an end, which makes the rest of the file code.
  private mutating func checkFence(of node: MarkdownNode) {
    guard let (mark, count) = node.fence, node.startLine > 0 else { return }
    let last = line(node.endLine).utf8
      .drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
    let marks = last.prefix { $0 == mark }
    let isClosed =
      node.endLine > node.startLine && marks.count >= count
      && last.dropFirst(marks.count).allSatisfy { $0 == 0x20 || $0 == 0x09 }
    guard !isClosed else { return }
    let fence = String(repeating: Character(Unicode.Scalar(mark)), count: count)
    let opening = line(node.startLine).unicodeScalars
    let column = opening.firstIndex { $0 == Unicode.Scalar(mark) }
      .map { opening.distance(from: opening.startIndex, to: $0) + 1 }
    note(
      "this fence is never closed, so everything below is code: write \(fence) below its last line",
      .error,
      line: node.startLine,
      column: column ?? 1
    )
  }

  // MARK: Addresses

  private mutating func checkAddress(_ address: String, isImage: Bool) {
    let place = place(of: address)
    if !isImage, address.hasPrefix("#") { return checkAnchor(address, at: place) }
    guard let path = LocalAddress(address, in: text.path)?.missingPath else { return }
    let kind = isImage ? "image" : "link"
    note(
      "this \(kind) leads to \(path), which is not there: correct the path, or put the file there",
      line: place.line,
      column: place.column
    )
  }

  /// Checks a link within the deck, unless the deck includes files.
  private mutating func checkAnchor(_ address: String, at place: (line: Int, column: Int)) {
    let name = DocsPath.percentDecoded(address.dropFirst())
    guard !name.isEmpty, !syntax.hasIncludes, !names.contains(name) else { return }
    let near = Spelling.nearest(to: name.lowercased(), in: Array(names.all.keys))
    note(
      "no slide is called '#\(Slide.titleLine(of: name) ?? "")': "
        + (near.map { "did you mean #\($0)?" } ?? "write a heading of that name, or an anchor"),
      line: place.line,
      column: place.column
    )
  }

  /// Returns the position of the next link to an address; the start of its block if it can't be
  /// found.
  private mutating func place(of address: String) -> (line: Int, column: Int) {
    guard !address.isEmpty else { return (max(1, search.lines.lowerBound), 1) }
    while search.lines.contains(search.line) {
      let content = line(search.line)
      let rest = content.utf8.dropFirst(search.offset)
      if let found = Substring(rest).firstRange(of: address) {
        search.offset = content.utf8.distance(
          from: content.startIndex,
          to: found.upperBound
        )
        let column = content.unicodeScalars.distance(
          from: content.startIndex,
          to: found.lowerBound
        )
        return (search.line, column + 1)
      }
      search.line += 1
      search.offset = 0
    }
    // The address is written with escapes, so its position is unknown.
    search.line = search.lines.lowerBound
    return (max(1, search.line), 1)
  }
}
