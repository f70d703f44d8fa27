import NavScene
import NavWire

/// A viewer's copy of its stream, and how it relates to the daemon's scene (proto/README.md: Join, step 4; Updates).
struct Following: Sendable {
  /// The consequence of a message of the stream.
  enum Outcome: Hashable, Sendable {
    case unchanged
    /// An update was applied.
    case updated
    /// A keyframe has replaced the replica.
    case caughtUp
    /// Updates are missing, or the replica differs from the daemon's scene.
    case behind
    /// The stream belongs to another daemon, or no longer exists.
    case lost
  }

  /// The relation of a stream's start to what was followed before it.
  enum Start: Hashable, Sendable {
    /// Nothing was shown before.
    case first
    case sameEpoch
    /// The daemon was restarted; its version of the session may be older than the one that was shown.
    case otherEpoch(isWorkLost: Bool)
  }

  private(set) var replica: Replica?
  /// The attachment to the stream of the replica, or of the last replica; nil before the first replica.
  private var source: Reply.Attached?
  /// The highest sequence number of the stream received so far, applied or not.
  private var receivedSeq: UInt64 = 0
  /// The number of consecutive hash mismatches without a correct update in between.
  private var faults = 0
  /// The time at which a viewer that is out of step attaches again to get a correct scene; nil while in step.
  private(set) var repairAt: Duration?
  /// When the replica was last known to be up to date.
  private(set) var freshAt: Duration
  /// The newest version of the shown view that resulted from an operation of this client, and from one that may have moved the
  /// focus.
  private var acceptedVersions: (any: UInt64, focus: UInt64) = (0, 0)
  /// The version in the last Beat that matched the replica's sequence number.
  private var beatVersion: UInt64 = 0
  /// Changes of who takes part and who may move the session.
  var news = SceneNews()
  /// The delay of the terminal; updated by the painter.
  var paintDelay = PaintDelay()

  /// The interval at which a viewer that is out of step attaches again.
  static let repairInterval = Duration.seconds(10)
  /// The number of consecutive wrong hashes after which a further one causes no new attach
  /// (proto/README.md: Hash).
  private static let faultLimit = 1

  init(at now: Duration) {
    freshAt = now
  }

  var isInStep: Bool { replica?.isInStep ?? true }

  /// Returns the viewer's state that goes with every `alive` message.
  func health(at now: Duration) -> Request.Health {
    Request.Health(
      epoch: replica?.epoch ?? 0,
      seq: replica?.seq ?? 0,
      lag: paintDelay.length(at: now),
      isOutOfStep: !isInStep
    )
  }

  // MARK: The view

  /// The view that the replica shows.
  var view: ViewChoice { source?.part.view ?? .shared }

  /// Whether the replica shows the shared view.
  var isSharedView: Bool { view == .shared }

  /// Whether the replica shows a private view of this viewer.
  var isOwnView: Bool {
    if case .own = view { true } else { false }
  }

  /// Whether an attachment may show another view than the replica: then the versions of both can't be compared.
  ///
  /// A viewer that is followed may have changed its view, which only another stream tells.
  func isOtherView(_ attached: Reply.Attached) -> Bool {
    guard let source else { return false }
    guard source.session == attached.session, source.part.view == attached.part.view else {
      return true
    }
    if case .followed = view { return source.streamTopic != attached.streamTopic }
    return false
  }

  // MARK: Versions

  /// The session version that the replica shows.
  ///
  /// A Beat with the replica's sequence number reports later versions without visible changes.
  var shownVersion: UInt64 { max(replica?.version ?? 0, beatVersion) }

  /// Whether the replica shows the effects of all accepted operations.
  var showsAcceptedVersion: Bool { shownVersion >= acceptedVersions.any }

  /// Whether the replica shows where accepted operations have moved the focus.
  var showsMovedFocus: Bool { shownVersion >= acceptedVersions.focus }

  /// Records the version that resulted from an operation of this client.
  ///
  /// - Parameters:
  ///   - version: the version.
  ///   - mayMoveFocus: whether the operation may have moved the focus.
  mutating func accepted(_ version: UInt64, mayMoveFocus: Bool) {
    acceptedVersions.any = version
    if mayMoveFocus { acceptedVersions.focus = version }
  }

  // MARK: The scene

  /// Returns the scene at a time; nil without a replica.
  ///
  /// - Throws: if the replica's timeline is incomplete; the replica is then dropped.
  mutating func scene(at time: Duration) throws -> Scene? {
    do {
      return try replica?.scene(at: time)
    } catch {
      replica = nil
      throw error
    }
  }

  /// Returns the message about who has come or gone, and who may move the session now.
  ///
  /// - Parameters:
  ///   - scene: the current scene.
  ///   - name: this viewer's name in the session; empty if it has none.
  ///   - now: the time.
  /// - Returns: the message; nil for no change.
  mutating func newsMessage(for scene: Scene, to name: String, at now: Duration) -> String? {
    news.record(scene, for: name, version: shownVersion, at: now)
  }

  // MARK: Joining

  /// Expects the snapshot of another stream.
  mutating func expectSnapshot() {
    receivedSeq = 0
  }

