import NavBase
import NavScene

/// A stack without any viewport: its pages, the active one, and the content of each (Sources/README.md, decision 2).
struct StackNode: Sendable {
  var state: StackState
  /// Pages that need not be read, by their paths.
  let known: [[UInt8]: SessionContent]
  /// The sizes that the content gives for pages, and the pages that open without becoming active.
  private let sizes: [[UInt8]: StackPageSize]
  private let pagesBehind: Set<[UInt8]>
  let scrolling: ScrollSwitches
  private(set) var source: PageSource
  /// The pages of the stack, and those that were popped lately and may still slide out for some viewer.
  var pages: [ContainerID: OpenPage]
  private var popped: [ContainerID: Duration] = [:]
  /// The preview of the selected entry; nil if there is none.
  var pane: Pane?
  /// The states that viewers moved to lately, and when: a viewer that joins during a motion sees it in progress.
  private(set) var trail: [StackStep] = []

  /// The most pages of a stack.
  static let depthLimit = 256
  /// The time for which a popped page is kept: no motion lasts longer.
  private static let poppedLifetime = FrameTime.start(of: Limits.frames + FrameTime.perSecond)

  /// Creates a stack of one page.
  init(_ content: StackContent, as id: ContainerID, in tree: inout ContainerTree) {
    let root = tree.takeIDs(1)
    let slot = tree.insert(content.root, in: ContainerTree.Page(container: id, page: root))
    known = content.pages
    sizes = content.sizes
    pagesBehind = content.pagesBehind
    source = content.source
    scrolling = content.scrolling
    state = StackState(root: StackPage(id: root, size: content.rootSize))
    state.bounces = scrolling.bounces
    let page = OpenPage(
      slot,
      title: content.root.title,
      path: content.path,
      key: nil,
      size: content.rootSize
    )
    pages = [root: page]
  }

  var activeID: ContainerID? { state.activePage?.id }

  subscript(page: ContainerID) -> PageSlot? {
    get { pages[page]?.slot }
    set { if let newValue { pages[page]?.slot = newValue } }
  }

  /// Returns the default size of a page: a list is shown beside the page it was opened from, anything else alone.
  static func usualSize(of content: SessionContent) -> StackPageSize {
    if case .page(let page) = content, page.list != nil { .half } else { .full }
  }

  /// Returns the size of a page: the one that the content gives, else the default.
  func size(of content: SessionContent, at path: [UInt8]) -> StackPageSize {
    sizes[path] ?? Self.usualSize(of: content)
  }

  /// The order of its directories; nil if it has none.
  var order: TreeOrder? { source.kind == .files ? source.order : nil }

  /// Sets the order of its directories, for the next time that they are read.
  mutating func show(in order: TreeOrder) { source.order = order }

  // MARK: Changes

  /// Activates the page at an index, or the nearest one, without a motion.
  mutating func activate(at index: Int, _ position: StackPosition) {
    let active = min(max(0, index), state.pages.count - 1)
    state = StackState(pages: state.pages, active: active, position: position)
    state.bounces = scrolling.bounces
    popped = [:]
    trail = []
  }

  /// Pushes a page on top of the page whose entry opens it, and activates it unless its content says otherwise: then it
  /// is shown beside that page if there is space, and activated when it is opened again (NC-2).
  mutating func push(
    _ page: OpenPage,
    as id: ContainerID,
    onTopOf parent: ContainerID,
    at now: Duration
  ) {
    let activates = !pagesBehind.contains(page.path)
    change(at: now) { state throws(StackError) in
      try state.push(StackPage(id: id, size: page.size), onTopOf: parent, activates: activates)
    }
    pages[id] = page
  }

  /// Pops to the page below the active one; false if there is none.
  mutating func goBack(at now: Duration) -> Bool {
    guard let active = state.active, active > 0 else { return false }
    let below = state.pages[active - 1].id
    change(at: now) { state throws(StackError) in try state.pop(to: below) }
    return true
  }

