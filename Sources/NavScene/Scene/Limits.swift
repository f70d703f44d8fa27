package import NavBase

/// Bounds of all numbers in a scene, so that no sum of received values can overflow.
package enum Limits {
  /// The largest distance from an origin, in cells: 2^40.
  package static let coordinate = 1 << 40
  /// The largest supported viewport.
  package static let viewport = CellSize(columns: 1000, rows: 500)
  /// The number of rows from the top of an overflowing page that a scene always holds, so that a viewer can scroll on
  /// its own (Sources/README.md, decision 2).
  package static let leadingRows = 200
  /// The most bytes of text in leading rows that are not visible; beyond it, fewer such rows are held.
  package static let leadingBytes = 64 << 10
  /// The largest number of frames in a timeline.
  package static let frames = 180
}
