/// A cell of an option bar: what stands for one column as long as that is in view.
package struct OptionCell<Identifier: Hashable & Sendable>: Hashable, Reusable {
  /// Its number in the order of allocation, from 1; the same however often it is used again.
  package let serial: Int
  package let reuseIdentifier: Identifier?
  /// The column that it shows; nil while it waits.
  package private(set) var column: Int?
  /// Where that column stands in the bar's content.
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

  /// Takes the look of a column, in every respect (ZX-4).
  mutating func prepareForDisplay(of column: Int, at span: ColumnWidths.Span, isSelected: Bool) {
    self.column = column
    self.span = span
    self.isSelected = isSelected
  }
}
