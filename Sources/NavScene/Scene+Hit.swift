package import NavGeometry

/// What of a scene is under a cell.
package struct SceneHit: Hashable, Sendable {
  /// The topmost container there.
  package var container: ContainerID
  /// The page that it is, or the innermost one that it stands in; nil where it stands in none.
  package var page: ContainerID?
  package var part: Part

  /// What of a container is under a cell.
  package enum Part: Hashable, Sendable {
    /// Page: a row of its content, from 0.
    case row(Int)
    /// Page: its title, the rule below that, or a section's header that is pinned above its rows.
    case header
    /// Page: whatever is none of its other parts.
    case body
    /// A page of a stack of which nothing but its edge is seen (PG-5), with all that stands in it.
    case edge
    /// Page: the column of its scroll bar, thumb or not.
    case scrollBar
    /// An item of a tab bar.
    case tab
    /// A tab bar between its items.
    case tabBar
    /// A cell of an option bar.
    case option
    /// An option bar beside its cells.
    case optionBar
    /// The left or the right edge of a book's page, where a leaf is taken to turn it (PC-10).
    case leafEdge(PageSide)
    /// Page control: the dot of a page, from 0.
    case dot(Int)
    /// Page control: between two of its dots, or beside them in the columns of its pager (PI-6).
    case dots(PageSide)
    /// A container where none of its pages stands, or the back of a leaf.
    case background
  }

  package init(container: ContainerID, page: ContainerID? = nil, part: Part) {
    self.container = container
    self.page = page
    self.part = part
  }

  /// Page: the row of its content that was hit, from 0; nil for everything else.
  package var row: Int? {
    if case .row(let row) = part { row } else { nil }
  }
}

/// Where something is, seen from the current page.
package enum PageSide: Hashable, Sendable {
  case before
  case after

  /// How many edges fit side by side into a book, of which a tap turns the leaf (PC-10).
  private static let edgesPerBook = 8

  /// The edge of a book in which a column is: at the right edge leaves turn forward, at the left one back, between them
  /// not at all (PC-10).
  ///
  /// - Parameters:
  ///   - column: where, in the book's room.
  ///   - columns: how many the room has.
  /// - Returns: nil also beside the book.
  package static func leafEdge(at column: Int, of columns: Int) -> PageSide? {
    guard (0..<max(0, columns)).contains(column) else { return nil }
    let edge = max(1, columns / edgesPerBook)
    if column >= columns - edge { return .after }
    return column < edge ? .before : nil
  }
}

extension Scene {
  /// The topmost container under a cell of the viewport, nil where there is none.
  ///
  /// What is painted last is hit first (see `Canvas.paint`): children before their parents, and of siblings
  /// the one with the higher z, then the higher id. Of a page of which only the edge is seen, what stands
  /// in it is not hit: a click there is meant for the page. The row of a page control is as wide as its pager: where
  /// nothing else stands in it, the control is hit. O(containers).
  ///
  /// - Parameters:
  ///   - point: the cell.
  ///   - peek: rows by which this viewer sees pages scrolled further than the scene says.
  /// - Returns: what is there.
  package func hit(_ point: CellPoint, peek: [ContainerID: Int] = [:]) -> SceneHit? {
    guard CellRect(viewport).contains(point) else { return nil }
    let children = Dictionary(grouping: containers) { $0.parent }
    var hit: SceneHit?
    var parent: Container?
    var origin = CellPoint.zero
    var end = viewport.columns
    // Level by level: of those that are hit, only the topmost one's children count.
    while let top = (children[parent?.id] ?? []).topmost(
      at: CellPoint(x: point.x - origin.x, y: point.y - origin.y)
    ) {
      let frame = top.frame.offset(x: origin.x, y: origin.y)
      let own = CellPoint(x: point.x - frame.x, y: point.y - frame.y)
      end = min(end, frame.maxX)
      let isEdge = parent?.kind == .stack && top.kind == .page && top.isCovered
      let part = top.part(at: own, visibleColumns: end - frame.x, peek: peek[top.id] ?? 0)
      let book = parent.flatMap { children[$0.id]?.isBook == true ? $0 : nil }
      let side = book.flatMap { top.leafEdge(at: own, in: $0) }
      hit = SceneHit(
        container: top.id,
        page: top.kind == .page && !top.isMirrored ? top.id : hit?.page,
        part: isEdge ? .edge : side.map { .leafEdge($0) } ?? part
      )
      // Nothing stands in an edge, and nothing beside the dots.
      if isEdge || !frame.contains(point) { break }
      origin = CellPoint(x: frame.x - top.scroll.x, y: frame.y - top.scroll.y)
      parent = top
    }
    return hit
  }
}

