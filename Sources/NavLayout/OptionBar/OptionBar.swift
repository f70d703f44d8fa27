import NavGeometry

/// A bar of columns that scrolls sideways and has cells only for those in view (semantics.md,
/// section 6).
///
/// A value: each step returns what it has changed, in order, so a pass cannot be entered again
/// while it runs (ZX-3). One unit of length, nothing rounded (D-2).
///
/// Laws:
/// - after each step the cells are those of the columns that intersect the viewport, ascending; a
///   column without width has none;
/// - exactly the cell of `selectedColumn`, where it is shown, looks selected;
/// - with one identifier no more cells are ever allocated than were visible at once (ZX-6).
///
/// A step takes O(visible + log n).
package struct OptionBar<Source: OptionBarSource>: Sendable {
  package typealias Cell = OptionCell<Source.Identifier>

  package private(set) var source: Source
  /// The bar's width, at least 0.
  package private(set) var viewport: Double
  /// What stands at the bar's left edge; a scroll may lead beyond the content.
  package private(set) var offset = 0.0
  package private(set) var selectedColumn: Int?
  /// Those that are shown, by column, ascending: the bar holds them, not a cell the others
  /// (ZXQ-10).
  package private(set) var cells: [Cell] = []
  /// How many cells were ever made.
  package private(set) var allocated = 0
  private var pool = ReusePool<Cell>()

  /// A bar at offset 0 that was not laid out yet.
  package init(_ source: Source, viewport: Double) {
    Self.check(viewport)
    self.source = source
    self.viewport = viewport
  }

  private static func check(_ viewport: Double) {
    precondition(
      viewport >= 0 && viewport.isFinite,
      "cannot look through a bar \(viewport) wide"
    )
  }

  /// How many cells wait for being used again.
  package var free: Int { pool.count }

  private var columns: Range<Int> { 0..<source.widths.count }

  // MARK: Scrolling

  /// Scrolls to an offset, which may lie beyond the ends, and lays out.
  package mutating func scroll(to offset: Double) -> OptionBarChange {
    scroll(through: offset...offset, restingAt: offset)
  }

  /// Lays out everything that is seen on a way at once, as a timeline needs it.
  ///
  /// - Parameters:
  ///   - offsets: those that the way passes, any finite numbers.
  ///   - offset: where it comes to rest.
  /// - Returns: what has changed.
  package mutating func scroll(
    through offsets: ClosedRange<Double>,
    restingAt offset: Double
  ) -> OptionBarChange {
    precondition(
      offsets.lowerBound.isFinite && offsets.upperBound.isFinite && offsets.contains(offset),
      "cannot rest at \(offset) on a way through \(offsets)"
    )
    self.offset = offset
    var change = OptionBarChange()
    layOut(offsets.lowerBound..<offsets.upperBound + viewport, &change)
    return change
  }

  // MARK: Selection

  /// Selects a column and scrolls it to the middle (ZX-8, ZX-9, D-16).
  ///
  /// A tap on the column that is selected already says so again.
  ///
  /// - Parameters:
  ///   - column: its index; one that is not there changes nothing.
  ///   - origin: only a tap is told.
  /// - Returns: what has changed: first the selection, then the layout.
  package mutating func select(_ column: Int, origin: OptionOrigin) -> OptionBarChange {
    var change = OptionBarChange()
    guard columns.contains(column) else { return change }
    mark(column, &change)
    if origin == .tap { change.events.append(.didSelect(column: column)) }
    offset = source.widths.offset(centering: column, inViewport: viewport)
    layOut(offset..<offset + viewport, &change)
    return change
  }

  /// Marks a column as selected without scrolling, or none; as with a slide only what is deselected
  /// is told.
  package mutating func mark(_ column: Int?) -> OptionBarChange {
    var change = OptionBarChange()
    guard column.map(columns.contains) ?? true else { return change }
    mark(column, &change)
    return change
  }

  /// Deselects a column: then none is selected (ZXQ-4).
  ///
  /// - Parameter column: one that is not selected changes nothing.
  /// - Returns: what has changed.
  package mutating func deselect(_ column: Int) -> OptionBarChange {
    column == selectedColumn ? mark(nil) : OptionBarChange()
  }

  private mutating func mark(_ column: Int?, _ change: inout OptionBarChange) {
    if let old = selectedColumn, old != column {
      setLook(of: old, isSelected: false)
      change.events.append(.didDeselect(column: old))
    }
    selectedColumn = column
    if let column { setLook(of: column, isSelected: true) }
  }

  private mutating func setLook(of column: Int, isSelected: Bool) {
    guard let index = cells.firstIndex(where: { $0.column == column }) else { return }
    cells[index].isSelected = isSelected
  }

  // MARK: Reloading

  /// Shows what the source says now: no column is selected, all cells are filled anew (ZXQ-5,
  /// D-16).
  ///
  /// - Parameters:
  ///   - newSource: what is shown from now on; nil for the same.
  ///   - newViewport: the bar's width from now on; nil for the same.
  ///   - offsets: those that are laid out, the lowest of them being the present one; nil for the
  ///     legal one that is nearest to the present.
  /// - Returns: what has changed.
  package mutating func reload(
    _ newSource: Source? = nil,
    viewport newViewport: Double? = nil,
    through offsets: ClosedRange<Double>? = nil
  ) -> OptionBarChange {
    var change = OptionBarChange()
    change.events.append(.willReload)
    selectedColumn = nil
    remove(cells, &change)
    cells = []
    if let newSource { source = newSource }
    if let newViewport {
      Self.check(newViewport)
      viewport = newViewport
    }
    let nearest = offset.clamped(to: source.widths.offsets(inViewport: viewport))
    let seen = offsets ?? nearest...nearest
    offset = seen.lowerBound
    layOut(seen.lowerBound..<seen.upperBound + viewport, &change)
    change.events.append(.didReload)
    return change
  }

  // MARK: Layout

  /// One pass (ZX-3): what is no longer seen goes first, then what is new comes, ascending both
  /// (ZX-4, ZXQ-9).
  private mutating func layOut(_ visible: Range<Double>, _ change: inout OptionBarChange) {
    let wanted = source.widths.columns(intersecting: visible)
    var kept: [Cell] = []
    var gone: [Cell] = []
    for cell in cells {
      if cell.column.map(wanted.contains) == true { kept.append(cell) } else { gone.append(cell) }
    }
    remove(gone, &change)
    // What is kept are neighbours: the new ones stand before the first and behind the last of them.
    let first = kept.first?.column ?? wanted.upperBound
    let next = kept.last?.column.map { $0 + 1 } ?? wanted.upperBound
    let before = add(wanted.lowerBound..<first, &change)
    let behind = add(next..<wanted.upperBound, &change)
    cells = before + kept + behind
  }

  private mutating func remove(_ gone: [Cell], _ change: inout OptionBarChange) {
    for cell in gone {
      guard let column = cell.column else { continue }
      pool.put(cell)
      change.removed.append(column)
      change.events.append(.didEndDisplaying(serial: cell.serial, column: column))
    }
  }

  private mutating func add(_ new: Range<Int>, _ change: inout OptionBarChange) -> [Cell] {
    var added: [Cell] = []
    for column in new {
      let span = source.widths.span(of: column)
      guard span.width > 0 else { continue }
      var cell = dequeue(for: column, &change)
      cell.prepareForDisplay(of: column, at: span, isSelected: column == selectedColumn)
      change.added.append(column)
      change.events.append(.willDisplay(serial: cell.serial, column: column))
      added.append(cell)
    }
    return added
  }

  private mutating func dequeue(for column: Int, _ change: inout OptionBarChange) -> Cell {
    let identifier = source.identifier(of: column)
    if let identifier, let cell = pool.take(identifier) {
      change.events.append(.reuse(serial: cell.serial, column: column))
      return cell
    }
    allocated += 1
    change.events.append(.allocate(serial: allocated, column: column))
    return Cell(serial: allocated, reuseIdentifier: identifier)
  }
}
