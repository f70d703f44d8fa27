/// The state of a stream, sent to a joining viewer (proto/README.md: Join).
package struct Snapshot: Hashable, Sendable {
  package var epoch: UInt64
  package var seq: UInt64
  package var version: UInt64
  /// The hash of the scene at the end of the timeline.
  package var hash: UInt64
  package var scene: Scene
  /// The rest of the running motion; `scene` is its frame `first`.
  package var timeline: Timeline?
  /// The time since frame 0 of that timeline.
  package var elapsed: Duration

  package init(
    epoch: UInt64,
    seq: UInt64,
    version: UInt64,
    hash: UInt64,
    scene: Scene,
    timeline: Timeline?,
    elapsed: Duration
  ) {
    self.epoch = epoch
    self.seq = seq
    self.version = version
    self.hash = hash
    self.scene = scene
    self.timeline = timeline
    self.elapsed = elapsed
  }
}

/// One update of a stream (proto/README.md: Updates).
package struct Update: Hashable, Sendable {
  package var epoch: UInt64
  package var base: Base
  package var seq: UInt64
  package var version: UInt64
  /// The hash of the scene at the end of the timeline.
  package var hash: UInt64
  /// The changes; nil if nothing in the scene changes.
  package var timeline: Timeline?

  /// The update, and the frame of its timeline, that the next update departs from.
  package struct Base: Hashable, Sendable {
    package var seq: UInt64
    package var frame: Int

    package init(seq: UInt64, frame: Int) {
      self.seq = seq
      self.frame = frame
    }
  }

  package init(
    epoch: UInt64,
    base: Base,
    seq: UInt64,
    version: UInt64,
    hash: UInt64,
    timeline: Timeline?
  ) {
    self.epoch = epoch
    self.base = base
    self.seq = seq
    self.version = version
    self.hash = hash
    self.timeline = timeline
  }
}

/// A heartbeat of a stream (proto/README.md: Heartbeat).
package struct Beat: Hashable, Sendable {
  package var epoch: UInt64
  package var seq: UInt64
  package var version: UInt64
  package var hash: UInt64
  /// Whether the topic's stream, generation or epoch no longer exists.
  package var isGone: Bool
  /// Viewers that now belong to another stream and must attach again.
  package var moves: [UInt64] = []

  package init(epoch: UInt64, seq: UInt64, version: UInt64, hash: UInt64, isGone: Bool = false) {
    self.epoch = epoch
    self.seq = seq
    self.version = version
    self.hash = hash
    self.isGone = isGone
  }
}

/// The end of a stream.
package struct Bye: Hashable, Sendable {
  /// Numbered as in `layout.proto`.
  package enum Reason: UInt8, CaseIterable, Hashable, Sendable {
    case sessionEnded = 1
    case daemonStops = 2
  }

  package var reason: Reason
  package var text: String

  package init(reason: Reason, text: String) {
    self.reason = reason
    self.text = text
  }
}

/// A message that the daemon publishes on a topic.
package enum LayoutMessage: Hashable, Sendable {
  case snapshot(Snapshot)
  case update(Update)
  case beat(Beat)
  case bye(Bye)
  /// A snapshot on the stream's topic for viewers that have fallen behind (proto/README.md: Join, step
  /// 4).
  case keyframe(Snapshot)
}
