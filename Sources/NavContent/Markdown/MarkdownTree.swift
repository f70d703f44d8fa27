import CCMark
import CNavMarkdown
import NavBase

/// A parsed Markdown document.
///
/// It exists within a call of `ReadingBudget.parsing`, on that thread; its nodes are valid until the outermost one ends.
struct MarkdownTree {
  /// Nil if there is too little memory, or it takes too long; then that call returns nil.
  private let root: OpaquePointer?

  /// Fills cmark's process-wide table of extensions once.
  private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

  private static let extensions: [StaticString] = ["strikethrough", "tasklist"]
  private static let links: StaticString = "autolink"
  private static let tables: StaticString = "table"

  /// Parses a text; without `hasTables`, tables remain paragraphs.
  ///
  /// Addresses are links, unless the search for them would take long (`LinkEstimate`).
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - hasTables: whether tables are parsed.
  init(parsing text: String, hasTables: Bool) {
    precondition(nav_markdown_depth() > 0, "cannot parse without a budget")
    _ = Self.registration
    var text = text
    root = text.withUTF8 { bytes in
      let hasLinks = LinkEstimate(of: bytes).steps <= LinkEstimate.limit
      let names =
        Self.extensions + (hasLinks ? [Self.links] : []) + (hasTables ? [Self.tables] : [])
      let pointers = names.map {
        UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self)
      }
      let parser = (pointers + [nil]).withUnsafeBufferPointer { names in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          nav_markdown_feed(characters.baseAddress, characters.count, names.baseAddress)
        }
      }
      return parser.flatMap { nav_markdown_finish($0) }.map { OpaquePointer($0) }
    }
  }

  /// The message instead of a text that is not parsed.
  static let problem =
    "this text needs too much memory or time to be parsed: divide it into several files"

  /// Runs `body` with the document; nil if it was not parsed.
  func read<Result>(_ body: (MarkdownNode) -> Result) -> Result? {
    root.map { body(MarkdownNode(pointer: $0)) }
  }
}

/// A node of a `MarkdownTree`.
struct MarkdownNode {
  enum Kind {
    case quote, list, item, code, html, paragraph, heading, rule
    case table, tableRow, tableCell
    case text, softBreak, lineBreak, codeSpan, inlineHTML, emphasis, strong, strikethrough, link,
      image
    /// The definition of a footnote; definitions are at the end of the document, in the order of their numbers.
    case footnote
    /// A reference to a footnote, whose literal is the footnote's number.
    case footnoteMark
    /// The document itself, or a node of an extension that is not used.
    case other
  }

  let pointer: OpaquePointer

  var kind: Kind {
    switch cmark_node_get_type(pointer) {
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .code
    case CMARK_NODE_HTML_BLOCK: .html
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .rule
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .codeSpan
    case CMARK_NODE_HTML_INLINE: .inlineHTML
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnote
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteMark
    default: extensionKind
    }
  }

  /// Node types of extensions have names but no public constants.
  private var extensionKind: Kind {
    switch typeName {
    case "table": .table
    case "table_header", "table_row": .tableRow
    case "table_cell": .tableCell
    case "strikethrough": .strikethrough
    default: .other
    }
  }

  private var typeName: String { String(cString: cmark_node_get_type_string(pointer)) }

  var children: some Sequence<MarkdownNode> {
    sequence(first: cmark_node_first_child(pointer)) { node in cmark_node_next(node) }
      .lazy.prefix { $0 != nil }.compactMap { $0.map(MarkdownNode.init) }
  }

  /// The previous and the next node of the same parent.
  var previous: MarkdownNode? { cmark_node_previous(pointer).map(MarkdownNode.init) }
  var next: MarkdownNode? { cmark_node_next(pointer).map(MarkdownNode.init) }

  /// The text of a leaf as written; empty for other nodes.
  var literal: String { text(nav_markdown_literal) }

  /// The address of a link or an image.
  var url: String { text(nav_markdown_url) }

  /// The line at which a block starts, from 1.
  var startLine: Int { Int(cmark_node_get_start_line(pointer)) }

