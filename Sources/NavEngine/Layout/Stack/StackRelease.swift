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
  /// Returns the target of a pan's end in a stack of live pages; nil without pages.
  ///
  /// Velocity 0, or no page in view, aims at the nearest of all places. A negative velocity aims at the first page in
  /// view, or at the right edge of the next one if most of the first is out of view; a positive one aims at the last
  /// page in view. Fast releases aim one or two pages further.
  ///
  /// - Parameters:
  ///   - offset: the stack's offset at the release.
  ///   - velocity: the content's velocity in units a second; positive reveals content on the right.
  ///   - inView: the indices of the pages in the viewport, ascending.
  /// - Returns: the page and the side at which the release aims, and the offsets of the motion.
  package func release(at offset: Double, velocity: Double, inView: [Int]) -> StackRelease? {
    precondition(!containers.hasPopped, "cannot aim at popped pages")
    guard !containers.isEmpty else { return nil }
    let passed = pagesPassed(at: velocity)
    let (active, position) =
      if velocity < 0, let first = inView.first {
        leftAim(first, offset: offset, passing: passed)
      } else if velocity > 0, let last = inView.last {
        (min(last + passed, containers.count - 1), StackPosition.right)
      } else {
        nearestAim(offset)
      }
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

  /// Returns the nearest of all places; the later one of equally near ones, and of those that share an offset the one
  /// at the right, of the later page.
  ///
  /// It is a place of a page that is in view at the nearest legal offset.
  private func nearestAim(_ offset: Double) -> (Int, StackPosition) {
    let legal = min(max(min(0, maxScroll), offset), max(0, maxScroll))
    let near = inView(at: legal).map(\.index)
    let aims = [StackPosition.right, .left].flatMap { side in near.reversed().map { ($0, side) } }
    func distance(_ aim: (Int, StackPosition)) -> (Double, Double) {
      let offset = place(of: aim.0, aim.1).offset
      return (abs(offset - legal), -offset)
    }
    return aims.min { distance($0) < distance($1) } ?? (0, .left)
  }
}

extension StackMetrics {
  /// Returns the overshoot of a released pan, with the velocity's sign; 0 at velocity 0 (SN-21).
  func overshoot(at velocity: Double) -> Double {
    let beyond = max(release.leastOvershoot, abs(velocity) * release.overshootPerSpeed)
    return velocity < 0 ? -beyond : velocity > 0 ? beyond : 0
  }
}
