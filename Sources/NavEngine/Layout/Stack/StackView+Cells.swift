import NavBase

/// The left edge of a stack's root, measured from the viewport's left edge: unrounded, and on the cell grid.
struct StackRoot {
  let origin: Double
  let cell: Double
}

/// A motion on the cell grid (D-2).
///
/// It begins at the displayed cells and ends at those of its rest. In between, the root's distance from its rest is
/// rounded to whole cells towards the rest: all edges move in the same frames, in both directions alike, and the final
/// cell is reached as soon as less than one cell is left.
extension StackView {
  /// Returns the displayed position of the root; nil in points and without live pages.
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

  /// Returns the root's positions on the cell grid in frames of the motion; empty without a motion.
  func cellOrigins(inFrames frames: Range<Int>) -> [Double] {
    guard let motion else { return [] }
    let rest = restingOrigin
    return frames.map { frame in
      if frame == 0, let seen = motion.seen { return seen }
      let origin = origin(of: motion, inFrame: frame)
      return rest + Double(CellGrid.cells(ofPull: origin - rest))
    }
  }

  /// Whether a motion from an offset would begin at another position of the root than the displayed one.
  ///
  /// The same offset can mean another position when a page is added beside a centred half page, or when the stack's
  /// ends change while it is pulled beyond them (SN-4, SN-23).
  func isElsewhere(_ origin: Double, atOffset start: Double) -> Bool {
    abs(geometry.origin(at: start) - origin) > CellGrid.tolerance
  }

  /// Whether the root is displayed in the cells of its rest.
  func isAtRest(_ origin: Double) -> Bool { CellGrid.cells(ofPull: origin - restingOrigin) == 0 }

  /// Returns the motion of the root from its displayed position to its rest, with the speeds of an offset's motion.
  func rootMotion(from origin: Double) -> StackScroll {
    let rest = restingOrigin
    let longest = metrics.motion.longestDistance * metrics.viewport
    return StackScroll(
      from: min(max(rest - longest, origin), rest + longest),
      to: rest,
      metrics: metrics,
      margin: metrics.motion.doneMargin
    )
  }

  /// Returns the offset that corresponds to the root's displayed position, from which a pan begins.
  func seenOffset(at now: Duration) -> Double {
    guard let motion, let root = motion.root else { return offset(at: now) }
    return geometry.offset(ofOrigin: root.offset(atFrame: motion.frame(at: now)))
  }

  private func origin(of motion: StackMotion, inFrame frame: Int) -> Double {
    motion.root?.offset(atFrame: frame) ?? geometry.origin(at: motion.offset(atFrame: frame))
  }

  /// The root's resting position, at which popped pages are deleted (D-6).
  private var restingOrigin: Double {
    StackGeometry(containers.live, metrics: metrics).origin(at: target)
  }
}
