package import NavLayout
package import NavScene
import NavText

/// Pages of which one is shown at a time, or two facing each other.
package struct PagerContent: Hashable, Sendable {
  package var title: String
  /// The pages; at least one.
  package var pages: PagerPages
  package var style: PagerStyle
  /// The header above the pages, in which one can be selected; nil for none.
  package var header: BarStyle?
  /// The page that is shown first, from 0.
  package var start = 0
  /// Whether dots are shown below pages that slide side by side (PI-1).
  package var hasDots = true
  /// The indices of pages that links in other pages lead to, by the part after `#` in their keys (`TextStyle.page`).
  package var anchors: [String: Int] = [:]

  package init(
    title: String,
    pages: PagerPages,
    style: PagerStyle = .sliding,
    header: BarStyle? = nil
  ) {
    self.title = title
    self.pages = pages
    self.style = style
    self.header = header
  }
}

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
  var listed: [SessionContent] {
    if case .listed(let pages) = self { pages } else { [] }
  }

  private static func title(_ name: String, _ index: Int) -> String { "\(name) \(index + 1)" }
}

extension SessionContent {
  /// Returns a pager with pages side by side.
  package static func pager(title: String, pages: [SessionContent]) -> SessionContent {
    .pager(PagerContent(title: title, pages: .listed(pages)))
  }
}

extension PagerContent {
  /// Validates everything but its pages; throws the first violation.
  func check() throws(Rejection) {
    guard pages.count > 0 else { throw Rejection("the pager '\(title)' has no page: give it one") }
    if pages.count > PagerPages.countLimit {
      throw Rejection(
        "the pager '\(title)' has \(pages.count) pages: give it at most \(PagerPages.countLimit)"
      )
    }
    guard pages.indices.contains(start) else {
      throw Rejection(
        "the pager '\(title)' starts with page \(start &+ 1): give one from 1 to \(pages.count)"
      )
    }
    if case .slide(_, let spacing) = style, !(0...PagerStyle.spacingLimit).contains(spacing) {
      throw Rejection(
        "the pages of '\(title)' are \(spacing) cells apart: give 0 to \(PagerStyle.spacingLimit)"
      )
    }
  }
}
