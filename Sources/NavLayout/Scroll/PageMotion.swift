import NavGeometry

/// Rows on their way to rest in one viewport, frame by frame.
///
/// What would be too long for a timeline (protocol.md: Timelines) is joined late, never cut at its
/// end: a way of more than three screens in its first frame that is one screen or less from rest,
/// and one of more than `Limits.frames` in the frame that has so many behind it. A flick gets
/// slower by the same share in the same time wherever it is, so what is shown is a whole flick of
/// its own, and it lands as softly as any; and no timer is needed for a second timeline.
struct PageMotion: Hashable, Sendable {
  /// The rows scrolled away from frame 0 on, at least two numbers; the last is where they rest.
  let offsets: [Int]
  let startedAt: Duration

  /// The longest way of which all rows are shown, in screens.
  static let longestWay = 3

  /// Nil where nothing is seen to move.
  ///
  /// - Parameters:
  ///   - trajectory: the way, unrounded.
  ///   - target: the row that is the first in view at rest.
  ///   - visible: how many rows are in view.
  init?(_ trajectory: ScrollTrajectory, to target: Int, visible: Int) {
    func offset(_ frame: Int) -> Int {
      Self.offset(of: trajectory.offset(atFrame: frame), restingAt: target)
    }
    // The last part of a row is not seen: the motion is over when the rows stand where they rest.
    var last = trajectory.length
    while last > 0, offset(last - 1) == target { last -= 1 }
    var first = 0
    if abs(offset(0) - target) > Self.longestWay * visible {
      first = (0..<last).first { abs(offset($0) - target) <= visible } ?? last
    }
    first = max(first, last - Limits.frames)
    guard first < last else { return nil }
    offsets = (first..<last).map(offset) + [target]
    startedAt = trajectory.startedAt
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
