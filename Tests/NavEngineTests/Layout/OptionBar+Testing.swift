@testable import NavEngine

extension OptionBar {
  /// The number of cells in the pool.
  var free: Int { pool.count }

  /// Scrolls to an offset, which may be beyond the ends.
  mutating func scroll(to offset: Double) -> [OptionBarEvent] {
    scroll(through: offset...offset, restingAt: offset)
  }

  /// Marks a column and centres it, as the bar of a pager that turns to a page; a missing column changes nothing.
  mutating func select(_ column: Int) -> [OptionBarEvent] {
    guard (0..<source.widths.count).contains(column) else { return [] }
    let marked = mark(column, isSelection: true)
    return marked + scroll(to: source.widths.offset(centering: column, inViewport: viewport))
  }
}

extension [OptionBarEvent] {
  /// The columns that are no longer shown, in order.
  var removed: [Int] {
    compactMap { if case .didEndDisplaying(_, let column) = $0 { column } else { nil } }
  }

  /// The newly shown columns, in order.
  var added: [Int] {
    compactMap { if case .willDisplay(_, let column) = $0 { column } else { nil } }
  }
}

extension OptionBarView {
  /// The number of cells, visible or not.
  var allocated: Int { bar?.allocated ?? 0 }

  /// The number of cells in use.
  var shown: Int { bar?.cells.count ?? 0 }
}

/// Columns with a single kind of cells.
struct UniformColumns: OptionBarSource, Hashable {
  let widths: ColumnWidths

  init(_ widths: ColumnWidths) {
    self.widths = widths
  }

  func identifier(of column: Int) -> UniformCell? { .only }
}

/// The only kind of cells of `UniformColumns`.
enum UniformCell: Hashable, Sendable {
  case only
}
