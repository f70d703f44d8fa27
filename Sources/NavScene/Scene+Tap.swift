import NavText

/// What a press and release on something asks of a session.
package enum SceneTap: Hashable, Sendable {
  /// It is meant for a container.
  ///
  /// Page: the row that was hit, from 0, where it was one. Page control: the side of the current page,
  /// `rowBefore` or `rowAfter` (PI-6). Cell of an option bar: its column. Anything else: no row.
  case on(ContainerID, row: Int?)
  /// The book in front is turned (PC-10).
  case turn(PageSide)
  /// The pager that has the keys goes to a page, from 0.
  case page(Int)
  /// A link of a page leads to another page of the session, by its address.
  case follow(ContainerID, link: String)
  /// A link that leads out of the session: what becomes of it is its viewer's business.
  case leave(link: String)

  /// What stands for the side before the current page.
  package static let rowBefore = 0
  /// The side after it.
  package static let rowAfter = 1
}

extension Scene {
  /// What a press and release on something asks for; nil where it means nothing.
  ///
  /// A tab or an option is selected (ST-5, ZX-7); a dot of the pager that has the keys leads to its page, and beside
  /// the dots, as on those of any other pager, its page control turns it by one page, to the side that was hit (PI-6);
  /// the edge of a book's page turns that (PC-10); an entry of a list is opened; a link is followed; anything else of
  /// a page of a stack brings that page back (PG-5).
  ///
  /// - Parameters:
  ///   - hit: what is under the pointer.
  ///   - link: the address of the link that is seen there; nil for none.
  /// - Returns: what is asked.
  package func tap(_ hit: SceneHit, link: String? = nil) -> SceneTap? {
    if let link, TextStyle.page(ofAddress: link) == nil { return .leave(link: link) }
    if let link, let page = hit.page, hit.part != .edge { return .follow(page, link: link) }
    guard let container = self[hit.container] else { return nil }
    switch hit.part {
    case .tab: return .on(container.id, row: nil)
    case .option:
      // Its column: until this arrives the cell may show another one.
      return container.selection.map { .on(container.id, row: $0) }
    case .dots where container.pageCount == 0: return nil
    case .dots(let side): return .on(container.id, row: side.row)
    case .dot(let page):
      let current = container.shownPage
      if page == current { return nil }
      if hit.container == pageControl?.id { return .page(page) }
      return .on(container.id, row: (page < current ? PageSide.before : .after).row)
    case .leafEdge(let side): return .turn(side)
    case .row(let row) where container.pageCount > 0: return .on(container.id, row: row)
    case .row, .header, .body, .edge, .scrollBar, .tabBar, .optionBar, .background:
      return tapOnPage(around: container)
    }
  }

  /// What counts the pages of the pager that has the keys: its dots, shown or not, else its header.
  ///
  /// Both stand beside the pager.
  package var pageControl: Container? {
    guard let focus, let pager = self[focus], pager.kind == .pager else { return nil }
    func part(_ id: (ContainerID) -> ContainerID, _ kind: ContainerKind) -> Container? {
      let part = self[id(focus)]
      return part?.kind == kind && part?.parent == pager.parent ? part : nil
    }
    // Whatever a peer says, no id is too large.
    guard focus.rawValue <= .max - UInt32(PagerParts.count(hasHeader: false)) else { return nil }
    return part(PagerParts.dotsID, .pageControl) ?? part(PagerParts.headerID, .optionBar)
  }

  /// A tap on the page of a stack that a container is, or stands in.
  private func tapOnPage(around container: Container) -> SceneTap? {
    var next: Container? = container
    while let current = next {
      let parent = current.parent.flatMap { self[$0] }
      if current.kind == .page, !current.isMirrored, parent?.kind == .stack {
        return .on(current.id, row: nil)
      }
      // Ends: a parent's id is smaller than its child's.
      next = parent
    }
    return nil
  }
}

extension PageSide {
  fileprivate var row: Int { self == .before ? SceneTap.rowBefore : SceneTap.rowAfter }
}
