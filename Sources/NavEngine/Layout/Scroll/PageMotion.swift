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
    let speed = abs(trajectory.offset(atFrame: 1) - trajectory.offset(atFrame: 0))
    let values = Self.withoutWaits((0..<last).map(offset), speed: speed)
    offsets = ScrollBlur(visible: visible, rowLimit: rowLimit).shortened(
      Self.frames(upTo: values.count).map { values[$0] } + [target]
    )
    startedAt = trajectory.startedAt
  }

  /// The most frames for which rows stand still on their way, so that nobody waits for the last ones (D-19).
  static let longestStand = 6.0

  /// Removes frames in which rows stand still for too long; those of a slow release, at its speed in rows a frame, are
  /// no shorter than that speed makes them.
  private static func withoutWaits(_ offsets: [Int], speed: Double) -> [Int] {
    let longest = max(longestStand, 1 / speed)
    var (kept, stand): ([Int], Double) = ([], 0)
    for offset in offsets {
      stand = offset == kept.last ? stand + 1 : 1
      if stand <= longest { kept.append(offset) }
    }
    return kept
  }

  /// Returns the frames of a motion that are shown: of one that takes too long, fewer after its beginning.
  private static func frames(upTo last: Int) -> [Int] {
    guard last > Limits.frames else { return Array(0..<last) }
    let soft = 2 * Limits.frames / 3
    let (fast, shown) = (last - soft, Limits.frames - soft)
    return (0..<shown).map { $0 + (fast - shown) * $0 * $0 / (shown * shown) } + Array(fast..<last)
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
