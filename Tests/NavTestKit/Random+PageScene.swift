import NavBase
package import NavScene

extension SplitMix64 {
  /// A scene as a daemon could send it: nested containers near the viewport, pages with titles, lists with a selection,
  /// scrolled pages that hold a part of their rows.
  package mutating func pageScene() -> Scene {
    var scene = Scene(viewport: CellSize(columns: int(in: 1...40), rows: int(in: 1...14)))
    for raw in UInt32(1)...UInt32(int(in: 1...9)) where !oneIn(8) {
      scene.insert(nestedContainer(ContainerID(rawValue: raw), in: scene))
    }
    scene.session = text()
    scene.viewers = int(in: 1...4)
    let pages = scene.containers.filter { $0.kind == .page }
    guard !pages.isEmpty, !oneIn(5) else { return scene }
    let focused = pick(pages)
    scene.focus = focused.id
    scene.focusKind = focused.pageCount > 0 ? .list : .text
    return scene
  }

  /// Returns by how many rows a viewer scrolls each page by itself, within the page's content.
  package mutating func peeks(in scene: Scene) -> [ContainerID: Int] {
    var peeks: [ContainerID: Int] = [:]
    for page in scene.containers where page.kind == .page && !oneIn(3) {
      let most = max(0, page.content.height - max(1, page.frame.height - page.content.y))
      peeks[page.id] = int(in: 0...most) - page.scroll.y
    }
    return peeks
  }

  private mutating func nestedContainer(_ id: ContainerID, in scene: Scene) -> Container {
    let parents = scene.containers.map(\.id)
    var container = Container(
      id: id,
      kind: parents.isEmpty || oneIn(4)
        ? pick([.pager, .stack, .tabs, .split, .tabBar, .optionBar])
        : oneIn(4)
          ? pick([
            .pageControl, .tabItem, .optionCell, .indicator, .spine, .splitBorder, .pointer, .mark,
          ]) : .page,
      parent: parents.isEmpty || oneIn(4) ? nil : pick(parents),
      frame: CellRect(
        x: int(in: -6...14),
        y: int(in: -4...4),
        width: oneIn(8) ? int(in: 0...3) : int(in: 4...40),
        height: oneIn(8) ? int(in: 0...3) : int(in: 4...14)
      )
    )
    container.z = int(in: 0...2)
    container.isHidden = oneIn(8)
    container.overlay = pick([0, 0, 38, 76, 140, 255])
    switch container.kind {
    case .pager, .stack, .tabs, .split:
      container.scroll = CellPoint(x: int(in: -5...5), y: int(in: -3...3))
    case .page:
      fill(&container)
      if oneIn(6) { container.scroll.x = int(in: -4...4) }
    case .pageControl:
      container.pageCount = int(in: 0...20)
      container.currentPage = int(in: 0...20)
    case .tabBar:
      container.content.height = int(in: 0...container.frame.height)
      container.hiddenAbove = pick([0, 0, 1, 12, 400])
      container.hiddenBelow = pick([0, 0, 1, 12, 400])
    case .tabItem: fillItem(&container)
    case .spine: break
    case .pointer, .mark:
      container.title = text()
      container.selection = pick([nil, 0, 7])
    case .splitBorder:
      // One cell wide or high, as a rule.
      if oneIn(2) { container.frame.width = 1 } else { container.frame.height = 1 }
      container.selection = pick([nil, 0, 1, 2])
    case .optionBar:
      container.scroll.x = int(in: -5...20)
      container.content = CellRect(x: 0, y: 0, width: int(in: 0...60), height: int(in: 1...2))
      container.pageCount = int(in: 0...20)
      container.currentPage = int(in: 0...20)
      container.barStyleNumber = oneIn(8) ? int(in: 0...255) : int(in: 0...3)
    case .optionCell:
      container.title = text()
      container.isSelected = oneIn(3)
      container.selection = int(in: 0...20)
    case .indicator:
      container.markStart = int(in: -20...120)
      container.markLength = int(in: 0...100)
    }
    return container
  }

  private mutating func fillItem(_ item: inout Container) {
    item.title = text()
    item.isSelected = oneIn(3)
    item.badge = oneIn(2) ? "" : oneIn(2) ? "99+" : text(upTo: 3)
    item.badgeRoleNumber = oneIn(8) ? int(in: 0...255) : int(in: 0...4)
    let count = int(in: 0...3)
    item.content = CellRect(x: 0, y: 0, width: item.frame.width, height: count)
    item.rows.set((0..<count).map { _ in textRow() }, at: 0)
  }

  /// Gives a page a title and rows; it may hold only the rows in view.
  private mutating func fill(_ page: inout Container) {
    let count = int(in: 0...24)
    page.title = text()
    page.headerHeight = int(in: 0...2)
    page.content = CellRect(
      x: int(in: 0...4),
      y: page.headerHeight + int(in: 0...1),
      width: int(in: 1...30),
      height: count
    )
    page.isMirrored = oneIn(8)
    let visible = max(1, page.frame.height - page.content.y)
    let most = max(0, count - visible)
    // Sometimes the page is scrolled past an end.
    page.scroll.y = oneIn(5) ? pick([-3, -1, most + 2, count + 4]) : int(in: 0...most)
    let first = oneIn(2) ? 0 : min(max(0, page.scroll.y), count)
    let last = oneIn(2) ? count : min(count, max(first, page.scroll.y + visible))
    page.rows.set((first..<last).map { _ in textRow() }, at: first)
    guard count > 0, oneIn(2) else { return }
    page.pageCount = int(in: 1...count)
    page.selection = int(in: 0...page.pageCount - 1)
    page.pinnedRow = oneIn(3) ? int(in: 0...count) : nil
  }
}
