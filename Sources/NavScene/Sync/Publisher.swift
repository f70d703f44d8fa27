package import NavBase

/// The daemon's side of one stream: tracks the scene that its viewers show and publishes the differences.
package struct Publisher: Sendable {
  package let epoch: UInt64
  package private(set) var seq: UInt64
  package private(set) var version: UInt64
  private var playback: Playback
  /// The hash of the scene at the end of the running timeline.
  private var finalHash: UInt64

  /// Creates a stream with a scene at rest.
  ///
  /// - Parameters:
  ///   - epoch: the daemon's epoch.
  ///   - seq: the session's newest sequence number; the stream's first update is above it.
  ///   - version: the session's version.
  ///   - scene: the initial scene of its viewers.
  package init(epoch: UInt64, seq: UInt64, version: UInt64, scene: Scene) {
    let hashed = HashedScene(scene)
    self.epoch = epoch
    self.seq = seq
    self.version = version
    playback = Playback(resting: hashed)
    finalHash = hashed.hash
  }

  /// Creates a stream during a motion; its viewers see the rest of the motion.
  ///
  /// - Parameters:
  ///   - epoch: the daemon's epoch.
  ///   - seq: the session's newest sequence number; the stream's first update is above it.
  ///   - version: the session's version.
  ///   - trajectory: the motion from now to rest.
  ///   - startedAt: the time of frame 0 of the trajectory.
  package init(
    epoch: UInt64,
    seq: UInt64,
    version: UInt64,
    trajectory: Trajectory,
    startedAt: Duration
  ) {
    self.init(epoch: epoch, seq: seq, version: version, scene: trajectory.start)
    guard trajectory.length > 0 else { return }
    do {
      let departure = HashedScene(trajectory.start)
      let timeline = Timeline(from: trajectory.start, along: trajectory)
      playback = try Playback(timeline, from: departure, startedAt: startedAt)
      finalHash = try playback.scene(atFrame: timeline.last).hash
    } catch {
      preconditionFailure("cannot play what was just laid out: \(error)")
    }
  }

  /// Returns the update that takes all viewers from their current scene along a trajectory.
  ///
  /// - Parameters:
  ///   - trajectory: the motion from now to rest.
  ///   - startedAt: the time of frame 0 of the trajectory, at or shortly before `now`.
  ///   - seq: a number above every number used in this session.
  ///   - version: the session's version.
  ///   - now: the time of the turn.
  /// - Returns: the update to publish.
  package mutating func publish(
    _ trajectory: Trajectory,
    startedAt: Duration,
    seq: UInt64,
    version: UInt64,
    now: Duration
  ) -> Update {
    precondition(seq > self.seq, "cannot publish \(seq) after \(self.seq)")
    do {
      let frame = playback.frame(at: now)
      let base = Update.Base(seq: self.seq, frame: frame)
      let departure = try playback.scene(atFrame: frame)
      let timeline = Timeline(from: departure.scene, along: trajectory)
      playback = try Playback(timeline, from: departure, startedAt: startedAt)
      let end = try playback.scene(atFrame: timeline.last)
      // The replica law: every published diff ends at the scene of the layout.
      assert(end.scene == trajectory.end, "a timeline misses its end")
      finalHash = end.hash
      self.seq = seq
      self.version = version
      return Update(
        epoch: epoch,
        base: base,
        seq: seq,
        version: version,
        hash: finalHash,
        timeline: timeline.isEmpty && timeline.last == 0 ? nil : timeline
      )
    } catch {
      preconditionFailure("cannot play what was just laid out: \(error)")
    }
  }

  /// Returns the current state of the stream for a joining viewer.
  package mutating func snapshot(now: Duration) -> Snapshot {
    do {
      try playback.advance(to: now)
    } catch {
      preconditionFailure("cannot play what was just published: \(error)")
    }
    let isOver = playback.isOver
    return Snapshot(
      epoch: epoch,
      seq: seq,
      version: version,
      hash: finalHash,
      scene: playback.current.scene,
      timeline: isOver ? nil : playback.timeline.rest(from: playback.frame),
      elapsed: isOver ? .zero : now - playback.startedAt
    )
  }

  /// Whether the scene of a moment, which must not lie before one that was asked for, contains a container.
  package mutating func shows(_ id: ContainerID, at now: Duration) -> Bool {
    scene(at: now)[id] != nil
  }

  /// Whether a page names a picture in the scene of a moment, as for `shows`.
  package mutating func names(_ picture: PictureID, at now: Duration) -> Bool {
    scene(at: now).containers.contains { page in page.pictures.contains { $0.id == picture } }
  }

  private mutating func scene(at now: Duration) -> Scene {
    do {
      try playback.advance(to: now)
    } catch {
      preconditionFailure("cannot play what was just published: \(error)")
    }
    return playback.current.scene
  }

  /// The time at which the running timeline ends; nil if there is none.
  package var restsAt: Duration? {
    let last = playback.timeline.last
    return last > 0 ? playback.startedAt + FrameTime.start(of: last) : nil
  }

  package var beat: Beat {
    Beat(epoch: epoch, seq: seq, version: version, hash: finalHash)
  }
}
