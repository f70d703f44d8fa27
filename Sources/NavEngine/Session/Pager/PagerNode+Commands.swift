import NavBase
import NavScene

/// Commands, presses and links: they reveal a step, or turn to another page.
extension PagerNode {
  mutating func respond(
    to command: SessionCommand,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    let area = PagerArea(self, size: context.size)
    switch command.traits.effect {
    case .tab(let tab):
      return page(of: tab, seenIn: area).map { select($0, at: context.now) } ?? .unhandled
    case .movement(let movement):
      let before = (transition.current, step)
      guard try turn(by: movement, seenIn: area, at: context.now) else { return .unhandled }
      return before == (transition.current, step) ? .nothing(.alreadyThere) : .done
    case .attachment, .root, .along, .whole: return .unhandled
    }
  }

  /// Reveals a step or turns to a page.
  ///
  /// - Parameters:
  ///   - movement: the movement.
  ///   - area: the pager as the requesting viewer sees it.
  ///   - now: the time.
  /// - Returns: false if there is no such step or page.
  /// - Throws: for a number without a page.
  private mutating func turn(
    by movement: SessionCommand.Movement,
    seenIn area: PagerArea,
    at now: Duration
  ) throws(Rejection) -> Bool {
    let neighbours = area.neighbours(of: transition.current)
    switch movement {
    case .page(forward: true), .line(forward: true), .screen(forward: true):
      return reveal(by: 1) || turn(to: steps.next(before: neighbours.next), at: now)
    case .page(forward: false), .line(forward: false), .screen(forward: false):
      let previous = steps.previous(behind: neighbours.previous)
      return reveal(by: -1) || turn(to: previous, step: nil, at: now)
    case .first: return turn(to: 0, at: now)
    case .last: return turn(to: pages.count - 1, at: now)
    case .number(let number):
      guard (1...pages.count).contains(number) else {
        throw Rejection("there is no page \(number): give 1 to \(pages.count)")
      }
      return turn(to: number - 1, at: now)
    }
  }

  mutating func returnToRoot(at now: Duration) -> ContainerID? {
    // A pager's root is its first page.
    guard transition.current != 0 else { return pageID(0) }
    turn(to: 0, at: now)
    return nil
  }

  // MARK: Header, dots and links

  /// Turns to a page that was selected in the header; selecting the active page scrolls it to its top (MBX-13).
  private mutating func select(_ page: Int, at now: Duration) -> ContainerAnswer {
    let isAnother = page != transition.current
    // Any selection scrolls the bar (ZX-8) and ends a pan (D-7).
    if !isAnother { retap(at: now) }
    turn(to: page, at: now)
    return isAnother ? .done : .scrollToTop(pageID(page))
  }

  mutating func tap(
    part: ContainerID,
    row: Int?,
    in context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    switch PagerPart(part, of: context.id) {
    case .dots:
      let isBack = row == SceneTap.rowBefore
      guard let page = page(tappedAt: isBack ? .before : .after) else {
        return .nothing(isBack ? .firstPage : .lastPage)
      }
      turn(to: page, step: isBack ? nil : 0, at: context.now)
      return .done
    case .header:
      // The column that was shown under the pointer: the cell may show another one by now (ZX-7).
      let area = PagerArea(self, size: context.size)
      guard let column = row, let page = page(ofColumn: column, seenIn: area) else { return .done }
      return select(page, at: context.now)
    case .leaf: return .done
    }
  }

  mutating func open(
    _ target: OpenTarget,
    in page: ContainerID,
    _ context: ContainerContext
  ) throws(Rejection) -> ContainerAnswer {
    guard case .link(let address) = target else { return .unhandled }
    guard let index = self.target(ofLink: address, in: page) else {
      throw Rejection("that link is no longer there: look again")
    }
    return select(index, at: context.now)
  }

  /// Returns the page that a link in another page leads to; nil if there is no such link or no such page.
  private func target(ofLink address: String, in page: ContainerID) -> Int? {
    guard let index = pageIDs.index(of: page), let rows = self[index].rows,
      rows.content.document.hasLink(to: address),
      let key = TextStyle.page(ofAddress: address), key.hasPrefix("#"),
      let target = content.anchors[String(key.dropFirst())]
        ?? content.anchors[key.dropFirst().lowercased()],
      pages.indices.contains(target)
    else { return nil }
    return target
  }

  /// Returns the page of a tab in the header, as laid out for a viewer; nil if there is no such page.
  private func page(of tab: SessionCommand.TabSelection, seenIn area: PagerArea) -> Int? {
    guard header != nil else { return nil }
    let page: Int? =
      switch tab {
      case .next where header == .arrows: area.neighbours(of: transition.current).next
      case .next: transition.current + 1
      case .previous where header == .arrows: area.neighbours(of: transition.current).previous
      case .previous: transition.current - 1
      case .number(let number): (1...pages.count).contains(number) ? number - 1 : nil
      }
    return page.flatMap { pages.indices.contains($0) ? $0 : nil }
  }

  /// Returns the page that a tap beside the current dot turns to (PI-6); nil if there is none.
  private func page(tappedAt side: PageSide) -> Int? {
    PageControlState(on: transition.current, of: pages.count).page(tappedAt: side)
  }

  /// Returns the page that a tap on a column of the header selects (MBX-5); nil for none.
  ///
  /// Arrows turn to the neighbours in the layout of the viewer that taps.
  private func page(ofColumn column: Int, seenIn area: PagerArea) -> Int? {
    guard let header else { return nil }
    if header == .arrows {
      let neighbours = area.neighbours(of: transition.current)
      // Back, the title, forward.
      return column == 0 ? neighbours.previous : column == 2 ? neighbours.next : nil
    }
    do {
      let tags = try HeaderTapResolver(header, tags: pages.count, pages: pages.count)
      switch try tags.tap(column, current: transition.current) {
      case .jump(let jump): return jump.destination
      case .retap(let page): return page
      case .nothing: return nil
      }
    } catch {
      // A column that does not exist.
      return nil
    }
  }
}

/// A part of a pager that is not a page.
enum PagerPart {
  case dots
  /// The bar above the pages, or a cell of it.
  case header
  /// The back of a leaf, or the spine: they belong to the pages.
  case leaf

  /// - Parameters:
  ///   - id: the id of a part.
  ///   - pager: the id of the pager.
  init(_ id: ContainerID, of pager: ContainerID) {
    switch id {
    case PagerParts.dotsID(of: pager): self = .dots
    case PagerParts.leafID(of: pager), PagerParts.nextLeafID(of: pager),
      PagerParts.spineID(of: pager):
      self = .leaf
    default: self = .header
    }
  }
}
