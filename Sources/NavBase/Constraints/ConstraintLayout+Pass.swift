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

// MARK: Passes

extension ConstraintLayout {
  /// Returns a view's height at a width, if no constraint determines it; nil for none.
  package typealias Measure = (ConstraintViewID, _ width: Double) -> Double?

  /// Computes all frames.
  ///
  /// - Parameter measure: returns heights that depend on widths.
  package mutating func layOut(measure: Measure = { _, _ in nil }) {
    report = ConstraintReport()
    spans = ConstraintSpans()
    for axis in ConstraintAxis.allCases {
      var pass = ConstraintPass(self, axis, widths: spans.frames[0])
      pass.run(measure: measure)
      spans.frames[Int(axis.rawValue)] = pass.result.frames
      spans.contents[Int(axis.rawValue)] = pass.result.contents
      report.dropped += pass.result.report.dropped
      report.undetermined += pass.result.report.undetermined
    }
  }
}

// MARK: Frames

extension ConstraintLayout {
  /// Returns a view's frame by the last pass, measured from the start of an ancestor or its content; nil for the
  /// superview.
  ///
  /// The frame is zero for a view that was added since.
  package func frame(
    of id: ConstraintViewID,
    in ancestor: ConstraintViewID? = nil
  ) throws(ConstraintError) -> ConstraintRect {
    let superview = try view(id).superview
    if let ancestor { _ = try view(ancestor) }
    return rect(of: id, from: ancestor ?? superview)
  }

  /// Returns the cells of a view, measured as its frame is.
  ///
  /// The edges are floored, so views that touch in the layout also touch in cells (D-2).
  package func cells(
    of id: ConstraintViewID,
    in ancestor: ConstraintViewID = root
  ) throws(ConstraintError) -> CellRect {
    let rect = try frame(of: id, in: ancestor)
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
