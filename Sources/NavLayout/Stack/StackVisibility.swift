/// Whether the content of a stack's page is loaded (SN-12, SN-13, SN-14).
package struct StackVisibility: Hashable, Sendable {
  package var isVisible: Bool
  /// Whether it was ever shown or hidden (PG-6).
  package var wasPresented: Bool

  package init(isVisible: Bool, wasPresented: Bool) {
    self.isVisible = isVisible
    self.wasPresented = wasPresented
  }

  /// A page that was just pushed.
  package static let new = StackVisibility(isVisible: false, wasPresented: false)
}

/// A moment of a stack at which content is loaded and dropped.
package struct StackMoment: Hashable, Sendable {
  package var offset: Double
  package var target: Double
  package var isAnimating: Bool

  package init(offset: Double, target: Double, isAnimating: Bool) {
    self.offset = offset
    self.target = target
    self.isAnimating = isAnimating
  }

  package static func rest(at offset: Double) -> StackMoment {
    StackMoment(offset: offset, target: offset, isAnimating: false)
  }

  /// Whether a motion is so near its end that what it still uncovers may be covered again (SN-13).
  package func isBouncing(_ metrics: StackMetrics) -> Bool {
    isAnimating && abs(target - offset) < metrics.bounceDistance
  }
}

extension StackGeometry {
  /// What a pass over the pages makes of their contents (SN-13).
  ///
  /// A pass shows what is in the viewport, a mere overlap counting as being there (SN-12). While the motion
  /// bounces nothing is shown but what was never presented. The pass at the end of a motion hides too (SN-14).
  ///
  /// - Parameters:
  ///   - previous: what was there before, for each container.
  ///   - moment: where the stack is and where it goes.
  ///   - hides: whether the pass also hides what is not in the viewport.
  /// - Returns: what is there then, for each container.
  package func visibility(
    after previous: [StackVisibility],
    at moment: StackMoment,
    hides: Bool
  ) -> [StackVisibility] {
    precondition(previous.count == containers.count, "cannot pass over other pages than these")
    let isBouncing = moment.isBouncing(metrics)
    return zip(previous, frames(at: moment.offset)).map { old, frame in
      let isInside = frame.raw < metrics.viewport && frame.raw + frame.width > 0
      let mayChange = isInside ? !isBouncing || !old.wasPresented : hides
      guard isInside != old.isVisible, mayChange else { return old }
      return StackVisibility(isVisible: isInside, wasPresented: true)
    }
  }
}
