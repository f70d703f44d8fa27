/// An event of a table; events are reported in order.
package enum TableEvent: Hashable, Sendable {
  case willReload
  case didReload
  /// The geometry was recomputed and the content positioned (TW-3).
  case didPlace(offset: Double)
  /// The visible headers have changed, or moved.
  case didLayOutHeaders([TableHeader])
  /// A new cell was created.
  case allocate(cell: Int, TableIndex)
  /// A cell from the pool is reused, after a reset.
  case reuse(cell: Int, TableIndex)
  case willDisplay(cell: Int, TableIndex)
  case didEndDisplaying(cell: Int, TableIndex)
  /// A cell received the focus: it shows the row that was selected last (TW-2).
  case didFocus(cell: Int, TableIndex)
  /// The visible repeated views have changed (TW-11).
  case didLayOutRepeatedViews([TableRepeatedView])
  case didDeselect(TableIndex)
  case didSelect(TableIndex)
}
