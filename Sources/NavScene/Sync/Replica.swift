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
    let scene = HashedScene(snapshot.scene)
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
      let departure = try playback.scene(atFrame: update.base.frame)
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
