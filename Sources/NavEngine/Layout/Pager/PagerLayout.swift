package import NavBase
package import NavScene

/// The layout of a pager in an available size: the pages' frame, the page control below, and the motion of a turn in
/// cells.
///
/// The pages are side by side or below one another in the pager's content (PS-2), `pageDistance` cells apart (PS-1); a
/// page's position is its slot times that distance. The page control is a sibling of the pager.
package struct PagerLayout: Hashable, Sendable {
  /// The cells between two pages, visible only while they move (PS-1).
  package static let spacing = PagerStyle.defaultSpacing

  package let room: CellSize
  package let axis: PagerAxis
  /// The cells between two pages of this pager.
  package let spacing: Int
  /// Whether the pager shows a page control if it fits; only if its pages are side by side (PI-1).
  package let hasDots: Bool
  /// Whether the pages are slides, which need no blank row above the page control.
  package let isDeck: Bool

  /// Creates the layout of a pager.
  ///
  /// - Parameters:
  ///   - room: the size available to the pager and its page control.
  ///   - axis: the axis along which its pages are arranged.
  ///   - spacing: the cells between two pages, at least 0.
  ///   - hasDots: whether the pager may show a page control.
  ///   - isDeck: whether its pages are slides.
  package init(
    room: CellSize,
    axis: PagerAxis = .horizontal,
    spacing: Int = PagerLayout.spacing,
    hasDots: Bool = true,
    isDeck: Bool = false
  ) {
    precondition(spacing >= 0, "cannot lay pages \(spacing) cells apart")
    self.room = room
    self.axis = axis
    self.spacing = spacing
    self.hasDots = hasDots && axis == .horizontal
    self.isDeck = isDeck
  }

  /// Returns the id of a pager's page control.
  package static func dotsID(of pager: ContainerID) -> ContainerID {
    ContainerID(rawValue: pager.rawValue + 1)
  }

  /// The size of a page: the available size without the page control.
  package var pageSize: CellSize {
    CellSize(columns: room.columns, rows: room.rows - dotsRows)
  }

  package var textRoom: TextWidthLimit { PageLayout.textRoom(forPageOf: room.columns) }

  /// The distance in cells between the left or upper edges of two neighbouring pages.
  package var pageDistance: Int {
    switch axis {
    case .horizontal: room.columns + spacing
    case .vertical: pageSize.rows + spacing
    }
  }

  /// The number of rows of the page control, including a blank row above it if there are rows enough.
  private var dotsRows: Int {
    !hasDots ? 0 : room.rows >= 15 && !isDeck ? 2 : room.rows >= 7 ? 1 : 0
  }

  /// Adds a pager that rests on its active page.
  ///
  /// - Parameters:
  ///   - page: the active page.
  ///   - count: the number of the pager's pages.
  ///   - pager: its container's id, parent and origin; the layout sets the frame's size.
  ///   - builder: receives the containers.
  package func add(
    resting page: NumberedPage,
    of count: Int,
    as pager: Container,
    to builder: inout SceneBuilder
  ) {
    var container = sized(pager)
    scroll(&container, to: Double(page.index))
    builder.add(container)
    builder.add(dots(of: pager, current: page.index, of: count, pages: [page]))
    add(page, slots: [page.index], isAtRest: true, in: pager.id, to: &builder)
  }

  /// Adds a moving pager, from a frame of its motion on.
  ///
  /// - Parameters:
  ///   - motion: the pager's motion.
  ///   - frame: the current frame of the motion.
  ///   - current: the active page, one of the strip's.
  ///   - pages: all pages of the motion's strip, in its order.
  ///   - count: the number of the pager's pages.
  ///   - pager: its container's id, parent and origin.
  ///   - builder: receives the containers.
  package func add(
    _ motion: PagerMotion,
    from frame: Int,
    current: Int,
    pages: [NumberedPage],
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
      tracks: [SceneTrack(container: pager.id, field: field, values: values)],
      to: end
    )
    builder.add(dots(of: pager, current: current, of: count, pages: pages))
    for (offset, page) in pages.enumerated() {
      let slots = (frame...motion.length).map { motion.slot(ofOffset: offset, atFrame: $0) }
      add(page, slots: slots, isAtRest: page.index == current, in: pager.id, to: &builder)
    }
  }

  /// Adds a pager during a pan.
  ///
  /// - Parameters:
  ///   - seen: the visible part of the pager, whose slots are the pages' indices.
  ///   - current: the active page.
  ///   - pages: all pages of the view's strip, in its order.
  ///   - count: the number of the pager's pages.
  ///   - pager: its container's id, parent and origin.
  ///   - builder: receives the containers.
  package func add(
    held seen: PagerView,
    current: Int,
    pages: [NumberedPage],
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
      add(page, slots: [seen.firstSlot + offset], isAtRest: true, in: pager.id, to: &builder)
    }
  }

  /// Returns the page at which a released pan comes to rest (SV-8).
  ///
  /// - Parameters:
  ///   - pan: the pan at its release.
  ///   - velocity: the content's velocity, in cells of the axis a second; positive reveals content on the right or
  ///     below.
  ///   - count: the number of pages.
  ///   - flickPages: the most pages by which it moves.
  /// - Returns: the page's index.
  package func page(
    releasing pan: PagerPan,
    velocity: Double,
    of count: Int,
    flickPages: Int = 1
  ) -> Int {
    let page = Double(pageDistance)
    let unit: ScrollUnit =
      switch axis {
      case .horizontal: .column
      case .vertical: .row
      }
    var metrics = ScrollMetrics(unit, bounds: page, content: page * Double(count))
    metrics.flickPages = flickPages
    return metrics.pageOfRelease(at: pan.position * page, velocity: velocity, from: pan.base)
  }

  /// Returns the column or row in the pager's content for a position in pages (D-2).
  private func cell(at position: Double) -> Int {
    CellGrid.cell(at: position * Double(pageDistance))
  }

  private func scroll(_ pager: inout Container, to position: Double) {
    switch axis {
    case .horizontal: pager.scroll.x = cell(at: position)
    case .vertical: pager.scroll.y = cell(at: position)
    }
  }

  /// Returns the frame of a slot in the pager's content.
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

  /// Adds a page in its slots from now on.
  private func add(
    _ page: NumberedPage,
    slots: [Int],
    isAtRest: Bool,
    in pager: ContainerID,
    to builder: inout SceneBuilder
  ) {
    var container = Container(
      id: page.id,
      kind: .page,
      parent: pager,
      frame: frame(ofSlot: slots[0])
    )
    container.title = page.shown.title
    let rows = page.shown.rows
    var tracks = rows.map { $0.tracks(of: page.id) } ?? []
    if slots.contains(where: { $0 != slots[0] }) {
      let values = slots.dropFirst().map { $0 * pageDistance }
      tracks.append(
        SceneTrack(container: page.id, field: axis == .horizontal ? .x : .y, values: values)
      )
    }
    builder.add(
      from: rows.map { $0.start(container) } ?? container,
      tracks: tracks,
      to: isAtRest ? rows.map { $0.rest(container) } ?? container : nil
    )
  }

  /// Returns the page control: `2n - 1` columns of dots if they fit, else the columns of a count (PI-8).
  ///
  /// It is hidden if it has no row (PI-1), but present so that viewers know the current page and the count.
  private func dots(
    of pager: Container,
    current: Int,
    of count: Int,
    pages: [NumberedPage]
  ) -> Container {
    let control = PageControlState(on: current, of: count)
    let wanted: Int
    switch control.appearance(in: room.columns - 2) {
    case .dots(let columns): wanted = columns
    // The same width for every page number.
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
    container.currentPage = control.currentPage
    container.isSelected = pages.first { $0.index == current }?.shown.saysPlace ?? false
    return container
  }
}
