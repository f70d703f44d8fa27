/// Motions to the resting offset.
extension StackView {
  /// Returns the motion to the resting offset; nil if nothing visibly moves.
  ///
  /// - Parameters:
  ///   - shown: the current offset.
  ///   - overshoot: the signed distance of the first leg's end beyond the target; 0 for a single leg.
  ///   - seen: the displayed position of the root, if the root stays; nil in points.
  ///   - now: the current time.
  /// - Returns: the motion, which begins at the displayed cells.
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
    let isElsewhere = overshoot == 0 && isElsewhere(seen.origin, atOffset: start)
    // A push that is taken back before its first frame: nothing moved, and nothing moves back.
    if isElsewhere, isAtRest(seen.origin) { return nil }
    let root = isElsewhere ? rootMotion(from: seen.origin) : nil
    guard !legs.isEmpty || root != nil else { return nil }
    return StackMotion(
      legs: legs.isEmpty ? [leg(from: target, to: target, metrics.motion.doneMargin)] : legs,
      root: root,
      seen: seen.cell,
      startedAt: now
    )
  }

  /// Returns the legs of a motion to rest; none if nothing visibly moves.
  ///
  /// - Parameters:
  ///   - shown: the current offset.
  ///   - overshoot: the signed distance of the first leg's end beyond the target; 0 for a single leg.
  /// - Returns: no leg, one or two.
  func legs(from shown: Double, beyond overshoot: Double) -> [StackScroll] {
    let (from, end, overshoot) = course(from: shown, beyond: overshoot)
    guard metrics.viewport > 0, !containers.live.isEmpty,
      overshoot != 0 || isMoved(from: from, to: end)
    else { return [] }
    let longest = metrics.motion.longestDistance * metrics.viewport
    let start = min(max(end - longest, from), end + longest)
    guard overshoot != 0 else { return [leg(from: start, to: end, metrics.motion.doneMargin)] }
    let beyond = end + overshoot
    let back = leg(
      from: beyond,
      to: end,
      metrics.motion.doneMargin,
      limit: StackScroll.stepLimit - 1
    )
    let limit = StackScroll.stepLimit - back.steps.count
    return [leg(from: start, to: beyond, metrics.motion.overshootMargin, limit: limit), back]
  }

  private func leg(
    from start: Double,
    to end: Double,
    _ margin: Double,
    limit: Int = StackScroll.stepLimit
  ) -> StackScroll {
    StackScroll(from: start, to: end, metrics: metrics, margin: margin, limit: limit)
  }

  /// Returns the start, the end and the overshoot of a continuous motion to the resting offset.
  ///
  /// In a stack narrower than the viewport, both ends of the offsets centre it (SN-23), but between them pages jump:
  /// the motion stays at the end from which the stack was pulled, and overshoots only outwards. While popped pages
  /// count for the right end, only that end centres the stack (D-6).
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

  /// Whether the pages have different positions at two offsets; the two ends of a narrow stack look the same (SN-23).
  private func isMoved(from offset: Double, to end: Double) -> Bool {
    guard offset != end else { return false }
    let geometry = geometry
    return geometry.origin(at: offset) != geometry.origin(at: end)
  }

  /// Returns the overshoot of a released pan in this viewport (SN-21).
  func overshoot(of state: StackState) -> Double {
    guard state.bounces, let gesture = state.gesture,
      case .released(let velocity) = gesture.phase
    else { return 0 }
    let longest = metrics.release.longestOvershoot * metrics.viewport
    let beyond = metrics.overshoot(at: velocity * metrics.viewport)
    return min(max(-longest, beyond), longest)
  }
}
