import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavText

/// Dispatch of commands: to the rows of the innermost page first, then to one container after the other outwards.
extension Session {
  /// Runs a command, as a viewer of a size sees the session.
  ///
  /// - Throws: if it is not possible; then nothing has changed.
  mutating func carryOut(
    _ command: SessionCommand,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome {
    if let look = LookCommand(command) {
      try self.look(for: look, seenIn: viewport, at: now)
      return .done
    }
    if command == .reload {
      reloadsAskedFor += 1
      return .done
    }
    if command == .toggleWrap {
      wrapsLines.toggle()
      return .done
    }
    if let change = OrderCommand(command) {
      try order(by: change)
      return .done
    }
    if case .chapter(let isForward) = command {
      let request = try goToChapter(forward: isForward, seenIn: viewport, at: now)
      return request.map { .needs($0) } ?? .done
    }
    if case .view(let change) = command {
      try show(change, seenIn: viewport)
      return .done
    }
    let chain = tree.front.reversed()
    guard let front = chain.first else { return .nothing(.nothingHere) }
    if let outcome = try moveRows(of: front, by: command, seenIn: viewport) { return outcome }
    for page in chain {
      if let outcome = try respond(to: command, in: page, seenIn: viewport, at: now) {
        return outcome
      }
    }
    return .nothing(noEffect(of: command))
  }

  /// The outcome of a command or a tap.
  enum Outcome {
    case done
    case needs(PageRequest)
    /// It was handled here, and has changed nothing.
    case nothing(NoEffect)
  }

  /// Runs a command in the container of a page; nil if the container does not handle it, so that the next outer one
  /// may.
  private mutating func respond(
    to command: SessionCommand,
    in page: ContainerTree.Page,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome? {
    switch tree[page.container] {
    case .pager(var pager):
      guard let room = tree.pagerRoom(of: page.container, in: viewport) else { return nil }
      if let tab = pager.page(ofTab: command, seenIn: room), !tree.standsInTabs(page.container) {
        choose(tab, of: page.container, at: now)
        return .done
      }
      let step = pager.step
      let index = pager.turns.current
      guard try pager.respond(to: command, seenIn: room, at: now) else { return nil }
      let isSame = pager.turns.current == index && pager.step == step
      tree[page.container] = .pager(pager)
      return isSame ? .nothing(.alreadyThere) : .done
    case .stack(var stack):
      switch command {
      case .forward: return try open(selectedIn: page, at: now)
      case .back:
        guard let forgotten = stack.goBack(at: now) else { return nil }
        tree[page.container] = .stack(stack)
        forget(forgotten)
        return .done
      case .root:
        guard !stack.isAtRoot else { return nil }
        let forgotten = stack.popToRoot(at: now)
        tree[page.container] = .stack(stack)
        forget(forgotten)
        return .done
      case .lineDown, .lineUp, .screenDown, .screenUp, .first, .last, .goTo, .nextTab,
        .previousTab, .tab, .toggleAttachment, .reload, .search, .nextMatch, .previousMatch,
        .filter, .sort, .toggleHidden, .chapter, .view, .toggleWrap:
        return nil
      }
    case .tabs(var tabs):
      if command == .toggleAttachment {
        guard tabs.toggleAttachment(at: now) else { return nil }
        tree[page.container] = .tabs(tabs)
        return .done
      }
      guard let outcome = tabs.select(command) else { return nil }
      tree[page.container] = .tabs(tabs)
      return try follow(outcome, of: page.container, seenIn: viewport, at: now)
    case nil: return nil
    }
  }

  // MARK: Rows

  /// Moves the rows of the innermost page; nil if they do not handle the command.
  private mutating func moveRows(
    of page: ContainerTree.Page,
    by command: SessionCommand,
    seenIn viewport: CellSize
  ) throws(Rejection) -> Outcome? {
    guard var rows = tree.slot(of: page)?.rows, let node = tree[page.container] else {
      return nil
    }
    let place = (rows.selection, rows.anchor)
    let isSlide = if case .pager(let pager) = node { !pager.isOnePage } else { false }
    let isList = rows.content.list != nil
    let body = body(of: rows.content, in: page, seenIn: viewport)
    var isDone = true
    switch command {
    case .lineDown, .lineUp:
      guard isList || body.overflows else { return nil }
      rows.move(by: .rows(command == .lineDown ? 1 : -1), in: body)
    case .screenDown, .screenUp:
      isDone = rows.move(by: .screens(command == .screenDown ? 1 : -1), in: body) || isList
    case .first, .last:
      guard !isSlide else { return nil }
      rows.move(by: .to(command == .first ? 0 : .max), in: body)
    case .goTo(let number):
      guard !isSlide else { return nil }
      let count = max(1, rows.count(in: body))
      guard (1...count).contains(number) else {
        throw Rejection("there is no row \(number): give 1 to \(count)")
      }
      rows.move(by: .to(number - 1), in: body)
    case .forward, .back, .nextTab, .previousTab, .tab, .toggleAttachment, .reload, .search,
      .nextMatch, .previousMatch, .filter, .sort, .toggleHidden, .chapter, .view, .root,
      .toggleWrap:
      return nil
    }
    guard isDone else { return nil }
    tree[page.container]?.set(rows, of: page.page)
    let isSame = place == (rows.selection, rows.anchor)
    return isSame ? .nothing(.end(ofRowsBy: command, isList: isList)) : .done
  }

  /// Returns the rows of a page as a viewport shows them.
  mutating func body(
    of content: PageContent,
    in page: ContainerTree.Page,
    seenIn viewport: CellSize
  ) -> any PageBody {
    guard let setting = tree.setting(of: page, in: viewport) else {
      preconditionFailure("cannot lay out page \(page.page.rawValue), which has gone")
    }
    return body(of: content, at: page.page, in: setting)
  }

  mutating func body(
    of content: PageContent,
    at page: ContainerID,
    in setting: PageLayoutContext
  ) -> any PageBody {
    if let board = content.board {
      let layout = boards.board(board, at: setting.boardKey(of: page, content))
      return setting.inset(layout, as: content)
    }
    let text = setting.textRoom(of: content).map {
      texts.text(
        of: content,
        at: Int(page.rawValue),
        room: $0,
        step: setting.step,
        isNumbered: content.lines.areNumbered(by: numbers),
        wraps: wrapsLines
      )
    }
    return setting.body(of: content, text: text)
  }

  // MARK: Stacks

  /// Opens the selected entry of a page of a stack; nil if there is nothing to open.
  mutating func open(
    selectedIn page: ContainerTree.Page,
    at now: Duration
  ) throws(Rejection) -> Outcome? {
    guard case .stack(let stack) = tree[page.container] else { return nil }
    return try open(try stack.opening(selectedIn: page.page, of: page.container), in: page, at: now)
  }

  /// Opens the target of an entry or a link in a page of a stack; nil if there is none.
  mutating func open(
    _ opening: StackNode.Opening,
    in page: ContainerTree.Page,
    at now: Duration
  ) throws(Rejection) -> Outcome? {
    guard case .stack(var stack) = tree[page.container] else { return nil }
    switch opening {
    case .nothing: return nil
    case .activate(let above):
      stack.activate(above)
      tree[page.container] = .stack(stack)
    case .request(let request):
      guard tree.hasIDsLeft else {
        throw Rejection("this session has opened too many pages: begin a new one")
      }
      guard let known = stack.knownPage(at: request.path) else {
        return .needs(request.numbered(by: numbers))
      }
      open(PreparedPage(known, rooms: []), for: request, at: now)
    }
    return .done
  }

  /// Pushes a page that was read on top of the page whose entry opens it.
  ///
  /// - Parameters:
  ///   - page: the page that was read.
  ///   - request: the request for it.
  ///   - now: the time of the command.
  mutating func open(_ page: PreparedPage, for request: PageRequest, at now: Duration) {
    let id = takePreview(of: page.content, for: request) ?? tree.takeIDs(1)
    var slot = tree.insert(page.content, in: ContainerTree.Page(container: request.stack, page: id))
    if let start = page.start, var rows = slot.rows {
      rows.anchor = ScrollAnchor(position: start, ratio: 0)
      slot = .rows(rows)
    }
    guard case .stack(var stack) = tree[request.stack] else {
      preconditionFailure("cannot open a page in a stack that has gone")
    }
    let open = OpenPage(
      slot,
      title: page.content.title,
      path: request.path,
      key: request.key,
      size: stack.size(of: page.content, at: request.path)
    )
    let forgotten = stack.push(open, as: id, onTopOf: request.parent, at: now)
    tree[request.stack] = .stack(stack)
    forget(forgotten)
    for text in page.texts { texts.add(text, of: Int(id.rawValue)) }
  }

  /// Removes the containers and texts of pages that are not visible any more.
  mutating func forget(_ slots: [PageSlot]) {
    for slot in slots { tree.remove(slot) }
  }

  // MARK: Tabs

  /// Turns a pager to a page that was selected in its header; selecting the active page scrolls it to its top (MBX-13).
  mutating func choose(_ page: Int, of container: ContainerID, at now: Duration) {
    guard case .pager(var pager) = tree[container] else { return }
    let isAnother = page != pager.turns.current
    // Any selection scrolls the bar (ZX-8) and ends a pan (D-7).
    if !isAnother { pager.retap(at: now) }
    pager.turn(to: page, at: now)
    tree[container] = .pager(pager)
    if isAnother { return }
    goToTop(ContainerTree.Page(container: container, page: pager.pageID(page)), at: now)
  }

  /// Handles the selection of a tab or an additional item.
  mutating func follow(
    _ outcome: TabOutcome,
    of container: ContainerID,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome {
    switch outcome {
    case .selected: return .done
    case .retapped:
      retap(container, at: now)
      return .done
    case .additional(let item):
      guard case .tabs(let tabs) = tree[container], let command = tabs.command(of: item) else {
        return .done
      }
      return try carryOut(command, seenIn: viewport, at: now)
    }
  }

  /// Handles a selection of the selected tab: its stack returns to its root, then the root to its top (ST-5, MBX-13).
  private mutating func retap(_ container: ContainerID, at now: Duration) {
    guard case .tabs(let tabs) = tree[container] else { return }
    goToTop(ContainerTree.Page(container: container, page: tabs.pageID(tabs.selected)), at: now)
  }

  /// Returns the current step of a slide; nil for a slide without steps, and for any other page.
  private func step(of page: ContainerTree.Page) -> Int? {
    guard case .pager(let pager) = tree[page.container], let index = pager.index(of: page.page)
    else { return nil }
    return pager.steps.shown(of: index)
  }

  /// Returns the content of a page to its root, then the root to its top.
  private mutating func goToTop(_ place: ContainerTree.Page, at now: Duration) {
    var page = place
    if let inner = tree.slot(of: page)?.container {
      switch tree[inner] {
      case .stack(var stack):
        let isAtRoot = stack.state.active == 0 && stack.state.pages.count <= 1
        if TabRetap(isAtRoot: isAtRoot, isAtTop: true) == .popToRoot {
          let forgotten = stack.popToRoot(at: now)
          tree[inner] = .stack(stack)
          return forget(forgotten)
        }
        guard let root = stack.activeID else { return }
        page = ContainerTree.Page(container: inner, page: root)
      case .pager(var pager):
        // A pager's root is its first page.
        guard pager.turns.current == 0 else {
          pager.turn(to: 0, at: now)
          tree[inner] = .pager(pager)
          return
        }
        page = ContainerTree.Page(container: inner, page: pager.pageID(0))
      case .tabs, nil: return
      }
    }
    guard var rows = tree.slot(of: page)?.rows else { return }
    panSerial += 1
    rows.returnToTop(scrolling: panSerial, inStep: step(of: page))
    tree[page.container]?.set(rows, of: page.page)
  }
}
