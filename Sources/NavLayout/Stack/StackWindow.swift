/// The pages of a stack that may be seen while its root stands in a range: a few, however deep the stack is.
///
/// Found once for a whole motion; each frame is then a matter of these pages alone.
struct StackWindow {
  /// In z-order.
  private(set) var entries: [Entry] = []
  let metrics: StackMetrics
  /// Whether the pages above the root stand as far from it as the root from the viewport's left edge, so that they
  /// come from the right edge to a half page that stands alone, and leave it that way.
  var isSpread = false
  /// How many containers the stack has.
  private let count: Int

  struct Entry {
    let index: Int
    let page: StackPage
    let isPopped: Bool
    /// Where the page begins, measured from the root.
    let location: Double
    let width: Double
  }

  /// - Parameters:
  ///   - containers: the stack.
  ///   - metrics: its numbers.
  ///   - origins: where the root stands, at least and at most.
  init(_ containers: StackContainers, metrics: StackMetrics, origins: ClosedRange<Double>) {
    self.metrics = metrics
    count = containers.count
    // What begins further right is neither in view nor held at the left edge.
    let end = max(metrics.viewport, Double(StackMetrics.edges) * metrics.edgeStep)
    var (held, heldLive) = (0, 0)
    for run in containers.runs.reversed() {
      // All that stands left of the viewport wherever the root is, is held (SN-6). Three such pages are
      // enough, live ones where the popped ones go; the topmost of each run may still reach into view (SN-12).
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

  /// The page of a run below the first one whose location meets a condition, or its topmost.
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

  /// The frames of the entries.
  ///
  /// - Parameter origin: where the root stands, in the window's range.
  /// - Returns: a frame for each entry.
  func frames(at origin: Double) -> [StackFrame] {
    var frames = entries.map { frame(of: $0, at: origin) }
    // SN-10: the topmost three of those that reached the left edge stand side by side, the others
    // are hidden.
    var place = min(frames.count { $0.isStacked }, StackMetrics.edges)
    for index in frames.indices.reversed() where frames[index].isStacked {
      place -= 1
      if place >= 0 {
        frames[index].x = Double(place) * metrics.edgeStep
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
    frame.isStacked = x < Double(min(entry.index, StackMetrics.edges)) * metrics.edgeStep
    // SN-9 and D-5: deeper pages are darker, the topmost never is.
    if x <= 0, entry.index < count - 1, entry.width > 0 {
      frame.overlay = min(1, metrics.overlayPerWidth / entry.width * abs(x))
    }
    return frame
  }
}

/// Where one page stands, measured from the viewport's left edge.
package struct StackFrame: Hashable, Sendable {
  package var x: Double
  /// Where it would stand if it were not held at the left edge.
  package var raw: Double
  package var width: Double
  package var isHidden = false
  /// Whether it is held at the left edge (SN-6).
  package var isStacked = false
  /// The opacity of the overlay, from 0 to 1.
  package var overlay = 0.0

  package init(x: Double, raw: Double, width: Double) {
    self.x = x
    self.raw = raw
    self.width = width
  }

  /// Whether it has any part in the viewport, of which other pages may cover some (SN-12).
  func isInside(_ metrics: StackMetrics) -> Bool { raw < metrics.viewport && raw + width > 0 }

  /// Whether it is held as an edge that stays visible, or is otherwise in the viewport.
  func isVisible(_ metrics: StackMetrics) -> Bool {
    !isHidden && (isStacked || isInside(metrics))
  }
}
