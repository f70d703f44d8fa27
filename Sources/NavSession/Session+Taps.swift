import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene

/// Taps: a press and release on something in a scene.
extension Session {
  /// Handles a tap: selects and opens an entry of a list, selects a tab, turns a pager by one page at its dots, and
  /// anywhere else in a page of a stack activates that page (PG-5).
  ///
  /// - Parameters:
  ///   - id: the container that was hit.
  ///   - row: the part of it that was hit, as in `SceneTap`.
  ///   - viewport: the viewport of the viewer that tapped.
  ///   - now: the time.
  /// - Returns: the outcome.
  /// - Throws: if what was hit does not exist any more; then nothing has changed.
  mutating func tap(
    _ id: ContainerID,
    row: Int?,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> Outcome {
    if let outcome = try tapPart(id, row: row, seenIn: viewport, at: now) { return outcome }
    guard let hit = tree.page(id) else { throw Rejection("that page has gone meanwhile") }
    if case .stack(let stack) = tree[hit.container], let pane = stack.pane, pane.id == id {
      // A tap on the preview opens what it shows.
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

  /// Activates a page and all pages around it in their stacks; leaves out the page itself if `besidesInnermost` is
  /// true.
  mutating func bringToFront(_ page: ContainerTree.Page, besidesInnermost: Bool) {
    for page in tree.path(from: page).dropFirst(besidesInnermost ? 1 : 0) {
      guard case .stack(var stack) = tree[page.container], stack.activeID != page.page else {
        continue
      }
      stack.activate(page.page)
      tree[page.container] = .stack(stack)
    }
  }

  /// Handles a tap on a part of a container that is not one of its pages; nil for anything else.
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
      // The column that was shown under the pointer: the cell may show another one by now (ZX-7).
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
  /// The parts of a container that are not pages.
  enum Part {
    case dots
    /// The bar above a pager's pages, or a cell of it.
    case header
    case tab(TabItemID)
    /// A part that does not respond to taps.
    case other
  }

  /// Returns the page with an id; for a container or a part of one, the active page of that container.
  func pageUnder(_ id: ContainerID) -> Page? {
    if let page = page(id) { return page }
    let container = self[id] != nil ? id : part(id)?.0
    guard let container, let front = self[container]?.frontPage else { return nil }
    return Page(container: container, page: front)
  }

  /// Returns the part that an id names, and its container; nil for pages and unknown ids.
  func part(_ id: ContainerID) -> (ContainerID, Part)? {
    // The ids of requests may have any value.
    for (container, node) in all where id > container {
      switch node {
      case .pager(let pager):
        let distance = id.rawValue - container.rawValue
        guard distance < UInt32(PagerParts.count(hasHeader: pager.header != nil)) else { continue }
        return (container, Part(ofPager: container, id))
      case .tabs(let tabs):
        guard let part = TabsParts.part(id, of: container) else { continue }
        // An item with a view of its own does not respond to taps (ST-8).
        let item = tabs.bar.item(of: part)
        return (container, item.flatMap { $0.isButton ? .tab($0.id) : nil } ?? .other)
      case .stack: continue
      }
    }
    return nil
  }
}

extension ContainerTree.Part {
  /// Creates the part of a pager with an id.
  fileprivate init(ofPager pager: ContainerID, _ id: ContainerID) {
    switch id {
    case PagerParts.dotsID(of: pager): self = .dots
    // The back of a leaf belongs to the pages, as the spine does.
    case PagerParts.leafID(of: pager), PagerParts.nextLeafID(of: pager),
      PagerParts.spineID(of: pager):
      self = .other
    default: self = .header
    }
  }
}
