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
    case .list: addList(block, number: nil, depth: 0)
    case .rule: append(DocsItem(kind: .separator, title: ""))
    case .quote, .item, .code, .html, .table, .tableRow, .tableCell, .footnote, .other: break
    case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML, .emphasis, .strong: break
    case .strikethrough, .link, .image, .footnoteMark: break
    }
    hasChapters = true
  }

  private mutating func addList(_ list: MarkdownNode, number outer: String?, depth: Int) {
    // Deeper lists are left out; the Markdown parser has no depth limit of its own.
    guard depth < MarkdownNode.depthLimit else { return }
    var index = 0
    for entry in list.children {
      if outer == nil { number += 1 } else { index += 1 }
      let number = (outer ?? "") + "\(outer == nil ? number : index)."
      for block in entry.children {
        switch block.kind {
        case .paragraph:
          var item =
            block.links.first.map { self.item(of: $0) } ?? DocsItem(kind: .draft, title: block.line)
          item.number = number
          item.depth = depth
          append(item)
        case .list: addList(block, number: number, depth: depth + 1)
        case .quote, .item, .code, .html, .heading, .rule, .table, .tableRow, .tableCell: break
        case .text, .softBreak, .lineBreak, .codeSpan, .inlineHTML, .emphasis, .strong: break
        case .strikethrough, .link, .image, .footnote, .footnoteMark, .other: break
        }
      }
    }
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
