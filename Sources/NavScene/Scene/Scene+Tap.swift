import NavBase

/// The request that a press and release makes.
package enum SceneTap: Hashable, Sendable {
  /// Addressed to a container.
  ///
  /// Page: the content row that was hit, from 0, if any. Page control: the side of the current page, `rowBefore` or
  /// `rowAfter` (PI-6). Cell of an option bar: its column. Anything else: no row.
  case on(ContainerID, row: Int?)
  /// Turns the focused book (PC-10).
  case turn(PageSide)
  /// Moves the focused pager to a page, from 0.
  case page(Int)
  /// Follows a link of a page to another page of the session, by its address.
  case follow(ContainerID, link: String)
  /// A link that leads out of the session; the viewer decides how to open it.
  case leave(link: String)

  /// The row that stands for the side before the current page.
  package static let rowBefore = 0
  /// The row that stands for the side after the current page.
  package static let rowAfter = 1
}

extension Scene {
  /// Returns the request that a press and release makes; nil if it has no effect.
  ///
  /// A tab or an option is selected (ST-5, ZX-7). A dot of the focused pager leads to its page; beside the dots, and
  /// anywhere on the dots of another pager, the page control moves by one page to the side that was hit (PI-6). The
  /// edge of a book turns a leaf (PC-10), an entry of a list is opened, and a link is followed. Anything else on a page
  /// of a stack activates that page (PG-5), and on a part of a split gives that part the focus (SPL-9).
  ///
  /// - Parameters:
  ///   - hit: the part under the pointer.
  ///   - link: the address of the link under the pointer; nil if there is none.
  /// - Returns: the request.
  package func tap(_ hit: SceneHit, link: String? = nil) -> SceneTap? {
    if let link, TextStyle.page(ofAddress: link) == nil { return .leave(link: link) }
    if let link, let page = hit.page, hit.part != .edge { return .follow(page, link: link) }
    guard let container = self[hit.container] else { return nil }
    switch hit.part {
    case .tab: return .on(container.id, row: nil)
    case .option:
      // Sends the column: the cell may show another one by the time the request arrives.
      return container.selection.map { .on(container.id, row: $0) }
    case .dots where container.pageCount == 0: return nil
    case .dots(let side): return .on(container.id, row: side.row)
    case .dot(let page):
      let current = container.shownPage
      if page == current { return nil }
      if hit.container == pageControl?.id { return .page(page) }
      return .on(container.id, row: (page < current ? PageSide.before : .after).row)
    case .leafEdge(let side): return focusing(on: container) ?? .turn(side)
    case .row(let row) where container.pageCount > 0: return .on(container.id, row: row)
    case .border: return nil
    case .row, .header, .body, .edge, .scrollBar, .tabBar, .optionBar, .background:
      return tapOnPage(around: container)
    }
  }

  /// Returns the tap that gives the focus to the part of a split that contains a container; nil if it has it, and outside
  /// of splits.
  private func focusing(on container: Container) -> SceneTap? {
    func part(around id: ContainerID?) -> ContainerID? {
      var next = id.flatMap { self[$0] }
      while let current = next {
        let parent = current.parent.flatMap { self[$0] }
        if parent?.kind == .split { return current.id }
        next = parent
      }
      return nil
    }
    guard let hit = part(around: container.id), hit != part(around: focus) else { return nil }
    return .on(hit, row: nil)
  }

  /// Returns a tap on the page of a stack, or the part of a split, that is or contains a container.
  private func tapOnPage(around container: Container) -> SceneTap? {
    var next: Container? = container
    while let current = next {
      let parent = current.parent.flatMap { self[$0] }
      if current.kind == .page, !current.isMirrored,
        parent?.kind == .stack || parent?.kind == .split
      {
        return .on(current.id, row: nil)
      }
      // Terminates: a parent's id is smaller than its child's.
      next = parent
    }
    return nil
  }
}

extension PageSide {
  fileprivate var row: Int { self == .before ? SceneTap.rowBefore : SceneTap.rowAfter }
}
