import NavGeometry
import NavScene

/// Rows on their way to rest in one viewport, frame by frame.
///
/// A way that is too long for a timeline (protocol.md: Timelines) loses rows and frames in its
/// middle, never at its ends: what goes by faster than anybody reads is a blur of a few screens. The
/// rows begin to move where they are seen and come to rest as softly as after any flick, they never
/// go back, and in the first and the last screen none is passed over; no timer is needed for a
/// second timeline.
struct PageMotion: Hashable, Sendable {
  /// The rows scrolled away from frame 0 on, at least two numbers; the last is where they rest.
  let offsets: [Int]
  let startedAt: Duration

  /// Nil where nothing is seen to move.
  ///
  /// - Parameters:
  ///   - trajectory: the way, unrounded.
  ///   - target: the row that is the first in view at rest.
  ///   - visible: how many rows are in view.
  ///   - rowLimit: how many rows may go by that are not in view at the end.
  init?(_ trajectory: ScrollTrajectory, to target: Int, visible: Int, rowLimit: Int) {
    func offset(_ frame: Int) -> Int {
      Self.offset(of: trajectory.offset(atFrame: frame), restingAt: target)
    }
    // The last part of a row is not seen: the motion is over when the rows stand where they rest.
    var last = trajectory.length
    while last > 0, offset(last - 1) == target { last -= 1 }
    guard last > 0 else { return nil }
    let way = Self.frames(upTo: last).map(offset) + [target]
    offsets = ScrollBlur(visible: visible, rowLimit: rowLimit).way(way)
    startedAt = trajectory.startedAt
  }

  /// The frames of a way that are shown: of one that takes too long, fewer in its fast beginning.
  private static func frames(upTo last: Int) -> [Int] {
    guard last > Limits.frames else { return Array(0..<last) }
    let soft = 2 * Limits.frames / 3
    let (fast, shown) = (last - soft, Limits.frames - soft)
    return (0..<shown).map { $0 * fast / shown } + Array(fast..<last)
  }

  /// The number of the last frame, in which they rest.
  var length: Int { offsets.count - 1 }

  func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// The one place where a position becomes whole rows (D-2).
  ///
  /// Rounded towards the rest, so that less than a row shows nothing, on the way up and down and
  /// beyond both ends alike (section 15).
  static func offset(of position: Double, restingAt target: Int) -> Int {
    target + CellGrid.cells(ofPull: position - Double(target))
  }
}