  /// Starts to follow a stream.
  ///
  /// - Parameters:
  ///   - snapshot: the stream's snapshot.
  ///   - attached: the attachment to it.
  ///   - now: the time.
  /// - Returns: the relation to the stream before; nil if the snapshot can't be used.
  mutating func start(
    with snapshot: Snapshot,
    of attached: Reply.Attached,
    at now: Duration
  ) -> Start? {
    guard let new = replica(of: snapshot, at: now) else { return nil }
    let old = replica
    let isOtherView = isOtherView(attached)
    if old?.epoch != snapshot.epoch || isOtherView {
      // These versions belong to another view or daemon, or to the time before its restart.
      (acceptedVersions, beatVersion) = ((0, 0), 0)
      news.control.forgetVersion()
    }
    let isSameSession = source?.session == attached.session
    source = attached
    news.joinedAgain(isSameSession: isSameSession)
    show(new, at: now)
    guard let old else { return .first }
    guard old.epoch != snapshot.epoch else { return .sameEpoch }
    return .otherEpoch(isWorkLost: !isOtherView && snapshot.version < old.version)
  }

  /// Whether updates have arrived that the replica does not include.
  var hasMissedUpdates: Bool { receivedSeq > replica?.seq ?? 0 }

  // MARK: Messages

  /// Records that the daemon was heard on the followed stream.
  mutating func refresh(at now: Duration) {
    freshAt = now
  }

  /// Handles a message of a stream that is followed.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - epoch: the epoch of the attachment.
  ///   - now: the time.
  /// - Returns: the consequence for the attachment.
  mutating func follow(_ message: LayoutMessage, in epoch: UInt64, at now: Duration) -> Outcome {
    guard record(message, in: epoch) != .lost else { return .lost }
    var outcome = Outcome.unchanged
    switch message {
    case .update(let update): outcome = follow(update, at: now)
    case .beat(let beat): outcome = follow(beat)
    case .keyframe(let keyframe):
      // A keyframe that is not newer is ignored, unless the replica is out of step.
      if let replica, keyframe.seq > replica.seq || !replica.isInStep {
        outcome = catchUp(with: keyframe, in: epoch, at: now)
      }
    case .snapshot, .bye: break
    }
    if outcome == .behind { repairAt = nil }
    scheduleRepair(at: now)
    return outcome
  }

  /// Records a message of a stream that can't be applied; the awaited snapshot or keyframe will include its changes.
  mutating func record(_ message: LayoutMessage, in epoch: UInt64) -> Outcome {
    guard message.epoch ?? 0 <= epoch else { return .lost }
    receivedSeq = max(receivedSeq, message.seq(in: epoch))
    return .unchanged
  }

  /// Replaces a replica that has missed updates, if the keyframe covers all of them.
  mutating func catchUp(with keyframe: Snapshot, in epoch: UInt64, at now: Duration) -> Outcome {
    guard keyframe.epoch == epoch, keyframe.seq >= receivedSeq else {
      return record(.keyframe(keyframe), in: epoch)
    }
    guard let new = replica(of: keyframe, at: now) else { return .behind }
    show(new, at: now)
    return .caughtUp
  }

  private mutating func follow(_ update: Update, at now: Duration) -> Outcome {
    switch replica?.receive(update, now: now) ?? .gap {
    case .ignored: return .unchanged
    case .applied:
      faults = 0
      return .updated
    case .gap: return .behind
    case .corrupt:
      faults += 1
      guard faults > Self.faultLimit,
        replica?.receive(update, now: now, checkingHash: false) == .applied
      else { return .behind }
      return .unchanged
    }
  }

  private mutating func follow(_ beat: Beat) -> Outcome {
    switch replica?.receive(beat) ?? .gap {
    case .applied, .ignored:
      if let replica, beat.epoch == replica.epoch, beat.seq == replica.seq {
        beatVersion = beat.version
      }
      return .unchanged
    // The stream no longer exists, so no keyframe will come on it.
    case .gap: return beat.isGone ? .lost : .behind
    case .corrupt:
      faults += 1
      guard faults > Self.faultLimit else { return .behind }
      replica?.acknowledge(beat)
      return .unchanged
    }
  }

  // MARK: Repair

  /// Records that the viewer attaches again to be in step.
  mutating func repairing() {
    repairAt = nil
  }

  private mutating func show(_ replica: Replica, at now: Duration) {
    self.replica = replica
    freshAt = now
    scheduleRepair(at: now)
  }

  /// Schedules a repair while the viewer is out of step: it does not attach again after every wrong hash, but every
  /// `repairInterval`, so that the effect of a damaged message does not stay forever.
  private mutating func scheduleRepair(at now: Duration) {
    repairAt = isInStep ? nil : repairAt ?? now + Self.repairInterval
  }

  /// Creates a replica from a snapshot; nil if the snapshot's hash is wrong, unless that happens repeatedly.
  private mutating func replica(of snapshot: Snapshot, at now: Duration) -> Replica? {
    if let replica = try? Replica(snapshot, now: now) { return replica }
    faults += 1
    guard faults > Self.faultLimit else { return nil }
    return try? Replica(snapshot, now: now, checkingHash: false)
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
