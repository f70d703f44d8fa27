import NavText

/// The pages of a pager, in their order.
package enum PagerPages: Hashable, Sendable {
  case listed([SessionContent])
  /// A number of pages of text, created on access: `name 1`, `name 2` and so on.
  case numbered(String, count: Int)

  /// The most pages of one pager (proto/README.md: Limits).
  package static let countLimit = 1_000_000

  package var count: Int {
    switch self {
    case .listed(let pages): pages.count
    case .numbered(_, let count): count
    }
  }

  package var indices: Range<Int> { 0..<count }

  /// Returns the page at an index of `indices`.
  package subscript(index: Int) -> SessionContent {
    switch self {
    case .listed(let pages): return pages[index]
    case .numbered(let name, let count):
      let title = Self.title(name, index)
      let line = "\(index + 1) of \(count)"
      return .page(
        PageContent(
          title: title,
          document: TextDocument(blocks: [
            .heading(level: 1, StyledText(title)), .paragraph(StyledText(line)),
          ])
        )
      )
    }
  }

  /// Returns the title of the page at an index.
  package func title(_ index: Int) -> String {
    switch self {
    case .listed(let pages): pages[index].title
    case .numbered(let name, _): Self.title(name, index)
    }
  }

  /// The pages that may contain containers.
  package var listed: [SessionContent] {
    if case .listed(let pages) = self { pages } else { [] }
  }

  private static func title(_ name: String, _ index: Int) -> String { "\(name) \(index + 1)" }
}
