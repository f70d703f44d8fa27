import NavGeometry
package import NavScene

/// The daemon's end of one stream: remembers what every viewer of it shows, and says the difference.
package struct Publisher: Sendable {
  package let epoch: UInt64
  package private(set) var seq: UInt64
  package private(set) var version: UInt64
  private var playback: Playback
  /// The hash of the scene at the end of the running timeline.
  private var finalHash: UInt64

  /// A stream that is born with a scene at rest.
  ///
  /// - Parameters:
  ///   - epoch: the daemon's.
  ///   - seq: the session's newest sequence number; the stream's first update is above it.
  ///   - version: the session's.
  ///   - scene: what its viewers will see first.
  package init(epoch: UInt64, seq: UInt64, version: UInt64, scene: Scene) {
    let hashed = HashedScene(scene)
    self.epoch = epoch
    self.seq = seq
    self.version = version
    playback = Playback(resting: hashed)
    finalHash = hashed.hash
  }

  /// A stream that is born while something moves: its viewers see the way from now on.
  ///
  /// - Parameters:
  ///   - epoch: the daemon's.
  ///   - seq: the session's newest sequence number; the stream's first update is above it.
  ///   - version: the session's.
  ///   - trajectory: the way from now to rest.
  ///   - startedAt: when frame 0 of the trajectory is.
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

  /// The update that leads all viewers from what they show now along a trajectory.
  ///
  /// - Parameters:
  ///   - trajectory: the way from now to rest.
  ///   - startedAt: when frame 0 of the trajectory is, at or shortly before `now`.
  ///   - seq: above every number used in this session.
  ///   - version: the session's.
  ///   - now: the time of the turn.
  /// - Returns: what to send.
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
      // The replica law: every published diff leads where the layout said.
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

  /// Where the stream stands, for a viewer that joins now.
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

  /// When the running timeline is over; nil when there is none.
  package var restsAt: Duration? {
    let last = playback.timeline.last
    return last > 0 ? playback.startedAt + FrameTime.start(of: last) : nil
  }

  package var beat: Beat {
    Beat(epoch: epoch, seq: seq, version: version, hash: finalHash)
  }
}
