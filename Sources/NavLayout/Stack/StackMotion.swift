import NavGeometry

/// A stack's motion in one viewport: one way to the target, or two where a released pan goes beyond it first
/// (SN-21).
package struct StackMotion: Hashable, Sendable {
  /// In order; each begins where the one before ends.
  package let legs: [StackScroll]
  /// The way of the root's left edge from where it is seen, if the legs begin elsewhere; only on cells.
  package let root: StackScroll?
  /// The cell in which the root is seen in frame 0; nil in points, and for a way whose beginning is cut off.
  package let seen: Double?
  package let startedAt: Duration

  init(
    legs: [StackScroll],
    root: StackScroll? = nil,
    seen: Double? = nil,
    startedAt: Duration
  ) {
    precondition(!legs.isEmpty, "cannot move without a way")
    self.legs = legs
    self.root = root
    self.seen = seen
    self.startedAt = startedAt
  }

  /// The number of the last frame.
  package var length: Int {
    max(legs.reduce(0) { $0 + $1.steps.count }, root?.steps.count ?? 0)
  }

  package var start: Double { legs[0].start }

  /// Where it ends; in a stack narrower than its viewport perhaps the other end of the offsets than where the
  /// view rests (SN-23).
  package var target: Double { legs[legs.count - 1].target }

  /// Every offset after the start, the last one the target.
  package var steps: [Double] { legs.flatMap(\.steps) }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// The offset in a frame: the start in frame 0, the target in the last and behind it.
  package func offset(atFrame frame: Int) -> Double {
    let (leg, frame) = place(ofFrame: frame)
    return leg.offset(atFrame: frame)
  }

  /// What a pass over the contents has to know in a frame (SN-13).
  func moment(atFrame frame: Int) -> StackMoment {
    let (leg, frame) = place(ofFrame: frame)
    return StackMoment(
      offset: leg.offset(atFrame: frame),
      target: leg.target,
      isAnimating: true
    )
  }

  /// Whether a frame is on the way beyond the target.
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
