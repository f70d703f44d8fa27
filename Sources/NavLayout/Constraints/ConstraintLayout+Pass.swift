package import NavGeometry
package import NavModel

/// The positions of boxes after a pass, in the coordinates of the outermost view; by axis, then by view number.
struct ConstraintSpans: Sendable {
  var frames: [[ConstraintSpan]] = [[], []]
  /// The contents of scroll views; for any other view its frame.
  var contents: [[ConstraintSpan]] = [[], []]
}

/// A box on one axis.
struct ConstraintSpan: Hashable, Sendable {
  var start = 0.0
  var length = 0.0
}

// MARK: Passes (SV-14, D-13)

extension ConstraintLayout {
  /// Returns a view's height at a width, if no constraint determines it; nil for none.
  package typealias Measure = (ConstraintViewID, _ width: Double) -> Double?
  /// Updates the constraints of a view that requested it.
  package typealias Updating =
    (inout ConstraintLayout, ConstraintViewID) throws(ConstraintError) -> Void

  /// Whether `layoutIfNeeded` will make a pass.
  package var needsLayout: Bool { isDirty || !waiting.isEmpty }

  /// Requests a pass; several requests are combined into one.
  package mutating func setNeedsLayout() { isDirty = true }

  /// Requests that the constraints of a view are updated once, before the next pass.
  package mutating func setNeedsUpdateConstraints(
    of id: ConstraintViewID
  ) throws(ConstraintError) {
    _ = try view(id)
    if !waiting.contains(id) { waiting.append(id) }
  }

  /// Lays out now if anything has changed, else does nothing.
  ///
  /// Views that requested it update their constraints first, each once; a new request during that is handled in the
  /// next call.
  ///
  /// - Parameters:
  ///   - measure: returns heights that depend on widths.
  ///   - updating: updates the constraints of a view.
  /// - Returns: whether a pass was made.
  /// - Throws: the error of `updating`; changes made until then are kept, and no pass is made.
  @discardableResult
  package mutating func layoutIfNeeded(
    measure: Measure = { _, _ in nil },
    updating: Updating
  ) throws(ConstraintError) -> Bool {
    let now = waiting
    waiting = []
    for view in now where views[view.rawValue] != nil { try updating(&self, view) }
    return layOut(measure: measure) || !now.isEmpty && pass(measure: measure)
  }

  /// Lays out now if anything has changed, without updating constraints.
  @discardableResult
  package mutating func layoutIfNeeded(measure: Measure = { _, _ in nil }) -> Bool {
    let now = waiting
    waiting = []
    return layOut(measure: measure) || !now.isEmpty && pass(measure: measure)
  }

  private mutating func layOut(measure: Measure) -> Bool { isDirty && pass(measure: measure) }

  private mutating func pass(measure: Measure) -> Bool {
    report = ConstraintReport()
    spans = ConstraintSpans()
    for axis in ConstraintAxis.allCases {
      var pass = ConstraintPass(self, axis, widths: spans.frames[0])
      pass.run(measure: measure)
      spans.frames[Int(axis.rawValue)] = pass.frames
      spans.contents[Int(axis.rawValue)] = pass.contents
      report.dropped += pass.report.dropped
      report.undetermined += pass.report.undetermined
    }
    isDirty = false
    passes += 1
    return true
  }
}

// MARK: Frames

extension ConstraintLayout {
  /// Returns a view's frame in its superview, or in the content of a superview that scrolls, by the last pass.
  ///
  /// The frame is zero for a view that was added since.
  package func frame(of id: ConstraintViewID) throws(ConstraintError) -> ConstraintRect {
    let superview = try view(id).superview
    return rect(of: id, from: superview)
  }

  /// Returns the size of a scroll view's content by the last pass (MA-7, SV-13).
  package func contentSize(
    of id: ConstraintViewID
  ) throws(ConstraintError) -> (width: Double, height: Double) {
    guard try view(id).scroll != nil else { throw .noScrollView }
    guard id.rawValue < spans.contents[0].count else { return (0, 0) }
    return (
      spans.contents[0][id.rawValue].length, spans.contents[1][id.rawValue].length
    )
  }

  /// Returns the cells of a view, measured from the start of an ancestor or its content.
  ///
  /// The edges are floored, so views that touch in the layout also touch in cells (D-2).
  package func cells(
    of id: ConstraintViewID,
    in ancestor: ConstraintViewID = root
  ) throws(ConstraintError) -> CellRect {
    _ = try view(id)
    _ = try view(ancestor)
    let rect = rect(of: id, from: ancestor)
    return CellGrid.rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  private func rect(of id: ConstraintViewID, from ancestor: ConstraintViewID?) -> ConstraintRect {
    let index = id.rawValue
    guard index < spans.frames[0].count else { return .zero }
    var (x, y) = (spans.frames[0][index].start, spans.frames[1][index].start)
    if let ancestor, ancestor.rawValue < spans.contents[0].count {
      x -= spans.contents[0][ancestor.rawValue].start
      y -= spans.contents[1][ancestor.rawValue].start
    }
    return ConstraintRect(
      x: x,
      y: y,
      width: spans.frames[0][index].length,
      height: spans.frames[1][index].length
    )
  }
}
