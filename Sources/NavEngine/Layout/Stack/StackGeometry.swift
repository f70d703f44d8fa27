package import NavBase

/// The positions of a stack's pages in one viewport, for any offset (AboutStacks).
///
/// Real arithmetic in one unit of length, without rounding (D-2). Finding one page, or all visible pages, is O(log n).
package struct StackGeometry: Hashable, Sendable {
  package let metrics: StackMetrics
  /// From the bottom to the top; popped pages are included while they slide out.
  package let containers: StackContainers

  package init(_ containers: StackContainers, metrics: StackMetrics) {
    self.containers = containers
    self.metrics = metrics
  }

  /// Creates a geometry of live pages only.
  package init(_ pages: StackPages, metrics: StackMetrics) {
    self.init(StackContainers(pages), metrics: metrics)
  }

  // MARK: Offsets

  /// The offset at which the right edges of the stack and the viewport coincide (SN-2, D-6); below 0 if the stack is
  /// narrower than the viewport (SN-23).
  package var maxScroll: Double {
    containers.isEmpty ? 0 : offset(ofEnd: containers.liveCount)
  }

  /// The same, counting popped pages while they slide (D-6).
  private var maxScrollOfAll: Double { offset(ofEnd: containers.allCount) }

  /// Returns the offset that aligns the right edge of the counted pages with the viewport's.
  private func offset(ofEnd count: StackCount) -> Double {
    metrics.length(of: count - StackCount(.full))
  }

  /// Returns the live pages below a page.
  private func below(_ index: Int) -> StackCount {
    let (run, node) = containers.place(at: index)
    return run.isPopped ? run.live : run.below(node)
  }

  /// Returns the left edge of a page in the stack (SN-1).
  package func location(of index: Int) -> Double { metrics.length(of: below(index)) }

  package func width(of index: Int) -> Double { metrics.width(of: containers[index].page.size) }

  /// Returns the offset that aligns a page's edge with the viewport's (SN-2).
  package func alignment(of index: Int, _ position: StackPosition) -> Double {
    switch position {
    case .left: location(of: index)
    case .right: offset(ofEnd: below(index) + StackCount(containers[index].page.size))
    }
  }

  /// Returns the resting offset while a page is active: its alignment, never in the rubber band (D-14); at the left,
  /// as far beyond it as shows the beginning of a page that was pushed without becoming active (D-20).
  ///
  /// `position` is the alignment at that offset: the requested alignment unless clamping changed the offset; then left if
  /// the page is aligned left or both ways, right if it is aligned right only, else the requested alignment.
  package func place(
    of index: Int,
    _ position: StackPosition
  ) -> (offset: Double, position: StackPosition) {
    var asked = alignment(of: index, position)
    if position == .left, index + 1 < containers.count, containers[index + 1].page.isBehind {
      asked = max(asked, location(of: index + 1) - metrics.viewport / 2)
    }
    let offset = min(max(min(0, maxScroll), asked), max(0, maxScroll))
    guard offset != asked else { return (offset, position) }
    for held in [StackPosition.left, .right] where alignment(of: index, held) == offset {
      return (offset, held)
    }
    return (offset, position)
  }

  // MARK: Origins

  /// Returns the root's left edge, measured from the viewport's left edge (SN-4).
  ///
  /// The right end counts popped pages while they slide, so that nothing jumps (D-6).
  package func origin(at offset: Double) -> Double {
    let end = maxScrollOfAll
    if offset > end { return -(end + (offset - end) / metrics.endStretch) }
    return offset < 0 ? -offset / metrics.endStretch : -offset
  }

  /// Returns the offset for a position of the root; the one beyond an end if there are two.
  func offset(ofOrigin origin: Double) -> Double {
    let end = maxScrollOfAll
    if origin > 0 { return -origin * metrics.endStretch }
    return -origin > end ? end + (-origin - end) * metrics.endStretch : -origin
  }

  /// Returns `origin(at:)` on the cell grid: a pull beyond an end is rounded to whole cells towards the resting
  /// position (AboutCells), so that equal pulls look the same at both ends.
  func cellOrigin(at offset: Double) -> Double {
    let end = maxScrollOfAll
    guard offset < 0 || offset > end else { return origin(at: offset) }
    let rest = end < 0 ? -end / metrics.endStretch : offset < 0 ? 0 : -end
    return rest + Double(CellGrid.cells(ofPull: origin(at: offset) - rest))
  }

  // MARK: Frames

  /// Returns the pages that can be visible while the root is in a range.
  func window(_ origins: ClosedRange<Double>) -> StackWindow {
    StackWindow(containers, metrics: metrics, origins: origins)
  }

  /// Returns the containers of which a part is in the viewport, in z-order, as if none were held at the left edge
  /// (SN-12).
  func inView(at offset: Double) -> [StackWindow.Entry] {
    let origin = origin(at: offset)
    let window = window(origin...origin)
    return window.entries.filter { window.frame(of: $0, at: origin).isInside(metrics) }
  }
}
