/// What a table tells of, in the order in which it happens.
package enum TableEvent: Hashable, Sendable {
  case willReload
  case didReload
  /// Where everything stands was made anew, and the content put in its place (TW-3).
  case didPlace(offset: Double)
  /// The headers in view, whenever they are others than before or stand elsewhere.
  case didLayOutHeaders([TableHeader])
  /// A cell that there was not yet.
  case allocate(cell: Int, TableIndex)
  /// A cell from the pool, without anything of what it showed before.
  case reuse(cell: Int, TableIndex)
  case willDisplay(cell: Int, TableIndex)
  case didEndDisplaying(cell: Int, TableIndex)
  /// Keys go to a cell now: it shows the row that was selected last (TW-2).
  case didFocus(cell: Int, TableIndex)
  /// The repeated views in view, whenever they change (TW-11).
  case didLayOutRepeatedViews([TableRepeatedView])
  case didDeselect(TableIndex)
  case didSelect(TableIndex)
}
