import NavGeometry
import NavLayout

/// What a viewer does alone: how far it looks beyond what is shared, and what lies over the scene
/// (architecture.md, decisions 2 and 10).
///
/// Looking further ends with the next change of page.
struct LocalView: Hashable, Sendable {
  /// Rows further down than the shared place; negative is further up.
  private(set) var peek = 0
  var overlay: Overlay?
  /// What is being typed; nil for nothing.
  var prompt: Prompt?
  /// Whether the pages are shown alone, without status line and page dots.
  var isBare = false
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
  /// The page that has the keys; of a pager that has them, the page that it shows or moves to.
  var currentPage: Container? {
    guard let focus, let container = self[focus] else { return nil }
    switch focusKind {
    case .list, .text: return container
    case .pager, .none: break
    }
    return currentPage(of: container.id, index: pageControl?.currentPage)
  }

  /// What counts the pages of the pager that has the keys: its dots, shown or not, else its header.
  ///
  /// Both stand beside the pager.
  var pageControl: Container? {
    guard let focus, let pager = self[focus], pager.kind == .pager else { return nil }
    func part(_ id: (ContainerID) -> ContainerID, _ kind: ContainerKind) -> Container? {
      let part = self[id(focus)]
      return part?.kind == kind && part?.parent == pager.parent ? part : nil
    }
    // Whatever a peer says, no id is too large.
    guard focus.rawValue <= .max - UInt32(PagerParts.count(with: nil)) else { return nil }
    return part(PagerParts.dotsID, .pageControl) ?? part(PagerParts.headerID, .optionBar)
  }
}

extension Container {
  /// By how many rows a viewer can look further down or up and see only rows that the scene holds.
  var peekRange: ClosedRange<Int> {
    // Rows that are pulled beyond an end go back to it.
    let visible = max(1, visibleRows)
    let last = max(0, content.height - visible)
    let place = min(max(0, scroll.y), last)
    guard last > 0,
      let held = rows.segments.first(where: { $0.first <= place && place < $0.end })
    else { return 0...0 }
    return min(0, held.first - scroll.y)...max(0, held.end - visible - scroll.y)
  }
}
