/// The one place where real lengths become cells (D-2).
///
/// Layouts are computed in real numbers and come here last. Laws:
/// - a position is floored, whatever moves or rests there;
/// - a width is the difference of two floored edges, so that neighbours neither gap nor overlap, and parts
///   together are as wide as the whole;
/// - what is pulled beyond an end is moved by whole cells towards where it rests, so that a pull shows as much
///   at one end as at the other.
package enum CellGrid {
  /// How much below a whole number a position still counts as that number, in cells.
  ///
  /// A sum of widths may miss a whole number by a rounding error; a motion that comes as near as this is not
  /// told apart from one that arrived.
  package static let tolerance = 1e-9

  /// The column or row that a position lies in.
  ///
  /// - Parameter position: in cells, finite and nearer to 0 than 2^53.
  /// - Returns: its cell; below 0 left of or above the origin.
  package static func cell(at position: Double) -> Int {
    precondition(abs(position) < 0x1p53, "cannot find the cell of position \(position)")
    return Int((position + tolerance).rounded(.down))
  }

  /// The cells from one edge to another.
  ///
  /// - Parameters:
  ///   - start: the left or upper edge, in cells.
  ///   - length: in cells; none below 0.
  /// - Returns: the cells; empty where both edges lie in the same one.
  package static func cells(from start: Double, length: Double) -> Range<Int> {
    let first = cell(at: start)
    return first..<max(first, cell(at: start + max(0, length)))
  }

  /// A rectangle on the grid; its edges are floored.
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

  /// The eighths of a cell from one edge to another: the smallest parts that terminals draw.
  ///
  /// - Parameters:
  ///   - start: the left edge, in cells.
  ///   - length: in cells; none below 0.
  /// - Returns: the eighths, both edges floored.
  package static func eighths(from start: Double, length: Double) -> Range<Int> {
    cells(from: 8 * start, length: 8 * length)
  }

  /// By how many cells something is shown that stands a distance from where it rests: rounded towards
  /// the rest.
  ///
  /// - Parameter distance: in cells, of either sign.
  /// - Returns: whole cells of the same sign; 0 for less than one.
  package static func cells(ofPull distance: Double) -> Int {
    distance < 0 ? -cell(at: -distance) : cell(at: distance)
  }
}
