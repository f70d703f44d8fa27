import NavLayout
import NavModel
import NavScene

/// The containers of a session, and the page that contains each of them.
struct ContainerTree: Sendable {
  /// A page of a container.
  struct Page: Hashable, Sendable {
    var container: ContainerID
    var page: ContainerID
  }

  let root: ContainerID
  private var nodes: [ContainerID: ContainerNode] = [:]
  /// The page that contains each container; none for the root.
  private var places: [ContainerID: Page] = [:]
  /// The next id to reserve; a part's id is above its container's, a newer page's above an older one's.
  private var nextID: UInt32

  /// The lowest id of anything but the root and its parts.
  private static let firstID: UInt32 = 16

  /// - Parameter content: valid content; a single page becomes a pager of one page.
  init(_ content: SessionContent) {
    root = ContainerID(rawValue: 1)
    nextID = 1
    switch content {
    case .page(let page):
      _ = insert(.pager(title: page.title, pages: [content]), in: nil)
    case .pager, .stack, .tabs:
      _ = insert(content, in: nil)
    }
  }

  subscript(id: ContainerID) -> ContainerNode? {
    get { nodes[id] }
    set { nodes[id] = newValue }
  }

  /// Reserves ids for new containers, and returns the first of them.
  mutating func takeIDs(_ count: Int) -> ContainerID {
    defer { nextID += UInt32(count) }
    return ContainerID(rawValue: nextID)
  }

  /// Whether a further page with all of its contents can be opened: ids are never reused.
  var hasIDsLeft: Bool { nextID < UInt32.max - Self.mostIDs }

  /// More than all containers and pages of one content need.
  private static let mostIDs = UInt32(
    SessionContent.pageLimit + SessionContent.containerLimit
      * (PagerParts.count(hasHeader: true) + TabsParts.count + TabBarState.mostItems)
  )

  // MARK: Time

  /// Records in each stack the state that viewers move to now, for viewers that join during the motion.
  mutating func noteMotions(at now: Duration) {
    for (id, node) in nodes {
      guard case .stack(var stack) = node, stack.noteMotion(at: now) else { continue }
      nodes[id] = .stack(stack)
    }
  }

  // MARK: Building

  /// Creates the content of a page, with the contents of its own pages.
  mutating func insert(_ content: SessionContent, in page: Page?) -> PageSlot {
    let id: ContainerID
    switch content {
    case .page(let rows): return .rows(ScrollablePage(rows))
    case .pager(let pager):
      id = takeContainer(parts: PagerParts.count(hasHeader: pager.header != nil), in: page)
      let firstPage = takeIDs(pager.pages.count)
      var containers: [Int: ContainerID] = [:]
      for (index, inner) in pager.pages.listed.enumerated() {
        let place = ContainerID(rawValue: firstPage.rawValue + UInt32(index))
        let slot = insertContainer(inner, in: Page(container: id, page: place))
        containers[index] = slot
      }
      nodes[id] = .pager(
        PagerNode(pager, firstPage: firstPage, containers: containers)
      )
    case .stack(let stack):
      id = takeContainer(parts: 1, in: page)
      let root = takeIDs(1)
      let slot = insert(stack.root, in: Page(container: id, page: root))
      nodes[id] = .stack(StackNode(stack, root: root, slot: slot))
    case .tabs(let tabs):
      id = takeContainer(parts: TabsParts.count, in: page)
      let firstPage = takeIDs(tabs.items.count)
      let slots = tabs.items.enumerated().map { index, item in
        let place = ContainerID(rawValue: firstPage.rawValue + UInt32(index))
        return insert(item.content, in: Page(container: id, page: place))
      }
      nodes[id] = .tabs(TabsNode(tabs, firstPage: firstPage, slots: slots))
    }
    return .container(id)
  }

  /// Creates a container; nil for rows, which are created on access.
  private mutating func insertContainer(_ content: SessionContent, in page: Page) -> ContainerID? {
    if case .page = content { nil } else { insert(content, in: page).container }
  }

  private mutating func takeContainer(parts: Int, in page: Page?) -> ContainerID {
    let id = takeIDs(parts)
    if let page { places[id] = page } else { nextID = max(nextID, Self.firstID) }
    return id
  }

  /// Removes the containers in a page.
  mutating func remove(_ slot: PageSlot) {
    guard case .container(let id) = slot, let node = nodes.removeValue(forKey: id) else { return }
    places[id] = nil
    switch node {
    case .pager(let pager): for inner in pager.containers.values { remove(.container(inner)) }
    case .stack(let stack): for page in stack.pages.values { remove(page.slot) }
    case .tabs(let tabs): for index in tabs.bar.items.indices { remove(tabs[index]) }
    }
  }

  // MARK: Queries

  var count: Int { nodes.count }

  /// Returns the page that contains a container; nil for the root.
  func place(of container: ContainerID) -> Page? { places[container] }

  /// All containers, in no particular order.
  var all: some Sequence<(key: ContainerID, value: ContainerNode)> { nodes }

  /// Returns the page with an id, of any container; nil if it does not exist.
  ///
  /// O(containers).
  func page(_ id: ContainerID) -> Page? {
    nodes.first { $0.value.slot(of: id) != nil }.map { Page(container: $0.key, page: id) }
  }

  /// Returns the pages from a page outwards, to that of the outermost container.
  func path(from page: Page) -> [Page] {
    Array(sequence(first: page) { places[$0.container] })
  }

  func slot(of page: Page) -> PageSlot? { nodes[page.container]?.slot(of: page.page) }

  /// The active pages, from the outermost container's to the innermost one's: the responder chain, in reverse order.
  var front: [Page] {
    var pages: [Page] = []
    var container: ContainerID? = root
    while let id = container, let page = nodes[id]?.frontPage {
      pages.append(Page(container: id, page: page))
      container = nodes[id]?.slot(of: page)?.container
    }
    return pages
  }
}
