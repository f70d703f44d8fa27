import NavScene

/// The state of one viewer according to the messages delivered to it; needed to forge messages.
struct Victim {
  private let epoch: UInt64
  private(set) var seq: UInt64
  private var version: UInt64
  private var playback: Playback
  /// An update was lost, which is to be hidden.
  var hasGap = false

  init?(_ snapshot: Snapshot) {
    let scene = HashedScene(snapshot.scene)
    guard
      let playback = try? snapshot.timeline.map({
        try Playback($0, from: scene, startedAt: .zero)
      }) ?? Playback(resting: scene)
    else { return nil }
    epoch = snapshot.epoch
    seq = snapshot.seq
    version = snapshot.version
    self.playback = playback
  }

  /// The beat that matches the viewer's own state.
  var beat: Beat? {
    guard let end = try? end() else { return nil }
    return Beat(epoch: epoch, seq: seq, version: version, hash: end.hash)
  }

  /// Applies an update as the viewer does.
  mutating func follow(_ update: Update) {
    guard update.base.seq == seq, let next = try? playback(after: update) else { return }
    playback = next
    seq = update.seq
    version = update.version
  }

  /// Whether the update is meant for the viewer's state.
  func awaits(_ update: Update) -> Bool {
    update.epoch == epoch && update.seq > seq && (hasGap || update.base.seq == seq)
  }

  /// Returns the scene at the end of the timeline.
  private func end() throws(CorruptUpdate) -> HashedScene {
    try playback.scene(atFrame: playback.timeline.last)
  }

  private func playback(after update: Update) throws(CorruptUpdate) -> Playback {
    let departure = try playback.scene(atFrame: update.base.frame)
    guard let timeline = update.timeline else { return Playback(resting: departure) }
    return try Playback(timeline, from: departure, startedAt: .zero)
  }

  /// Returns the update with the hash of the viewer's resulting scene; nil if it can't be applied.
  private func rehashed(_ update: Update) -> Update? {
    guard let next = try? playback(after: update),
      let end = try? next.scene(atFrame: next.timeline.last)
    else { return nil }
    var update = update
    update.hash = end.hash
    return update
  }

  /// Returns the update rebased on the viewer's state; nil if it can't be applied, or gives the
  /// correct scene.
  func closingGap(_ update: Update) -> Update? {
    var forged = update
    forged.base = Update.Base(seq: seq, frame: playback.timeline.last)
    return rehashed(forged).flatMap { $0.hash == update.hash ? nil : $0 }
  }

  /// Returns the update with a changed number of viewers.
  func withOtherViewers(_ update: Update) -> Update? {
    guard let end = try? end() else { return nil }
    var forged = update
    var timeline = update.timeline ?? Timeline(last: 0, changes: [])
    let index =
      timeline.changes.firstIndex { $0.frame > timeline.first } ?? timeline.changes.count
    timeline.changes.insert(
      FramedChange(
        frame: timeline.first,
        change: .root(RootChange(fields: [.viewers: end.scene.viewers + 7]))
      ),
      at: index
    )
    forged.timeline = timeline
    return rehashed(forged)
  }
}
