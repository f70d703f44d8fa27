import CCMark
import CNavMarkdown
import Synchronization

/// A parsed Markdown document, in a bounded amount of memory.
///
/// Its nodes are valid only during `read`, on the thread that has parsed it.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer?

  /// Fills cmark's process-wide table of extensions once.
  private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

  /// While it parses inlines, cmark keeps the extensions' special characters in a process-wide table, and removes them
  /// when it ends, even if another thread is still parsing.
  ///
  /// So only one thread parses at a time.
  private static let parsing = Mutex(())

  private static let extensions: [StaticString] = ["strikethrough", "autolink", "tasklist"]
  private static let tables: StaticString = "table"

  /// Parses a text; without `hasTables`, tables remain paragraphs.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - hasTables: whether tables are parsed.
  ///
  /// A text whose tree would take more than `ReadingBudget.forTree` is not parsed (`isComplete`).
  init(parsing text: String, hasTables: Bool) {
    _ = Self.registration
    var text = text
    root = text.withUTF8 { bytes in
      nav_markdown_begin(ReadingBudget.forTree(ofBytes: bytes.count))
      let names = Self.extensions + (hasTables ? [Self.tables] : [])
      let pointers = names.map {
        UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self)
      }
      let parser = (pointers + [nil]).withUnsafeBufferPointer { names in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          nav_markdown_feed(characters.baseAddress, characters.count, names.baseAddress)
        }
      }
      guard let parser else { return nil }
      let address = Self.parsing.withLock { _ in UInt(bitPattern: nav_markdown_finish(parser)) }
      return OpaquePointer(bitPattern: address)
    }
  }

  deinit {
    if let root { cmark_node_free(root) }
    nav_markdown_end()
  }

  /// Whether it was parsed; if not, it would have taken more memory than it may.
  var isComplete: Bool { root != nil }

  /// The message instead of a text that is not parsed.
  static let problem =
    "this text needs too much memory to be parsed: divide it into several files"

  borrowing func read<Result>(_ body: (MarkdownNode) -> Result) -> Result? {
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
  var literal: String { cmark_node_get_literal(pointer).map { String(cString: $0) } ?? "" }

  /// The address of a link or an image.
  var url: String { cmark_node_get_url(pointer).map { String(cString: $0) } ?? "" }

  /// The line at which a block starts, from 1.
  var startLine: Int { Int(cmark_node_get_start_line(pointer)) }

  /// The level of a heading, from 1 to 6.
  var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }

  /// The info string of a code fence.
  var fenceInfo: String { cmark_node_get_fence_info(pointer).map { String(cString: $0) } ?? "" }

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
  /// A leaf is only entered. Not recursive, so any nesting depth is safe.
  func walk(_ visit: (_ node: MarkdownNode, _ isEntering: Bool) -> Void) {
    let iterator = cmark_iter_new(pointer)
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
      visit(MarkdownNode(pointer: node), event == CMARK_EVENT_ENTER)
    }
  }
}
