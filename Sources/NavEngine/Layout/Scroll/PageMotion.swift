import NavBase
import NavScene

/// A motion of a page's rows to rest in one viewport, frame by frame.
///
/// A motion that is too long for a timeline (proto/README.md: Timelines) loses rows and frames in its middle, never at its
/// ends: rows that pass faster than they can be read are replaced by a blur of a few screens. The rows start at their
/// displayed offset, decelerate as after any flick, and never move backwards, and the first and the last screen skip no
/// row. No second timeline, and so no timer, is needed.
struct PageMotion: Hashable, Sendable {
  /// The rows scrolled away in each frame from 0 on, at least two values; the last is the offset at rest.
  let offsets: [Int]
  let startedAt: Duration

  /// Creates a motion; nil if nothing visibly moves.
  ///
  /// - Parameters:
  ///   - trajectory: the unrounded motion.
  ///   - target: the first visible row at rest.
  ///   - visible: the number of visible rows.
  ///   - rowLimit: the largest number of rows that may pass without being visible at the end.
  init?(_ trajectory: ScrollTrajectory, to target: Int, visible: Int, rowLimit: Int) {
    func offset(_ frame: Int) -> Int {
      Self.offset(of: trajectory.offset(atFrame: frame), restingAt: target)
    }
    // The last fraction of a row is not visible: the motion is over when the rows reach their final position.
    var last = trajectory.length
    while last > 0, offset(last - 1) == target { last -= 1 }
    guard last > 0 else { return nil }
    let values = Self.frames(upTo: last).map(offset) + [target]
    offsets = ScrollBlur(visible: visible, rowLimit: rowLimit).shortened(values)
    startedAt = trajectory.startedAt
  }

  /// Returns the frames of a motion that are shown: of one that takes too long, fewer in its fast beginning.
  private static func frames(upTo last: Int) -> [Int] {
    guard last > Limits.frames else { return Array(0..<last) }
    let soft = 2 * Limits.frames / 3
    let (fast, shown) = (last - soft, Limits.frames - soft)
    return (0..<shown).map { $0 * fast / shown } + Array(fast..<last)
  }

  /// The number of the last frame, in which the rows rest.
  var length: Int { offsets.count - 1 }

  func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// Rounds an unrounded offset to whole rows, the only such conversion (D-2).
  ///
  /// It rounds towards the resting offset, so that less than a row shows nothing, in both directions and beyond both
  /// ends alike (AboutCells).
  static func offset(of position: Double, restingAt target: Int) -> Int {
    target + CellGrid.cells(ofPull: position - Double(target))
  }
}
