import NavBase

/// A bar of columns that scrolls sideways and has cells for visible columns only (AboutOptionBars).
///
/// It is a value: each step returns its events, in order, so a layout pass cannot be re-entered (ZX-3). Lengths are in
/// one unit, without rounding (D-2).
///
/// Laws:
/// - after each step the cells are those of the columns that intersect the viewport, in ascending order; a column
///   without width has none;
/// - exactly the cell of `selectedColumn`, if it is shown, is marked as selected;
/// - with a single identifier, the number of allocated cells never exceeds the largest number visible at once (ZX-6).
///
/// A step takes O(visible + log n).
package struct OptionBar<Source: OptionBarSource>: Sendable {
  package typealias Cell = OptionCell<Source.Identifier>

  package private(set) var source: Source
  /// The bar's width, at least 0.
  package private(set) var viewport: Double
  /// The content position at the bar's left edge; it may be outside the content.
  package private(set) var offset = 0.0
  package private(set) var selectedColumn: Int?
  /// The shown cells, ascending by column, held by the bar itself (ZXQ-10).
  package private(set) var cells: [Cell] = []
  /// The number of cells ever created.
  package private(set) var allocated = 0
  private(set) var pool = ReusePool<Cell>()
  /// The events of the step in progress; nil if nobody receives them.
  private var events: [OptionBarEvent]?

  /// Creates a bar at offset 0, without a layout.
  ///
  /// - Parameters:
  ///   - source: its columns.
  ///   - viewport: its width, at least 0.
  ///   - reportsEvents: whether steps return their events.
  package init(_ source: Source, viewport: Double, reportsEvents: Bool = true) {
    Self.check(viewport)
    self.source = source
    self.viewport = viewport
    events = reportsEvents ? [] : nil
  }

  private static func check(_ viewport: Double) {
    precondition(
      viewport >= 0 && viewport.isFinite,
      "cannot show a bar in a viewport of width \(viewport)"
    )
  }

  private var columns: Range<Int> { 0..<source.widths.count }

  // MARK: Scrolling

  /// Lays out everything that is visible during a motion at once, as a timeline requires.
  ///
  /// - Parameters:
  ///   - offsets: the offsets that the motion passes; finite.
  ///   - offset: the offset at rest.
  /// - Returns: the events.
  package mutating func scroll(
    through offsets: ClosedRange<Double>,
    restingAt offset: Double
  ) -> [OptionBarEvent] {
    precondition(
      offsets.lowerBound.isFinite && offsets.upperBound.isFinite && offsets.contains(offset),
      "cannot rest at \(offset), outside of the motion through \(offsets)"
    )
    self.offset = offset
    layOut(offsets.lowerBound..<offsets.upperBound + viewport)
    return takeEvents()
  }

  private mutating func takeEvents() -> [OptionBarEvent] {
    guard let events else { return [] }
    self.events = []
    return events
  }

  // MARK: Selection

  /// Marks a column, or none, as selected without scrolling, and reports the deselected one (ZX-8).
  ///
  /// - Parameters:
  ///   - column: the column.
  ///   - isSelection: whether somebody selected it, perhaps again, which is reported too.
  package mutating func mark(_ column: Int?, isSelection: Bool = false) -> [OptionBarEvent] {
    guard column.map(columns.contains) ?? true else { return [] }
    if let old = selectedColumn, old != column {
      setSelected(of: old, isSelected: false)
      events?.append(.didDeselect(column: old))
    }
    selectedColumn = column
    if let column {
      setSelected(of: column, isSelected: true)
      if isSelection { events?.append(.didSelect(column: column)) }
    }
    return takeEvents()
  }

  private mutating func setSelected(of column: Int, isSelected: Bool) {
    guard let index = cells.firstIndex(where: { $0.column == column }) else { return }
    cells[index].isSelected = isSelected
  }

  // MARK: Reloading

  /// Shows the source's current columns: no column is selected, and all cells are configured again (ZXQ-5, D-16).
  ///
  /// - Parameters:
  ///   - newSource: the new source; nil for the same.
  ///   - newViewport: the bar's new width; nil for the same.
  ///   - offsets: the range of offsets to lay out, whose lower bound becomes the current one; nil for the legal offset
  ///     nearest to the current one.
  /// - Returns: the events.
  package mutating func reload(
    _ newSource: Source? = nil,
    viewport newViewport: Double? = nil,
    through offsets: ClosedRange<Double>? = nil
  ) -> [OptionBarEvent] {
    events?.append(.willReload)
    selectedColumn = nil
    remove(cells)
    cells = []
    if let newSource { source = newSource }
    if let newViewport {
      Self.check(newViewport)
      viewport = newViewport
    }
    let nearest = offset.clamped(to: source.widths.offsets(inViewport: viewport))
    let seen = offsets ?? nearest...nearest
    offset = seen.lowerBound
    layOut(seen.lowerBound..<seen.upperBound + viewport)
    events?.append(.didReload)
    return takeEvents()
  }

  // MARK: Layout

  /// Makes one layout pass (ZX-3): first removes cells that are no longer visible, then adds new ones, both in
  /// ascending order (ZX-4, ZXQ-9).
  private mutating func layOut(_ visible: Range<Double>) {
    let wanted = source.widths.columns(intersecting: visible)
    var kept: [Cell] = []
    var gone: [Cell] = []
    for cell in cells {
      if cell.column.map(wanted.contains) == true { kept.append(cell) } else { gone.append(cell) }
    }
    remove(gone)
    // The kept cells are consecutive: the new ones are before the first and after the last of them.
    let first = kept.first?.column ?? wanted.upperBound
    let next = kept.last?.column.map { $0 + 1 } ?? wanted.upperBound
    let before = add(wanted.lowerBound..<first)
    let behind = add(next..<wanted.upperBound)
    cells = before + kept + behind
  }

  private mutating func remove(_ gone: [Cell]) {
    for cell in gone {
      guard let column = cell.column else { continue }
      pool.put(cell)
      events?.append(.didEndDisplaying(serial: cell.serial, column: column))
    }
  }

  private mutating func add(_ new: Range<Int>) -> [Cell] {
    var added: [Cell] = []
    for column in new {
      let span = source.widths.span(of: column)
      guard span.width > 0 else { continue }
      var cell = dequeue(for: column)
      cell.prepareForDisplay(of: column, at: span, isSelected: column == selectedColumn)
      events?.append(.willDisplay(serial: cell.serial, column: column))
      added.append(cell)
    }
    return added
  }

  private mutating func dequeue(for column: Int) -> Cell {
    let identifier = source.identifier(of: column)
    if let identifier, let cell = pool.take(identifier) {
      events?.append(.reuse(serial: cell.serial, column: column))
      return cell
    }
    allocated += 1
    events?.append(.allocate(serial: allocated, column: column))
    return Cell(serial: allocated, reuseIdentifier: identifier)
  }
}
