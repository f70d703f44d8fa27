import NavCommands
import NavGeometry
import NavLayout
import NavScene

/// What a press and release on something means.
extension Session {
  /// An entry of a list is selected and opened; a tab is selected; the dots of a pager turn it by one page; anything
  /// else of a page of a stack that is not the active one brings that one back (PG-5).
  ///
  /// - Parameters:
  ///   - id: the container that was hit.
  ///   - row: what of it was hit, as `SceneTap` says.
  ///   - viewport: the size of who tapped.
  ///   - now: the time.
  /// - Returns: what has come of it.
  /// - Throws: when what was hit is gone; nothing has changed then.
  mutating func tap(
    _ id: ContainerID,
    row: Int?,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome {
    if let outcome = try tapPart(id, row: row, seenIn: viewport, at: now) { return outcome }
    guard let hit = tree.page(id) else { throw Rejection("that page has gone meanwhile") }
    if case .stack(let stack) = tree[hit.container], let pane = stack.pane, pane.id == id {
      // What is looked at is opened.
      let list = ContainerTree.Page(container: hit.container, page: pane.list)
      return try open(selectedIn: list, at: now) ?? .nothing(.nothingToOpen)
    }
    guard tree.isLive(hit) else { throw Rejection("that page has gone meanwhile") }
    if let row, var rows = tree.slot(of: hit)?.rows, let entry = rows.selectableEntry(atRow: row),
      case .stack = tree[hit.container]
    {
      rows.move(by: .to(entry), in: body(of: rows.content, in: hit, seenIn: viewport))
      tree[hit.container]?.set(rows, of: hit.page)
      bringToFront(hit, besidesInnermost: true)
      return try open(selectedIn: hit, at: now) ?? .done
    }
    bringToFront(hit, besidesInnermost: false)
    return .done
  }

  /// Activates every page of a stack that a page stands in, itself included.
  mutating func bringToFront(_ page: ContainerTree.Page, besidesInnermost: Bool) {
    for page in tree.path(from: page).dropFirst(besidesInnermost ? 1 : 0) {
      guard case .stack(var stack) = tree[page.container], stack.activeID != page.page else {
        continue
      }
      stack.activate(page.page)
      tree[page.container] = .stack(stack)
    }
  }

  /// A part of a container that is none of its pages; nil for anything else.
  private mutating func tapPart(
    _ id: ContainerID,
    row: Int?,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome? {
    guard let (container, part) = tree.part(id) else { return nil }
    guard tree.place(of: container).map({ tree.isLive($0) }) ?? true else {
      throw Rejection("what was hit has gone meanwhile")
    }
    switch (part, tree[container]) {
    case (.dots, .pager(var pager)):
      let isBack = row == SceneTap.rowBefore
      guard let page = pager.page(tappedAt: isBack ? .before : .after) else {
        return .nothing(isBack ? .firstPage : .lastPage)
      }
      pager.turn(to: page, step: isBack ? nil : 0, at: now)
      tree[container] = .pager(pager)
      return .done
    case (.header, .pager(let pager)):
      // The column that was seen under the pointer: the cell may show another one by now (ZX-7).
      guard let column = row, let room = tree.pagerRoom(of: container, in: viewport),
        let page = pager.page(ofColumn: column, seenIn: room)
      else { return .done }
      choose(page, of: container, at: now)
      return .done
    case (.tab(let item), .tabs(var tabs)):
      let outcome: TabOutcome
      do {
        outcome = try tabs.bar.select(item)
      } catch {
        throw Rejection(error.description)
      }
      tree[container] = .tabs(tabs)
      return try follow(outcome, of: container, seenIn: viewport, at: now)
    default: return .done
    }
  }
}

extension ContainerTree {
  /// What of a container an id names that is none of its pages.
  enum Part {
    case dots
    /// The bar above a pager's pages, or a cell of it.
    case header
    case tab(TabItemID)
    /// Something that does not answer taps.
    case other
  }

  /// The page under a finger: of a container that is none, the page in front there.
  func pageUnder(_ id: ContainerID) -> Page? {
    if let page = page(id) { return page }
    let container = self[id] != nil ? id : part(id)?.0
    guard let container, let front = self[container]?.frontPage else { return nil }
    return Page(container: container, page: front)
  }

  /// The container that an id is or is a part of, but for pages.
  func part(_ id: ContainerID) -> (ContainerID, Part)? {
    // The ids of requests may be anything.
    for (container, node) in all where id > container {
      switch node {
      case .pager(let pager):
        let distance = id.rawValue - container.rawValue
        guard distance < UInt32(PagerParts.count(hasHeader: pager.header != nil)) else { continue }
        return (container, Part(ofPager: container, id))
      case .tabs(let tabs):
        guard let part = TabsParts.part(id, of: container) else { continue }
        // An item with a view of its own does not answer taps (ST-8).
        let item = tabs.bar.item(of: part)
        return (container, item.flatMap { $0.isButton ? .tab($0.id) : nil } ?? .other)
      case .stack: continue
      }
    }
    return nil
  }
}

extension ContainerTree.Part {
  /// A part of a pager by its id.
  fileprivate init(ofPager pager: ContainerID, _ id: ContainerID) {
    switch id {
    case PagerParts.dotsID(of: pager): self = .dots
    // The back of a leaf is a part of the pages, as the spine is.
    case PagerParts.leafID(of: pager), PagerParts.nextLeafID(of: pager),
      PagerParts.spineID(of: pager):
      self = .other
    default: self = .header
    }
  }
}
