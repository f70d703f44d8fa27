import NavBase

/// A stack's motion in one viewport: one leg to the target, or two if a released pan overshoots first (SN-21).
package struct StackMotion: Hashable, Sendable {
  /// The legs in order; each begins where the previous one ends.
  package let legs: [StackScroll]
  /// The motion of the root's left edge from its displayed position, if the legs begin elsewhere; only on cells.
  package let root: StackScroll?
  /// The cell in which the root is displayed in frame 0; nil in points, and if the beginning of the motion is cut off.
  package let seen: Double?
  package let startedAt: Duration

  init(
    legs: [StackScroll],
    root: StackScroll? = nil,
    seen: Double? = nil,
    startedAt: Duration
  ) {
    precondition(!legs.isEmpty, "cannot move without a leg")
    self.legs = legs
    self.root = root
    self.seen = seen
    self.startedAt = startedAt
  }

  /// The number of the last frame.
  package var length: Int {
    max(legs.reduce(0) { $0 + $1.steps.count }, root?.steps.count ?? 0)
  }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// Returns the offset in a frame: the start in frame 0, the target in the last frame and after it.
  package func offset(atFrame frame: Int) -> Double {
    let (leg, frame) = place(ofFrame: frame)
    return leg.offset(atFrame: frame)
  }

  /// Returns the state of the motion in a frame, for a pass over the contents (SN-13).
  func moment(atFrame frame: Int) -> StackMoment {
    let (leg, frame) = place(ofFrame: frame)
    return StackMoment(
      offset: leg.offset(atFrame: frame),
      target: leg.target,
      isAnimating: true
    )
  }

  /// Whether a frame belongs to the leg beyond the target.
  func isOvershooting(inFrame frame: Int) -> Bool {
    legs.count > 1 && frame < legs[0].steps.count
  }

  private func place(ofFrame frame: Int) -> (leg: StackScroll, frame: Int) {
    var rest = frame
    for leg in legs.dropLast() {
      if rest <= leg.steps.count { return (leg, rest) }
      rest -= leg.steps.count
    }
    return (legs[legs.count - 1], rest)
  }
}
