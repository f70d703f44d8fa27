package import NavCommands
package import NavGeometry
package import NavLayout
package import NavScene

/// The authoritative state of one session, without any viewport (architecture.md, decision 2): containers in one
/// another, and where people are in them.
///
/// It changes by `SessionOperation`s and pans only.
package struct Session: Sendable {
  /// What it shows, as it was read.
  package let content: SessionContent
  var tree: ContainerTree
  var texts = TextCache()
  var boards = BoardCache()
  /// The pan that is under way.
  package internal(set) var pan: SessionPan?
  /// The last pan of each owner that is over: what arrives of it soon after is nothing any more.
  var endedPans: [UInt64: UInt64] = [:]
  var panSerial = 0
  /// What is searched for; nil for nothing.
  var search: SessionSearch?
  /// Whether lines that are longer than a row go on in the next one, for everybody; else each viewer moves them
  /// sideways alone.
  package internal(set) var wrapsLines = false
  /// How often somebody has asked for the content to be read again.
  package internal(set) var reloadsAskedFor = 0
  /// How somebody has asked for directories to be shown; nil where nobody has.
  package internal(set) var treeOrder: TreeOrder?
  /// Whether lines of files have numbers; nil where nobody has said so.
  var numbers: Bool?
  /// Where the selected entry of a list is shown beside it.
  var preview = PreviewMode.auto
  /// Whether anybody has room for it where they are; without, nothing is read for it.
  var isPreviewSeen = false
  /// Counts accepted operations; never restarts.
  package internal(set) var version: UInt64 = 0

  /// - Parameter content: what the session shows; `check()` has to be content with it.
  package init(_ content: SessionContent) {
    self.content = content
    tree = ContainerTree(content)
  }

  /// A pager.
  ///
  /// - Parameter pages: what the session shows; at least one.
  package init(pages: [PageContent]) {
    precondition(!pages.isEmpty, "cannot show no page")
    self.init(.pager(title: pages[0].title, pages: pages.map { .page($0) }))
  }

  /// A stack that begins with one page.
  ///
  /// - Parameters:
  ///   - page: the page at the bottom.
  ///   - path: what names it where further pages come from.
  package init(root page: PageContent, path: [UInt8]) {
    self.init(.stack(StackContent(root: .page(page), path: path)))
  }

  /// Where the session is, in the innermost container: the number of the current page, from 1, how many there
  /// are, and its title.
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

  /// What keys mean now.
  package var keyFocus: KeyFocus {
    switch focus.kind {
    case .pager: .pager
    case .list: .list
    case .text: .text
    case .none: .none
    }
  }

  /// The container that has the keys, and what they mean there: the innermost pager, or the page of rows in front.
  var focus: (container: ContainerID?, kind: FocusKind) {
    guard let front = tree.front.last, let node = tree[front.container],
      let rows = node.slot(of: front.page)?.rows
    else { return (nil, .none) }
    if case .pager = node { return (front.container, .pager) }
    return (front.page, rows.focusKind)
  }

  /// How many texts are kept wrapped.
  var textsHeld: Int { texts.count }

  /// Something was accepted that changes the session as a whole, like its name.
  package mutating func countOperation() {
    version += 1
  }

  /// So many operations were accepted before this start.
  package mutating func countOperations(upTo version: UInt64) {
    self.version = version
  }

  /// Takes the place of a session with other content; nothing was accepted for that, and who had let go has let go.
  package mutating func takeOver(from other: Session) {
    version = other.version
    endedPans = other.endedPans
    reloadsAskedFor = other.reloadsAskedFor
    treeOrder = other.treeOrder
    numbers = other.numbers
    wrapsLines = other.wrapsLines
    preview = other.preview
  }

  /// Takes the place of a session of which this is a changed copy; what was accepted meanwhile counts.
  package mutating func succeed(_ other: Session) {
    version = max(version, other.version + 1)
  }
}

/// What a session has shown in one viewport, as far as what comes next depends on it.
package struct SessionView: Sendable {
  package let viewport: CellSize
  /// Stacks by their containers.
  package internal(set) var stacks: [ContainerID: StackView] = [:]
  /// The headers of pagers, by their containers: the cells that they use again.
  var bars: [ContainerID: OptionBarView] = [:]
  /// Rows that were seen last, by their pages.
  var scrolls: [ContainerID: PageScroll] = [:]

  /// A viewport that has not shown anything yet; `Session.view(in:at:)` gives one that shows the session.
  package init(viewport: CellSize) {
    self.viewport = viewport
  }
}
