import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavText

/// A stack without any viewport: its pages, the active one, and the content of each (Sources/README.md, decision 2).
struct StackNode: Sendable {
  var state: StackState
  /// Pages that need not be read, by their paths.
  private let known: [[UInt8]: SessionContent]
  /// The sizes that the content gives for pages, and the pages that open without becoming active.
  private let sizes: [[UInt8]: StackPageSize]
  private let pagesBehind: Set<[UInt8]>
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
  /// How long a popped page is kept: no motion lasts longer.
  private static let poppedLifetime = FrameTime.start(of: Limits.frames + FrameTime.perSecond)

  /// Creates a stack of one page.
  init(_ content: StackContent, root: ContainerID, slot: PageSlot) {
    known = content.pages
    sizes = content.sizes
    pagesBehind = content.pagesBehind
    source = content.source
    state = StackState(root: StackPage(id: root, size: content.rootSize))
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

  /// Returns a page that need not be read.
  func knownPage(at path: [UInt8]) -> SessionContent? { known[path] }

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

  // MARK: Commands

  /// The result of opening an entry or a link.
  enum Opening {
    /// Nothing can be opened.
    case nothing
    /// Its page is on top of the list already.
    case activate(ContainerID)
    case request(PageRequest)
  }

  /// Returns what opening the selected entry of a page leads to.
  ///
  /// - Throws: if the stack has as many pages as it may have.
  func opening(selectedIn page: ContainerID, of stack: ContainerID) throws(Rejection) -> Opening {
    guard let index = state.index(of: page), let rows = pages[page]?.slot.rows else {
      return .nothing
    }
    guard let list = rows.content.list, let selection = rows.selection else {
      guard source.kind == .docs, rows.content.document.leadsToPages else { return .nothing }
      return try opening(PageSource.linksKey, label: "links", from: index, of: stack)
    }
    let entry = list.entries[selection]
    guard entry.opens != .nothing else { return .nothing }
    return try opening(entry.key, label: entry.label, from: index, of: stack)
  }

  /// Returns what a link in a page leads to; nothing for a link that does not exist, or leads to no page of the stack.
  ///
  /// - Throws: if the stack has as many pages as it may have.
  func opening(
    link address: String,
    in page: ContainerID,
    of stack: ContainerID
  ) throws(Rejection) -> Opening {
    guard source.kind == .docs, let index = state.index(of: page),
      let rows = pages[page]?.slot.rows, rows.content.document.hasLink(to: address),
      let key = TextStyle.page(ofAddress: address)
    else { return .nothing }
    return try opening(Array(key.utf8), label: key, from: index, of: stack)
  }

  private func opening(
    _ key: [UInt8],
    label: String,
    from index: Int,
    of stack: ContainerID
  ) throws(Rejection) -> Opening {
    if state.pages.indices.contains(index + 1) {
      let above = state.pages[index + 1].id
      if pages[above]?.key == key { return .activate(above) }
    }
    guard index + 1 < Self.depthLimit else {
      throw Rejection(
        "\(Self.depthLimit) pages lie on one another, the limit: go back first"
      )
    }
    return .request(request(for: key, label: label, openedFrom: index, of: stack))
  }

  /// Returns what opening an entry of the active page leads to; the entry need not be in its list any more.
  ///
  /// - Throws: if the stack has as many pages as it may have.
  func opening(forKey key: [UInt8], of stack: ContainerID) throws(Rejection) -> Opening {
    guard let active = state.active else { return .nothing }
    let entries = pages[state.pages[active].id]?.slot.rows?.content.list?.entries
    let label =
      entries?.first { $0.key == key }?.label ?? String(decoding: key, as: UTF8.self)
    return try opening(key, label: label, from: active, of: stack)
  }

  func request(
    for key: [UInt8],
    label: String,
    openedFrom index: Int,
    of stack: ContainerID
  ) -> PageRequest {
    let parent = state.pages[index].id
    let below = pages[parent]?.path ?? []
    let separator = below.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return PageRequest(
      path: below + separator + key,
      source: source,
      ancestors: state.pages[...index].compactMap { pages[$0.id]?.path },
      label: label,
      stack: stack,
      parent: parent,
      key: key
    )
  }

  // MARK: Navigation place

  /// Returns the keys of the entries that were opened, up to the page at an index.
  func openedKeys(upTo index: Int) -> [[UInt8]] {
    guard index > 0 else { return [] }
    return (1...index).map { pages[state.pages[$0].id]?.key ?? [] }
  }

  /// Returns the request for the page of an entry of the top page; the entry need not be in its list any more.
  func request(forKey key: [UInt8], of stack: ContainerID) -> PageRequest? {
    guard state.pages.count > 0 else { return nil }
    let top = state.pages[state.pages.count - 1].id
    let entries = pages[top]?.slot.rows?.content.list?.entries
    return request(
      for: key,
      label: entries?.first { $0.key == key }?.label ?? String(decoding: key, as: UTF8.self),
      openedFrom: state.pages.count - 1,
      of: stack
    )
  }

  /// Whether pages that are not known can be read.
  var reads: Bool { source.kind != .nowhere }

  /// Returns the requests for all pages above the root, from the bottom upwards; known pages are left out.
  func readRequests(of stack: ContainerID) -> [PageRequest] {
    guard reads, state.pages.count > 1 else { return [] }
    return (1..<state.pages.count).compactMap { index in
      guard let page = pages[state.pages[index].id], let key = page.key,
        knownPage(at: page.path) == nil
      else { return nil }
      return request(for: key, label: page.title, openedFrom: index - 1, of: stack)
    }
  }

  /// Activates the page at an index, or the nearest one, without a motion.
  mutating func activate(at index: Int, _ position: StackPosition) {
    let active = min(max(0, index), state.pages.count - 1)
    state = StackState(pages: state.pages, active: active, position: position)
    popped = [:]
    trail = []
  }

  /// Pushes a page on top of the page whose entry opens it, and activates it unless its content says otherwise: then it
  /// is shown beside that page if there is space, and activated when it is opened again (NC-2).
  ///
  /// - Returns: the contents of pages that are not kept any more.
  mutating func push(
    _ page: OpenPage,
    as id: ContainerID,
    onTopOf parent: ContainerID,
    at now: Duration
  ) -> [PageSlot] {
    let activates = !pagesBehind.contains(page.path)
    let forgotten = change(at: now) { state throws(StackError) in
      try state.push(StackPage(id: id, size: page.size), onTopOf: parent, activates: activates)
    }
    pages[id] = page
    return forgotten
  }

  /// Pops to the page below the active one.
  ///
  /// - Returns: the contents of pages that are not kept any more; nil if there is no page below.
  mutating func goBack(at now: Duration) -> [PageSlot]? {
    guard let active = state.active, active > 0 else { return nil }
    let below = state.pages[active - 1].id
    return change(at: now) { state throws(StackError) in try state.pop(to: below) }
  }

  /// Pops to a page of the stack.
  ///
  /// - Returns: the contents of pages that are not kept any more.
  mutating func goBack(to page: ContainerID, at now: Duration) -> [PageSlot] {
    let forgotten = change(at: now) { state throws(StackError) in try state.pop(to: page) }
    if state.activePage?.id != page { activate(page) }
    return forgotten
  }

  /// Whether popping to the root changes nothing.
  var isAtRoot: Bool {
    var root = state
    root.popToRoot()
    return root.pages == state.pages && root.active == state.active
  }

  /// Pops to the root.
  ///
  /// - Returns: the contents of pages that are not kept any more.
  mutating func popToRoot(at now: Duration) -> [PageSlot] {
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

  /// Removes pages that were popped so long ago that they have slid out for every viewer.
  ///
  /// - Returns: their contents.
  mutating func forgetPopped(at now: Duration) -> [PageSlot] {
    var forgotten: [PageSlot] = []
    for (id, since) in popped where now - since > Self.poppedLifetime {
      popped[id] = nil
      if let page = pages.removeValue(forKey: id) { forgotten.append(page.slot) }
    }
    return forgotten
  }

  /// Keeps a removed page until its motion is over.
  mutating func retire(_ page: ContainerID, at now: Duration) { popped[page] = now }

  /// Changes the pages, and keeps the removed ones until their motions are over.
  private mutating func change(
    at now: Duration,
    _ body: (inout StackState) throws(StackError) -> Void
  ) -> [PageSlot] {
    let forgotten = forgetPopped(at: now)
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
    return forgotten
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
  /// Records a state that viewers move to now, for as long as its motion may last.
  ///
  /// - Returns: whether the record has changed.
  mutating func noteMotion(at now: Duration) -> Bool {
    let count = trail.count
    // The last state whose motion is over is the start of the others.
    while trail.count > 1, now - trail[1].time > Self.poppedLifetime { trail.removeFirst() }
    let isNew = trail.last?.state != state || trail.last?.pane != pane?.id
    guard isNew, trail.last.map({ $0.time <= now }) ?? true else { return trail.count != count }
    // Of the moves of a pan, only the last one is needed.
    if let held = trail.last?.state.gesture, held.isPanning, state.gesture?.isPanning == true,
      held.serial == state.gesture?.serial
    {
      trail.removeLast()
    }
    trail.append(StackStep(state: state, pane: pane?.id, time: now))
    return true
  }

  /// Returns the view of a viewport that joins now: motions in progress are seen where they are.
  ///
  /// - Parameters:
  ///   - metrics: the metrics of the viewport.
  ///   - showsPane: whether it has space for the preview.
  /// - Returns: the view.
  func view(metrics: StackMetrics, showsPane: Bool) -> StackView {
    let first = trail.first ?? StackStep(state: state, pane: pane?.id, time: .zero)
    func seen(_ step: StackStep) -> StackState {
      guard showsPane else { return step.state }
      return Self.state(step.state, beside: step.pane, metrics)
    }
    var view = StackView(resting: seen(first), metrics: metrics)
    for step in trail.dropFirst() { view.follow(seen(step), at: step.time) }
    return view
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

  init(_ slot: PageSlot, title: String, path: [UInt8], key: [UInt8]?, size: StackPageSize) {
    self.slot = slot
    self.title = title
    self.path = path
    self.key = key
    self.size = size
  }
}
