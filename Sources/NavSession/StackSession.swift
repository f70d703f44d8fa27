package import NavCommands
package import NavGeometry
package import NavLayout
import NavText

/// A session that is a stack of pages, without any viewport: which pages lie on one another, which one is
/// active, what is selected in each and where it is scrolled to (architecture.md, decision 2).
package struct StackSession: Sendable {
  package private(set) var state: StackState
  /// The pages of the stack, and those that were popped so lately that some viewer may still see them go.
  var pages: [ContainerID: OpenPage]
  private var popped: [ContainerID: Duration] = [:]
  private var nextSerial = 1
  var texts = TextCache()

  /// The most pages of a stack.
  package static let depthLimit = 256
  /// How long a popped page is kept: no motion lasts longer.
  private static let poppedLifetime = FrameTime.start(of: Limits.frames + FrameTime.perSecond)

  /// A stack of one page, which takes the whole viewport.
  package init(root: PageContent, path: [UInt8]) {
    let id = StackLayout.pageID(0)
    state = StackState(root: StackPage(id: id, size: .full))
    pages = [id: OpenPage(root, path: path, key: nil, size: .full)]
  }

  /// The active page's place in the stack, from 1, the pages there are, and its title.
  package var place: (page: Int, pages: Int, title: String) {
    let title = activeID.flatMap { pages[$0]?.content.title } ?? ""
    return ((state.active ?? -1) + 1, state.pages.count, title)
  }

  /// How many texts are kept wrapped.
  var textsHeld: Int { texts.count }

  package var focusKind: FocusKind { activeID.flatMap { pages[$0]?.focusKind } ?? .none }

  var activeID: ContainerID? { state.activePage?.id }

  // MARK: Commands

  /// Carries out a command as the viewer of a size sees it.
  ///
  /// - Returns: the page that has to be read for it, nil when it is done.
  /// - Throws: when it is not possible; nothing has changed then.
  package mutating func perform(
    _ command: SessionCommand,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> PageRequest? {
    guard let id = activeID else { return nil }
    switch command {
    case .forward: return try openSelected(of: id)
    case .back: goBack(at: now)
    case .lineDown: move(id, by: .rows(1), seenIn: viewport)
    case .lineUp: move(id, by: .rows(-1), seenIn: viewport)
    case .screenDown: move(id, by: .screens(1), seenIn: viewport)
    case .screenUp: move(id, by: .screens(-1), seenIn: viewport)
    case .first: move(id, by: .to(0), seenIn: viewport)
    case .last: move(id, by: .to(.max), seenIn: viewport)
    case .goTo(let number):
      let count = rowCount(of: id, seenIn: viewport)
      guard (1...max(1, count)).contains(number) else {
        throw Rejection("there is no row \(number): give 1 to \(max(1, count))")
      }
      move(id, by: .to(number - 1), seenIn: viewport)
    }
    return nil
  }

  /// A press and release on a page: an entry is selected and opened, anything else of a page that is not the
  /// active one brings it back (PG-5).
  ///
  /// - Parameters:
  ///   - id: the page's container.
  ///   - row: the row that was hit, where it was one.
  ///   - viewport: the size of who tapped.
  /// - Returns: the page that has to be read for it, nil when it is done.
  /// - Throws: when the page is gone; nothing has changed then.
  package mutating func tap(
    _ id: ContainerID,
    row: Int?,
    seenIn viewport: CellSize
  ) throws(Rejection) -> PageRequest? {
    guard state.index(of: id) != nil, let page = pages[id] else {
      throw Rejection("that page has gone meanwhile")
    }
    if let row, let list = page.content.list, list.entries.indices.contains(row) {
      move(id, by: .to(row), seenIn: viewport)
      return try openSelected(of: id)
    }
    activate(id)
    return nil
  }

  /// Puts a page that was asked for on the page whose entry it belongs to.
  ///
  /// - Parameters:
  ///   - page: what was read.
  ///   - request: what had been asked for.
  ///   - now: the time of the command.
  package mutating func open(_ page: PreparedPage, for request: PageRequest, at now: Duration) {
    let id = StackLayout.pageID(nextSerial)
    let size = Self.size(of: page.content)
    change(at: now) { state throws(StackError) in
      try state.push(StackPage(id: id, size: size), onTopOf: request.parent)
    }
    nextSerial += 1
    pages[id] = OpenPage(page.content, path: request.path, key: request.key, size: size)
    for text in page.texts.values { texts.add(text, of: Int(id.rawValue)) }
  }

  /// A list stands beside the page it was opened from, a text is read alone.
  static func size(of content: PageContent) -> StackPageSize {
    content.list == nil ? .full : .half
  }

  /// Opens the selected entry of a list; where its page lies on the list already, that one is activated.
  private mutating func openSelected(of id: ContainerID) throws(Rejection) -> PageRequest? {
    guard let index = state.index(of: id), let page = pages[id], let list = page.content.list,
      let selection = page.selection
    else { return nil }
    let entry = list.entries[selection]
    if state.pages.indices.contains(index + 1) {
      let above = state.pages[index + 1].id
      if pages[above]?.key == entry.key {
        activate(above)
        return nil
      }
    }
    guard index + 1 < Self.depthLimit else {
      throw Rejection("\(Self.depthLimit) pages lie on one another, the limit: go back first")
    }
    return PageRequest(
      path: page.path + (page.path.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")])
        + entry.key,
      ancestors: state.pages[...index].compactMap { pages[$0.id]?.path },
      label: entry.label,
      parent: id,
      key: entry.key
    )
  }

  /// The page below the active one; everything above it goes.
  private mutating func goBack(at now: Duration) {
    guard let active = state.active, active > 0 else { return }
    let below = state.pages[active - 1].id
    change(at: now) { state throws(StackError) in try state.pop(to: below) }
  }

  /// Makes a page active that is in the stack.
  private mutating func activate(_ id: ContainerID) {
    do {
      try state.activate(id)
    } catch {
      preconditionFailure("cannot activate: \(error)")
    }
  }

  /// Changes which pages there are, and keeps those that go for a while.
  private mutating func change(
    at now: Duration,
    _ body: (inout StackState) throws(StackError) -> Void
  ) {
    for (id, since) in popped where now - since > Self.poppedLifetime {
      popped[id] = nil
      pages[id] = nil
    }
    let before = state.pages
    do {
      try body(&state)
    } catch {
      preconditionFailure("cannot change the stack: \(error)")
    }
    for page in before where state.index(of: page.id) == nil { popped[page.id] = now }
  }
}
