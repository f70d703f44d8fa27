package import NavCommands
package import NavLayout

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

extension TabsContent {
  /// Validates everything but the contents of the tabs; throws the first violation.
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
  /// The path of the root, for the source of further pages.
  package var path: [UInt8]
  /// The source of further pages.
  package var source: PageSource
  /// Pages that need not be read, by their paths; any other one has to be read.
  package var pages: [[UInt8]: SessionContent]
  /// How much of the stack the root takes (NC-1).
  package var rootSize = StackPageSize.full
  /// How much of the stack known pages take, by their paths; by default, a list takes half and anything else all of it.
  package var sizes: [[UInt8]: StackPageSize] = [:]
  /// The known pages that open without becoming active (NC-2), by their paths.
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
  /// The page below the selected tab's content, while it is shown (ST-1).
  package var attachment: PageContent?
  package var isAttachmentShown: Bool

  package struct Item: Hashable, Sendable {
    /// Nil for content without a tab of its own (STQ-3).
    package var face: TabFace?
    package var content: SessionContent

    package init(face: TabFace?, content: SessionContent) {
      self.face = face
      self.content = content
    }
  }

  /// An item without content (ST-7).
  package struct AdditionalItem: Hashable, Sendable {
    package var face: TabFace
    /// The command that a tap on it runs; nil for none.
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