extension [Container] {
  /// Of siblings the one at a point of their parent's content; nil for none.
  fileprivate func topmost(at point: CellPoint) -> Container? {
    topmost { $0.frame.contains(point) } ?? topmost { rowOfDots(of: $0)?.contains(point) ?? false }
  }

  private func topmost(where isThere: (Container) -> Bool) -> Container? {
    filter { !$0.isHidden && isThere($0) }.max { ($0.z, $0.id) < ($1.z, $1.id) }
  }

  /// The row of a page control, as wide as the pager whose pages it counts; nil for anything else.
  private func rowOfDots(of control: Container) -> CellRect? {
    guard control.kind == .pageControl, control.pageCount > 0,
      let pager = first(where: {
        $0.kind == .pager && PagerParts.isDots(control.id, of: $0.id)
      })
    else { return nil }
    return CellRect(
      x: pager.frame.x,
      y: control.frame.y,
      width: pager.frame.width,
      height: control.frame.height
    )
  }

  /// Whether these are the pages of a book: one of them is told to be the active one.
  fileprivate var isBook: Bool { contains { $0.kind == .page && $0.isSelected } }
}

extension Container {
  /// The edge of a book in which a cell of one of its pages is; nil for cells between.
  fileprivate func leafEdge(at point: CellPoint, in book: Container) -> PageSide? {
    guard kind == .page, !isMirrored, book.kind == .pager else { return nil }
    let column = point.x + frame.x - book.scroll.x
    return PageSide.leafEdge(at: column, of: book.frame.width)
  }

  /// What of the container is in a cell that is counted from its frame's origin.
  fileprivate func part(at point: CellPoint, visibleColumns: Int, peek: Int) -> SceneHit.Part {
    switch kind {
    case .pager, .stack, .tabs, .spine: .background
    case .optionBar, .indicator: .optionBar
    case .optionCell: .option
    case .tabBar: .tabBar
    case .tabItem: .tab
    case .pageControl: dot(at: point)
    case .page: pagePart(at: point, visibleColumns: visibleColumns, peek: peek)
    }
  }

  private func pagePart(
    at point: CellPoint,
    visibleColumns: Int,
    peek: Int
  ) -> SceneHit.Part {
    // The back of a leaf is no page that anything could be done with.
    if isMirrored { return .background }
    if point.y < headerHeight { return .header }
    guard point.y >= content.y else { return .body }
    let offset = scroll.y + peek
    let row = point.y - content.y + offset
    let isBesideText = !(0..<content.width).contains(point.x - content.x + scroll.x)
    // Not the row under it, and a header can't be opened.
    let isPinned = point.y == content.y && rowPinned(atOffset: offset) != nil
    if !isBesideText, isPinned { return .header }
    if !isBesideText, (0..<content.height).contains(row) { return .row(row) }
    return point.x == scrollBarColumn(of: visibleColumns) ? .scrollBar : .body
  }

  private func dot(at point: CellPoint) -> SceneHit.Part {
    let current = shownPage
    guard let first = firstDotColumn else {
      // A number: its halves stand for what is before and behind it.
      return .dots(2 * point.x < frame.width ? .before : .after)
    }
    let column = point.x - first
    if point.y == 0, column >= 0, column % 2 == 0, column / 2 < pageCount {
      return .dot(column / 2)
    }
    return .dots(column < 2 * current ? .before : .after)
  }
}