  /// The level of a heading, from 1 to 6.
  var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }

  /// The info string of a code fence.
  var fenceInfo: String { text(nav_markdown_info) }

  private func text(_ part: nav_markdown_part) -> String {
    nav_markdown_text(UnsafeMutableRawPointer(pointer), part).map { String(cString: $0) } ?? ""
  }

  /// Changes the text of a leaf.
  func set(literal: String) { set(nav_markdown_literal, literal) }

  /// Changes the address of a link.
  func set(url: String) { set(nav_markdown_url, url) }

  /// Changes the info string of a code fence.
  func set(fenceInfo: String) { set(nav_markdown_info, fenceInfo) }

  private func set(_ part: nav_markdown_part, _ text: String) {
    nav_markdown_set_text(UnsafeMutableRawPointer(pointer), part, text)
  }

  /// The first number of an ordered list; nil for bullets.
  var listStart: Int? {
    cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST
      ? Int(cmark_node_get_list_start(pointer)) : nil
  }

  var isTightList: Bool { cmark_node_get_list_tight(pointer) != 0 }

  /// Whether a task list item is checked; nil if it has no check box.
  var isDone: Bool? {
    typeName == "tasklist" ? cmark_gfm_extensions_get_tasklist_item_checked(pointer) : nil
  }

  /// The alignment of each column of a table: `l`, `c`, `r` or 0.
  var columnAlignments: [UInt8] {
    let count = Int(cmark_gfm_extensions_get_table_columns(pointer))
    guard let first = cmark_gfm_extensions_get_table_alignments(pointer) else { return [] }
    return Array(UnsafeBufferPointer(start: first, count: count))
  }

  /// Calls `visit` for this node and all its descendants, on entering and on leaving.
  ///
  /// A leaf is only entered. Not recursive, so any nesting depth is safe; allocates nothing.
  func walk(_ visit: (_ node: MarkdownNode, _ isEntering: Bool) -> Void) {
    var node = self
    while true {
      visit(node, true)
      if let child = cmark_node_first_child(node.pointer) {
        node = MarkdownNode(pointer: child)
        continue
      }
      if !node.isLeaf { visit(node, false) }
      while node.pointer != pointer, cmark_node_next(node.pointer) == nil,
        let parent = cmark_node_parent(node.pointer)
      {
        node = MarkdownNode(pointer: parent)
        visit(node, false)
      }
      guard node.pointer != pointer, let next = node.next else { return }
      node = next
    }
  }

  /// Whether the node can't have children.
  private var isLeaf: Bool {
    switch cmark_node_get_type(pointer) {
    case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK, CMARK_NODE_TEXT,
      CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
      true
    default: false
    }
  }
}

extension TextDocument {
  /// Parses one page of Markdown, in which rules don't split; a message if there is no memory for it, or it takes too long.
  ///
  /// - Parameters:
  ///   - markdown: the text.
  ///   - use: how it is shown if it is a file, whose notes are left out; nil for any other text.
  ///   - isKept: whether the document is kept (`ReadingBudget.parsing`).
  init(markdown: String, as use: DeckDialect.Use? = nil, isKept: Bool = true) {
    let blocks = ReadingBudget.parsing(bytes: markdown.utf8.count, keptIf: { _ in isKept }) {
      let matter = FrontMatter(of: markdown)
      let body = use.map { DeckDialect(matter).markdown(of: matter, as: $0) } ?? matter.body
      let hasTables = TableEstimate(of: body).cells <= Deck.Limits().tableCells
      let tree = MarkdownTree(parsing: body, hasTables: hasTables)
      return tree.read { root in root.children.flatMap { $0.blocks(depth: 0, hasCommands: false) } }
    }
    self.init(blocks: blocks.flatMap(\.self) ?? TextDocument.problem(MarkdownTree.problem).blocks)
  }

  /// The first heading as a title; nil if there is none.
  var firstHeading: String? {
    for case .heading(_, let text) in blocks {
      if let title = Slide.titleLine(of: sanitized(text.text)) { return title }
    }
    return nil
  }
}
