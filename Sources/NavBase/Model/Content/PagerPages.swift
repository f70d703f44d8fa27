/// The pages of a pager, in their order.
package enum PagerPages: Hashable, Sendable {
  case listed([SessionContent])
  /// Pages of text, created on access, such as the slides of a deck.
  case packed(PackedPages)
  /// A number of pages of text, created on access: `name 1`, `name 2` and so on.
  case numbered(String, count: Int)

  /// The most pages of one pager (proto/README.md: Limits).
  package static let countLimit = 1_000_000

  package var count: Int {
    switch self {
    case .listed(let pages): pages.count
    case .packed(let pages): pages.count
    case .numbered(_, let count): count
    }
  }

  package var indices: Range<Int> { 0..<count }

  /// Returns the page at an index of `indices`.
  package subscript(index: Int) -> SessionContent {
    switch self {
    case .listed(let pages): return pages[index]
    case .packed(let pages): return .page(pages[index])
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
    case .packed(let pages): pages.title(index)
    case .numbered(let name, _): Self.title(name, index)
    }
  }

  /// The pages that may contain containers.
  package var listed: [SessionContent] {
    if case .listed(let pages) = self { pages } else { [] }
  }

  /// Returns how many steps the page at an index has after its first state.
  package func stepCount(_ index: Int) -> Int {
    switch self {
    case .listed(let pages): if case .page(let page) = pages[index] { page.stepCount } else { 0 }
    case .packed(let pages): pages[index].stepCount
    case .numbered: 0
    }
  }

  /// Changes the content of each page that is not made of its number; calls `update` once for each.
  mutating func update(_ update: (inout SessionContent) -> Void) {
    switch self {
    case .listed(var pages):
      self = .listed([])
      for index in pages.indices { update(&pages[index]) }
      self = .listed(pages)
    case .packed(let pages):
      var changed = PackedPages()
      // From the first page on that has become a container, or no text.
      var rest: [SessionContent] = []
      for index in 0..<pages.count {
        var content = SessionContent.page(pages[index])
        update(&content)
        if rest.isEmpty, case .page(let page) = content, changed.append(page) { continue }
        rest.append(content)
      }
      self = PagerPages(changed, rest)
    case .numbered: break
    }
  }

  private static func title(_ name: String, _ index: Int) -> String { "\(name) \(index + 1)" }
}
