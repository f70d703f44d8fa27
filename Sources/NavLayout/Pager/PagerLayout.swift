package import NavGeometry

/// A pager in a room: the pages' frame, the dots below, and the way of a turn in cells.
///
/// The pages stand side by side in the pager's content, `pitch` columns apart (PS-1), a page's column being its
/// slot times the pitch. The dots are the pager's sibling.
package struct PagerLayout: Sendable {
  /// Columns between two pages, seen only while they move (PS-1).
  package static let spacing = CellGrid.cell(at: PagerMetrics.cells.spacing)

  package let room: CellSize

  /// - Parameter room: what the pager and its dots may fill.
  package init(room: CellSize) {
    self.room = room
  }

  /// The dots' container of a pager's.
  package static func dotsID(of pager: ContainerID) -> ContainerID {
    ContainerID(rawValue: pager.rawValue + 1)
  }

  /// The room of a page: everything but the dots.
  package var pageSize: CellSize {
    CellSize(columns: room.columns, rows: room.rows - dotsRows)
  }

  package var textColumns: Int { PageLayout.textColumns(forPageOf: room.columns) }

  /// The column in a pager's content at which a page stands that the pager rests on.
  ///
  /// - Parameters:
  ///   - index: the page's, from 0.
  ///   - width: the pager's.
  /// - Returns: the page's left edge.
  package static func column(ofPage index: Int, inPagerOf width: Int) -> Int {
    index * (width + spacing)
  }

  private var pitch: Int { Self.column(ofPage: 1, inPagerOf: room.columns) }
  /// The dots' row and, where there is room, a blank one above it.
  private var dotsRows: Int { room.rows >= 15 ? 2 : room.rows >= 7 ? 1 : 0 }

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
    container.scroll.x = column(at: Double(page.index))
    builder.add(container)
    builder.add(dots(of: pager, current: page.index, of: count))
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
    start.scroll.x = column(at: motion.position(atFrame: frame))
    var end = start
    end.scroll.x = column(at: Double(current))
    let values = (frame..<motion.length).map { column(at: motion.position(atFrame: $0 + 1)) }
    builder.add(
      from: start,
      ways: [SceneTrack(container: pager.id, field: .scrollX, values: values)],
      to: end
    )
    builder.add(dots(of: pager, current: current, of: count))
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
    container.scroll.x = column(at: seen.position)
    builder.add(container)
    builder.add(dots(of: pager, current: current, of: count))
    for (offset, page) in pages.enumerated() {
      add(page, slot: seen.firstSlot + offset, isAtRest: true, in: pager.id, to: &builder)
    }
  }

  /// The page on which a pan comes to rest (SV-8).
  ///
  /// - Parameters:
  ///   - pan: the pages as the finger left them.
  ///   - velocity: the content's, in columns a second; positive reveals what is right.
  ///   - count: how many pages there are.
  /// - Returns: its index.
  package func page(releasing pan: PagerPan, velocity: Double, of count: Int) -> Int {
    let width = Double(pitch)
    let unit = Constants.cells(columns: room.columns).scroll.horizontal
    let metrics = ScrollMetrics(unit, bounds: width, content: width * Double(count))
    return metrics.pageOfRelease(at: pan.position * width, velocity: velocity, from: pan.base)
  }

  /// The columns between two pages' left edges.
  package var pageDistance: Int { pitch }

  /// The column in the pager's content of a position in pages (D-2).
  private func column(at position: Double) -> Int {
    CellGrid.cell(at: position * Double(pitch))
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
      frame: CellRect(pageSize).offset(x: slot * pitch, y: 0)
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
  /// Hidden where there is no row for it, so that viewers still know the place.
  private func dots(of pager: Container, current: Int, of count: Int) -> Container {
    let dotColumns = 2 * count - 1
    let digits = String(count).count
    let width = min(room.columns, dotColumns <= room.columns - 2 ? dotColumns : 2 * digits + 3)
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
    container.pageCount = count
    container.currentPage = current
    return container
  }
}
