/// The length of one unit of a scroll view: a point of the original implementation, or a side of a cell (AboutCells).
///
/// A cell stands for 8 by 16 points, approximately its size in a terminal. Lengths and speeds are divided by that size,
/// not scaled with the viewport, so that the same hand movement has the same effect on both axes and in every viewport.
/// Its numbers are set by `Constants`.
package enum ScrollUnit: BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case point
  case column
  case row
}

/// The constants of scroll views on both axes; set by `Constants`.
package struct ScrollConstants: BitwiseCopyable, Hashable, Sendable {
  /// The horizontal and the vertical unit.
  package var horizontal: ScrollUnit
  package var vertical: ScrollUnit
}
