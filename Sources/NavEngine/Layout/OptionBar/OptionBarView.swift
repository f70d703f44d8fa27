import NavBase
package import NavScene

/// The bar of a pager in one viewport, which keeps its cells from layout to layout (ZX-6).
///
/// A cell's serial number determines its container's id, so a reused cell is a container of which a few fields change.
/// During a motion, all cells that become visible exist from its start until the next layout. The number of allocated
/// cells never exceeds the largest number needed at once: those visible at rest, or those visible in a motion, which
/// reaches at most `OptionBarMetrics.longestDistance` bar widths to either side of its end.
package struct OptionBarView: Sendable {
  private(set) var bar: OptionBar<PagerHeaderLayout>?
  /// The cell events of the last layout, in order.
  package private(set) var events: [OptionBarEvent] = []
  private let reportsEvents: Bool
  /// Whether the next layout reloads the bar even if its columns are the same.
  var awaitsReload = false
  /// Those of the last layout.
  private var retaps = 0

  /// - Parameter reportsEvents: whether somebody receives the cell events.
  package init(reportsEvents: Bool = false) {
    self.reportsEvents = reportsEvents
  }

  /// Returns the cell events of the last layout and clears them.
  package mutating func takeEvents() -> [OptionBarEvent] {
    defer { events = [] }
    return events
  }

  /// Adds the bar to a scene: its container, its cells and its indicator, with their motions.
  ///
  /// - Parameters:
  ///   - layout: the layout of the bar in its available size.
  ///   - trajectory: the positions of pages and bar from now on, not longer than the builder's motion.
  ///   - pager: the pager's container, for its id and parent; its origin is the bar's.
  ///   - builder: receives the containers.
  package mutating func add(
    _ layout: PagerHeaderLayout,
    _ trajectory: OptionBarTrajectory,
    as pager: Container,
    to builder: inout SceneBuilder
  ) {
    events = []
    // Without a row for the bar, pages may turn while nothing in the scene moves.
    guard layout.height > 0 else { return }
    precondition(trajectory.length <= builder.length, "cannot move a bar for longer than its scene")
    let offsets = Self.offsets(of: layout, trajectory)
    let cells = follow(layout, trajectory, offsets)
    let header = PagerParts.headerID(of: pager.id)
    add(layout, trajectory, offsets, as: pager, to: &builder)
    let rest = offsets[offsets.count - 1]
    for cell in cells {
      guard let column = cell.column else { continue }
      let container = layout.container(of: cell, column: column, trajectory, pager, in: header)
      let isSeenAtRest =
        container.frame.x < rest + layout.room.columns && rest < container.frame.maxX
      if isSeenAtRest { builder.add(container) } else { builder.add(from: container, to: nil) }
    }
    if layout.height > 1, layout.columns.count > 0 {
      add(markOf: layout, trajectory, pager, in: header, to: &builder)
    }
  }

  /// Returns the offset in whole columns in each frame.
  ///
  /// Offsets farther from the end than `longestDistance` are clamped to that distance, so that a later layout of the
  /// same motion gives the same values.
  private static func offsets(
    of layout: PagerHeaderLayout,
    _ trajectory: OptionBarTrajectory
  ) -> [Int] {
    let offsets = trajectory.offsets ?? trajectory.positions.map { layout.offset(at: $0) }
    let range = layout.widths.offsets(inViewport: layout.viewport)
    let longest = OptionBarMetrics.cells.longestDistance * layout.viewport
    let end = offsets[offsets.count - 1]
    return offsets.map { offset in
      let shown = offset.clamped(to: end - longest...end + longest)
      let legal = shown.clamped(to: range)
      // A pull beyond an end is rounded towards the end (AboutCells).
      return CellGrid.cell(at: legal) + CellGrid.cells(ofPull: shown - legal)
    }
  }

  /// Makes one layout pass of the bar over everything that is visible during the motion.
  private mutating func follow(
    _ layout: PagerHeaderLayout,
    _ trajectory: OptionBarTrajectory,
    _ offsets: [Int]
  ) -> [OptionCell<HeaderCellKind>] {
    let low = Double(offsets.reduce(offsets[0], min))
    let high = Double(offsets.reduce(offsets[0], max))
    var bar =
      self.bar.take()
      ?? OptionBar(layout, viewport: layout.viewport, reportsEvents: reportsEvents)
    let column = layout.selectedColumn(ofPage: trajectory.current)
    // The first page of a bar is selected by nobody, and so is that of one that is read again.
    let isSelection =
      !awaitsReload
      && bar.selectedColumn.map { $0 != column || retaps != trajectory.retaps } ?? false
    retaps = trajectory.retaps
    if bar.source != layout || awaitsReload {
      awaitsReload = false
      events += bar.reload(layout, viewport: layout.viewport, through: low...high)
    }
    events += bar.mark(column, isSelection: isSelection)
    let rest = Double(offsets[offsets.count - 1])
    events += bar.scroll(through: low...high, restingAt: rest)
    self.bar = bar
    return bar.cells
  }

  // MARK: Containers

  private func add(
    _ layout: PagerHeaderLayout,
    _ trajectory: OptionBarTrajectory,
    _ offsets: [Int],
    as pager: Container,
    to builder: inout SceneBuilder
  ) {
    let id = PagerParts.headerID(of: pager.id)
    var start = Container(
      id: id,
      kind: .optionBar,
      parent: pager.parent,
      frame: CellRect(
        x: pager.frame.x,
        y: pager.frame.y,
        width: layout.room.columns,
        height: layout.height
      )
    )
    start.barStyle = layout.header
    start.content = layout.content
    start.pageCount = layout.columns.count
    start.currentPage = trajectory.current
    start.scroll.x = offsets[0]
    var end = start
    end.scroll.x = offsets[offsets.count - 1]
    let track = SceneTrack(.scrollX, of: id, along: offsets)
    builder.add(from: start, tracks: track.map { [$0] } ?? [], to: end)
  }

  private func add(
    markOf layout: PagerHeaderLayout,
    _ trajectory: OptionBarTrajectory,
    _ pager: Container,
    in header: ContainerID,
    to builder: inout SceneBuilder
  ) {
    let marks = trajectory.positions.map { position in
      let span = layout.mark(at: position)
      return CellGrid.eighths(from: span.origin, length: span.width)
    }
    let id = PagerParts.indicatorID(of: pager.id)
    var start = Container(
      id: id,
      kind: .indicator,
      parent: header,
      frame: CellRect(x: 0, y: 1, width: layout.content.width, height: 1)
    )
    start.markStart = marks[0].lowerBound
    start.markLength = marks[0].count
    var end = start
    end.markStart = marks[marks.count - 1].lowerBound
    end.markLength = marks[marks.count - 1].count
    let tracks = [
      SceneTrack(.markStart, of: id, along: marks.map { $0.lowerBound }),
      SceneTrack(.markLength, of: id, along: marks.map { $0.count }),
    ]
    builder.add(from: start, tracks: tracks.compactMap { $0 }, to: end)
  }
}

extension PagerHeaderLayout {
  /// The content: all columns side by side.
  fileprivate var content: CellRect {
    let columns = CellGrid.cells(from: 0, length: widths.total)
    return CellRect(x: 0, y: 0, width: columns.count, height: height)
  }

  fileprivate func container(
    of cell: OptionCell<HeaderCellKind>,
    column: Int,
    _ trajectory: OptionBarTrajectory,
    _ pager: Container,
    in bar: ContainerID
  ) -> Container {
    var container = Container(
      id: PagerParts.cellID(cell.serial - 1, of: pager.id),
      kind: .optionCell,
      parent: bar,
      frame: CellGrid.rect(x: cell.span.origin, y: 0, width: cell.span.width, height: 1)
    )
    container.title = title(of: column, page: trajectory.current)
    container.selection = column
    container.isSelected = cell.isSelected
    if isUnavailable(column, in: trajectory) {
      container.overlay = OptionBarMetrics.unavailableOverlay
    }
    return container
  }
}
