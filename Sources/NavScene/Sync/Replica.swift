import NavBase

/// A viewer's side of one stream: the daemon's scene (proto/README.md: Updates).
///
/// A scene whose hash differs from the daemon's is rejected, unless the caller disables the check.
/// In that case the replica is out of step until a later update matches the daemon's hash again.
package struct Replica: Sendable {
  package let epoch: UInt64
  package private(set) var seq: UInt64
  package private(set) var version: UInt64
  /// Whether the scene at the end of the timeline has the daemon's hash.
  package private(set) var isInStep = true
  /// The daemon's hash of that scene.
  private var hash: UInt64
  private var playback: Playback

  /// The result of receiving a message.
  package enum Outcome: Hashable, Sendable {
    case applied
    /// The message is already known or belongs to an older epoch.
    case ignored
    /// A message was missed, or the daemon started a new epoch: join again.
    case gap
    /// The replica differs from the daemon's scene: join again. The text describes the difference.
    case corrupt(String)
  }

  /// Creates a replica from a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: the state of the stream.
  ///   - now: the viewer's time.
  ///   - checkingHash: false accepts a scene with a wrong hash.
  /// - Throws: `CorruptUpdate` if the snapshot is inconsistent.
  package init(
    _ snapshot: Snapshot,
    now: Duration,
    checkingHash: Bool = true
  ) throws(CorruptUpdate) {
    epoch = snapshot.epoch
    seq = snapshot.seq
    version = snapshot.version
    hash = snapshot.hash
    var scene = HashedScene(snapshot.scene)
    scene.movesLeft = Limits.moves
    if let timeline = snapshot.timeline {
      playback = try Playback(timeline, from: scene, startedAt: now - snapshot.elapsed)
    } else {
      playback = Playback(resting: scene)
    }
    try check(hash: checkingHash)
  }

  /// Applies an update completely or not at all.
  ///
  /// - Parameters:
  ///   - update: an update of this stream.
  ///   - now: the viewer's time, which is that of frame 0 of the update's timeline.
  ///   - checkingHash: false also applies an update that leads to a wrong hash, provided that its
  ///     parts fit the scene.
  /// - Returns: the outcome.
  package mutating func receive(
    _ update: Update,
    now: Duration,
    checkingHash: Bool = true
  ) -> Outcome {
    if update.epoch < epoch { return .ignored }
    if update.epoch > epoch { return .gap }
    if update.seq <= seq { return .ignored }
    guard update.base.seq == seq else { return .gap }
    do {
      var next = self
      next.seq = update.seq
      next.version = update.version
      next.hash = update.hash
      var departure = try playback.scene(atFrame: update.base.frame)
      departure.movesLeft = Limits.moves
      if let timeline = update.timeline {
        next.playback = try Playback(timeline, from: departure, startedAt: now)
      } else {
        next.playback = Playback(resting: departure)
      }
      try next.check(hash: checkingHash)
      self = next
      return .applied
    } catch {
      return .corrupt(error.description)
    }
  }

  /// Compares the daemon's state with the replica.
  package func receive(_ beat: Beat) -> Outcome {
    if beat.epoch < epoch { return .ignored }
    if beat.isGone || beat.epoch > epoch || beat.seq > seq { return .gap }
    if beat.seq == seq, beat.hash != hash { return .corrupt("the daemon's hash differs") }
    return .ignored
  }

  /// Records the differing hash of a beat: the scene is kept, out of step.
  package mutating func acknowledge(_ beat: Beat) {
    guard beat.epoch == epoch, beat.seq == seq, beat.hash != hash else { return }
    hash = beat.hash
    isInStep = false
  }

  /// Returns the scene at a time: that of the last frame that is due.
  package mutating func scene(at now: Duration) throws(CorruptUpdate) -> Scene {
    try playback.advance(to: now)
    return playback.current.scene
  }

  /// The time at which the next frame is due; nil at rest.
  package var nextFrameTime: Duration? { playback.nextFrameTime }

  /// Plays to the end, which verifies that all parts fit, and compares the hashes there.
  private mutating func check(hash isChecked: Bool) throws(CorruptUpdate) {
    let end = try playback.scene(atFrame: playback.timeline.last)
    isInStep = end.hash == hash
    guard isInStep || !isChecked else { throw CorruptUpdate("the scene's hash differs") }
  }
}

