package import NavCommands
package import NavLayout

/// What a session shows before anybody is anywhere in it: containers, and what stands in their pages.
///
/// Any container may stand in a page of any other.
package indirect enum SessionContent: Hashable, Sendable {
  /// Rows: a text or a list.
  case page(PageContent)
  case pager(PagerContent)
  case stack(StackContent)
  case tabs(TabsContent)

  /// What a page that holds it is called.
  package var title: String {
    switch self {
    case .page(let page): page.title
    case .pager(let pager): pager.title
    case .stack(let stack): stack.root.title
    case .tabs(let tabs): tabs.title
    }
  }

  /// The most containers within one another.
  package static let depthLimit = 16
  /// The most containers of a session.
  package static let containerLimit = 4_096

  /// The most pages of a session's pagers together, those that are made when they are looked at included.
  package static let pageLimit = 4_000_000

  /// Says what keeps it from being shown.
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
      // No sum of what is checked one by one can overflow.
      count.pages += pager.pages.count
      inner = pager.pages.listed
    case .stack(let stack): inner = [stack.root] + stack.pages.values
    case .tabs(let tabs):
      try tabs.check()
      inner = tabs.items.map(\.content)
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

extension TabsContent {
  /// Says what keeps them from being shown, what is behind them aside.
  fileprivate func check() throws(Rejection) {
    let range = 1...TabBarState.mostItems
    guard range.contains(items.count) else {
      throw Rejection("'\(title)' has \(items.count) tabs: give it 1 to \(range.upperBound)")
    }
    guard additionalItems.count <= TabBarState.mostAdditionalItems else {
      throw Rejection(
        "'\(title)' has \(additionalItems.count) additional items: "
          + "give it at most \(TabBarState.mostAdditionalItems)"
      )
    }
  }
}

/// A stack that begins with one page.
package struct StackContent: Hashable, Sendable {
  package var root: SessionContent
  /// What names the root where further pages come from.
  package var path: [UInt8]
  /// What reads further pages.
  package var source: PageSource
  /// Pages that are known already, by their paths; any other one has to be read.
  package var pages: [[UInt8]: SessionContent]
  /// How much of the stack the root takes (NC-1).
  package var rootSize = StackPageSize.full
  /// How much known pages take, by their paths; where nothing is said, a list half of the stack and anything else all.
  package var sizes: [[UInt8]: StackPageSize] = [:]
  /// The known pages that are opened without becoming active (NC-2), by their paths.
  package var pagesBehind: Set<[UInt8]> = []

  package init(
    root: SessionContent,
    path: [UInt8],
    source: PageSource = .files,
    pages: [[UInt8]: SessionContent] = [:]
  ) {
    self.root = root
    self.path = path
    self.source = source
    self.pages = pages
  }
}

/// Side tabs, each with its content.
package struct TabsContent: Hashable, Sendable {
  package var title: String
  /// From the top; at least one, at most `TabBarState.mostItems`.
  package var items: [Item]
  /// From the bottom; at most `TabBarState.mostAdditionalItems`.
  package var additionalItems: [AdditionalItem]
  /// What stands below the selected tab's content while it is shown (ST-1).
  package var attachment: PageContent?
  package var isAttachmentShown: Bool

  package struct Item: Hashable, Sendable {
    /// Nil for a content without a tab of its own (STQ-3).
    package var face: TabFace?
    package var content: SessionContent

    package init(face: TabFace?, content: SessionContent) {
      self.face = face
      self.content = content
    }
  }

  /// An item that stands for no content (ST-7).
  package struct AdditionalItem: Hashable, Sendable {
    package var face: TabFace
    /// What a tap on it means; nothing for nil.
    package var command: SessionCommand?

    package init(face: TabFace, command: SessionCommand? = nil) {
      self.face = face
      self.command = command
    }
  }

  package init(
    title: String,
    items: [Item],
    additionalItems: [AdditionalItem] = [],
    attachment: PageContent? = nil,
    isAttachmentShown: Bool = false
  ) {
    self.title = title
    self.items = items
    self.additionalItems = additionalItems
    self.attachment = attachment
    self.isAttachmentShown = isAttachmentShown
  }
}
