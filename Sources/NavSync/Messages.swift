package import NavScene

/// Where a stream stands; the answer to a joining viewer (protocol.md: Join).
package struct Snapshot: Hashable, Sendable {
  package var epoch: UInt64
  package var seq: UInt64
  package var version: UInt64
  /// The hash of the scene at the end of the timeline.
  package var hash: UInt64
  package var scene: Scene
  /// The rest of the motion that runs; `scene` is its frame `first`.
  package var timeline: Timeline?
  /// Since frame 0 of that timeline.
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

/// One step of a stream (protocol.md: Updates).
package struct Update: Hashable, Sendable {
  package var epoch: UInt64
  package var base: Base
  package var seq: UInt64
  package var version: UInt64
  /// The hash of the scene at the end of the timeline.
  package var hash: UInt64
  /// Nil where nothing of the scene changes.
  package var timeline: Timeline?

  /// The update, and the frame of its timeline, that another one departs from.
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

/// A sign of life (protocol.md: Heartbeat).
package struct Beat: Hashable, Sendable {
  package var epoch: UInt64
  package var seq: UInt64
  package var version: UInt64
  package var hash: UInt64
  /// The topic's stream, generation or epoch is gone.
  package var isGone: Bool
  /// Viewers that another stream is for by now: they attach again.
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
  package enum Reason: Hashable, Sendable {
    case sessionEnded
    case daemonStops
  }

  package var reason: Reason
  package var text: String

  package init(reason: Reason, text: String) {
    self.reason = reason
    self.text = text
  }
}

/// What the daemon publishes on a topic.
package enum LayoutMessage: Hashable, Sendable {
  case snapshot(Snapshot)
  case update(Update)
  case beat(Beat)
  case bye(Bye)
  /// A snapshot on the stream's topic, for viewers that are behind (protocol.md: Join, step 4).
  case keyframe(Snapshot)
}
