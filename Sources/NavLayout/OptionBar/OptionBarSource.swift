/// The source of an option bar: the widths of its columns, and the kind of cell of each.
///
/// It replaces the data source and the width callback of the original implementation; a bar always has one (ZX-1).
package protocol OptionBarSource: Sendable {
  associatedtype Identifier: Hashable, Sendable

  var widths: ColumnWidths { get }

  /// Returns the kind of cell that can show a column; nil for a cell that is never reused.
  func identifier(of column: Int) -> Identifier?
}

/// Columns with a single kind of cells.
package struct UniformColumns: OptionBarSource, Hashable {
  package let widths: ColumnWidths

  package init(_ widths: ColumnWidths) {
    self.widths = widths
  }

  package func identifier(of column: Int) -> UniformCell? { .only }
}

/// The only kind of cells of `UniformColumns`.
package enum UniformCell: Hashable, Sendable {
  case only
}
