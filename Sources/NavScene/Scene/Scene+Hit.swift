package import NavBase

/// The part of a scene under a cell.
package struct SceneHit: Hashable, Sendable {
  /// The topmost container under the cell.
  package var container: ContainerID
  /// That container if it is a page, else the innermost page that contains it; nil if there is none.
  package var page: ContainerID?
  package var part: Part

  /// The part of a container under a cell.
  package enum Part: Hashable, Sendable {
    /// Page: a row of its content, from 0.
    case row(Int)
    /// Page: its title, the rule below the title, or a section header pinned above its rows.
    case header
    /// Page: everything outside its other parts.
    case body
    /// A page of a stack of which only the edge is visible (PG-5), including everything in that page.
    case edge
    /// Page: the column of its scroll bar, with or without the thumb.
    case scrollBar
    /// An item of a tab bar.
    case tab
    /// A tab bar between its items.
    case tabBar
    /// A cell of an option bar.
    case option
    /// An option bar beside its cells.
    case optionBar
    /// The left or right edge of a book, where a press turns a leaf (PC-10).
    case leafEdge(PageSide)
    /// Page control: the dot of a page, from 0.
    case dot(Int)
    /// Page control: between two dots, or beside the dots within the columns of its pager (PI-6).
    case dots(PageSide)
    /// The border between two parts of a split, and whether it moves sideways; else it moves up and down (SPL-6).
    case border(movesSideways: Bool)
    /// A container's area outside its pages, or the back of a leaf.
    case background
  }

  package init(container: ContainerID, page: ContainerID? = nil, part: Part) {
    self.container = container
    self.page = page
    self.part = part
  }

  /// Page: the content row under the cell, from 0; nil for any other part.
  package var row: Int? {
    if case .row(let row) = part { row } else { nil }
  }
}

/// A side relative to the current page.
package enum PageSide: Hashable, Sendable {
  case before
  case after

  /// The edge that turns a leaf is one part in this many of the book's width (PC-10).
  private static let edgesPerBook = 8

  /// Returns the edge of a book in which a column is: the right edge turns a leaf forward, the left one back; the area
  /// between turns nothing (PC-10).
  ///
  /// - Parameters:
  ///   - column: the column within the book.
  ///   - columns: the width of the book.
  /// - Returns: the edge; nil between the edges and outside the book.
  package static func leafEdge(at column: Int, of columns: Int) -> PageSide? {
    guard (0..<max(0, columns)).contains(column) else { return nil }
    let edge = max(1, columns / edgesPerBook)
    if column >= columns - edge { return .after }
    return column < edge ? .before : nil
  }
}

extension Scene {
  /// Returns the topmost container under a cell of the viewport; nil if there is none.
  ///
  /// Containers painted last are hit first (see `Canvas.paint`): children before their parents, and among siblings the
  /// one with the higher z, then the higher id. Pointers and marks are not hit, but the rows that they lie on. If only the
  /// edge of a page is visible, its children are not hit, because a click there activates the page. The row of a page
  /// control is as wide as its pager: where it holds nothing else, the control is hit. O(containers).
  ///
  /// - Parameters:
  ///   - point: the cell.
  ///   - peek: the rows by which this viewer has scrolled pages beyond the scene's offset.
  /// - Returns: the hit.
  package func hit(_ point: CellPoint, peek: [ContainerID: Int] = [:]) -> SceneHit? {
    guard CellRect(viewport).contains(point) else { return nil }
    let children = Dictionary(grouping: containers.lazy.filter { !$0.liesOnRows }) { $0.parent }
    var hit: SceneHit?
    var parent: Container?
    var origin = CellPoint.zero
    var end = viewport.columns
    // Descends level by level, into the topmost container only.
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
      // An edge has no hittable children, and the area beside the dots has none either.
      if isEdge || !frame.contains(point) { break }
      origin = CellPoint(x: frame.x - top.scroll.x, y: frame.y - top.scroll.y)
      parent = top
    }
    return hit
  }
}

extension [Container] {
  /// Returns the topmost sibling at a point of their parent's content; nil if there is none.
  fileprivate func topmost(at point: CellPoint) -> Container? {
    topmost { $0.frame.contains(point) } ?? topmost { rowOfDots(of: $0)?.contains(point) ?? false }
  }

  private func topmost(where isThere: (Container) -> Bool) -> Container? {
    filter { !$0.isHidden && isThere($0) }.max { ($0.z, $0.id) < ($1.z, $1.id) }
  }

  /// Returns the page control's row, widened to the pager whose pages it counts; nil for other kinds.
  private func rowOfDots(of control: Container) -> CellRect? {
    guard control.kind == .pageControl, control.pageCount > 0,
      let pager = pager(of: control)
    else { return nil }
    return CellRect(
      x: pager.frame.x,
      y: control.frame.y,
      width: pager.frame.width,
      height: control.frame.height
    )
  }

  /// Whether these are the pages of a book: exactly then one is marked as the active page.
  fileprivate var isBook: Bool { contains { $0.kind == .page && $0.isSelected } }
}

extension Container {
  /// Returns the edge of a book in which a cell of one of its pages is; nil between the edges.
  fileprivate func leafEdge(at point: CellPoint, in book: Container) -> PageSide? {
    guard kind == .page, !isMirrored, book.kind == .pager else { return nil }
    let column = point.x + frame.x - book.scroll.x
    return PageSide.leafEdge(at: column, of: book.frame.width)
  }

