package import NavGeometry
package import NavScene
package import NavText

/// A pager in a room: the pages' frame, the dots below, and the way of a turn in cells.
///
/// The pages stand side by side or below one another in the pager's content (PS-2), `pageDistance`
/// cells apart (PS-1), a page's place being its slot times that. The dots are the pager's sibling.
package struct PagerLayout: Hashable, Sendable {
  /// Cells between two pages, seen only while they move (PS-1).
  package static let spacing = CellGrid.cell(at: PagerMetrics.cells.spacing)

  package let room: CellSize
  package let axis: PagerAxis
  /// Cells between two pages of this pager.
  package let spacing: Int
  /// Whether it shows dots where there is room for them; only beside pages side by side (PI-1).
  package let hasDots: Bool

  /// A pager in a room.
  ///
  /// - Parameters:
  ///   - room: what the pager and its dots may fill.
  ///   - axis: along which its pages stand.
  ///   - spacing: cells between two of them, from 0.
  ///   - hasDots: whether it may show dots.
  package init(
    room: CellSize,
    axis: PagerAxis = .horizontal,
    spacing: Int = PagerLayout.spacing,
    hasDots: Bool = true
  ) {
    precondition(spacing >= 0, "cannot lay pages \(spacing) cells apart")
    self.room = room
    self.axis = axis
    self.spacing = spacing
    self.hasDots = hasDots && axis == .horizontal
  }

  /// The dots' container of a pager's.
  package static func dotsID(of pager: ContainerID) -> ContainerID {
    ContainerID(rawValue: pager.rawValue + 1)
  }

  /// The room of a page: everything but the dots.
  package var pageSize: CellSize {
    CellSize(columns: room.columns, rows: room.rows - dotsRows)
  }

  package var textRoom: TextRoom { PageLayout.textRoom(forPageOf: room.columns) }

  /// The column in the content of a pager of the usual kind at which a page stands that the pager
  /// rests on.
  ///
  /// - Parameters:
  ///   - index: the page's, from 0.
  ///   - width: the pager's.
  /// - Returns: the page's left edge.
  package static func column(ofPage index: Int, inPagerOf width: Int) -> Int {
    index * (width + spacing)
  }

  /// The cells between two pages' left or upper edges.
  package var pageDistance: Int {
    switch axis {
    case .horizontal: room.columns + spacing
    case .vertical: pageSize.rows + spacing
    }
  }

  /// The dots' row and, where there is room, a blank one above it.
  private var dotsRows: Int { !hasDots ? 0 : room.rows >= 15 ? 2 : room.rows >= 7 ? 1 : 0 }

  /// One page that a scene shows.
  package struct Page: Sendable {
    package var index: Int
    package var id: ContainerID
    package var shown: ShownPage

    package init(index: Int, id: ContainerID, shown: ShownPage) {
      self.index = index
      self.id = id
      self.shown = shown
    }
  }

  /// Adds a pager at rest on its active page.
  ///
  /// - Parameters:
  ///   - page: the active page.
  ///   - count: how many pages the pager has.
  ///   - pager: its container's id, parent and origin; the frame's size is the layout's business.
  ///   - builder: takes the containers.
  package func add(
    resting page: Page,
    of count: Int,
    as pager: Container,
    to builder: inout SceneBuilder
  ) {
    var container = sized(pager)
    scroll(&container, to: Double(page.index))
    builder.add(container)
    builder.add(dots(of: pager, current: page.index, of: count, pages: [page]))
    add(page, slot: page.index, isAtRest: true, in: pager.id, to: &builder)
  }

  /// Adds a pager on its way, from one of its motion's frames on.
  ///
  /// - Parameters:
  ///   - motion: where the pager goes.
  ///   - frame: the frame of the motion that is now.
  ///   - current: the active page, one of the strip's.
  ///   - pages: every page of the motion's strip, in its order.
  ///   - count: how many pages the pager has.
  ///   - pager: its container's id, parent and origin.
  ///   - builder: takes the containers.
  package func add(
    _ motion: PagerMotion,
    from frame: Int,
    current: Int,
    pages: [Page],
    of count: Int,
    as pager: Container,
    to builder: inout SceneBuilder
  ) {
    precondition(
      pages.map(\.index) == motion.strip,
      "cannot move over other pages than the strip's"
    )
    var start = sized(pager)
    scroll(&start, to: motion.position(atFrame: frame))
    var end = start
    scroll(&end, to: Double(current))
    let values = (frame..<motion.length).map { cell(at: motion.position(atFrame: $0 + 1)) }
    let field: ContainerField =
      switch axis {
      case .horizontal: .scrollX
      case .vertical: .scrollY
      }
    builder.add(
      from: start,
      ways: [SceneTrack(container: pager.id, field: field, values: values)],
      to: end
    )
    builder.add(dots(of: pager, current: current, of: count, pages: pages))
    for (offset, page) in pages.enumerated() {
      let slot = motion.firstSlot + offset
      add(page, slot: slot, isAtRest: page.index == current, in: pager.id, to: &builder)
    }
  }

  /// Adds a pager under a finger.
  ///
  /// - Parameters:
  ///   - seen: what is in view, its slots being the pages' indices.
  ///   - current: the active page.
  ///   - pages: those of the view's strip, in its order.
  ///   - count: how many pages the pager has.
  ///   - pager: its container's id, parent and origin.
  ///   - builder: takes the containers.
  package func add(
    held seen: PagerView,
    current: Int,
    pages: [Page],
    of count: Int,
    as pager: Container,
    to builder: inout SceneBuilder
  ) {
    precondition(pages.map(\.index) == seen.strip, "cannot hold other pages than those in view")
    var container = sized(pager)
    scroll(&container, to: seen.position)
    builder.add(container)
    builder.add(dots(of: pager, current: current, of: count, pages: pages))
    for (offset, page) in pages.enumerated() {
      add(page, slot: seen.firstSlot + offset, isAtRest: true, in: pager.id, to: &builder)
    }
  }

  /// The page on which a pan comes to rest (SV-8).
  ///
  /// - Parameters:
  ///   - pan: the pages as the finger left them.
  ///   - velocity: the content's, in cells of the axis a second; positive reveals what is right or
  ///     below.
  ///   - count: how many pages there are.
  /// - Returns: its index.
  package func page(releasing pan: PagerPan, velocity: Double, of count: Int) -> Int {
    let page = Double(pageDistance)
    let constants = Constants.cells(columns: room.columns).scroll
    let unit =
      switch axis {
      case .horizontal: constants.horizontal
      case .vertical: constants.vertical
      }
    let metrics = ScrollMetrics(unit, bounds: page, content: page * Double(count))
    return metrics.pageOfRelease(at: pan.position * page, velocity: velocity, from: pan.base)
  }

  /// The column or row in the pager's content of a position in pages (D-2).
  private func cell(at position: Double) -> Int {
    CellGrid.cell(at: position * Double(pageDistance))
  }

  private func scroll(_ pager: inout Container, to position: Double) {
    switch axis {
    case .horizontal: pager.scroll.x = cell(at: position)
    case .vertical: pager.scroll.y = cell(at: position)
    }
  }

  /// Where a slot is in the pager's content.
  private func frame(ofSlot slot: Int) -> CellRect {
    switch axis {
    case .horizontal: CellRect(pageSize).offset(x: slot * pageDistance, y: 0)
    case .vertical: CellRect(pageSize).offset(x: 0, y: slot * pageDistance)
    }
  }

  private func sized(_ pager: Container) -> Container {
    var container = pager
    container.kind = .pager
    container.frame = CellRect(pageSize).offset(x: pager.frame.x, y: pager.frame.y)
    return container
  }

  private func add(
    _ page: Page,
    slot: Int,
    isAtRest: Bool,
    in pager: ContainerID,
    to builder: inout SceneBuilder
  ) {
    var container = Container(
      id: page.id,
      kind: .page,
      parent: pager,
      frame: frame(ofSlot: slot)
    )
    container.title = page.shown.title
    let rows = page.shown.rows
    builder.add(
      from: rows.map { $0.start(container) } ?? container,
      ways: rows.map { $0.ways(of: page.id) } ?? [],
      to: isAtRest ? rows.map { $0.rest(container) } ?? container : nil
    )
  }

  /// The page control: `2n - 1` columns of dots where they fit, else room for a count (PI-8).
  ///
  /// Hidden where it has no row (PI-1), so that viewers still know the place.
  private func dots(
    of pager: Container,
    current: Int,
    of count: Int,
    pages: [Page]
  ) -> Container {
    var control = PageControlState()
    control.setPageCount(count)
    control.setCurrentPage(current)
    let wanted: Int
    switch control.look(in: room.columns - 2) {
    case .dots(let columns): wanted = columns
    // As wide for every page.
    case .number, nil: wanted = 2 * String(count).count + 3
    }
    let width = min(room.columns, wanted)
    var container = Container(
      id: Self.dotsID(of: pager.id),
      kind: .pageControl,
      parent: pager.parent,
      frame: CellRect(
        x: pager.frame.x + (room.columns - width) / 2,
        y: pager.frame.y + room.rows - 1,
        width: width,
        height: 1
      )
    )
    container.isHidden = dotsRows == 0
    container.pageCount = control.pageCount
    container.currentPage = control.displayedPage
    container.isSelected = pages.first { $0.index == current }?.shown.saysPlace ?? false
    return container
  }
}
