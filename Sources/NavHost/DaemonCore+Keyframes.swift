import NavSync
import NavWire

/// Keyframes: one snapshot for all viewers that are behind (proto/README.md: Join, step 4).
extension DaemonCore {
  /// Notes that a viewer which had its snapshot attaches to the same stream again: it has missed an update.
  ///
  /// A second viewer that does so within `DaemonTiming.keyframe` indicates that others missed it, too. They attach
  /// again at random moments, and use a keyframe instead if it arrives before.
  mutating func noteReturn(of viewer: UInt64, to stream: UInt64, at now: Duration) {
    let last = streams[stream]?.lastReturn
    streams[stream]?.lastReturn = (viewer, now)
    guard let last, last.viewer != viewer, now - last.at <= DaemonTiming.keyframe else { return }
    let next = streams[stream]?.keyframeAt.map { $0 + DaemonTiming.keyframe }
    guard next.map({ now >= $0 }) ?? true else { return }
    keyframesDue.insert(stream)
  }

  /// Publishes the keyframes that are due, after the turn's updates.
  mutating func publishKeyframes(at now: Duration) {
    for id in keyframesDue.sorted() {
      guard streams[id]?.isSubscribed == true, streams[id]?.isStale == false,
        let topic = streams[id]?.topic, let snapshot = streams[id]?.publisher.snapshot(now: now)
      else { continue }
      streams[id]?.keyframeAt = now
      streams[id]?.lastPublished = now
      actions.append(.publish(topic: topic, LayoutMessage.keyframe(snapshot).encoded()))
    }
    keyframesDue = []
  }
}
