/// When a stream publishes a keyframe: one snapshot for all viewers that are behind (proto/README.md: Join, step 4).
struct KeyframeSchedule: Sendable {
  /// The viewer that last attached to the stream again, and when.
  private var lastReturn: (viewer: UInt64, at: Duration)?
  /// When the last keyframe was published.
  private var publishedAt: Duration?

  /// Notes that a viewer which had its snapshot attaches to the same stream again: it has missed an update.
  ///
  /// A second viewer that does so within `DaemonTiming.keyframe` indicates that others missed it, too. They attach
  /// again at random moments, and use a keyframe instead if it arrives before.
  ///
  /// - Returns: whether a keyframe is due.
  mutating func noteReturn(of viewer: UInt64, at now: Duration) -> Bool {
    let last = lastReturn
    lastReturn = (viewer, now)
    guard let last, last.viewer != viewer, now - last.at <= DaemonTiming.keyframe else {
      return false
    }
    guard let publishedAt else { return true }
    return now >= publishedAt + DaemonTiming.keyframe
  }

  mutating func notePublished(at now: Duration) {
    publishedAt = now
  }
}
