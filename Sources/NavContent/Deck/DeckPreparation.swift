import CCMark
import CNavMarkdown
import NavBase

/// Prepares a deck's syntax tree before it is split into slides: inserts included files, resolves palette colours and
/// adjusts heading levels.
struct DeckPreparation {
  /// The included files.
  private(set) var files: DeckFiles
  private let palette: DeckPalette
  private let dialect: DeckDialect
  /// Whether blocks between tildes may be commands (slides).
  private let hasCommands: Bool
  /// Whether code has a background by default.
  private let hasGround: Bool
  /// The number of table cells that included files may still add.
  private var tableCells: Int

  /// - Parameters:
  ///   - matter: the front matter of the deck.
  ///   - dialect: the tool for which it is written.
  ///   - files: the files that the deck includes.
  ///   - tableCells: the maximum number of table cells in included files.
  init(_ matter: FrontMatter, _ dialect: DeckDialect, _ files: DeckFiles, tableCells: Int) {
    self.files = files
    self.files.begin()
    palette = DeckPalette(matter: matter)
    self.dialect = dialect
    hasCommands = dialect.hasSlidesCommands(matter)
    hasGround = matter.flag("theme", "override", "code", "background") ?? true
    self.tableCells = tableCells
  }

  /// Prepares the tree of the deck itself.
  ///
  /// - Parameters:
  ///   - root: the tree, parsed from `source`.
  ///   - source: the text after the front matter.
  ///   - matter: the front matter.
  ///   - path: the path of the deck's file; nil for a text without a file.
  /// - Returns: whether the deck is written for presenterm.
  mutating func prepare(
    _ root: MarkdownNode,
    source: String,
    _ matter: FrontMatter,
    path: String?
  ) -> Bool {
    prepare(root, source: source, in: [path?.lastComponent ?? ""])
    let isPresenterm =
      dialect == .presenterm || root.children.contains(where: \.endsSlide)
    if isPresenterm || dialect == .slides {
      hideLines(in: root, behind: isPresenterm ? "/// " : "///")
    }
    if isPresenterm {
      levelHeadings(of: root)
      keepLines(ofQuotesIn: root)
    }
    return isPresenterm
  }

  /// Prepares a tree parsed from the last file of `chain`.
  private mutating func prepare(_ root: MarkdownNode, source: String, in chain: [String]) {
    markFirstBytes(of: root, source: source)
    palette.resolve(root)
    for node in codeBlocks(in: root) {
      readInfo(of: node)
      readFile(for: node, in: chain)
    }
    for node in Array(root.children) where node.kind == .html && node.literal.contains("include") {
      include(for: node, in: root, chain)
    }
  }

  // MARK: Lines

  /// Stores in each root block the first non-blank byte of its line, from which its notation is known.
  private func markFirstBytes(of root: MarkdownNode, source: String) {
    var lines = LineCursor(source)
    var number = 0
    var first: UInt8 = 0
    for node in root.children {
      while number < node.startLine, let line = lines.next() {
        number += 1
        first = line.utf8.first { $0 != 0x20 && $0 != 0x09 } ?? 0
      }
      cmark_node_set_user_data(node.pointer, UnsafeMutableRawPointer(bitPattern: UInt(first)))
    }
  }

  // MARK: Files

  private func codeBlocks(in root: MarkdownNode) -> [MarkdownNode] {
    var nodes: [MarkdownNode] = []
    root.walk { node, isEntering in
      if isEntering, node.kind == .code { nodes.append(node) }
    }
    return nodes
  }

  /// Adds the deck's defaults to the info string of a code block, or marks a block between tildes as a command.
  private func readInfo(of node: MarkdownNode) {
    if hasCommands, let command = node.slidesCommand {
      node.set(fenceInfo: CodeFence.commandPrefix + command)
    } else if !hasGround {
      node.set(fenceInfo: node.fenceInfo + " +no_background")
    }
  }

  /// Replaces a code block that names a file by lines of that file.
  private mutating func readFile(for node: MarkdownNode, in chain: [String]) {
    let info = node.fenceInfo
    guard CodeFence(info: info).language == "file", let snippet = FileSnippet(node.literal) else {
      return
    }
    switch files.find(snippet.path, in: chain) {
    case .text(let text, _)?:
      node.set(literal: snippet.part(of: text))
      node.set(fenceInfo: snippet.language + info.dropFirst("file".count))
    case .problem(let problem)?:
      guard let new = Self.html(DeckCommand.comment(problem)) else { return }
      cmark_node_replace(node.pointer, new.pointer)
    case nil: break
    }
  }

