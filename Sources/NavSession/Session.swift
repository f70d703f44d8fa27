package import NavCommands
package import NavGeometry
package import NavLayout
package import NavModel
package import NavScene

/// The authoritative state of one session, without any viewport (Sources/README.md, decision 2): containers within one
/// another, and the place in them.
///
/// Users change it by `SessionOperation`s and pans only.
package struct Session: Sendable {
  /// The content, as it was read.
  package let content: SessionContent
  var tree: ContainerTree
  var texts = TextCache()
  var boards = BoardCache()
  /// The pan in progress.
  package internal(set) var pan: SessionPan?
  /// The last finished pan of each owner; late moves of it are ignored.
  var endedPans: [UInt64: UInt64] = [:]
  var panSerial = 0
  /// The search; nil for none.
  var search: SessionSearch?
  /// Whether lines that are longer than a row continue in the next row, for all viewers; else each viewer scrolls them
  /// sideways on its own.
  package internal(set) var wrapsLines = false
  /// The number of requests to read the content again.
  package internal(set) var reloadsAskedFor = 0
  /// The order of directories that was chosen; nil if none was.
  package internal(set) var treeOrder: TreeOrder?
  /// Whether lines of files are numbered; nil if that was not chosen.
  var numbers: Bool?
  /// Where the selected entry of a list is shown beside it.
  var preview = PreviewMode.auto
  /// Whether any viewer has space for the preview; otherwise nothing is read for it.
  var isPreviewSeen = false
  /// Counts accepted operations; never restarts.
  package internal(set) var version: UInt64 = 0

  /// - Parameter content: the content, which must be valid (`check()`).
  package init(_ content: SessionContent) {
    self.content = content
    tree = ContainerTree(content)
  }

  /// Creates a pager.
  ///
  /// - Parameter pages: the pages; at least one.
  package init(pages: [PageContent]) {
    precondition(!pages.isEmpty, "cannot show no page")
    self.init(.pager(title: pages[0].title, pages: pages.map { .page($0) }))
  }

  /// Creates a stack that begins with one page.
  ///
  /// - Parameters:
  ///   - page: the page at the bottom.
  ///   - path: the path of that page, for the source of further pages.
  package init(root page: PageContent, path: [UInt8]) {
    self.init(.stack(StackContent(root: .page(page), path: path)))
  }

  /// The place in the innermost container: the number of the current page, from 1, the number of pages, and the title
  /// of the current one.
  package var place: (page: Int, pages: Int, title: String) {
    guard let front = tree.front.last, let node = tree[front.container] else { return (0, 0, "") }
    let title = node.title(of: front.page)
    switch node {
    case .pager(let pager): return (pager.turns.current + 1, pager.pages.count, title)
    case .stack(let stack):
      return ((stack.state.active ?? -1) + 1, stack.state.pages.count, title)
    case .tabs(let tabs): return (tabs.selected + 1, tabs.bar.items.count, title)
    }
  }

  /// The focus that determines what keys do.
  package var keyFocus: KeyFocus {
    switch focus.kind {
    case .pager: .pager
    case .list: .list
    case .text: .text
    case .none: .none
    }
  }

  /// The focused container and the kind of focus: the innermost pager, or the active page of rows.
  var focus: (container: ContainerID?, kind: FocusKind) {
    guard let front = tree.front.last, let node = tree[front.container],
      let rows = node.slot(of: front.page)?.rows
    else { return (nil, .none) }
    if case .pager = node { return (front.container, .pager) }
    return (front.page, rows.focusKind)
  }

  /// The number of texts that are kept wrapped.
  var textsHeld: Int { texts.count }

  /// Counts an operation that changes the session as a whole, such as its name.
  package mutating func countOperation() {
    version += 1
  }

  /// Sets the number of operations that were accepted before this start.
  package mutating func countOperations(upTo version: UInt64) {
    self.version = version
  }

  /// Takes over the version and the settings of the session that this one replaces with other content.
  ///
  /// The version does not rise, and pans that are over stay over.
  package mutating func takeOver(from other: Session) {
    version = other.version
    endedPans = other.endedPans
    reloadsAskedFor = other.reloadsAskedFor
    treeOrder = other.treeOrder
    numbers = other.numbers
    wrapsLines = other.wrapsLines
    preview = other.preview
  }

  /// Sets the version when this changed copy replaces a session: operations that were accepted meanwhile are counted.
  package mutating func succeed(_ other: Session) {
    version = max(version, other.version + 1)
  }
}

/// The state that a session has shown in one viewport, as far as the next layout depends on it.
package struct SessionView: Sendable {
  package let viewport: CellSize
  /// Stacks, by their containers.
  package internal(set) var stacks: [ContainerID: StackView] = [:]
  /// The headers of pagers, by their containers: the cells that are reused.
  var bars: [ContainerID: OptionBarView] = [:]
  /// The scroll states of rows that were seen last, by their pages.
  var scrolls: [ContainerID: PageScroll] = [:]

  /// Creates the view of a viewport that has not shown anything yet; `Session.view(in:at:)` returns one that shows the
  /// session.
  package init(viewport: CellSize) {
    self.viewport = viewport
  }
}
