import NavLayout
import NavWire

extension Scene {
  /// What a press and release on something asks for; nil where it means nothing.
  ///
  /// A tab or an option is selected (ST-5, ZX-7); a page control turns its pager by one page, to the side that was hit (PI-6); an
  /// entry of a list is opened; anything else of a page of a stack brings that page back (PG-5).
  func tap(on hit: SceneHit) -> Request.Input.Action? {
    guard let container = self[hit.container] else { return nil }
    switch hit.part {
    case .tab: return .tap(container.id, row: nil)
    case .option:
      // Its column: until this arrives the cell may show another one.
      return container.selection.map { .tap(container.id, row: $0) }
    case .dots where container.pageCount == 0: return nil
    case .dots(.before): return .tap(container.id, row: Request.Input.rowBefore)
    case .dots(.after): return .tap(container.id, row: Request.Input.rowAfter)
    case .dot(let page):
      let current = container.shownPage
      if page == current { return nil }
      let row = page < current ? Request.Input.rowBefore : Request.Input.rowAfter
      return .tap(container.id, row: row)
    case .row(let row) where container.pageCount > 0: return .tap(container.id, row: row)
    case .row, .header, .body, .edge, .scrollBar, .tabBar, .optionBar, .background:
      return tapOnPage(around: container)
    }
  }

  /// A tap on the page of a stack that a container is, or stands in.
  private func tapOnPage(around container: Container) -> Request.Input.Action? {
    var next: Container? = container
    while let current = next {
      let parent = current.parent.flatMap { self[$0] }
      if current.kind == .page, !current.isMirrored, parent?.kind == .stack {
        return .tap(current.id, row: nil)
      }
      // Ends: a parent's id is smaller than its child's.
      next = parent
    }
    return nil
  }
}