  /// Inserts the blocks of included files before an HTML block, which keeps the rest of its text.
  private mutating func include(for node: MarkdownNode, in root: MarkdownNode, _ chain: [String]) {
    var rest = node.literal[...]
    var text = ""
    while let opening = rest.firstRange(of: "<!--"),
      let closing = rest[opening.upperBound...].firstRange(of: "-->")
    {
      let comment = String(rest[opening.upperBound..<closing.lowerBound])
      if case .include(let name)? = DeckCommand(comment: comment) {
        text += rest[..<opening.lowerBound]
        insert(html: text, before: node)
        text = ""
        include(name, before: node, in: root, chain)
      } else {
        text += rest[..<closing.upperBound]
      }
      rest = rest[closing.upperBound...]
    }
    node.set(literal: text + rest)
  }

  private mutating func include(
    _ name: String,
    before node: MarkdownNode,
    in root: MarkdownNode,
    _ chain: [String]
  ) {
    switch files.find(name, in: chain) {
    case nil: break
    case .problem(let problem)?: insert(html: DeckCommand.comment(problem), before: node)
    case .text(let text, let path)?:
      let matter = FrontMatter(of: text)
      let body =
        dialect == .slidev ? SlidevText(matter, layout: "").text : dialect.markdown(of: matter)
      let cells = TableEstimate(of: body).cells
      let hasTables = cells <= tableCells
      if hasTables { tableCells -= cells }
      // Without memory for it the whole deck is given up.
      ReadingBudget.parsing(bytes: text.utf8.count) {
        MarkdownTree(parsing: body, hasTables: hasTables).read { included in
          prepare(included, source: body, in: chain + [path])
          move(included, before: node, in: root)
        }
      }
    }
  }

  /// Moves all blocks of a tree into another one; footnotes go to the end and are renumbered.
  private func move(_ included: MarkdownNode, before node: MarkdownNode, in root: MarkdownNode) {
    let count = root.children.reduce(0) { $0 + ($1.kind == .footnote ? 1 : 0) }
    included.walk { node, isEntering in
      guard isEntering, node.kind == .footnoteMark, let number = Int(node.literal) else { return }
      node.set(literal: String(number + count))
    }
    for child in Array(included.children) {
      if child.kind == .footnote {
        cmark_node_append_child(root.pointer, child.pointer)
      } else {
        cmark_node_insert_before(node.pointer, child.pointer)
      }
    }
  }

  private func insert(html: String, before node: MarkdownNode) {
    guard !html.allSatisfy(\.isWhitespace), let new = Self.html(html) else { return }
    cmark_node_insert_before(node.pointer, new.pointer)
  }

  private static func html(_ text: String) -> MarkdownNode? {
    nav_markdown_html(text).map { MarkdownNode(pointer: OpaquePointer($0)) }
  }

  // MARK: Decks of presenterm and slides

  private func hideLines(in root: MarkdownNode, behind prefix: String) {
    for node in codeBlocks(in: root) {
      let shown = HiddenLines.shown(
        of: node.literal,
        behind: prefix,
        CodeFence(info: node.fenceInfo)
      )
      if let shown { node.set(literal: shown) }
    }
  }

  /// Makes every line end inside of a quote a line break.
  private func keepLines(ofQuotesIn root: MarkdownNode) {
    var depth = 0
    root.walk { node, isEntering in
      switch node.kind {
      case .quote: depth += isEntering ? 1 : -1
      case .softBreak where depth > 0 && isEntering:
        _ = cmark_node_set_type(node.pointer, CMARK_NODE_LINEBREAK)
      default: break
      }
    }
  }

  /// Underlined headings are slide titles: they get level 1, and all others are lowered by one level.
  private func levelHeadings(of root: MarkdownNode) {
    let headings = root.children.filter { $0.kind == .heading }
    guard headings.contains(where: \.isUnderlined) else { return }
    for node in headings {
      let level = node.isUnderlined ? 1 : min(6, node.headingLevel + 1)
      cmark_node_set_heading_level(node.pointer, Int32(level))
    }
  }
}

extension MarkdownNode {
  /// The first non-blank byte of the line at which a root block of a prepared deck starts; 0 if it is unknown.
  var firstByte: UInt8 {
    UInt8(truncatingIfNeeded: UInt(bitPattern: cmark_node_get_user_data(pointer)))
  }

  /// Whether a heading of a prepared deck is underlined.
  var isUnderlined: Bool { firstByte != UInt8(ascii: "#") && firstByte != 0 }

  /// Whether this is an HTML block with a command that ends a slide.
  var endsSlide: Bool {
    guard kind == .html else { return false }
    return HTMLPiece.pieces(of: literal).contains { piece in
      if case .comment(let text) = piece { DeckCommand(comment: text) == .endSlide } else { false }
    }
  }
}
