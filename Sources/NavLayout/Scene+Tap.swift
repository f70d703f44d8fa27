/// What a press and release on something asks of a session.
package enum SceneTap: Hashable, Sendable {
  /// It is meant for a container.
  ///
  /// Page: the row that was hit, from 0, where it was one. Page control: the side of the current page,
  /// `rowBefore` or `rowAfter` (PI-6). Cell of an option bar: its column. Anything else: no row.
  case on(ContainerID, row: Int?)
  /// The book in front is turned (PC-10).
  case turn(PageSide)

  /// What stands for the side before the current page.
  package static let rowBefore = 0
  /// The side after it.
  package static let rowAfter = 1
}

extension Scene {
  /// What a press and release on something asks for; nil where it means nothing.
  ///
  /// A tab or an option is selected (ST-5, ZX-7); a page control turns its pager by one page, to the side that was
  /// hit (PI-6), the edge of a book's page turns that (PC-10); an entry of a list is opened; anything else of a page of
  /// a stack brings that page back (PG-5).
  package func tap(_ hit: SceneHit) -> SceneTap? {
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
      return .on(container.id, row: (page < current ? PageSide.before : .after).row)
    case .leafEdge(let side): return .turn(side)
    case .row(let row) where container.pageCount > 0: return .on(container.id, row: row)
    case .row, .header, .body, .edge, .scrollBar, .tabBar, .optionBar, .background:
      return tapOnPage(around: container)
    }
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
