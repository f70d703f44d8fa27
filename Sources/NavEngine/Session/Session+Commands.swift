import NavBase
import NavScene

/// Dispatch of commands: to the rows of the innermost page first, then to one container after the other outwards.
extension Session {
  /// Runs a command, as a viewer of a size sees the session, and others in the sizes of `followers`.
  ///
  /// - Throws: if it is not possible; then nothing has changed.
  mutating func carryOut(
    _ command: SessionCommand,
    seenIn viewport: CellSize,
    _ followers: [CellSize] = [],
    at now: Duration
  ) throws(Rejection) -> Outcome {
    if case .whole(let change) = command.traits.effect {
      return try carryOut(change, seenIn: viewport, followers, at: now)
    }
    let chain = tree.front.reversed()
    guard let front = chain.first else { return .nothing(.nothingHere) }
    if let outcome = try moveRows(of: front, by: command, seenIn: viewport) { return outcome }
    for page in chain where !sideTabsTake(command, before: page.container) {
      tree.discardPages(of: page.container, at: now)
      let context = context(of: page.container, seenIn: viewport, at: now)
      guard let answer = try tree[page.container]?.respond(to: command, in: context) else {
        continue
      }
      let outcome = try perform(answer, of: page.container, seenIn: viewport, at: now)
      if let outcome { return outcome }
    }
    return .nothing(noEffect(of: command))
  }

  /// Carries out a change of the session as a whole.
  private mutating func carryOut(
    _ change: SessionCommand.WholeChange,
    seenIn viewport: CellSize,
    _ followers: [CellSize],
    at now: Duration
  ) throws(Rejection) -> Outcome {
    var request: PageRequest?
    switch change {
    case .search(let change): request = try run(change, seenIn: viewport, at: now)
    case .order(let change):
      let before = treeOrder
      try order(by: change)
      if treeOrder == before { return .nothing(.alreadyThere) }
    case .chapter(let isForward):
      request = try goToChapter(forward: isForward, seenIn: viewport, at: now)
    case .view(let change):
      let before = (bodies.numbers, preview.mode)
      try show(change, seenIn: viewport)
      if before == (bodies.numbers, preview.mode) { return .nothing(.alreadyThere) }
    case .nextPart: return focusNextPart()
    case .reload: reloadRequests += 1
    case .toggleText: textRequests += 1
    case .toggleWrap:
      var other = self
      other.bodies.wrapsLines.toggle()
      let hasLongLines = ([viewport] + Set(followers)).contains {
        textRows(seenIn: $0) != other.textRows(seenIn: $0)
      }
      guard hasLongLines else { return .nothing(.noLongLines) }
      bodies = other.bodies
    case .toggleBlank: isBlank.toggle()
    case .theme(let chosen):
      if theme == chosen { return .nothing(.alreadyThere) }
      theme = chosen
    case .timeMark: break
    // The host knows what was shown.
    case .past: return .nothing(.nothingHere)
    }
    return request.map { .needs($0) } ?? .done
  }

  /// The outcome of a command or a tap.
  enum Outcome {
    case done
    case needs(PageRequest)
    /// It was handled here, and has changed nothing.
    case nothing(NoEffect)
  }

  /// Whether a command selects a tab that is not in the header of this container, but in the side tabs around it.
  private func sideTabsTake(_ command: SessionCommand, before container: ContainerID) -> Bool {
    guard case .tab = command.traits.effect else { return false }
    return tree[container]?.traits.tabPlacement == .header && tree.isInSideTabs(container)
  }

