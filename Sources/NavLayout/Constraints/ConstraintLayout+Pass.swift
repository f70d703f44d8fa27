package import NavGeometry

/// Where boxes stand after a pass, in the coordinates of the outermost view; by axis, then by the view's number.
struct ConstraintSpans: Sendable {
  var frames: [[ConstraintSpan]] = [[], []]
  /// Of scroll views; of any other view its frame.
  var contents: [[ConstraintSpan]] = [[], []]
}

/// A box on one axis.
struct ConstraintSpan: Hashable, Sendable {
  var start = 0.0
  var length = 0.0
}

// MARK: Passes (SV-14, D-13)

extension ConstraintLayout {
  /// Says what the height of a view is at a width, where no constraint does; nil for nothing.
  package typealias Measure = (ConstraintViewID, _ width: Double) -> Double?
  /// Changes the constraints of a view that asked for it.
  package typealias Updating =
    (inout ConstraintLayout, ConstraintViewID) throws(ConstraintError) -> Void

  /// Whether `layoutIfNeeded` has anything to do.
  package var needsLayout: Bool { isDirty || !waiting.isEmpty }

  /// Asks for a pass; however often, there will be one.
  package mutating func setNeedsLayout() { isDirty = true }

  /// Asks that the constraints of a view are updated once, before the next pass.
  package mutating func setNeedsUpdateConstraints(
    of id: ConstraintViewID
  ) throws(ConstraintError) {
    _ = try view(id)
    if !waiting.contains(id) { waiting.append(id) }
  }

  /// Lays out now if anything changed, else does nothing.
  ///
  /// Views that wait for it update their constraints first, each once; one that asks again while that goes on
  /// waits for the next time.
  ///
  /// - Parameters:
  ///   - measure: heights that follow from widths.
  ///   - updating: updates the constraints of a view.
  /// - Returns: whether there was a pass.
  /// - Throws: what `updating` throws; what was changed until then stays, and nothing is laid out.
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

  /// The same where no view updates its constraints.
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
  /// Where a view stands in its superview, or in the content of a superview that scrolls, by the last pass.
  ///
  /// Zero for a view that was added since.
  package func frame(of id: ConstraintViewID) throws(ConstraintError) -> ConstraintRect {
    let superview = try view(id).superview
    return rect(of: id, from: superview)
  }

  /// The size of a scroll view's content by the last pass (MA-7, SV-13).
  package func contentSize(
    of id: ConstraintViewID
  ) throws(ConstraintError) -> (width: Double, height: Double) {
    guard try view(id).scroll != nil else { throw .noScrollView }
    guard id.rawValue < spans.contents[0].count else { return (0, 0) }
    return (
      spans.contents[0][id.rawValue].length, spans.contents[1][id.rawValue].length
    )
  }

  /// The cells of a view, counted from where an ancestor, or its content, begins.
  ///
  /// The edges are floored, so views that touch in the layout do so in cells (D-2).
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
