import NavGeometry
import NavScene

/// What a viewer does alone: how far it looks beyond what is shared, and what lies over the scene
/// (architecture.md, decisions 2 and 10).
///
/// Looking further ends with the next change of page.
struct LocalView: Hashable, Sendable {
  /// Rows further down than the shared place; negative is further up.
  private(set) var peek = 0
  /// Columns by which lines that are longer than a row are moved to the left.
  private(set) var shift = 0
  var overlay: Overlay?
  /// What is being typed; nil for nothing.
  var prompt: Prompt?
  /// Whether the pages are shown alone, without status line and page dots.
  var isBare = false
  /// What the session would show after it.
  var trial = PromptTrial()
  private var page: ContainerID?

  /// Looks further, as far as the replica has rows.
  mutating func peek(by rows: Int, in scene: Scene) {
    guard let page = scene.currentPage else { return }
    settle(in: scene)
    peek = min(max(page.peekRange.lowerBound, peek + rows), page.peekRange.upperBound)
  }

  /// Looks further along lines that are longer than a row, as far as the longest one reaches.
  mutating func peek(sideways columns: Int, in scene: Scene) {
    guard let page = scene.currentPage else { return }
    settle(in: scene)
    shift = min(max(0, shift + columns), page.hiddenColumns)
  }

  /// Forgets what belonged to another page, and what the page no longer has.
  mutating func settle(in scene: Scene) {
    let page = scene.currentPage
    if page?.id != self.page { (peek, shift) = (0, 0) }
    self.page = page?.id
    guard let page else { return }
    peek = min(max(page.peekRange.lowerBound, peek), page.peekRange.upperBound)
    if shift > 0 { shift = min(shift, page.hiddenColumns) }
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

  /// By how many columns the long lines of a page are moved to the left.
  ///
  /// Who has not looked aside sees the match that people are at.
  func shift(of page: Container, lookingAside columns: Int) -> Int {
    if columns > 0 { return columns }
    return search.isEmpty ? 0 : page.columnsToMatch
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
