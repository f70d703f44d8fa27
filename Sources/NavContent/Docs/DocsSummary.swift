import NavBase

/// Parses mdBook's `SUMMARY.md`: prefix chapters, parts, numbered and nested chapters, drafts, separators and suffix
/// chapters.
///
/// Other content is ignored; a list item without a link is a draft.
struct DocsSummary {
  private(set) var items: [DocsItem] = []
  private let directory: String
  private let limit: Int
  private var number = 0
  private var hasChapters = false

  /// Reads a table of contents; nil if there is no memory for it.
  ///
  /// - Parameters:
  ///   - markdown: the text of the file.
  ///   - directory: the directory in the book to which its links are relative.
  ///   - limit: the maximum number of items.
  init?(markdown: String, directory: String, limit: Int) {
    self.directory = directory
    self.limit = limit
    let found = ReadingBudget.parsing(bytes: markdown.utf8.count) {
      var reader = self
      MarkdownTree(parsing: FrontMatter(of: markdown).body, hasTables: false).read { root in
        for block in root.children { reader.add(block) }
      }
      return reader.items
    }
    guard let found else { return nil }
    items = found
  }

  private mutating func append(_ item: DocsItem) {
    if items.count < limit { items.append(item) }
  }

  private mutating func add(_ block: MarkdownNode) {
    switch block.kind {
    case .heading:
      // The first heading is the title of the summary itself.
      guard hasChapters || !items.isEmpty else { return hasChapters = true }
      let title = block.line
      if !title.isEmpty { append(DocsItem(kind: .part, title: title)) }
    case .paragraph:
      for link in block.links { append(item(of: link)) }
    case .list: number = addList(block, in: "", after: number, depth: 0)
    case .rule: append(DocsItem(kind: .separator, title: ""))
    case .quote, .item, .code, .html, .table, .tableRow, .tableCell, .footnote, .other: break
    case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML, .emphasis, .strong: break
    case .strikethrough, .link, .image, .footnoteMark: break
    }
    hasChapters = true
  }

  /// Adds the entries of a list, and the lists in them.
  ///
  /// - Parameters:
  ///   - outer: the number of the enclosing chapter; empty for none.
  ///   - count: the number of the last chapter before the list.
  /// - Returns: the number of the list's last chapter.
  private mutating func addList(
    _ list: MarkdownNode,
    in outer: String,
    after count: Int,
    depth: Int
  ) -> Int {
    // Deeper lists are left out; the Markdown parser has no depth limit of its own.
    guard depth < MarkdownNode.depthLimit else { return count }
    var count = count
    for entry in list.children {
      count += 1
      let number = "\(outer)\(count)."
      var inner = 0
      // Only the first paragraph names the chapter.
      var isNamed = false
      for block in entry.children {
        switch block.kind {
        case .paragraph where !isNamed:
          var item =
            block.links.first.map { self.item(of: $0) } ?? DocsItem(kind: .draft, title: block.line)
          item.number = number
          item.depth = depth
          append(item)
          isNamed = true
        case .list: inner = addList(block, in: number, after: inner, depth: depth + 1)
        case .paragraph, .quote, .item, .code, .html, .heading, .rule, .table, .tableRow: break
        case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML, .emphasis, .strong: break
        case .tableCell, .strikethrough, .link, .image, .footnote, .footnoteMark, .other: break
        }
      }
    }
    return count
  }

  private func item(of link: MarkdownNode) -> DocsItem {
    let title = link.line
    let path = DocsPath.percentDecoded(link.url.prefix { $0 != "#" })
    guard !path.isEmpty else { return DocsItem(kind: .draft, title: title) }
    let file = DocsPath.resolved(path, in: directory) ?? path
    return DocsItem(
      kind: .chapter(file: file.isEmpty ? "README.md" : file),
      title: title.isEmpty ? sanitized(path) : title
    )
  }
}

extension MarkdownNode {
  /// The text of the node as one sanitised line.
  fileprivate var line: String { Slide.titleLine(of: sanitized(styledText().text)) ?? "" }

  /// The links of a paragraph.
  fileprivate var links: [MarkdownNode] { children.filter { $0.kind == .link } }
}

/// An item of a book's table of contents.
package struct DocsItem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A chapter with its file, relative to the book's directory.
    case chapter(file: String)
    /// A chapter without a file.
    case draft
    /// The title of a part, which contains the following items.
    case part
    case separator
  }

  package var kind: Kind
  /// The title as one sanitised line.
  package var title: String
  /// The chapter number, such as `1.2.`; empty if it is not numbered.
  package var number = ""
  /// The number of enclosing chapters.
  package var depth = 0
}
