/// A cell of an option bar, which shows one column while that is visible.
package struct OptionCell<Identifier: Hashable & Sendable>: Hashable, Reusable {
  /// The cell's number in order of allocation, from 1; it does not change on reuse.
  package let serial: Int
  package let reuseIdentifier: Identifier?
  /// The displayed column; nil in the pool.
  package private(set) var column: Int?
  /// The column's position in the bar's content.
  package private(set) var span = ColumnWidths.Span(origin: 0, width: 0)
  package internal(set) var isSelected = false

  init(serial: Int, reuseIdentifier: Identifier?) {
    self.serial = serial
    self.reuseIdentifier = reuseIdentifier
  }

  package mutating func prepareForReuse() {
    column = nil
    span = ColumnWidths.Span(origin: 0, width: 0)
    isSelected = false
  }

  /// Configures the cell completely for a column (ZX-4).
  mutating func prepareForDisplay(of column: Int, at span: ColumnWidths.Span, isSelected: Bool) {
    self.column = column
    self.span = span
    self.isSelected = isSelected
  }
}
