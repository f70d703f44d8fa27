import NavGeometry

/// Where a stack's root begins, measured from the viewport's left edge: exactly, and on the cell grid.
struct StackRoot {
  let origin: Double
  let cell: Double
}

/// A motion on the cell grid (D-2).
///
/// It begins in the cells that are seen and ends in those of its rest. On the way the root stands whole cells from
/// its rest, rounded towards it: all edges move in the same frames, to the left and to the right alike, and the last
/// cell is reached as soon as less than one is left.
extension StackView {
  /// Where the root is seen at a moment; nil in points and without live pages.
  func seenRoot(at now: Duration) -> StackRoot? {
    guard metrics.isOnCells, !containers.live.isEmpty else { return nil }
    guard let motion else {
      let (geometry, offset) = (geometry, held ?? target)
      return StackRoot(
        origin: geometry.origin(at: offset),
        cell: geometry.cellOrigin(at: offset)
      )
    }
    let frame = motion.frame(at: now)
    return StackRoot(
      origin: origin(of: motion, inFrame: frame),
      cell: cellOrigins(inFrames: frame..<frame + 1)[0]
    )
  }

  /// Where the root stands on the cell grid in frames of the motion; empty without one.
  func cellOrigins(inFrames frames: Range<Int>) -> [Double] {
    guard let motion else { return [] }
    let rest = restingOrigin
    return frames.map { frame in
      if frame == 0, let seen = motion.seen { return seen }
      let origin = origin(of: motion, inFrame: frame)
      return rest + Double(CellGrid.cells(ofPull: origin - rest))
    }
  }

  /// The way of the root to its rest; nil if the way of the offset begins where the root is seen.
  ///
  /// Where a page comes to a half one that stands in the middle, or where ends of the stack come and go while
  /// it is pulled beyond them, the same offset is another place (SN-4, SN-23).
  ///
  /// - Parameters:
  ///   - origin: where the root is seen.
  ///   - start: the offset with which the motion begins.
  /// - Returns: the way, as fast as that of an offset.
  func rootWay(from origin: Double, insteadOfOffset start: Double) -> StackScroll? {
    let rest = restingOrigin
    guard abs(geometry.origin(at: start) - origin) > CellGrid.tolerance,
      CellGrid.cells(ofPull: origin - rest) != 0
    else { return nil }
    let longest = metrics.longestWay * metrics.viewport
    return StackScroll(
      from: min(max(rest - longest, origin), rest + longest),
      to: rest,
      metrics: metrics,
      margin: metrics.doneMargin
    )
  }

  /// The offset that shows the root where it is seen, from which a finger takes hold of it.
  func seenOffset(at now: Duration) -> Double {
    guard let motion, let root = motion.root else { return offset(at: now) }
    return geometry.offset(ofOrigin: root.offset(atFrame: motion.frame(at: now)))
  }

  private func origin(of motion: StackMotion, inFrame frame: Int) -> Double {
    motion.root?.offset(atFrame: frame) ?? geometry.origin(at: motion.offset(atFrame: frame))
  }

  /// Where the root rests: popped pages are gone then (D-6).
  private var restingOrigin: Double {
    StackGeometry(containers.live, metrics: metrics).origin(at: target)
  }
}
