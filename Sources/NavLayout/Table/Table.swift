import NavGeometry

/// A table of rows in sections; visible rows have cells (AboutLists).
///
/// Cells are reused like those of an option bar (TW-2, ZX-3 ... ZX-6). Every request returns the resulting events, in
/// order; layout happens within the request, so requests cannot be nested (TW-3).
package struct Table<Key: Hashable & Sendable>: Sendable {
  package internal(set) var content: [TableSection<Key>]
  package internal(set) var geometry: TableGeometry
  /// The viewport's height.
  package internal(set) var height: Double
  /// The content position at the viewport's top; beyond the ends during a pull.
  package internal(set) var offset = 0.0
  package internal(set) var selection: TableIndex?
  /// The visible cells, by row number.
  package internal(set) var cells: [Int: TableCell] = [:]
  /// The number of cells ever created.
  package internal(set) var allocated = 0
  package internal(set) var headers: [TableHeader] = []
  package internal(set) var repeatedViews: [TableRepeatedView] = []
  package let metrics: TableMetrics
  /// Whether headers are pinned at the top (TW-9).
  package let pinsHeaders: Bool
  /// The height of a repeated view (TW-11).
  package let repeatedLength: Double

  var pool = ReusePool<TableCell>()
  /// The number of the dragged row.
  var dragged: Int?
  private(set) var isLaidOut = false
  private var isOffsetSet = false
  var awaitsFocus = false

  /// - Parameters:
  ///   - content: the sections from top to bottom.
  ///   - leading: the height of the view above the first section (TW-10).
  ///   - height: the viewport's height.
  ///   - pinsHeaders: whether headers are pinned at the top.
  ///   - repeatedLength: the height of a repeated view.
  ///   - metrics: the metrics of the unit.
  package init(
    _ content: [TableSection<Key>],
    leading: Double = 0,
    height: Double,
    pinsHeaders: Bool = false,
    repeatedLength: Double = 1,
    metrics: TableMetrics = .cells
  ) {
    self.content = content
    self.height = max(0, height)
    self.pinsHeaders = pinsHeaders
    self.repeatedLength = repeatedLength
    self.metrics = metrics
    geometry = TableGeometry(content, leading: leading)
  }

  /// The largest offset at rest.
  package var maximumOffset: Double { max(0, geometry.height - height) }

  /// The visible rows, by number.
  package var visibleRows: [Int] { geometry.rows(intersecting: offset..<offset + height) }

  package func row(at index: TableIndex) -> TableRow<Key> { content[index.section].rows[index.row] }

  // MARK: Layout

  /// Lays out the visible part; the first time at the top, unless an offset was set before (TW-4).
  ///
  /// The order is: position, headers, cells, repeated views (TW-3).
  package mutating func layout() -> [TableEvent] {
    var events: [TableEvent] = []
    if !isLaidOut {
      isLaidOut = true
      if !isOffsetSet { offset = 0 }
      events.append(.didPlace(offset: offset))
    }
    layOutHeaders(&events)
    layOutCells(&events)
    layOutRepeatedViews(&events)
    return events
  }

  private mutating func layOutHeaders(_ events: inout [TableEvent]) {
    let now = geometry.headers(atOffset: offset, height: height, pins: pinsHeaders)
    guard now != headers else { return }
    headers = now
    events.append(.didLayOutHeaders(now))
  }

  /// Removes cells first, so that added rows can reuse them (ZX-4); a dragged cell stays (TW-2).
  private mutating func layOutCells(_ events: inout [TableEvent]) {
    let visible = Set(visibleRows)
    let gone = cells.keys.filter { !visible.contains($0) && $0 != dragged }
    for number in gone.sorted() { recycle(number, &events) }
    for number in visible.sorted() where cells[number] == nil { display(number, &events) }
  }

  mutating func recycle(_ number: Int, _ events: inout [TableEvent]) {
    guard let cell = cells.removeValue(forKey: number), let index = cell.index else { return }
    events.append(.didEndDisplaying(cell: cell.serial, index))
    pool.put(cell)
  }

  private mutating func display(_ number: Int, _ events: inout [TableEvent]) {
    let index = geometry.index(of: number)
    let identifier = row(at: index).identifier
    let cell: TableCell
    if let used = identifier.flatMap({ pool.take($0) }) {
      cell = used
      events.append(.reuse(cell: used.serial, index))
    } else {
      cell = TableCell(serial: allocated, identifier: identifier)
      allocated += 1
      events.append(.allocate(cell: cell.serial, index))
    }
    cells[number] = cell.showing(index, isSelected: index == selection)
    events.append(.willDisplay(cell: cell.serial, index))
    if awaitsFocus, index == selection { focus(number, &events) }
  }

  mutating func focus(_ number: Int, _ events: inout [TableEvent]) {
    guard let cell = cells[number], let index = cell.index else { return }
    awaitsFocus = false
    events.append(.didFocus(cell: cell.serial, index))
  }

  private mutating func layOutRepeatedViews(_ events: inout [TableEvent]) {
    let now = geometry.repeatedViews(
      of: { row(at: geometry.index(of: $0)).repeated },
      atOffset: offset,
      height: height,
      length: repeatedLength,
      padding: metrics.repeatedPadding
    )
    guard now != repeatedViews else { return }
    repeatedViews = now
    events.append(.didLayOutRepeatedViews(now))
  }

  mutating func layoutIfShown() -> [TableEvent] { isLaidOut ? layout() : [] }

  // MARK: Scrolling

  /// Scrolls to an offset, which may be beyond the ends: the caller applies the pull's resistance.
  package mutating func scroll(to offset: Double) -> [TableEvent] {
    precondition(offset.isFinite, "cannot scroll to \(offset)")
    self.offset = offset
    isOffsetSet = true
    return layoutIfShown()
  }

  /// Scrolls so that a row is visible (TW-8).
  package mutating func reveal(
    _ index: TableIndex,
    _ place: TableReveal = .visible
  ) throws(TableError) -> [TableEvent] {
    guard let number = geometry.number(of: index) else { throw TableError(index: index) }
    return reveal(number, place)
  }

  mutating func reveal(_ number: Int, _ place: TableReveal) -> [TableEvent] {
    offset(revealing: number, place).map { scroll(to: $0) } ?? []
  }

  /// Returns the offset that shows a row; nil if nothing has to move.
  private func offset(revealing number: Int, _ place: TableReveal) -> Double? {
    let extent = geometry.extent(of: number)
    let top = extent.lowerBound - geometry.covered(aboveRow: number, pins: pinsHeaders)
    let target: Double
    switch place {
    case .none: return nil
    case .top: target = top
    case .visible: target = min(max(offset, extent.upperBound - height), top)
    }
    let offset = min(max(0, target), maximumOffset)
    return offset == self.offset ? nil : offset
  }
}

/// The position at which a row is revealed.
package enum TableReveal: Hashable, Sendable, CaseIterable {
  /// Does not scroll.
  case none
  /// At the top, below the pinned header.
  case top
  /// Visible, with the least scrolling.
  case visible
}
