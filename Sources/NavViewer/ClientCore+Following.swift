import NavSync
import NavWire

/// How a viewer follows its stream, and how it catches up (protocol.md: Join, step 4; Updates).
extension ClientCore {
  /// After so many wrong hashes in a row the next one is no reason to join again (protocol.md:
  /// Hash).
  private static let faultsBefore = 1

  /// A message of the stream reaches a live viewer.
  mutating func follow(_ message: LayoutMessage, of attached: Reply.Attached, at now: Duration) {
    guard message.epoch ?? 0 <= attached.epoch else {
      return attachLater(at: now, after: shortPause())
    }
    heardSeq = max(heardSeq, message.seq(in: attached.epoch))
    switch message {
    case .update(let update): follow(update, attached, at: now)
    case .beat(let beat):
      follow(beat, attached, at: now)
      if beat.moves.contains(attached.viewer) { move(at: now) }
    case .keyframe(let keyframe):
      // Whoever has missed nothing passes it over.
      guard let replica, keyframe.seq > replica.seq || !replica.isInStep else { return }
      catchUp(with: keyframe, attached, at: now)
    case .snapshot, .bye: break
    }
    noteStep(at: now)
  }

  /// Who is out of step does not join again because of every hash, but looks now and then: what
  /// came from a damaged message is not shown for ever.
  mutating func noteStep(at now: Duration) {
    repairAt = replica?.isInStep == false ? repairAt ?? now + Self.repairInterval : nil
  }

  /// A message of the stream reaches a viewer that can't apply it: what it tells of is covered by
  /// the snapshot or the keyframe that is waited for.
  mutating func hear(of message: LayoutMessage, in attached: Reply.Attached, at now: Duration) {
    guard message.epoch ?? 0 <= attached.epoch else {
      return attachLater(at: now, after: shortPause())
    }
    heardSeq = max(heardSeq, message.seq(in: attached.epoch))
  }

  /// A keyframe makes a viewer live that has missed something, if it has all that was missed.
  mutating func catchUp(
    with keyframe: Snapshot,
    _ attached: Reply.Attached,
    at now: Duration
  ) {
    guard keyframe.epoch == attached.epoch, keyframe.seq >= heardSeq else {
      return hear(of: .keyframe(keyframe), in: attached, at: now)
    }
    if let replica = replica(of: keyframe, at: now) {
      live(with: replica, attached, at: now)
    } else if connection.isLive {
      fallBehind(attached, at: now)
    }
  }

  /// The replica that a snapshot gives; nil where it contradicts itself.
  mutating func replica(of snapshot: Snapshot, at now: Duration) -> Replica? {
    if let replica = try? Replica(snapshot, now: now) { return replica }
    faults += 1
    guard faults > Self.faultsBefore else { return nil }
    return try? Replica(snapshot, now: now, checkingHash: false)
  }

  private mutating func follow(_ update: Update, _ attached: Reply.Attached, at now: Duration) {
    let outcome = replica?.receive(update, now: now) ?? .gap
    switch outcome {
    case .ignored: break
    case .applied:
      faults = 0
      view.trial.restart(at: now)
    case .gap: fallBehind(attached, at: now)
    case .corrupt:
      faults += 1
      guard faults > Self.faultsBefore,
        replica?.receive(update, now: now, checkingHash: false) == .applied
      else { return fallBehind(attached, at: now) }
    }
  }

  private mutating func follow(_ beat: Beat, _ attached: Reply.Attached, at now: Duration) {
    switch replica?.receive(beat) ?? .gap {
    case .applied, .ignored:
      if let replica, beat.epoch == replica.epoch, beat.seq == replica.seq {
        beatVersion = beat.version
      }
    // The stream is gone: no keyframe comes on it.
    case .gap where beat.isGone: attachLater(at: now, after: shortPause())
    case .gap: fallBehind(attached, at: now)
    case .corrupt:
      faults += 1
      guard faults > Self.faultsBefore else { return fallBehind(attached, at: now) }
      replica?.acknowledge(beat)
    }
  }

  /// Something was missed: shows what there is for a moment in which a keyframe may come, then
  /// attaches.
  mutating func fallBehind(_ attached: Reply.Attached, at now: Duration) {
    // What is shown is old: nobody pulls at that.
    cancelDrag(at: now)
    repairAt = nil
    connection = .behind(attached, until: now + shortPause())
  }

  /// What a viewer says of itself with every sign of life.
  func health(at now: Duration) -> Request.Health {
    Request.Health(
      epoch: replica?.epoch ?? 0,
      seq: replica?.seq ?? 0,
      lag: paintDelay.length(at: now),
      isOutOfStep: replica?.isInStep == false
    )
  }
}

extension LayoutMessage {
  fileprivate var epoch: UInt64? {
    switch self {
    case .update(let update): update.epoch
    case .beat(let beat): beat.epoch
    case .snapshot(let snapshot), .keyframe(let snapshot): snapshot.epoch
    case .bye: nil
    }
  }

  /// The number of the stream that it tells of; 0 in another epoch, or when it tells of none.
  fileprivate func seq(in epoch: UInt64) -> UInt64 {
    switch self {
    case .update(let update) where update.epoch == epoch: update.seq
    case .beat(let beat) where beat.epoch == epoch && !beat.isGone: beat.seq
    case .keyframe(let keyframe) where keyframe.epoch == epoch: keyframe.seq
    case .update, .beat, .keyframe, .snapshot, .bye: 0
    }
  }
}
