import NavBase
import NavScene

/// Pages, commands, presses and links.
extension StackNode: ContainerNode {
  static func idCount(of content: StackContent) -> Int { 1 }
  /// The most ids that a container uses when it is created, with that of its first page.
  static var mostIDs: Int { 2 }

  // MARK: Pages

  var traits: ContainerTraits {
    ContainerTraits(
      kind: .stack,
      opensEntries: true,
      panAxis: scrolling.isEnabled ? .horizontal : nil
    )
  }
  var pageIDs: PageIDs { .listed(state.pages) }
  var active: ActivePage? { state.active.map { ActivePage(index: $0) } }

  func kind(of page: ContainerID) -> PageKind? {
    switch pages[page]?.slot {
    case .container(let id): .container(id)
    case .rows: if let pane, pane.id == page { .preview(of: pane.list) } else { .rows }
    case nil: nil
    }
  }

  func title(of page: ContainerID) -> String { pages[page]?.title ?? "" }
  var openedPages: [ContainerID] { state.pages.dropFirst().map(\.id) }
  var keptPages: [(page: ContainerID, slot: PageSlot)] { pages.map { ($0.key, $0.value.slot) } }

  mutating func bringToFront(_ page: ContainerID) {
    if activeID != page { activate(page) }
  }

  // MARK: Commands

  mutating func respond(
    to command: SessionCommand,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    switch command.traits.effect {
    case .movement(.page(forward: true)):
      guard let page = activeID else { return .unhandled }
      return try open(.selection, in: page, context)
    case .movement(.page(forward: false)): return goBack(at: context.now) ? .done : .unhandled
    case .root:
      guard !isAtRoot else { return .unhandled }
      popToRoot(at: context.now)
      return .done
    case .along(let isForward):
      let next = (state.active ?? 0) + (isForward ? 1 : -1)
      guard (0..<state.pages.count).contains(next) else { return .unhandled }
      activate(state.pages[next].id)
      return .done
    case .movement, .tab, .attachment, .whole: return .unhandled
    }
  }

  mutating func returnToRoot(at now: Duration) -> ContainerID? {
    let isAtRoot = state.active == 0 && state.pages.count <= 1
    guard TabRetap(isAtRoot: isAtRoot, isAtTop: true) == .popToRoot else { return activeID }
    popToRoot(at: now)
    return nil
  }

  mutating func open(
    _ target: OpenTarget,
    in page: ContainerID,
    _ context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    switch target {
    case .selection: return perform(try opening(selectedIn: page, of: context.id))
    case .link(let address):
      let opening = try opening(link: address, in: page, of: context.id)
      if case .nothing = opening { throw Rejection("that link is no longer there: look again") }
      return perform(opening)
    }
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
}
