import NavBase

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
  /// All columns of the viewport.
  private let all: Range<Int>
  /// Disjoint; more than one run if a page leaves columns free on both sides.
  private var runs: [Range<Int>]

  init(_ columns: Int) {
    all = 0..<columns
    runs = [all]
  }

  /// Frees all columns again.
  mutating func uncover() {
    runs.removeAll(keepingCapacity: true)
    runs.append(all)
  }

  /// Removes columns, and returns how many of them were free.
  mutating func take(_ columns: Range<Int>) -> Int {
    var taken = 0
    for index in runs.indices {
      let run = runs[index]
      let own = columns.clamped(to: run)
      guard !own.isEmpty else { continue }
      taken += own.count
      runs[index] = run.lowerBound..<own.lowerBound
      if own.upperBound < run.upperBound { runs.append(own.upperBound..<run.upperBound) }
    }
    return taken
  }
}
