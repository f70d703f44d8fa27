import NavText

/// Finds the places in a document that links may lead to by name, besides its headings' titles: anchors of HTML, and
/// the names that headings give themselves.
struct AnchorWalk {
  /// Each by its name; of two with one name the first.
  private(set) var places: [String: TextPosition] = [:]
  /// The number of the next leaf block (`TextDocument.leaves`).
  private var leaf = 0

  /// Further names are no targets.
  static let limit = 10_000

  /// Goes through the next block of the document.
  ///
  /// - Parameters:
  ///   - node: what the block is made of.
  ///   - blocks: what became of it.
  mutating func pass(_ node: MarkdownNode, _ blocks: [TextBlock]) {
    if hasNames(node) { find(in: node, depth: 0) }
    leaf += TextDocument(blocks: blocks).leaves.count
  }

  /// Whether it is worth to be looked through.
  private func hasNames(_ node: MarkdownNode) -> Bool {
    var isFound = false
    node.walk { node, isEntering in
      guard isEntering, !isFound else { return }
      switch node.kind {
      case .html, .inlineHTML: isFound = node.literal.contains("=")
      case .heading: isFound = HeadingAttributes(node.styledText()).name != nil
      default: break
      }
    }
    return isFound
  }

  /// Looks through a block whose first leaf is the next one, which it is afterwards, too.
  private mutating func find(in node: MarkdownNode, depth: Int) {
    let first = leaf
    defer { leaf = first }
    switch node.kind {
    case .quote:
      leaf += titleLeaves(of: node, depth: depth)
      passBlocks(of: node, depth: depth + 1)
    case .list:
      for item in node.children {
        let before = leaf
        passBlocks(of: item, depth: depth + 1)
        // An item without any block is a leaf, too.
        if leaf == before { leaf += 1 }
      }
    default:
      node.walk { node, isEntering in
        guard isEntering else { return }
        switch node.kind {
        case .html, .inlineHTML: for name in HTMLAnchor.names(in: node.literal) { note(name) }
        case .heading: if let name = HeadingAttributes(node.styledText()).name { note(name) }
        default: break
        }
      }
    }
  }

  /// How many leaves an alert has more than what stands in it: its title, unless that is all of a paragraph.
  private func titleLeaves(of quote: MarkdownNode, depth: Int) -> Int {
    guard depth + 1 < MarkdownNode.depthLimit else { return 0 }
    let own = TextDocument(blocks: quote.blocks(depth: depth)).leaves.count
    let inside = quote.children.flatMap { $0.blocks(depth: depth + 1) }
    return max(0, own - TextDocument(blocks: Array(inside)).leaves.count)
  }

  private mutating func passBlocks(of node: MarkdownNode, depth: Int) {
    guard depth < MarkdownNode.depthLimit else { return }
    for child in node.children {
      find(in: child, depth: depth)
      leaf += TextDocument(blocks: child.blocks(depth: depth)).leaves.count
    }
  }

  private mutating func note(_ name: String) {
    guard places.count < Self.limit, places[name] == nil else { return }
    places[name] = TextPosition(block: leaf, grapheme: 0)
  }
}
