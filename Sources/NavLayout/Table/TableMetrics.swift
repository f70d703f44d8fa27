/// Numbers of a table in one unit of length, points or cells (D-4).
package struct TableMetrics: Hashable, Sendable {
  /// What stays free around a repeated view, within its group (TW-11).
  package var repeatedPadding: Double
  /// How near to an edge a dragged row makes the table scroll (TW-12).
  package var dragMargin: Double
  /// How far it does so in a frame, at most.
  package var dragStep: Double
  /// How far from its target an animated scroll is over (TW-12).
  package var restMargin: Double
  /// The pull that lets through 1/e of what a finger adds (TW-12).
  package var pullDamping: Double

  /// The original's numbers.
  package static let points = TableMetrics(
    repeatedPadding: 7,
    dragMargin: 25,
    dragStep: 10,
    restMargin: 0.1,
    pullDamping: 30
  )

  /// One unit is one row, of 16 points where a number is no padding (end of section 12).
  package static let cells = TableMetrics(
    repeatedPadding: 0,
    dragMargin: 1,
    dragStep: 1,
    restMargin: 0.1,
    pullDamping: 30.0 / 16
  )
}
