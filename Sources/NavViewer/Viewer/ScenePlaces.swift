import NavBase
import NavScene

/// The page, the line, the tab and the filter of a scene, for the status line.
struct ScenePlaces: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    /// From 1.
    var number: Int
    var count: Int
  }

  struct Lines: Hashable, Sendable {
    /// The first visible line, from 1.
    var number: Int
    var count: Int
    /// The share of the text that is visible or above.
    var percent: Int
  }

  /// The page or entry, and the number of them.
  var place: Place?
  /// Whether the page's last row shows the page number, and is visible.
  var isOnPage = false
  /// The line numbers of a text.
  var lines: Lines?
  /// The number of rows below the visible part of the current page; 0 for a list, and if `lines` shows the position.
  var rowsBelow = 0
  /// The shown tab of the innermost tabs around the focus whose bar does not fit on the screen; nil if all bars are
  /// visible.
  var hiddenTab: String?
  /// The filter of the current page, and the entries that are shown, of all.
  var filter = ""
  var filtered = Place(number: 0, count: 0)
  /// Whether a split is shown.
  var hasParts = false

  /// - Parameters:
  ///   - scene: the scene.
  ///   - peek: the number of rows by which the viewer has scrolled the current page on its own.
  init(_ scene: Scene, peek: Int) {
    var hasSelection = false
    if let page = scene.indexOfCurrentPage {
      filter = scene[at: page].filter
      filtered = Place(number: scene[at: page].pageCount, count: scene[at: page].unfiltered)
      if let selection = scene[at: page].selection {
        hasSelection = true
        // An entry's number does not count the section headers above it.
        place = Place(
          number: selection + 1 - scene[at: page].currentPage,
          count: scene[at: page].pageCount
        )
      } else {
        lines = Self.lines(ofPageAt: page, in: scene, peek)
        if lines == nil { rowsBelow = Self.rowsBelow(pageAt: page, in: scene, peek) }
      }
    }
    if let control = scene.indexOfPageControl {
      if !hasSelection {
        place = Place(
          number: scene[at: control].currentPage + 1,
          count: scene[at: control].pageCount
        )
      }
      isOnPage =
        scene[at: control].kind == .pageControl && scene[at: control].isSelected
        && rowsBelow == 0
    }
    hiddenTab = Self.hiddenTab(in: scene)
    for index in scene.containers.indices where scene[at: index].kind == .split { hasParts = true }
  }

  private static func lines(ofPageAt page: Int, in scene: Scene, _ peek: Int) -> Lines? {
    guard scene.focusKind == .text, scene[at: page].kind == .page, scene[at: page].pageCount > 0
    else { return nil }
    let rows = max(1, scene[at: page].content.height)
    let end = scene[at: page].scroll.y + peek + scene[at: page].visibleRows
    return Lines(
      number: scene[at: page].currentPage + 1,
      count: scene[at: page].pageCount,
      percent: min(rows, max(0, end)) * 100 / rows
    )
  }

  private static func rowsBelow(pageAt page: Int, in scene: Scene, _ peek: Int) -> Int {
    let end = scene[at: page].visibleRows + scene[at: page].scroll.y + peek
    return max(0, scene[at: page].content.height - end)
  }

  private static func hiddenTab(in scene: Scene) -> String? {
    var next = scene.focus.flatMap { scene.index(of: $0) }
    while let here = next {
      if scene[at: here].kind == .tabs, !scene[at: here].title.isEmpty,
        !hasBar(tabs: scene[at: here].id, in: scene)
      {
        return scene[at: here].title
      }
      next = scene[at: here].parent.flatMap { scene.index(of: $0) }
    }
    return nil
  }

  private static func hasBar(tabs: ContainerID, in scene: Scene) -> Bool {
    for index in scene.containers.indices
    where scene[at: index].kind == .tabBar && scene[at: index].parent == tabs { return true }
    return false
  }
}
