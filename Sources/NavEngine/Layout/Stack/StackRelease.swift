package import NavBase

/// The target of a released pan (D-14, SN-20, SN-21).
package struct StackRelease: Hashable, Sendable {
  /// The page that becomes active, by index, and the side at which the release aimed.
  package let active: Int
  package let position: StackPosition
  /// The offset at rest.
  package let offset: Double
  /// The end of the motion's first leg, beyond the offset; equal to the offset at velocity 0.
  package let overshoot: Double
}

extension StackGeometry {
  /// Returns the target of a pan's end in a stack of live pages; nil if no page has visible content.
  ///
  /// A negative velocity aims at the first visible page, or at the right edge of the next one if most of the first is
  /// out of view; a positive one aims at the last visible page. Fast releases aim one or two pages further. Velocity 0
  /// aims at the nearer of the two.
  ///
  /// - Parameters:
  ///   - offset: the stack's offset at the release.
  ///   - velocity: the content's velocity in units a second; positive reveals content on the right.
  ///   - visible: the indices of the pages with visible content, ascending.
  /// - Returns: the page and the side at which the release aims, and the offsets of the motion.
  package func release(at offset: Double, velocity: Double, visible: [Int]) -> StackRelease? {
    precondition(!containers.hasPopped, "cannot aim at popped pages")
    guard let first = visible.first, let last = visible.last else { return nil }
    let (active, position) =
      velocity < 0
      ? leftAim(first, offset: offset, passing: pagesPassed(at: velocity))
      : velocity > 0
        ? (min(last + pagesPassed(at: velocity), containers.count - 1), .right)
        : nearerAim(first, last, offset: offset)
    let rest = place(of: active, position).offset
    return StackRelease(
      active: active,
      position: position,
      offset: rest,
      overshoot: rest + metrics.overshoot(at: velocity)
    )
  }

  private func pagesPassed(at velocity: Double) -> Int {
    abs(velocity) > metrics.release.passingTwo
      ? 2 : abs(velocity) > metrics.release.passingOne ? 1 : 0
  }

  private func leftAim(
    _ first: Int,
    offset: Double,
    passing extra: Int
  ) -> (Int, StackPosition) {
    guard extra == 0 else { return (max(0, first - extra), .left) }
    guard first + 1 < containers.count, offset > location(of: first) + width(of: first) / 2 else {
      return (first, .left)
    }
    let next = place(of: first + 1, .right).offset
    let isBetween = place(of: first, .left).offset < next && next <= offset
    return isBetween ? (first + 1, .right) : (first, .left)
  }

  private func nearerAim(_ first: Int, _ last: Int, offset: Double) -> (Int, StackPosition) {
    let left = abs(place(of: first, .left).offset - offset)
    let right = abs(place(of: last, .right).offset - offset)
    return left < right ? (first, .left) : (last, .right)
  }
}

extension StackMetrics {
  /// Returns the overshoot of a released pan, with the velocity's sign; 0 at velocity 0 (SN-21).
  func overshoot(at velocity: Double) -> Double {
    let beyond = max(release.leastOvershoot, abs(velocity) * release.overshootPerSpeed)
    return velocity < 0 ? -beyond : velocity > 0 ? beyond : 0
  }
}
