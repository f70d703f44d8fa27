// Scrolling to the top by a tap on the top of the screen.

extension ScrollState {
  /// Scrolls to the start of the content, animated; the other axis is unchanged (SV-11).
  package mutating func scrollToTop(at now: Duration) -> [ScrollEvent] {
    guard activity != .dragging else { return advance(to: now) }
    let top = ScrollPoint(x: target(at: now).x, y: vertical.metrics.range.lowerBound)
    return setOffset(top, animated: true, at: now)
  }

  /// Returns which of several views a tap scrolls to its top (SV-11).
  ///
  /// - Parameters:
  ///   - views: the candidates, the nearest first.
  ///   - isAlone: whether a view is moved only if it is the only candidate, as on a phone.
  /// - Returns: the view's index; nil if there is none, or if its owner refuses.
  package static func scrollingToTop(
    among views: [ScrollsToTop],
    onlyIf isAlone: Bool
  ) -> Int? {
    let willing = views.indices.filter { views[$0].isWanted }
    guard let nearest = willing.first, !isAlone || willing.count == 1 else { return nil }
    return views[nearest].isAgreed ? nearest : nil
  }
}

/// A view's response to a tap on the top of the screen.
package struct ScrollsToTop: Hashable, Sendable {
  /// The view's setting.
  package var isWanted = true
  /// The owner's permission.
  package var isAgreed = true

  package init(isWanted: Bool = true, isAgreed: Bool = true) {
    self.isWanted = isWanted
    self.isAgreed = isAgreed
  }
}
