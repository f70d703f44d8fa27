/// Where the pages of a stack stand in one viewport, for any offset (semantics.md, section 11).
///
/// Real arithmetic, one unit of length, nothing rounded (D-2).
package struct StackGeometry: Hashable, Sendable {
  package let metrics: StackMetrics
  /// From the bottom to the top; popped ones are among them as long as they slide out.
  package let containers: [StackContainer]
  /// Where each container begins: the widths of the live ones below it.
  private let liveBelow: [Double]
  /// The same with popped ones counted.
  private let allBelow: [Double]
  /// The widths of all live containers.
  private let liveWidth: Double
  private let allWidth: Double

  package init(_ containers: [StackContainer], metrics: StackMetrics) {
    self.containers = containers
    self.metrics = metrics
    var live = 0.0
    var all = 0.0
    var liveBelow: [Double] = []
    var allBelow: [Double] = []
    for container in containers {
      liveBelow.append(live)
      allBelow.append(all)
      let width = metrics.width(of: container.page.size)
      all += width
      if !container.isPopped { live += width }
    }
    self.liveBelow = liveBelow
    self.allBelow = allBelow
    liveWidth = live
    allWidth = all
  }

  // MARK: Offsets

  /// The offset at which the right edges of the stack and the viewport meet (SN-2, D-6); below 0 where the
  /// stack is narrower (SN-23).
  package var maxScroll: Double { containers.isEmpty ? 0 : liveWidth - metrics.viewport }

  /// Where a page begins (SN-1).
  package func location(of index: Int) -> Double { liveBelow[index] }

  package func width(of index: Int) -> Double { metrics.width(of: containers[index].page.size) }

  /// The offset that puts a page's edge to the viewport's (SN-2).
  package func alignment(of index: Int, _ position: StackPosition) -> Double {
    switch position {
    case .left: location(of: index)
    case .right: location(of: index) - metrics.viewport + width(of: index)
    }
  }

  /// Where the view rests when a page is active: its alignment, never in the rubber band (D-14).
  ///
  /// `position` is the alignment that holds there: the one asked for unless clamping changed the offset; then
  /// left if both hold or the left one does, right if that does, and what was asked for if neither does.
  package func place(
    of index: Int,
    _ position: StackPosition
  ) -> (offset: Double, position: StackPosition) {
    let asked = alignment(of: index, position)
    let offset = min(max(min(0, maxScroll), asked), max(0, maxScroll))
    guard offset != asked else { return (offset, position) }
    for held in [StackPosition.left, .right] where alignment(of: index, held) == offset {
      return (offset, held)
    }
    return (offset, position)
  }

  /// Where the root begins, measured from the viewport's left edge (SN-4).
  ///
  /// The right end counts popped pages as long as they slide, so that nothing jumps (D-6).
  package func origin(at offset: Double) -> Double {
    let end = allWidth - metrics.viewport
    if offset > end { return -(end + (offset - end) / metrics.endStretch) }
    return offset < 0 ? -offset / metrics.endStretch : -offset
  }

  // MARK: Frames

  /// Every container's frame, at its index.
  package func frames(at offset: Double) -> [StackFrame] {
    let origin = origin(at: offset)
    var frames = containers.indices.map { index in
      frame(of: index, x: origin + (containers[index].isPopped ? allBelow : liveBelow)[index])
    }
    // SN-10: the topmost three of those that reached the left edge stand side by side, the others
    // are hidden.
    let stacked = containers.indices.filter { frames[$0].isStacked }
    for (place, index) in stacked.suffix(StackMetrics.edges).enumerated() {
      frames[index].x = Double(place) * metrics.edgeStep
    }
    for index in stacked.dropLast(StackMetrics.edges) { frames[index].isHidden = true }
    return frames
  }

  private func frame(of index: Int, x: Double) -> StackFrame {
    let width = width(of: index)
    var frame = StackFrame(x: x, raw: x, width: width)
    // SN-6, tested before anything is rounded.
    frame.isStacked = x < Double(min(index, StackMetrics.edges)) * metrics.edgeStep
    // SN-9 and D-5: deeper pages are darker, the topmost never is.
    if x <= 0, index < containers.count - 1 {
      frame.overlay = min(1, metrics.overlayPerWidth / width * abs(x))
    }
    return frame
  }
}

/// A page in a stack's z-order, live or on its way out.
package struct StackContainer: Hashable, Sendable {
  package var page: StackPage
  package var isPopped: Bool

  package init(_ page: StackPage, isPopped: Bool = false) {
    self.page = page
    self.isPopped = isPopped
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
}
