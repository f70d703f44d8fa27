/// The only conversion of real lengths to cells (D-2).
///
/// Layouts are computed in real numbers and are converted last. Laws:
/// - a position is floored, in motion and at rest;
/// - a width is the difference of two floored edges, so that neighbours neither gap nor overlap, and the widths of the
///   parts add up to the whole;
/// - a pull beyond an end is rounded to whole cells towards the resting position, so that equal pulls look the same at
///   both ends.
package enum CellGrid {
  /// The distance below a whole number at which a position still counts as that number, in cells.
  ///
  /// A sum of widths may differ from a whole number by a rounding error; a motion that is this near to its target
  /// counts as arrived.
  package static let tolerance = 1e-9

  /// Returns the column or row of a position.
  ///
  /// - Parameter position: the position in cells, with an absolute value below 2^53.
  /// - Returns: the cell; negative left of or above the origin.
  package static func cell(at position: Double) -> Int {
    precondition(abs(position) < 0x1p53, "cannot find the cell of position \(position)")
    return Int((position + tolerance).rounded(.down))
  }

  /// Returns the cells from one edge to another.
  ///
  /// - Parameters:
  ///   - start: the left or upper edge, in cells.
  ///   - length: the length in cells; a negative one counts as 0.
  /// - Returns: the cells; empty if both edges are in the same cell.
  package static func cells(from start: Double, length: Double) -> Range<Int> {
    let first = cell(at: start)
    return first..<max(first, cell(at: start + max(0, length)))
  }

  /// Returns a rectangle on the grid; its edges are floored.
  package static func rect(x: Double, y: Double, width: Double, height: Double) -> CellRect {
    let columns = cells(from: x, length: width)
    let rows = cells(from: y, length: height)
    return CellRect(
      x: columns.lowerBound,
      y: rows.lowerBound,
      width: columns.count,
      height: rows.count
    )
  }

  /// Returns the eighths of a cell from one edge to another, the smallest parts that terminals draw.
  ///
  /// - Parameters:
  ///   - start: the left edge, in cells.
  ///   - length: the length in cells; a negative one counts as 0.
  /// - Returns: the eighths, both edges floored.
  package static func eighths(from start: Double, length: Double) -> Range<Int> {
    cells(from: 8 * start, length: 8 * length)
  }

  /// Returns the displayed distance from a resting position, rounded towards the rest.
  ///
  /// - Parameter distance: the distance in cells, with a sign.
  /// - Returns: whole cells of the same sign; 0 for less than one.
  package static func cells(ofPull distance: Double) -> Int {
    distance < 0 ? -cell(at: -distance) : cell(at: distance)
  }
}
