/// The way of a motion to where the view rests.
extension StackView {
  /// The motion to where the view rests; nil where nothing is seen to move.
  ///
  /// - Parameters:
  ///   - shown: the offset now.
  ///   - overshoot: how far to go beyond the target first, with a sign; 0 for the straight way.
  ///   - seen: where the root is seen now, if it stays; nil in points.
  ///   - now: the time.
  /// - Returns: the motion, which begins in the cells that are seen.
  func motion(
    from shown: Double,
    beyond overshoot: Double,
    seen: StackRoot?,
    at now: Duration
  ) -> StackMotion? {
    let legs = legs(from: shown, beyond: overshoot)
    let start = course(from: shown, beyond: overshoot).start
    guard let seen, legs.first.map({ $0.start == start }) ?? true else {
      return legs.isEmpty ? nil : StackMotion(legs: legs, startedAt: now)
    }
    let root = overshoot == 0 ? rootWay(from: seen.origin, insteadOfOffset: start) : nil
    guard !legs.isEmpty || root != nil else { return nil }
    return StackMotion(
      legs: legs.isEmpty ? [leg(from: target, to: target, metrics.doneMargin)] : legs,
      root: root,
      seen: seen.cell,
      startedAt: now
    )
  }

  /// The legs of a way to rest; none where nothing is seen to move.
  ///
  /// - Parameters:
  ///   - shown: the offset now.
  ///   - overshoot: how far to go beyond the target first, with a sign; 0 for the straight way.
  /// - Returns: one leg, or two.
  func legs(from shown: Double, beyond overshoot: Double) -> [StackScroll] {
    let (from, end, overshoot) = course(from: shown, beyond: overshoot)
    guard metrics.viewport > 0, !containers.live.isEmpty,
      overshoot != 0 || isMoved(from: from, to: end)
    else { return [] }
    let longest = metrics.longestWay * metrics.viewport
    let start = min(max(end - longest, from), end + longest)
    guard overshoot != 0 else { return [leg(from: start, to: end, metrics.doneMargin)] }
    let beyond = end + overshoot
    let back = leg(from: beyond, to: end, metrics.doneMargin, limit: StackScroll.stepLimit - 1)
    let limit = StackScroll.stepLimit - back.steps.count
    return [leg(from: start, to: beyond, metrics.overshootMargin, limit: limit), back]
  }

  private func leg(
    from start: Double,
    to end: Double,
    _ margin: Double,
    limit: Int = StackScroll.stepLimit
  ) -> StackScroll {
    StackScroll(from: start, to: end, metrics: metrics, margin: margin, limit: limit)
  }

  /// The start, the end and the overshoot that lead smoothly to where the view rests.
  ///
  /// In a stack that is narrower than the viewport both ends of the offsets are the middle (SN-23), but
  /// between them pages jump: the stack moves at the end that it is pulled from, and overshoots only outwards.
  /// While popped pages count for the right end only that one is the middle (D-6).
  private func course(
    from shown: Double,
    beyond overshoot: Double
  ) -> (start: Double, end: Double, overshoot: Double) {
    let maxScroll = geometry.maxScroll
    guard maxScroll < 0 else { return (shown, target, overshoot) }
    if containers.hasPopped { return (shown, maxScroll, overshoot) }
    if shown > 0 { return (shown, 0, max(0, overshoot)) }
    if shown < maxScroll { return (shown, maxScroll, min(0, overshoot)) }
    let end = overshoot > 0 ? 0 : overshoot < 0 ? maxScroll : target
    return (end, end, overshoot)
  }

  /// Whether the pages stand elsewhere in the end; the two ends of a narrow stack look the same (SN-23).
  private func isMoved(from offset: Double, to end: Double) -> Bool {
    guard offset != end else { return false }
    let geometry = geometry
    return geometry.origin(at: offset) != geometry.origin(at: end)
  }

  /// How far a released pan goes beyond its target in this viewport (SN-21).
  func overshoot(of state: StackState) -> Double {
    guard let gesture = state.gesture, case .released(let velocity) = gesture.phase else {
      return 0
    }
    let longest = metrics.longestOvershoot * metrics.viewport
    let beyond = metrics.overshoot(at: velocity * metrics.viewport)
    return min(max(-longest, beyond), longest)
  }
}
