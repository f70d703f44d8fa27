/// What an option bar shows: how wide its columns are, and what kind of cell each needs.
///
/// It takes the place of the data source and of the widths' callback of the originals, and a bar
/// has one from the start (ZX-1).
package protocol OptionBarSource: Sendable {
  associatedtype Identifier: Hashable, Sendable

  var widths: ColumnWidths { get }

  /// Which cells can show a column; nil for a cell that is never used again.
  func identifier(of column: Int) -> Identifier?
}

/// Columns that all have the same kind of cells.
package struct UniformColumns: OptionBarSource, Hashable {
  package let widths: ColumnWidths

  package init(_ widths: ColumnWidths) {
    self.widths = widths
  }

  package func identifier(of column: Int) -> UniformCell? { .only }
}

/// The one kind of cells that there is.
package enum UniformCell: Hashable, Sendable {
  case only
}
