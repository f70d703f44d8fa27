import NavLayout
import NavSession

extension Scene {
  /// What a press and release on something asks for; nil where it means nothing (ST-5, ZX-7, PI-6, PG-5).
  func action(tappedOn hit: SceneHit) -> SessionAction? {
    guard let container = self[hit.container] else { return nil }
    switch hit.part {
    case .tab: return .tap(container.id, row: nil)
    case .option: return container.selection.map { .tap(container.id, row: $0) }
    case .dots where container.pageCount == 0: return nil
    case .dots(let side): return .tap(container.id, row: side == .before ? 0 : 1)
    case .dot(let page):
      let current = container.shownPage
      return page == current ? nil : .tap(container.id, row: page < current ? 0 : 1)
    case .row(let row) where container.pageCount > 0: return .tap(container.id, row: row)
    case .row, .header, .body, .edge, .scrollBar, .tabBar, .optionBar, .background:
      return tapOnPage(around: container)
    }
  }

  /// A tap on the page of a stack that a container is, or stands in.
  private func tapOnPage(around container: Container) -> SessionAction? {
    var next: Container? = container
    while let current = next {
      let parent = current.parent.flatMap { self[$0] }
      if current.kind == .page, !current.isMirrored, parent?.kind == .stack {
        return .tap(current.id, row: nil)
      }
      next = parent
    }
    return nil
  }
}
