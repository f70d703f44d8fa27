import NavGeometry
import NavLayout

/// What a viewer does alone: how far it looks beyond what is shared, and whether help is open
/// (architecture.md, decision 2).
///
/// Ends with the next change of page.
struct LocalView: Hashable, Sendable {
  /// Rows further down than the shared place; negative is further up.
  private(set) var peek = 0
  var isHelpOpen = false
  private var page: ContainerID?

  /// Looks further, as far as the replica has rows.
  mutating func peek(by rows: Int, in scene: Scene) {
    guard let page = scene.currentPage else { return }
    settle(in: scene)
    let lowest = -page.scroll.y
    let highest = max(0, page.knownRows - page.visibleRows - page.scroll.y)
    peek = min(max(lowest, peek + rows), highest)
  }

  /// Forgets what belonged to another page, and what the page no longer has.
  mutating func settle(in scene: Scene) {
    let page = scene.currentPage
    if page?.id != self.page { peek = 0 }
    self.page = page?.id
    guard let page else { return }
    peek = min(max(-page.scroll.y, peek), max(0, page.knownRows - page.visibleRows - page.scroll.y))
  }
}

extension Scene {
  /// The page that the focused pager shows, or moves to.
  var currentPage: Container? {
    guard let focus, let index = pageControl?.currentPage else { return nil }
    let pages = containers.filter { $0.parent == focus && $0.kind == .page }
    return pages.first { $0.id == PagerLayout.pageID(index) } ?? pages.first
  }

  var pageControl: Container? {
    containers.first { $0.kind == .pageControl }
  }
}

extension Container {
  /// How many rows of a page's text are in view.
  var visibleRows: Int { max(1, frame.height - content.y) }

  /// How many rows from the page's top the scene holds without a hole.
  var knownRows: Int {
    guard let first = rows.segments.first, first.first == 0 else { return 0 }
    return first.end
  }
}
