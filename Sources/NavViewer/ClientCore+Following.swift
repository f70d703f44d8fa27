import NavSync
import NavWire

/// Following a stream, and catching up after a gap (proto/README.md: Join, step 4; Updates).
extension ClientCore {
  /// The number of consecutive wrong hashes after which a further one causes no new attach
  /// (proto/README.md: Hash).
  private static let faultsBefore = 1

  /// Handles a message of the stream while live.
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
      // A keyframe that is not newer is ignored, unless the replica is out of step.
      guard let replica, keyframe.seq > replica.seq || !replica.isInStep else { return }
      catchUp(with: keyframe, attached, at: now)
    case .snapshot, .bye: break
    }
    noteStep(at: now)
  }

  /// Schedules a repair while the viewer is out of step: it does not attach again after every wrong
  /// hash, but every `repairInterval`, so that the effect of a damaged message does not stay
  /// forever.
  mutating func noteStep(at now: Duration) {
    repairAt = replica?.isInStep == false ? repairAt ?? now + Self.repairInterval : nil
  }

  /// Handles a message of the stream while it can't be applied; the awaited snapshot or keyframe
  /// will include its changes.
  mutating func hear(of message: LayoutMessage, in attached: Reply.Attached, at now: Duration) {
    guard message.epoch ?? 0 <= attached.epoch else {
      return attachLater(at: now, after: shortPause())
    }
    heardSeq = max(heardSeq, message.seq(in: attached.epoch))
  }

  /// Makes a viewer that has missed updates live again, if the keyframe covers all of them.
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

  /// Creates a replica from a snapshot; nil if the snapshot's hash is wrong, unless that happens
  /// repeatedly.
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
    // The stream no longer exists, so no keyframe will come on it.
    case .gap where beat.isGone: attachLater(at: now, after: shortPause())
    case .gap: fallBehind(attached, at: now)
    case .corrupt:
      faults += 1
      guard faults > Self.faultsBefore else { return fallBehind(attached, at: now) }
      replica?.acknowledge(beat)
    }
  }

  /// Waits a short time for a keyframe after a gap, then attaches again; the old scene stays on the
  /// screen.
  mutating func fallBehind(_ attached: Reply.Attached, at now: Duration) {
    // The shown scene is outdated, so a drag on it is cancelled.
    cancelDrag(at: now)
    repairAt = nil
    connection = .behind(attached, until: now + shortPause())
  }

  /// Returns the viewer's state that goes with every `alive` message.
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

  /// The stream's sequence number in the message; 0 for another epoch, or if the message has none.
  fileprivate func seq(in epoch: UInt64) -> UInt64 {
    switch self {
    case .update(let update) where update.epoch == epoch: update.seq
    case .beat(let beat) where beat.epoch == epoch && !beat.isGone: beat.seq
    case .keyframe(let keyframe) where keyframe.epoch == epoch: keyframe.seq
    case .update, .beat, .keyframe, .snapshot, .bye: 0
    }
  }
}