  /// Carries out what a container leaves to the session; nil if it does not handle the input.
  mutating func perform(
    _ answer: ContainerAnswer,
    of container: ContainerID,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome? {
    switch answer {
    case .unhandled: return nil
    case .done: return .done
    case .nothing(let reason): return .nothing(reason)
    case .open(let request): return try open(request, at: now)
    case .scrollToTop(let page):
      let place = ContainerTree.Page(container: container, page: page)
      if let window = tree[place]?.rows?.content.window, !window.hasStart {
        return .needs(PageRequest(window, .start, in: place).numbered(by: bodies.numbers))
      }
      scrollToTop(place, at: now)
      return .done
    case .run(let command): return try carryOut(command, seenIn: viewport, at: now)
    }
  }

  /// Opens the selected entry of a page; nil if there is nothing to open.
  mutating func open(
    selectedIn page: ContainerTree.Page,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome? {
    let context = context(of: page.container, seenIn: viewport, at: now)
    let answer = try tree[page.container]?.open(.selection, in: page.page, context)
    return try perform(answer ?? .unhandled, of: page.container, seenIn: viewport, at: now)
  }

  // MARK: Rows

  /// Moves the rows of the innermost page; nil if they do not handle the command.
  private mutating func moveRows(
    of page: ContainerTree.Page,
    by command: SessionCommand,
    seenIn viewport: CellSize
  ) throws(Rejection) -> Outcome? {
    guard case .movement(let movement) = command.traits.effect, var rows = tree[page]?.rows,
      let node = tree[page.container]
    else { return nil }
    let place = (rows.selection, rows.anchor)
    let isList = rows.content.list != nil
    let body = body(of: rows.content, in: page, seenIn: viewport)
    let move: ScrollablePage.Move
    switch movement {
    case .page: return nil
    case .line(let isForward):
      guard isList || body.overflows else { return nil }
      move = .rows(isForward ? 1 : -1)
    case .screen(let isForward): move = .screens(isForward ? 1 : -1)
    case .first, .last:
      guard !node.traits.numbersPages else { return nil }
      move = .to(command == .first ? 0 : .max)
    case .number(let number):
      guard !node.traits.numbersPages else { return nil }
      let count = max(1, rows.count(in: body))
      guard (1...count).contains(number) || rows.content.window?.knowsCount == false else {
        throw Rejection("there is no row \(number): give 1 to \(count)")
      }
      move = .to(number - 1)
    }
    if let request = windowRequest(for: move, of: rows, in: page, body) { return .needs(request) }
    let hasMoved = rows.move(by: move, in: body)
    if case .screens = move, !hasMoved, !isList { return nil }
    tree[page] = .rows(rows)
    let isSame = place == (rows.selection, rows.anchor)
    return isSame ? .nothing(.end(ofRowsBy: movement, isList: isList)) : .done
  }

  /// Returns the command that shows the rest of a pager's page before a key turns it; nil for any other command.
  func scroll(before command: SessionCommand) -> SessionCommand? {
    command == .forward ? .screenDown : command == .back ? .screenUp : nil
  }

  /// Scrolls a text in a pager by a screen, down by no more than the smallest followers show.
  ///
  /// - Parameters:
  ///   - command: a screen down or up.
  ///   - viewport: the viewport of the viewer that moves the session.
  ///   - followers: the sizes in which others see the page. Those with less than a third of the viewport's rows do not
  ///     count, nor does any if the viewport shows the whole page.
  /// - Returns: false if the end is shown, or no such text has the focus.
  mutating func scrollText(
    by command: SessionCommand,
    seenIn viewport: CellSize,
    _ followers: [CellSize]
  ) -> Bool {
    guard focus.kind == .pager, let page = tree.front.last, var rows = tree[page]?.rows,
      rows.content.list == nil
    else { return false }
    var bodies = [body(of: rows.content, in: page, seenIn: viewport)]
    guard bodies[0].overflows else { return false }
    if command == .screenDown {
      for follower in followers where follower != viewport && follower.rows * 3 >= viewport.rows {
        let body = body(of: rows.content, in: page, seenIn: follower)
        if body.overflows { bodies.append(body) }
      }
    }
    let hasMoved =
      bodies.count > 1
      ? rows.moveScreenDown(in: bodies)
      : rows.move(by: .screens(command == .screenDown ? 1 : -1), in: bodies[0])
    if hasMoved { tree[page] = .rows(rows) }
    return hasMoved
  }

  /// Returns the rows of a page as a viewport shows them.
  mutating func body(
    of content: PageContent,
    in page: ContainerTree.Page,
    seenIn viewport: CellSize
  ) -> any PageBody {
    guard let context = tree.layout(of: page, in: viewport)?.layout else {
      preconditionFailure("cannot lay out page \(page.page.rawValue), which has gone")
    }
    return bodies.body(of: content, at: page.page, in: context)
  }

  /// Returns the rows of the shown texts, also of those beside the active page.
  private mutating func textRows(seenIn viewport: CellSize) -> [[TextRow]] {
    tree.shown.compactMap { page in
      guard let content = tree[page]?.rows?.content, content.list == nil,
        let context = tree.layout(of: page, in: viewport)?.layout
      else { return nil }
      let body = bodies.body(of: content, at: page.page, in: context)
      return body.rows(body.loadedRows)
    }
  }

  /// Returns the content of a page to its root, or if it is there, scrolls that to its top.
  private mutating func scrollToTop(_ place: ContainerTree.Page, at now: Duration) {
    var page = place
    if let inner = tree.container(in: page) {
      tree.discardPages(of: inner, at: now)
      guard let root = tree[inner]?.returnToRoot(at: now) else { return }
      page = ContainerTree.Page(container: inner, page: root)
    }
    guard var rows = tree[page]?.rows else { return }
    pans.serial += 1
    rows.returnToTop(scrolling: pans.serial, inStep: tree[page.container]?.active?.step)
    tree[page] = .rows(rows)
  }
}

/// The form in which a session's content is shown, independent of the place in it.
extension Session {
  /// Changes how content is shown.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - viewport: the viewport of the viewer that requests it.
  /// - Throws: if the change does not apply here; then nothing has changed.
  mutating func show(_ change: ViewCommand, seenIn viewport: CellSize) throws(Rejection) {
    switch change {
    case .numbers(let isOn?): bodies.numbers = isOn
    case .numbers(nil):
      guard let lines = linesInFront, lines != .none else {
        throw Rejection("only the lines of a file have numbers: open one")
      }
      bodies.numbers = !lines.areNumbered(by: bodies.numbers)
    case .preview(let mode): try setPreview(mode, seenIn: viewport)
    }
  }

  /// The kind of lines in the active page; nil if it has no rows.
  private var linesInFront: FileLines? {
    tree.front.last.flatMap { tree[$0]?.rows?.content.lines }
  }
}
