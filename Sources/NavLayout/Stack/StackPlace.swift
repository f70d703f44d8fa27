import NavGeometry

/// A page's frame on the cell grid, where a stack's lengths become cells (D-2).
struct StackPlace: Hashable, Sendable {
  var x: Int
  var width: Int
  /// How far the content is moved right so that it stands beside the edges below it.
  var shift: Int
  /// From 0 to 255.
  var overlay: Int
  /// Whether any column of it is in the viewport.
  var isSeen: Bool
  /// Whether more of it is in view than an edge.
  var isRead: Bool

  /// - Parameters:
  ///   - frame: where the page stands.
  ///   - metrics: the stack's numbers.
  ///   - free: the columns that the pages above leave; the page takes its own of them.
  init(_ frame: StackFrame, metrics: StackMetrics, free: inout FreeColumns) {
    x = CellGrid.cell(at: frame.x)
    // Positions are rounded, widths follow: neighbours neither gap nor overlap. A page that is held left of
    // its own place (SN-10) still reaches to the next one.
    width = CellGrid.cell(at: max(frame.x, frame.raw) + frame.width) - x
    let text = CellGrid.cell(at: max(frame.raw, 0)) + Int(metrics.edgeRoom)
    shift = min(max(0, text - x), Int(metrics.edgeRoom))
    overlay = Int((frame.overlay * 255).rounded())
    let seen = frame.isHidden ? 0 : free.take(x..<x + width)
    isSeen = seen > 0
    isRead = seen > Int(metrics.edgeStep)
  }
}

/// The columns of a viewport in which nothing is seen yet.
struct FreeColumns {
  /// Ascending; more than one where a page stands free on both sides.
  private var runs: [Range<Int>]

  init(_ columns: Int) {
    runs = [0..<columns]
  }

  /// Takes what is free of some columns, and tells how many it got.
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
