import NavGeometry
package import NavModel

/// Where the pages of a stack stand in one viewport, for any offset (semantics.md, section 11).
///
/// Real arithmetic, one unit of length, nothing rounded (D-2). One page is found in O(log n), those in view in
/// O(log n) together.
package struct StackGeometry: Hashable, Sendable {
  package let metrics: StackMetrics
  /// From the bottom to the top; popped ones are among them as long as they slide out.
  package let containers: StackContainers

  package init(_ containers: StackContainers, metrics: StackMetrics) {
    self.containers = containers
    self.metrics = metrics
  }

  /// Live pages alone.
  package init(_ pages: StackPages, metrics: StackMetrics) {
    self.init(StackContainers(pages), metrics: metrics)
  }

  // MARK: Offsets

  /// The offset at which the right edges of the stack and the viewport meet (SN-2, D-6); below 0 where the
  /// stack is narrower (SN-23).
  package var maxScroll: Double {
    containers.isEmpty ? 0 : offset(ofEnd: containers.liveCount)
  }

  /// The same with popped pages counted as long as they slide (D-6).
  private var maxScrollOfAll: Double { offset(ofEnd: containers.allCount) }

  /// The offset that puts the right edge of so many pages to the viewport's.
  private func offset(ofEnd count: StackCount) -> Double {
    metrics.length(of: count - StackCount(.full))
  }

  /// The live pages below one.
  private func below(_ index: Int) -> StackCount {
    let (run, node) = containers.place(at: index)
    return run.isPopped ? run.live : run.below(node)
  }

  /// Where a page begins (SN-1).
  package func location(of index: Int) -> Double { metrics.length(of: below(index)) }

  package func width(of index: Int) -> Double { metrics.width(of: containers[index].page.size) }

  /// The offset that puts a page's edge to the viewport's (SN-2).
  package func alignment(of index: Int, _ position: StackPosition) -> Double {
    switch position {
    case .left: location(of: index)
    case .right: offset(ofEnd: below(index) + StackCount(containers[index].page.size))
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

  // MARK: Origins

  /// Where the root begins, measured from the viewport's left edge (SN-4).
  ///
  /// The right end counts popped pages as long as they slide, so that nothing jumps (D-6).
  package func origin(at offset: Double) -> Double {
    let end = maxScrollOfAll
    if offset > end { return -(end + (offset - end) / metrics.endStretch) }
    return offset < 0 ? -offset / metrics.endStretch : -offset
  }

  /// The offset at which the root begins somewhere; the one beyond an end where there are two.
  func offset(ofOrigin origin: Double) -> Double {
    let end = maxScrollOfAll
    if origin > 0 { return -origin * metrics.endStretch }
    return -origin > end ? end + (-origin - end) * metrics.endStretch : -origin
  }

  /// The same as `origin(at:)` for the cell grid: what is pulled beyond an end is moved by whole cells towards where it rests
  /// (section 15), so that a pull shows as much at one end as at the other.
  func cellOrigin(at offset: Double) -> Double {
    let end = maxScrollOfAll
    guard offset < 0 || offset > end else { return origin(at: offset) }
    let rest = end < 0 ? -end / metrics.endStretch : offset < 0 ? 0 : -end
    return rest + Double(CellGrid.cells(ofPull: origin(at: offset) - rest))
  }

  // MARK: Frames

  /// Every container's frame, at its index; O(n).
  package func frames(at offset: Double) -> [StackFrame] {
    containers.indices.map { frame(of: $0, at: offset) }
  }

  /// One container's frame.
  package func frame(of index: Int, at offset: Double) -> StackFrame {
    let origin = origin(at: offset)
    let window = window(origin...origin)
    if let found = window.entries.firstIndex(where: { $0.index == index }) {
      return window.frames(at: origin)[found]
    }
    let (run, node) = containers.place(at: index)
    let entry = StackWindow.Entry(
      index: index,
      page: node.page,
      isPopped: run.isPopped,
      location: metrics.length(of: run.below(node)),
      width: metrics.width(of: node.page.size)
    )
    var frame = window.frame(of: entry, at: origin)
    // Three that are held lie above it (SN-10).
    frame.isHidden = frame.isStacked
    return frame
  }

  /// The frames of the containers that are in the viewport or held as edges, in z-order.
  package func visibleFrames(at offset: Double) -> [(index: Int, frame: StackFrame)] {
    let origin = origin(at: offset)
    let window = window(origin...origin)
    return zip(window.entries, window.frames(at: origin)).compactMap { entry, frame in
      frame.isVisible(metrics) ? (entry.index, frame) : nil
    }
  }

  /// The pages that may be seen while the root stands in a range.
  func window(_ origins: ClosedRange<Double>) -> StackWindow {
    StackWindow(containers, metrics: metrics, origins: origins)
  }
}
