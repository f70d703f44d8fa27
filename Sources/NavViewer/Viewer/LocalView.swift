import NavBase
import NavScene
import NavWire

/// A viewer's own view state: its local scroll offsets, and the overlay and prompt above the scene
/// (Sources/README.md, decisions 2 and 10).
///
/// The local offsets are reset at the next change of page.
struct LocalView: Hashable, Sendable {
  /// The local scroll offset in rows, relative to the shared one; negative is up.
  private(set) var peek = 0
  /// The local horizontal scroll offset of long lines, in columns.
  private(set) var shift = 0
  var overlay: Overlay?
  /// The open prompt; nil for none.
  var prompt: Prompt?
  /// Whether only the pages are shown, without status line and page dots.
  var isBare = false
  /// The scene that the session would show after the prompt's words.
  var trial = PromptTrial()
  /// Typed palette commands, the newest last.
  private(set) var paletteHistory: [String] = []
  /// The results of the last find, for stepping through.
  var results: FoundResults?
  var talk = TalkClocks()
  /// The time line of the recording that the viewer plays; nil if it plays none.
  var timeLine: TimeLine?
  private var page: ContainerID?

  /// Scrolls locally, limited to the rows that the replica has.
  mutating func peek(by rows: Int, in scene: Scene) {
    guard let page = scene.currentPage else { return }
    clampOffsets(to: scene)
    peek = min(max(page.peekRange.lowerBound, peek + rows), page.peekRange.upperBound)
  }

  /// Scrolls long lines horizontally, limited to the end of the longest one.
  mutating func peek(sideways columns: Int, in scene: Scene) {
    guard let page = scene.currentPage else { return }
    clampOffsets(to: scene)
    shift = min(max(0, shift + columns), page.hiddenColumns)
  }

  /// Resets the offsets after a change of the view.
  mutating func resetOffsets() {
    (peek, shift) = (0, 0)
  }

  /// Resets the offsets after a change of page, and clamps them to the page's content.
  mutating func clampOffsets(to scene: Scene) {
    let index = scene.indexOfCurrentPage
    let page = index.map { scene[at: $0].id }
    if page != self.page { (peek, shift) = (0, 0) }
    self.page = page
    guard let index else { return }
    if peek != 0 {
      let range = scene[at: index].peekRange
      peek = min(max(range.lowerBound, peek), range.upperBound)
    }
    if shift > 0 { shift = min(shift, scene[at: index].hiddenColumns) }
  }

  /// Adds an executed line to the palette's history, unless it repeats the last one.
  mutating func addToHistory(_ line: String) {
    guard paletteHistory.last != line else { return }
    if paletteHistory.count >= PaletteOverlay.historyLimit { paletteHistory.removeFirst() }
    paletteHistory.append(line)
  }
}

extension Scene {
  /// The focused page; for a focused pager the page that it shows or moves to.
  var currentPage: Container? { indexOfCurrentPage.map { containers[$0] } }

  /// The index of that page in `containers`.
  var indexOfCurrentPage: Int? {
    guard let focus, let container = index(of: focus) else { return nil }
    switch focusKind {
    case .list, .text: return container
    case .pager, .none: break
    }
    let page = indexOfPageControl.map { self[at: $0].currentPage }
    return indexOfCurrentPage(of: focus, index: page)
  }

  /// Returns the horizontal scroll offset of a page's long lines, in columns.
  ///
  /// If the viewer has not scrolled them itself, the current match is made visible.
  func shift(of page: Container, lookingAside columns: Int) -> Int {
    if columns > 0 { return columns }
    return search.isEmpty ? 0 : page.columnsToMatch
  }
}

extension Container {
  /// The range of local scroll offsets, in rows, that shows only rows that the scene holds.
  var peekRange: ClosedRange<Int> {
    // Rows that are pulled beyond an end return to that end.
    let visible = max(1, visibleRows)
    let last = max(0, content.height - visible)
    let place = min(max(0, scroll.y), last)
    guard last > 0,
      let held = rows.segments.first(where: { $0.first <= place && place < $0.end })
    else { return 0...0 }
    return min(0, held.first - scroll.y)...max(0, held.end - visible - scroll.y)
  }
}
