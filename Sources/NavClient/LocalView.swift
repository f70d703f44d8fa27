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
    peek = min(max(page.peekRange.lowerBound, peek + rows), page.peekRange.upperBound)
  }

  /// Forgets what belonged to another page, and what the page no longer has.
  mutating func settle(in scene: Scene) {
    let page = scene.currentPage
    if page?.id != self.page { peek = 0 }
    self.page = page?.id
    guard let page else { return }
    peek = min(max(page.peekRange.lowerBound, peek), page.peekRange.upperBound)
  }
}

extension Scene {
  /// The page that has the keys, or that the pager shows which has them, or moves to.
  var currentPage: Container? {
    guard let focus else { return nil }
    switch focusKind {
    case .list, .text: return self[focus]
    case .pager, .none: break
    }
    guard let index = pageControl?.currentPage else { return nil }
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

  /// By how many rows a viewer can look further down or up and see only rows that the scene holds.
  var peekRange: ClosedRange<Int> {
    guard let held = rows.segments.first(where: { $0.first <= scroll.y && scroll.y < $0.end })
    else { return 0...0 }
    return held.first - scroll.y...max(0, held.end - visibleRows - scroll.y)
  }
}
