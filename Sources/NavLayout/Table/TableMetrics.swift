/// The metrics of a table in one unit of length, points or cells (D-4).
package struct TableMetrics: Hashable, Sendable {
  /// The free space around a repeated view, within its group (TW-11).
  package var repeatedPadding: Double
  /// The distance from an edge within which a dragged row makes the table scroll (TW-12).
  package var dragMargin: Double
  /// The largest distance of that scrolling in a frame.
  package var dragStep: Double
  /// The distance to the target at which an animated scroll ends (TW-12).
  package var restMargin: Double
  /// The pull at which 1/e of a finger's further movement takes effect (TW-12).
  package var pullDamping: Double

  /// The metrics of the original implementation.
  package static let points = TableMetrics(
    repeatedPadding: 7,
    dragMargin: 25,
    dragStep: 10,
    restMargin: 0.1,
    pullDamping: 30
  )

  /// Metrics in rows; a row is 16 points, except for paddings (AboutCells).
  package static let cells = TableMetrics(
    repeatedPadding: 0,
    dragMargin: 1,
    dragStep: 1,
    restMargin: 0.1,
    pullDamping: 30.0 / 16
  )
}
