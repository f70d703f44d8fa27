import NavBase
import NavScene

/// Pages, commands, presses and links.
extension StackNode: ContainerNode {
  static func idCount(of content: StackContent) -> Int { 1 }
  static var mostIDs: Int { 2 }

  // MARK: Pages

  var idCount: Int { 1 }
  var pageCount: Int { state.pages.count }
  var frontPage: ContainerID? { activeID }

  func page(at index: Int) -> ContainerID? {
    (0..<state.pages.count).contains(index) ? state.pages[index].id : nil
  }

  func index(of page: ContainerID) -> Int? { state.index(of: page) }
  func slot(of page: ContainerID) -> PageSlot? { self[page] }
  func title(of page: ContainerID) -> String { pages[page]?.title ?? "" }
  mutating func set(_ rows: ScrollablePage, of page: ContainerID) { self[page] = .rows(rows) }
  var openedSize: Int { pages.values.reduce(0) { $0 + $1.memorySize } }
  var keptPages: [(page: ContainerID, slot: PageSlot)] { pages.map { ($0.key, $0.value.slot) } }

  mutating func bringToFront(_ page: ContainerID) {
    if activeID != page { activate(page) }
  }

  // MARK: Commands

  mutating func respond(
    to command: SessionCommand,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    switch command {
    case .forward:
      guard let page = activeID else { return .unhandled }
      return try open(selectedIn: page, in: context)
    case .back: return goBack(at: context.now) ? .done : .unhandled
    case .root:
      guard !isAtRoot else { return .unhandled }
      popToRoot(at: context.now)
      return .done
    case .lineDown, .lineUp, .screenDown, .screenUp, .first, .last, .goTo, .nextTab,
      .previousTab, .tab, .toggleAttachment, .nextPart, .reload, .search, .nextMatch,
      .previousMatch,
      .filter, .sort, .toggleHidden, .chapter, .view, .toggleWrap:
      return .unhandled
    }
  }

  mutating func returnToRoot(at now: Duration) -> ContainerID? {
    let isAtRoot = state.active == 0 && state.pages.count <= 1
    guard TabRetap(isAtRoot: isAtRoot, isAtTop: true) == .popToRoot else { return activeID }
    popToRoot(at: now)
    return nil
  }

  mutating func open(
    selectedIn page: ContainerID,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    perform(try opening(selectedIn: page, of: context.id))
  }

  /// Opens what an entry or a link leads to, as far as it is open already.
  mutating func perform(_ opening: Opening) -> ContainerAnswer {
    switch opening {
    case .nothing: return .unhandled
    case .activate(let above):
      activate(above)
      return .done
    case .request(let request): return .open(request)
    }
  }

  // MARK: Pointers

  var opensEntries: Bool { true }

  func list(previewedBy page: ContainerID) -> ContainerID? { pane?.id == page ? pane?.list : nil }

  mutating func follow(
    link address: String,
    in page: ContainerID,
    _ context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    let opening = try opening(link: address, in: page, of: context.id)
    if case .nothing = opening { throw Rejection("that link is no longer there: look again") }
    return perform(opening)
  }
}
