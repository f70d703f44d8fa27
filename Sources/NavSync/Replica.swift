import NavGeometry
package import NavScene

/// A viewer's end of one stream: the scene as the daemon has it (protocol.md: Updates).
///
/// Nothing is taken whose hash is another than the daemon's, unless the caller says so: then the
/// replica is out of step until a later update leads to the daemon's hash.
package struct Replica: Sendable {
  package let epoch: UInt64
  package private(set) var seq: UInt64
  package private(set) var version: UInt64
  /// Whether the scene at the end of the timeline has the hash that the daemon gave.
  package private(set) var isInStep = true
  /// The daemon's hash of that scene.
  private var hash: UInt64
  private var playback: Playback

  /// What became of a message.
  package enum Outcome: Hashable, Sendable {
    case applied
    /// Nothing new: it was known already, or is of an older epoch.
    case ignored
    /// Something was missed, or the daemon began a new epoch: join again.
    case gap
    /// The daemon's scene and this one differ: join again. The text says how it was noticed.
    case corrupt(String)
  }

  /// - Parameters:
  ///   - snapshot: where the stream stands.
  ///   - now: the viewer's time.
  ///   - checkingHash: false takes a scene whose hash is wrong, too.
  /// - Throws: when the snapshot does not agree with itself.
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

  /// Follows an update, which is applied whole or not at all.
  ///
  /// - Parameters:
  ///   - update: of this stream.
  ///   - now: the viewer's time, when frame 0 of the update's timeline is.
  ///   - checkingHash: false applies an update that leads to a wrong hash, too, while its parts fit
  /// the scene.
  /// - Returns: what became of it.
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

  /// Compares where the daemon is with what is here.
  package func receive(_ beat: Beat) -> Outcome {
    if beat.epoch < epoch { return .ignored }
    if beat.isGone || beat.epoch > epoch || beat.seq > seq { return .gap }
    if beat.seq == seq, beat.hash != hash { return .corrupt("the daemon's hash differs") }
    return .ignored
  }

  /// Takes note of a beat that told of another hash: the scene stays, out of step.
  package mutating func acknowledge(_ beat: Beat) {
    guard beat.epoch == epoch, beat.seq == seq, beat.hash != hash else { return }
    hash = beat.hash
    isInStep = false
  }

  /// The scene that a moment shows: the last frame whose time has come.
  package mutating func scene(at now: Duration) throws(CorruptUpdate) -> Scene {
    try playback.advance(to: now)
    return playback.current.scene
  }

  /// When the next frame is due; nil at rest.
  package var nextFrameTime: Duration? { playback.nextFrameTime }

  /// Plays to the end, which shows whether all parts fit, and compares the hashes there.
  private mutating func check(hash isChecked: Bool) throws(CorruptUpdate) {
    let end = try playback.scene(atFrame: playback.timeline.last)
    isInStep = end.hash == hash
    guard isInStep || !isChecked else { throw CorruptUpdate("the scene's hash differs") }
  }
}
