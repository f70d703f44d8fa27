import NavGeometry

/// A page's frame on the cell grid, rounded from the stack's lengths (D-2).
struct StackPlace: Hashable, Sendable {
  var x: Int
  var width: Int
  /// The number of columns by which the content is shifted right, so that it is beside the edges of the pages below.
  var shift: Int
  /// The overlay's opacity, from 0 to 255.
  var overlay: Int
  /// Whether any column of the page is visible in the viewport.
  var isSeen: Bool
  /// Whether more of the page is visible than an edge.
  var isRead: Bool

  /// - Parameters:
  ///   - frame: the page's frame, unrounded.
  ///   - metrics: the stack's metrics.
  ///   - free: the columns that the pages above leave uncovered; the page's columns are removed from them.
  init(_ frame: StackFrame, metrics: StackMetrics, free: inout FreeColumns) {
    x = CellGrid.cell(at: frame.x)
    // Positions are rounded and widths derived from them, so that neighbours neither gap nor overlap. A page held left
    // of its unclamped position (SN-10) still extends to the next one.
    width = CellGrid.cell(at: max(frame.x, frame.raw) + frame.width) - x
    let text = CellGrid.cell(at: max(frame.raw, 0)) + Int(metrics.edge.room)
    shift = min(max(0, text - x), Int(metrics.edge.room))
    overlay = Int((frame.overlay * 255).rounded())
    let seen = frame.isHidden ? 0 : free.take(x..<x + width)
    isSeen = seen > 0
    isRead = seen > Int(metrics.edge.step)
  }
}

/// The columns of a viewport that no page covers yet.
struct FreeColumns {
  /// Ascending; more than one run if a page leaves columns free on both sides.
  private var runs: [Range<Int>]

  init(_ columns: Int) {
    runs = [0..<columns]
  }

  /// Removes columns, and returns how many of them were free.
  mutating func take(_ columns: Range<Int>) -> Int {
    var taken = 0
    runs = runs.flatMap { run -> [Range<Int>] in
      let own = columns.clamped(to: run)
      taken += own.count
      return [run.lowerBound..<own.lowerBound, own.upperBound..<run.upperBound].filter {
        !$0.isEmpty
      }
    }
    return taken
  }
}
