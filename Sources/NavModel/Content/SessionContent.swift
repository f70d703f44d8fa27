/// The content of a session, without a place in it: containers, and the contents of their pages.
///
/// A page of any container may contain any other container.
package indirect enum SessionContent: Hashable, Sendable {
  /// Rows: a text, a list or a board.
  case page(PageContent)
  case pager(PagerContent)
  case stack(StackContent)
  case tabs(TabsContent)
  case split(SplitContent)

  /// The title of a page that contains it.
  package var title: String {
    switch self {
    case .page(let page): page.title
    case .pager(let pager): pager.title
    case .stack(let stack): stack.root.title
    case .tabs(let tabs): tabs.title
    case .split(let split): split.title
    }
  }

  /// The deepest nesting of containers.
  package static let depthLimit = 16
  /// The most containers of a session.
  package static let containerLimit = 4_096

  /// The most pages of a session's pagers together, including those that are created on access.
  package static let pageLimit = 4_000_000

  /// Validates; throws the first violation.
  package func check() throws(Rejection) {
    var count = Count()
    try check(depth: 1, &count)
  }

  private struct Count {
    var containers = 0
    var pages = 0
  }

  private func check(depth: Int, _ count: inout Count) throws(Rejection) {
    let inner: [SessionContent]
    switch self {
    case .page: return
    case .pager(let pager):
      try pager.check()
      // The count of each pager was validated, so that the sum can't overflow.
      count.pages += pager.pages.count
      inner = pager.pages.listed
    case .stack(let stack): inner = [stack.root] + stack.pages.values
    case .tabs(let tabs):
      try tabs.check()
      inner = tabs.items.map(\.content)
    case .split(let split):
      try split.check()
      inner = split.parts
    }
    count.containers += 1
    guard depth <= Self.depthLimit else {
      throw Rejection("containers lie \(depth) deep in one another: at most \(Self.depthLimit) may")
    }
    guard count.containers <= Self.containerLimit else {
      throw Rejection("there are more than \(Self.containerLimit) containers, the limit")
    }
    guard count.pages <= Self.pageLimit else {
      throw Rejection("there are more than \(Self.pageLimit) pages, the limit")
    }
    for content in inner { try content.check(depth: depth + 1, &count) }
  }
}