/// The playback of a timeline: computes the scene of any frame, forwards or backwards.
///
/// The daemon and every viewer hold one per stream. Advancing costs O(change). Going back, which only an interruption
/// needs, restarts at the scene before the timeline.
package struct Playback: Sendable {
  private let before: HashedScene
  package let timeline: Timeline
  /// The time of frame 0 by the player's clock.
  package let startedAt: Duration
  package private(set) var frame: Int
  package private(set) var current: HashedScene
  /// The number of changes applied so far.
  private var nextChange = 0
  /// Whether there is no timeline: the scene is the same at any frame number.
  private let isStill: Bool

  /// Starts playing a timeline.
  ///
  /// - Parameters:
  ///   - timeline: the timeline to play.
  ///   - scene: the scene before the changes of the first frame.
  ///   - startedAt: the time of frame 0.
  /// - Throws: `CorruptUpdate` if the timeline is inconsistent or does not match the scene.
  package init(
    _ timeline: Timeline,
    from scene: HashedScene,
    startedAt: Duration
  ) throws(CorruptUpdate) {
    try timeline.check()
    before = scene
    self.timeline = timeline
    self.startedAt = startedAt
    frame = timeline.first
    current = scene
    isStill = false
    try applyChanges(of: timeline.first)
  }

  /// Creates the playback of a scene at rest.
  package init(resting scene: HashedScene) {
    before = scene
    timeline = Timeline(last: 0, changes: [])
    startedAt = .zero
    frame = 0
    current = scene
    isStill = true
  }

  package var isOver: Bool { frame == timeline.last }

  /// Returns the last frame that is due, at most the last one of the timeline.
  package func frame(at now: Duration) -> Int {
    min(max(FrameTime.frame(at: now - startedAt), timeline.first), timeline.last)
  }

  /// The time at which the next frame is due; nil at the end.
  package var nextFrameTime: Duration? {
    isOver ? nil : startedAt + FrameTime.start(of: frame + 1)
  }

  /// Advances to the frame that is due.
  package mutating func advance(to now: Duration) throws(CorruptUpdate) {
    try move(to: max(frame, frame(at: now)))
  }

  package mutating func finish() throws(CorruptUpdate) {
    try move(to: timeline.last)
  }

  /// Returns the scene of a frame, identical for every player of this timeline.
  ///
  /// - Throws: `CorruptUpdate` if the timeline has no such frame.
  package func scene(atFrame wanted: Int) throws(CorruptUpdate) -> HashedScene {
    // A viewer that joined after a motion has only its last scene and not its frames.
    if isStill { return current }
    guard (timeline.first...timeline.last).contains(wanted) else {
      throw CorruptUpdate("frame \(wanted) of a timeline of \(timeline.first) to \(timeline.last)")
    }
    if wanted == frame { return current }
    var player = self
    if wanted < frame {
      player = try Playback(timeline, from: before, startedAt: startedAt)
    }
    try player.move(to: wanted)
    return player.current
  }

  /// Advances to a frame; frames without a change are skipped in one step.
  private mutating func move(to wanted: Int) throws(CorruptUpdate) {
    while frame < wanted {
      let next =
        nextChange < timeline.changes.count
        ? min(wanted, max(frame + 1, timeline.changes[nextChange].frame)) : wanted
      for index in timeline.tracks.indices {
        try add(trackAt: index, from: frame - timeline.first, to: next - timeline.first)
      }
      frame = next
      try applyChanges(of: frame)
    }
  }

  /// Adds a track's deltas after `start` up to `end`, both counted from the first frame.
  private mutating func add(
    trackAt index: Int,
    from start: Int,
    to end: Int
  ) throws(CorruptUpdate) {
    let track = timeline.tracks[index]
    var sum = 0
    var place = start
    while place < min(end, track.deltas.count) {
      let (more, overflow) = sum.addingReportingOverflow(track.deltas[place])
      guard !overflow else { throw CorruptUpdate("a track leaves the number range") }
      sum = more
      place += 1
    }
    guard sum != 0 else { return }
    try current.add(sum, along: track)
  }

  private mutating func applyChanges(of frame: Int) throws(CorruptUpdate) {
    while nextChange < timeline.changes.count, timeline.changes[nextChange].frame <= frame {
      try current.apply(timeline.changes[nextChange].change)
      nextChange += 1
    }
  }
}
