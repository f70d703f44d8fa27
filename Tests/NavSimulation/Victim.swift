import NavScene
import NavSync

/// What one viewer has, as far as the messages that it was given say; a forger has to know.
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

  /// What a viewer says of itself that the daemon should say.
  var beat: Beat? {
    guard let end = try? end() else { return nil }
    return Beat(epoch: epoch, seq: seq, version: version, hash: end.hash)
  }

  /// Does what the viewer does with an update.
  mutating func follow(_ update: Update) {
    guard update.base.seq == seq, let next = try? playback(after: update) else { return }
    playback = next
    seq = update.seq
    version = update.version
  }

  /// Whether the daemon means this viewer to take an update.
  func awaits(_ update: Update) -> Bool {
    update.epoch == epoch && update.seq > seq && (hasGap || update.base.seq == seq)
  }

  /// What the scene will be at the end.
  private func end() throws(CorruptUpdate) -> HashedScene {
    try playback.scene(atFrame: playback.timeline.last)
  }

  private func playback(after update: Update) throws(CorruptUpdate) -> Playback {
    let departure = try playback.scene(atFrame: update.base.frame)
    guard let timeline = update.timeline else { return Playback(resting: departure) }
    return try Playback(timeline, from: departure, startedAt: .zero)
  }

  /// The update with the hash that it leads this viewer to; nil when it leads nowhere.
  private func rehashed(_ update: Update) -> Update? {
    guard let next = try? playback(after: update),
      let end = try? next.scene(atFrame: next.timeline.last)
    else { return nil }
    var update = update
    update.hash = end.hash
    return update
  }

  /// The update as if it followed what this viewer has; nil when it does not fit there, or is right
  /// there.
  func closingGap(_ update: Update) -> Update? {
    var forged = update
    forged.base = Update.Base(seq: seq, frame: playback.timeline.last)
    return rehashed(forged).flatMap { $0.hash == update.hash ? nil : $0 }
  }

  /// The update as if another number of viewers were there.
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
