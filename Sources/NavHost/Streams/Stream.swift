package import NavBase
package import NavEngine
package import NavScene
import NavWire

/// The layout that viewers share: what they have in common.
package struct StreamKey: Hashable, Sendable {
  /// The hosted session that is laid out: a session, or a private view of one.
  package let session: UInt64
  package let viewport: CellSize
  /// Whether its viewers can show pictures.
  let showsPictures: Bool

  init(_ session: UInt64, _ viewport: CellSize, showsPictures: Bool = false) {
    self.session = session
    self.viewport = viewport
    self.showsPictures = showsPictures
  }
}

/// One layout of a session for one viewport, shared by any number of viewers.
package struct Stream: Sendable {
  /// Whether anybody receives it.
  enum Subscription: Sendable {
    case active(StreamForms)
    /// Since its last subscriber left, or since it was created.
    case idle(since: Duration)
  }

  let id: UInt64
  package let session: UInt64
  package let viewport: CellSize
  let topics: StreamTopics
  package private(set) var publisher: Publisher
  /// The state that it has shown, as far as the next layout depends on it.
  package private(set) var view: SessionView
  private var subscription: Subscription
  /// Whether the session has changed while it had no subscriber.
  package private(set) var isStale = false
  /// When anything was published.
  private var publishedAt: Duration
  private var beatAt: Duration?
  /// When the Beat for new subscribers is due; nil if they have it.
  private(set) var beatDueAt: Duration?
  /// The number of viewers attached to it.
  private(set) var viewers = 0
  /// The keys of peers that were given the key of its sealed form, also those whose viewers have left it.
  private(set) var readers: Set<PeerKey> = []
  /// The viewer that last attached to the stream again, and when.
  private var lastReturn: (viewer: UInt64, at: Duration)?
  /// When the last keyframe was published.
  private var keyframeAt: Duration?

  init(id: UInt64, _ key: StreamKey, topics: StreamTopics, _ start: StreamStart, at now: Duration) {
    self.id = id
    session = key.session
    viewport = key.viewport
    self.topics = topics
    publisher = start.publisher
    view = start.view
    subscription = .idle(since: now)
    publishedAt = now
  }

  var key: StreamKey { StreamKey(session, viewport, showsPictures: view.showsPictures) }
  /// The topic of the open form.
  package var topic: [UInt8] { topics.open.bytes }

  package var isSubscribed: Bool {
    switch subscription {
    case .active: true
    case .idle: false
    }
  }

  /// Whether it is in use and can't be replaced by a stream of another size.
  var isTaken: Bool { isSubscribed || viewers > 0 }

  /// Whether it is subscribed and shows the present state of its session.
  var isCurrent: Bool { isSubscribed && !isStale }

  /// Whether it has had no subscriber for `DaemonTiming.streamLinger`.
  func isExpired(at now: Duration) -> Bool {
    switch subscription {
    case .active: false
    case .idle(let since): now - since >= DaemonTiming.streamLinger
    }
  }

  // MARK: Subscribers

  /// Notes that a form has its first subscriber, or has lost its last one.
  mutating func subscriptionChanged(to form: StreamForm, isActive: Bool, at now: Duration) {
    var forms = self.forms
    if isActive { forms.insert(StreamForms(form)) } else { forms.remove(StreamForms(form)) }
    subscription = forms.isEmpty ? .idle(since: now) : .active(forms)
    if isActive {
      // A subscriber that comes and goes causes no more than one each `DaemonTiming.beatPause`.
      beatDueAt = beatDueAt ?? max(now, beatAt.map { $0 + DaemonTiming.beatPause } ?? now)
    } else if forms.isEmpty {
      beatDueAt = nil
    }
  }

  /// The forms that somebody subscribes to.
  var forms: StreamForms {
    switch subscription {
    case .active(let forms): forms
    case .idle: []
    }
  }

  /// Returns a message for everybody who subscribes to it.
  func publication(_ message: LayoutMessage) -> Publication {
    publication(message.encoded())
  }

  private func publication(_ bytes: [UInt8]) -> Publication {
    Publication(topics: topics, forms, bytes)
  }

  /// Keeps it for a viewer that is about to subscribe.
  mutating func linger(at now: Duration) {
    switch subscription {
    case .active: break
    case .idle: subscription = .idle(since: now)
    }
  }

  mutating func addViewer(of principal: Principal) {
    viewers += 1
    if case .key(let key) = principal { readers.insert(key) }
  }

  /// Whether a principal knows the key of its sealed form.
  func isReadable(by principal: Principal) -> Bool {
    if case .key(let key) = principal { readers.contains(key) } else { false }
  }

  mutating func removeViewer() {
    viewers -= 1
  }

  // MARK: Contents

  /// Begins anew with the present state of its session.
  mutating func restart(_ start: StreamStart) {
    isStale = false
    view = start.view
    publisher = start.publisher
  }

  /// Continues from another view of its session, whose content was replaced.
  mutating func use(_ view: SessionView) {
    let showsPictures = self.view.showsPictures
    self.view = view
    self.view.showsPictures = showsPictures
  }

  /// Lays out a session that has changed; a stream without a subscriber becomes stale.
  ///
  /// A window that is being resized leaves many streams behind; those without subscribers are not laid out.
  ///
  /// - Returns: the update; nil for a stale stream.
  mutating func update(
    from session: inout HostedSession,
    facts: SessionFacts,
    at now: Duration
  ) -> Publication? {
    guard isSubscribed else {
      isStale = true
      return nil
    }
    let (trajectory, startedAt) = session.model.layout(&view, facts: facts, at: now)
    publishedAt = now
    // On its own: as an argument of a method of this stream it would be changed beside a copy of the stream.
    let bytes = publisher.publish(
      bounded: trajectory,
      startedAt: startedAt,
      seq: session.nextSeq(),
      version: session.model.version,
      at: now
    )
    return publication(bytes)
  }

  /// Whether its viewers see a container.
  mutating func shows(_ id: ContainerID, at now: Duration) -> Bool {
    publisher.shows(id, at: now)
  }

  /// Whether its scene names a picture to viewers.
  mutating func names(_ picture: PictureID, at now: Duration) -> Bool {
    view.showsPictures && publisher.names(picture, at: now)
  }

  // MARK: Messages

  /// Returns the Beat for new subscribers, or the one that follows a time of silence; nil if none is due
  /// (proto/README.md: Heartbeat).
  ///
  /// - Parameters:
  ///   - isPeriodic: whether it is time for the Beats of silent streams.
  ///   - now: the time of the turn.
  /// - Returns: the Beat.
  mutating func beatIfDue(isPeriodic: Bool = false, at now: Duration) -> Publication? {
    let isRequested = beatDueAt.map { $0 <= now } ?? false
    let isSilent = now - publishedAt >= DaemonTiming.beat / 2
    guard isSubscribed, isRequested || isPeriodic && isSilent else { return nil }
    return beat(at: now)
  }

  /// Returns a Beat that asks viewers to move to another stream.
  mutating func beat(moves: [UInt64] = [], at now: Duration) -> Publication {
    (publishedAt, beatAt, beatDueAt) = (now, now, nil)
    var beat = publisher.beat
    beat.moves = moves
    return publication(.beat(beat))
  }

  /// Returns a snapshot of its present state.
  mutating func snapshot(at now: Duration) -> Snapshot { publisher.snapshot(now: now) }

  /// Notes that a viewer which had its snapshot attaches again: it has missed an update (proto/README.md: Join, step 4).
  ///
  /// A second viewer that does so within `DaemonTiming.keyframe` indicates that others missed it, too. They attach
  /// again at random moments, and use a keyframe, one snapshot for all, if it arrives before.
  ///
  /// - Returns: whether a keyframe is due.
  mutating func noteReturn(of viewer: UInt64, at now: Duration) -> Bool {
    let last = lastReturn
    lastReturn = (viewer, now)
    guard let last, last.viewer != viewer, now - last.at <= DaemonTiming.keyframe else {
      return false
    }
    return keyframeAt.map { now >= $0 + DaemonTiming.keyframe } ?? true
  }

  /// Returns a keyframe for all its viewers; nil if it has no subscriber, or is stale.
  mutating func keyframe(at now: Duration) -> Publication? {
    guard isCurrent else { return nil }
    (keyframeAt, publishedAt) = (now, now)
    return publication(.keyframe(snapshot(at: now)))
  }
}

/// The publisher and the view with which a stream begins.
struct StreamStart {
  let publisher: Publisher
  let view: SessionView
}

extension Publisher {
  /// Publishes a trajectory.
  ///
  /// If a motion adds more than `DaemonLimits.motionBytes` to the size of its end, only the end is published. The rows
  /// of that end are sent in any case, and do not count.
  ///
  /// - Returns: the encoded message to send.
  package mutating func publish(
    bounded trajectory: Trajectory,
    startedAt: Duration,
    seq: UInt64,
    version: UInt64,
    at now: Duration
  ) -> [UInt8] {
    func message(_ publisher: inout Publisher, _ trajectory: Trajectory) -> [UInt8] {
      let update = publisher.publish(
        trajectory,
        startedAt: startedAt,
        seq: seq,
        version: version,
        now: now
      )
      return LayoutMessage.update(update).encoded()
    }
    let before = self
    let bytes = message(&self, trajectory)
    guard bytes.count > DaemonLimits.motionBytes, trajectory.length > 0 else { return bytes }
    let moving = self
    self = before
    let still = message(&self, Trajectory(rest: trajectory.end))
    if bytes.count - still.count > DaemonLimits.motionBytes { return still }
    self = moving
    return bytes
  }
}
