import NavEngine
import NavTestKit

/// A reference implementation of an option bar: each pass goes through all columns, and cells are
/// in lists.
struct OptionBarTwin {
  let widths: [Double]
  let viewport: Double
  private(set) var offset = 0.0
  private(set) var selected: Int?
  /// The serial of each column's cell.
  private(set) var shown: [Int: Int] = [:]
  private(set) var waiting: [Int] = []
  private(set) var allocated = 0
  private(set) var mostVisible = 0

  init(_ widths: [Double], viewport: Double) {
    self.widths = widths
    self.viewport = viewport
  }

  /// Returns the columns that share more than an edge with a range.
  static func columns(of widths: [Double], in low: Double, _ high: Double) -> [Int] {
    widths.indices.filter { column in
      let origin = widths[..<column].reduce(0, +)
      return max(low, origin) < min(high, origin + widths[column])
    }
  }

  enum Step: Hashable, Sendable {
    case scroll(Double)
    case tap(Int)
    case deselect(Int)
    case reload
  }

  mutating func perform(_ step: Step) -> [OptionBarEvent] {
    var events: [OptionBarEvent] = []
    switch step {
    case .scroll(let x):
      offset = x
      layOut(&events)
    case .tap(let column):
      guard widths.indices.contains(column) else { return [] }
      if let selected, selected != column { events.append(.didDeselect(column: selected)) }
      selected = column
      events.append(.didSelect(column: column))
      offset = centre(of: column)
      layOut(&events)
    case .deselect(let column):
      if selected == column {
        selected = nil
        events.append(.didDeselect(column: column))
      }
    case .reload:
      events.append(.willReload)
      selected = nil
      for column in shown.keys.sorted() { remove(column, &events) }
      offset = min(max(0, offset), max(0, widths.reduce(0, +) - viewport))
      layOut(&events)
      events.append(.didReload)
    }
    return events
  }

  private func centre(of column: Int) -> Double {
    let before = widths[..<column].reduce(0, +)
    let behind = widths[(column + 1)...].reduce(0, +)
    let most = widths.reduce(0, +) - viewport
    if before < viewport / 2 { return 0 }
    if behind < viewport / 2 { return max(0, most) }
    return min(max(0, before + widths[column] / 2 - viewport / 2), max(0, most))
  }

  private mutating func layOut(_ events: inout [OptionBarEvent]) {
    let visible = Self.columns(of: widths, in: offset, offset + viewport)
    mostVisible = max(mostVisible, visible.count)
    for column in shown.keys.sorted() where !visible.contains(column) { remove(column, &events) }
    for column in visible where shown[column] == nil {
      if let serial = waiting.popLast() {
        shown[column] = serial
        events.append(.reuse(serial: serial, column: column))
      } else {
        allocated += 1
        shown[column] = allocated
        events.append(.allocate(serial: allocated, column: column))
      }
      events.append(.willDisplay(serial: shown[column] ?? 0, column: column))
    }
  }

  private mutating func remove(_ column: Int, _ events: inout [OptionBarEvent]) {
    guard let serial = shown.removeValue(forKey: column) else { return }
    waiting.append(serial)
    events.append(.didEndDisplaying(serial: serial, column: column))
  }
}

/// A bar and its reference, which perform the same steps and are compared after each.
struct OptionBarPair {
  private(set) var bar: OptionBar<UniformColumns>
  private(set) var twin: OptionBarTwin

  init(_ widths: [Double], viewport: Double) {
    bar = OptionBar(UniformColumns(ColumnWidths(widths)), viewport: viewport)
    twin = OptionBarTwin(widths, viewport: viewport)
  }

  @discardableResult
  mutating func perform(_ step: OptionBarTwin.Step) throws -> [OptionBarEvent] {
    let before = bar.cells.compactMap(\.column)
    let change =
      switch step {
      case .scroll(let x): bar.scroll(to: x)
      case .tap(let column): bar.select(column)
      case .deselect(let column):
        column == bar.selectedColumn ? bar.mark(nil) : []
      case .reload: bar.reload()
      }
    let events = twin.perform(step)
    try demand(change == events, "\(step): \(change), not \(events)")
    try demand(bar.selectedColumn == twin.selected && isNear(bar.offset, twin.offset), "\(step)")
    let columns = bar.cells.compactMap(\.column)
    try demand(columns == twin.shown.keys.sorted(), "\(step): \(columns)")
    try demand(bar.cells.map(\.serial) == columns.map { twin.shown[$0] }, "\(step)")
    try demand(bar.cells.allSatisfy { $0.isSelected == ($0.column == twin.selected) }, "\(step)")
    for cell in bar.cells {
      guard let column = cell.column else { continue }
      try demand(cell.span == bar.source.widths.span(of: column), "\(step): \(cell)")
    }
    try demand(bar.allocated == twin.allocated && bar.free == twin.waiting.count, "\(step)")
    // ZX-6: never more than were visible at once, and none is lost.
    try demand(bar.allocated <= twin.mostVisible, "\(step): \(bar.allocated) cells")
    try demand(bar.free + bar.cells.count == bar.allocated, "\(step)")
    // The two lists are the difference of the two sets; only a reload removes and adds the same
    // column.
    if step != .reload {
      try demand(Set(change.removed).isDisjoint(with: change.added), "\(step)")
      try demand(change.removed == before.filter { !columns.contains($0) }, "\(step)")
      try demand(change.added == columns.filter { !before.contains($0) }, "\(step)")
    }
    return change
  }
}
