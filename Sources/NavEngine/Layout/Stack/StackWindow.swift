/// The pages of a stack that can be visible while its root is in a range: a few, however deep the stack is.
///
/// Computed once for a whole motion, so that each frame is computed from these pages only.
struct StackWindow {
  /// The pages in z-order.
  private(set) var entries: [Entry] = []
  let metrics: StackMetrics
  /// Whether the distance between the root and the pages above it equals the root's distance from the viewport's left
  /// edge, so that a neighbour of a centred half page slides in from the right edge and out to it.
  var isSpread = false
  /// The number of containers of the stack.
  private let count: Int

  struct Entry {
    let index: Int
    let page: StackPage
    let isPopped: Bool
    /// The page's left edge, measured from the root.
    let location: Double
    let width: Double
  }

  /// - Parameters:
  ///   - containers: the stack.
  ///   - metrics: the stack's metrics.
  ///   - origins: the range of the root's positions.
  init(_ containers: StackContainers, metrics: StackMetrics, origins: ClosedRange<Double>) {
    self.metrics = metrics
    count = containers.count
    // A page beyond this position is neither in the viewport nor held at the left edge.
    let end = max(metrics.viewport, Double(StackMetrics.edges) * metrics.edge.step)
    var (held, heldLive) = (0, 0)
    for run in containers.runs.reversed() {
      // A page left of the viewport for all positions of the root is held at the left edge (SN-6). Three such pages are
      // enough, live ones if the popped ones are deleted; the topmost page of each run may still extend into the
      // viewport (SN-12).
      var wanted = max(1, StackMetrics.edges - (run.isPopped ? held : heldLive))
      var node = Self.lowest(of: run, metrics) { $0 + origins.lowerBound >= end }
      while let here = node, here.index >= run.range.lowerBound, wanted > 0 {
        let location = metrics.length(of: run.below(here))
        entries.append(
          Entry(
            index: run.first + here.index - run.range.lowerBound,
            page: here.page,
            isPopped: run.isPopped,
            location: location,
            width: metrics.width(of: here.page.size)
          )
        )
        if location + origins.upperBound < 0 {
          wanted -= 1
          held += 1
          heldLive += run.isPopped ? 0 : 1
        }
        node = here.below
      }
    }
    entries.reverse()
  }

  /// Returns the page below the first page of a run whose location meets a condition, or the topmost page if none does.
  private static func lowest(
    of run: StackRun,
    _ metrics: StackMetrics,
    where isBeyond: (Double) -> Bool
  ) -> StackPageNode? {
    let top = run.pages.node(at: run.range.upperBound - 1)
    guard let top, isBeyond(metrics.length(of: run.below(top))) else { return top }
    return run.pages.lowest {
      $0.index >= run.range.upperBound
        || $0.index >= run.range.lowerBound && isBeyond(metrics.length(of: run.below($0)))
    }?.below
  }

  /// Returns the frames of the entries.
  ///
  /// - Parameter origin: the root's position, in the window's range.
  /// - Returns: a frame for each entry.
  func frames(at origin: Double) -> [StackFrame] {
    var frames = entries.map { frame(of: $0, at: origin) }
    // SN-10: the topmost three stacked pages are side by side at the left edge, the others are hidden.
    var place = min(frames.count { $0.isStacked }, StackMetrics.edges)
    for index in frames.indices.reversed() where frames[index].isStacked {
      place -= 1
      if place >= 0 {
        frames[index].x = Double(place) * metrics.edge.step
      } else {
        frames[index].isHidden = true
      }
    }
    return frames
  }

  func frame(of entry: Entry, at origin: Double) -> StackFrame {
    let apart = isSpread && entry.index > 0 ? max(0, origin) : 0
    let x = origin + entry.location + apart
    var frame = StackFrame(x: x, raw: x, width: entry.width)
    // SN-6, tested before anything is rounded.
    frame.isStacked = x < Double(min(entry.index, StackMetrics.edges)) * metrics.edge.step
    // SN-9 and D-5: deeper pages are darker, the topmost never is.
    if x <= 0, entry.index < count - 1, entry.width > 0 {
      frame.overlay = min(1, metrics.overlayPerWidth / entry.width * abs(x))
    }
    return frame
  }
}

/// One page's frame, measured from the viewport's left edge.
package struct StackFrame: Hashable, Sendable {
  package var x: Double
  /// The position if it were not held at the left edge.
  package var raw: Double
  package var width: Double
  package var isHidden = false
  /// Whether the page is held at the left edge (SN-6).
  package var isStacked = false
  /// The opacity of the overlay, from 0 to 1.
  package var overlay = 0.0

  /// Whether any part of the page is in the viewport, even if other pages cover it (SN-12).
  func isInside(_ metrics: StackMetrics) -> Bool { raw < metrics.viewport && raw + width > 0 }
}