  /// Returns the part of the container in a cell, counted from its frame's origin.
  fileprivate func part(at point: CellPoint, visibleColumns: Int, peek: Int) -> SceneHit.Part {
    switch kind {
    case .pager, .stack, .tabs, .spine, .split, .pointer, .mark: .background
    case .splitBorder: .border(movesSideways: isUpright)
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
    // The back of a leaf is not a page that can be operated.
    if isMirrored { return .background }
    if point.y < headerHeight { return .header }
    guard point.y >= content.y else { return .body }
    let offset = scroll.y + peek
    let row = point.y - content.y + offset
    let isBesideText = !(0..<content.width).contains(point.x - content.x + scroll.x)
    // A pinned header hides the row under it, and cannot be opened.
    let isPinned = point.y == content.y && rowPinned(atOffset: offset) != nil
    if !isBesideText, isPinned { return .header }
    if !isBesideText, (0..<content.height).contains(row) { return .row(row) }
    return point.x == scrollBarColumn(of: visibleColumns) ? .scrollBar : .body
  }

  private func dot(at point: CellPoint) -> SceneHit.Part {
    let current = shownPage
    guard let first = firstDotColumn else {
      // A number is shown: its halves stand for the pages before and after the current one.
      return .dots(2 * point.x < frame.width ? .before : .after)
    }
    let column = point.x - first
    if point.y == 0, column >= 0, column % 2 == 0, column / 2 < pageCount {
      return .dot(column / 2)
    }
    return .dots(column < 2 * current ? .before : .after)
  }
}

/// The request that a press and release makes.
package enum SceneTap: Hashable, Sendable {
  /// Addressed to a container.
  ///
  /// Page: the content row that was hit, from 0, if any. Page control: the side of the current page, `rowBefore` or
  /// `rowAfter` (PI-6). Cell of an option bar: its column. Anything else: no row.
  case on(ContainerID, row: Int?)
  /// Turns the focused book (PC-10).
  case turn(PageSide)
  /// Moves the focused pager to a page, from 0.
  case page(Int)
  /// Follows a link of a page to another page of the session, by its address.
  case follow(ContainerID, link: String)
  /// A link that leads out of the session; the viewer decides how to open it.
  case leave(link: String)

  /// The row that stands for the side before the current page.
  package static let rowBefore = 0
  /// The row that stands for the side after the current page.
  package static let rowAfter = 1
}

extension Scene {
  /// Returns the request that a press and release makes; nil if it has no effect.
  ///
  /// A tab or an option is selected (ST-5, ZX-7). A dot of the focused pager leads to its page; beside the dots, and
  /// anywhere on the dots of another pager, the page control moves by one page to the side that was hit (PI-6). The
  /// edge of a book turns a leaf (PC-10), an entry of a list is opened, and a link is followed. Anything else on a page
  /// of a stack activates that page (PG-5), and on a part of a split gives that part the focus (SPL-9).
  ///
  /// - Parameters:
  ///   - hit: the part under the pointer.
  ///   - link: the address of the link under the pointer; nil if there is none.
  /// - Returns: the request.
  package func tap(_ hit: SceneHit, link: String? = nil) -> SceneTap? {
    if let link, TextStyle.page(ofAddress: link) == nil { return .leave(link: link) }
    if let link, let page = hit.page, hit.part != .edge { return .follow(page, link: link) }
    guard let container = self[hit.container] else { return nil }
    switch hit.part {
    case .tab: return .on(container.id, row: nil)
    case .option:
      // Sends the column: the cell may show another one by the time the request arrives.
      return container.selection.map { .on(container.id, row: $0) }
    case .dots where container.pageCount == 0: return nil
    case .dots(let side): return .on(container.id, row: side.row)
    case .dot(let page):
      let current = container.shownPage
      if page == current { return nil }
      if hit.container == pageControl?.id { return .page(page) }
      return .on(container.id, row: (page < current ? PageSide.before : .after).row)
    case .leafEdge(let side): return focusing(on: container) ?? .turn(side)
    case .row(let row) where container.pageCount > 0: return .on(container.id, row: row)
    case .border: return nil
    case .row, .header, .body, .edge, .scrollBar, .tabBar, .optionBar, .background:
      return tapOnPage(around: container)
    }
  }

  /// Returns the tap that gives the focus to the part of a split that contains a container; nil if it has it, and outside
  /// of splits.
  private func focusing(on container: Container) -> SceneTap? {
    func part(around id: ContainerID?) -> ContainerID? {
      var next = id.flatMap { self[$0] }
      while let current = next {
        let parent = current.parent.flatMap { self[$0] }
        if parent?.kind == .split { return current.id }
        next = parent
      }
      return nil
    }
    guard let hit = part(around: container.id), hit != part(around: focus) else { return nil }
    return .on(hit, row: nil)
  }

  /// Returns a tap on the page of a stack, or the part of a split, that is or contains a container.
  private func tapOnPage(around container: Container) -> SceneTap? {
    var next: Container? = container
    while let current = next {
      let parent = current.parent.flatMap { self[$0] }
      if current.kind == .page, !current.isMirrored,
        parent?.kind == .stack || parent?.kind == .split
      {
        return .on(current.id, row: nil)
      }
      // Terminates: a parent's id is smaller than its child's.
      next = parent
    }
    return nil
  }
}

extension PageSide {
  fileprivate var row: Int { self == .before ? SceneTap.rowBefore : SceneTap.rowAfter }
}
