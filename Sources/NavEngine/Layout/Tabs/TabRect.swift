package import NavBase

/// A half-open rectangle in real numbers: it contains `x ..< maxX` and `y ..< maxY`.
///
/// The unit is a point, or a column and a row, as in `TabMetrics`.
package struct TabRect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package var maxX: Double { x + width }
  package var isEmpty: Bool { width == 0 || height == 0 }

  /// The rectangle on the cell grid, its edges floored (D-2).
  package var cells: CellRect { CellGrid.rect(x: x, y: y, width: width, height: height) }
}