  /// Pops to a page of the stack.
  mutating func goBack(to page: ContainerID, at now: Duration) {
    change(at: now) { state throws(StackError) in try state.pop(to: page) }
    if state.activePage?.id != page { activate(page) }
  }

  /// Whether popping to the root changes nothing.
  var isAtRoot: Bool {
    var root = state
    root.popToRoot()
    return root.pages == state.pages && root.active == state.active
  }

  /// Pops to the root.
  mutating func popToRoot(at now: Duration) {
    change(at: now) { state throws(StackError) in state.popToRoot() }
  }

  /// Activates a page of the stack.
  mutating func activate(_ id: ContainerID) {
    do {
      try state.activate(id)
    } catch {
      preconditionFailure("cannot activate: \(error)")
    }
  }

  mutating func discardPages(at now: Duration) -> [PageSlot] {
    var discarded: [PageSlot] = []
    for (id, since) in popped where now - since > Self.poppedLifetime {
      popped[id] = nil
      if let page = pages.removeValue(forKey: id) { discarded.append(page.slot) }
    }
    return discarded
  }

  /// Keeps a removed page until its motion is over.
  mutating func retire(_ page: ContainerID, at now: Duration) { popped[page] = now }

  /// Changes the pages, and keeps the removed ones until their motions are over.
  private mutating func change(
    at now: Duration,
    _ body: (inout StackState) throws(StackError) -> Void
  ) {
    let before = state
    do {
      try body(&state)
    } catch {
      preconditionFailure("cannot change the stack: \(error)")
    }
    for page in before.pages.reversed() {
      guard state.index(of: page.id) == nil else { break }
      popped[page.id] = now
    }
  }
}

/// A state of a stack, and when viewers began to move to it.
struct StackStep: Sendable {
  var state: StackState
  /// The preview in viewports that have space for one; nil if there was none.
  var pane: ContainerID?
  var time: Duration
}

extension StackNode {
  /// Returns the node with the state that viewers move to now, for as long as its motion may last.
  func recordingMotion(at now: Duration) -> StackNode? {
    // The last state whose motion is over is the start of the others.
    let isOver = trail.count > 1 && now - trail[1].time > Self.poppedLifetime
    let isNew =
      (trail.last?.state != state || trail.last?.pane != pane?.id)
      && trail.last.map({ $0.time <= now }) ?? true
    guard isOver || isNew else { return nil }
    var node = self
    node.recordMotion(isNew: isNew, at: now)
    return node
  }

  func takingMotions(from other: any ContainerNode) -> StackNode? {
    // A copy without motions was set to its place without one.
    guard let recorded = (other as? StackNode)?.trail, let own = trail.last,
      recorded.last?.time != own.time
    else { return nil }
    var node = self
    node.trail = recorded
    return node
  }

  private mutating func recordMotion(isNew: Bool, at now: Duration) {
    while trail.count > 1, now - trail[1].time > Self.poppedLifetime { trail.removeFirst() }
    guard isNew else { return }
    // Of the moves of a pan, only the last one is needed.
    if let held = trail.last?.state.gesture, held.isPanning, state.gesture?.isPanning == true,
      held.serial == state.gesture?.serial
    {
      trail.removeLast()
    }
    trail.append(StackStep(state: state, pane: pane?.id, time: now))
  }
}

/// A page of a stack: its content, and its origin.
struct OpenPage: Hashable, Sendable {
  var slot: PageSlot
  let title: String
  /// The path by which its source names it.
  let path: [UInt8]
  /// The key of the entry of the page below that opens it; nil for the root.
  let key: [UInt8]?
  let size: StackPageSize
  /// The memory of content that was read for it, in bytes; 0 for content of the session.
  let memorySize: Int
  /// The faults of content that was read for it.
  let faults: [String]

  init(
    _ slot: PageSlot,
    title: String,
    path: [UInt8],
    key: [UInt8]?,
    size: StackPageSize,
    memorySize: Int = 0,
    faults: [String] = []
  ) {
    self.slot = slot
    self.title = title
    self.path = path
    self.key = key
    self.size = size
    self.memorySize = memorySize
    self.faults = faults
  }
}
