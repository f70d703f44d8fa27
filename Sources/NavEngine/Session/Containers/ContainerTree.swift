import NavBase
import NavScene

/// The containers of a session, and the page that contains each of them.
struct ContainerTree: Sendable {
  /// A page of a container.
  struct Page: Hashable, Sendable {
    var container: ContainerID
    var page: ContainerID
  }

  /// The place of a container in the tree.
  struct Seat: Sendable {
    /// The page that contains the container; nil for the root.
    var page: Page?
    /// The number of ids that the container and its parts use.
    var idCount: Int
  }

  let root: ContainerID
  private var nodes: [ContainerID: any ContainerNode] = [:]
  /// The places of all containers.
  private(set) var seats: [ContainerID: Seat] = [:]
  /// The next id to reserve; a part's id is above its container's, a newer page's above an older one's.
  private(set) var nextID: UInt32
  /// While recorded ids are given again: where they end, and the next id besides them.
  private var reused: (end: UInt32, spare: UInt32)?

  /// The lowest id of anything but the root and its parts.
  private static let firstID: UInt32 = 16

  /// - Parameter content: valid content; a single page becomes a pager of one page.
  init(_ content: SessionContent) {
    root = ContainerID(rawValue: 1)
    nextID = 1
    if case .page(let page) = content {
      _ = insert(.pager(title: page.title, pages: [content]), in: nil)
    } else {
      _ = insert(content, in: nil)
    }
  }

  /// The container with an id; a change through this subscript changes the node in place.
  subscript(id: ContainerID) -> (any ContainerNode)? {
    get { nodes[id] }
    _modify { yield &nodes[id] }
  }

  /// The content of a page; nil if it does not exist.
  ///
  /// The rows of a page can be replaced.
  subscript(page: Page) -> PageSlot? {
    get { nodes[page.container]?[page.page] }
    set { nodes[page.container]?[page.page] = newValue }
  }

  /// Reserves ids for new containers, and returns the first of them.
  mutating func takeIDs(_ count: Int) -> ContainerID {
    if let reused, nextID + UInt32(count) > reused.end { endReuse() }
    defer { nextID += UInt32(count) }
    return ContainerID(rawValue: nextID)
  }

  /// Gives recorded ids next, as far as they suffice.
  ///
  /// - Parameter ids: ids below `nextID` that no container has.
  mutating func reuse(_ ids: Range<UInt32>) {
    reused = (ids.upperBound, reused?.spare ?? nextID)
    nextID = ids.lowerBound
  }

  /// Gives new ids again.
  mutating func endReuse() {
    guard let spare = reused?.spare else { return }
    (nextID, reused) = (spare, nil)
  }

  /// Keeps ids free to be given by `reuse`.
  ///
  /// - Parameter end: the first id behind them.
  /// - Returns: the ids; none if there are not so many.
  mutating func reserve(upTo end: UInt32) -> Range<UInt32> {
    guard end > nextID, end < ContainerID.mark.rawValue - Self.mostIDs else { return 0..<0 }
    defer { nextID = end }
    return nextID..<end
  }

  /// Whether a further page with all of its contents can be opened: ids are never reused.
  var hasIDsLeft: Bool { nextID < ContainerID.mark.rawValue - Self.mostIDs }

  // MARK: Time

  /// Records the motions that viewers see now, for viewers that join meanwhile.
  mutating func recordMotions(at now: Duration) {
    for (id, node) in nodes {
      if let recorded = node.recordingMotion(at: now) { nodes[id] = recorded }
    }
  }

  /// Takes the motions that were recorded in the tree that this changed copy replaces.
  mutating func takeMotions(from other: ContainerTree) {
    for (id, node) in other.nodes {
      if let taken = nodes[id]?.takingMotions(from: node) { nodes[id] = taken }
    }
  }

  /// Removes the pages of a container that no viewer sees any more, with the containers in them.
  mutating func discardPages(of container: ContainerID, at now: Duration) {
    for slot in nodes[container]?.discardPages(at: now) ?? [] { remove(slot) }
  }

  // MARK: Building

  /// Creates a container of a kind, with the containers in its pages.
  mutating func insert<Node: ContainerNode>(
    _ kind: Node.Type,
    _ content: Node.Content,
    in page: Page?
  ) -> ContainerID {
    let count = Node.idCount(of: content)
    let id = takeIDs(count)
    seats[id] = Seat(page: page, idCount: count)
    if page == nil { nextID = max(nextID, Self.firstID) }
    let node = Node(content, as: id, in: &self)
    nodes[id] = node
    return id
  }

  /// Removes the containers in a page.
  private mutating func remove(_ slot: PageSlot) {
    guard case .container(let id) = slot, let node = nodes.removeValue(forKey: id) else { return }
    seats[id] = nil
    for kept in node.keptPages { remove(kept.slot) }
  }

  // MARK: Queries

  var count: Int { nodes.count }

  /// Returns the page that contains a container; nil for the root.
  func parentPage(of container: ContainerID) -> Page? { seats[container]?.page }

  /// All containers, in no particular order.
  var all: some Sequence<(key: ContainerID, value: any ContainerNode)> { nodes }

  /// Returns the page with an id, of any container; nil if it does not exist.
  ///
  /// O(containers).
  func page(_ id: ContainerID) -> Page? {
    nodes.first { $0.value.kind(of: id) != nil }.map { Page(container: $0.key, page: id) }
  }

  /// Returns the pages from a page outwards, to that of the outermost container.
  func path(from page: Page) -> [Page] {
    Array(sequence(first: page) { parentPage(of: $0.container) })
  }

  /// Returns the container in a page; nil for rows.
  func container(in page: Page) -> ContainerID? {
    nodes[page.container]?.kind(of: page.page)?.container
  }

  /// The active pages, from the outermost container's to the innermost one's: the responder chain, in reverse order.
  var front: [Page] {
    var pages: [Page] = []
    var container: ContainerID? = root
    while let id = container, let node = nodes[id], let page = node.frontPage {
      pages.append(Page(container: id, page: page))
      container = node.kind(of: page)?.container
    }
    return pages
  }

  /// The pages that are shown at rest, also beside the active ones.
  var shown: [Page] {
    var pages: [Page] = []
    var containers = [root]
    while let id = containers.popLast(), let node = nodes[id] {
      for page in node.shownPages {
        pages.append(Page(container: id, page: page))
        if let inner = node.kind(of: page)?.container { containers.append(inner) }
      }
    }
    return pages
  }
}
