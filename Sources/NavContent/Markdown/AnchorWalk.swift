import NavBase

/// Finds the named link targets of a document, besides headings by their titles: HTML anchors, and explicit heading
/// names.
struct AnchorWalk {
  /// The positions by name; the first target with a name counts.
  private(set) var places: [String: TextPosition] = [:]
  /// The index of the next leaf block (`TextDocument.leaves`).
  private var leaf = 0

  /// The maximum number of names.
  static let limit = 10_000

  /// Adds the names in the next block of the document.
  ///
  /// - Parameters:
  ///   - node: the syntax node of the block.
  ///   - blocks: the text blocks made from the node.
  mutating func pass(_ node: MarkdownNode, _ blocks: [TextBlock]) {
    if hasNames(node) { find(in: node, depth: 0) }
    leaf += TextDocument(blocks: blocks).leaves.count
  }

  /// Whether the node contains any name.
  private func hasNames(_ node: MarkdownNode) -> Bool {
    var isFound = false
    node.walk { node, isEntering in
      isFound = isFound || isEntering && !node.names.isEmpty
    }
    return isFound
  }

  /// Searches a block that starts at the next leaf; does not advance `leaf`.
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
        // An empty item also is a leaf.
        if leaf == before { leaf += 1 }
      }
    default:
      node.walk { node, isEntering in
        if isEntering { for name in node.names { note(name) } }
      }
    }
  }

  /// Returns the number of leaves that the title of an alert adds; 0 if its mark (`[!note]`) is a paragraph of its own.
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

extension MarkdownNode {
  /// The names that the node gives to its place, besides that of a heading by its title.
  var names: [String] {
    switch kind {
    case .html, .inlineHTML: HTMLAnchor.names(in: literal)
    case .heading: [HeadingAttributes(styledText()).name].compactMap(\.self)
    default: []
    }
  }
}
