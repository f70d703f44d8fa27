package import NavModel
import NavScene
import NavSession
import NavSync
package import NavWire

/// The daemon's decisions without I/O: requests, subscriptions, loaded content and time go in, actions come out.
///
/// A turn of the poll loop hands over everything that arrived and then calls `endTurn`, which publishes at most one
/// update per stream and releases the replies after them (proto/README.md: Input, exactly once).
package struct DaemonCore: ~Copyable {
  package let epoch: UInt64
  package internal(set) var sessions: [UInt64: HostedSession] = [:]
  var names: [SessionName: UInt64] = [:]
  package internal(set) var streams: [UInt64: Stream] = [:]
  package internal(set) var viewers: [UInt64: Viewer] = [:]
  /// Viewers that wait for a snapshot, by the tokens of their ready topics.
  var viewersByToken: [UInt64: UInt64] = [:]
  /// Streams to which several viewers returned at once.
  var keyframesDue: Set<UInt64> = []
  /// Sessions in which viewers may have to move to another stream.
  var movesDue: Set<UInt64> = []
  var viewersByClient: [ClientID: UInt64] = [:]
  var ledger: RequestLedger
  var loads: [UInt64: Load] = [:]
  /// The sessions whose operations wait for a page, by the ticket of `loadPage`.
  var openings: [UInt64: UInt64] = [:]
  /// Sessions whose content has changed before they were created.
  var changedEarly: Set<UInt64> = []
  var waits: [WaitingCondition] = []
  /// Exports, by the keys that clients gave them.
  var exports: [UInt64: HeldExport] = [:]
  /// Requests that wait for a trial, by the ticket of `attempt`.
  var trials: [UInt64: Trial] = [:]
  /// Requests that wait for what workers find, by the ticket of `find`.
  var finds: [UInt64: PendingRequest] = [:]
  let startedAt: Duration
  let topics: TopicAuthority
  /// Whether everybody who can reach the daemon may drive its sessions; every scene says so.
  package var isInsecure = false
  var requestRate: RequestRate
  var random: any RandomNumberGenerator
  /// Replies of this turn, sent after its updates.
  var replies: [OutgoingReply] = []
  /// Replies that wait until their operations are on disk, by the ticket of `sync`.
  var syncing: [UInt64: [OutgoingReply]] = [:]
  var keeping = Keeping()
  /// Sessions that are being restored after a restart, by the ticket of `restore`.
  package internal(set) var restorations: [UInt64: Restoration] = [:]
  /// The epoch in which the store was created: of every session since then, it is known whether it has ended.
  let bornEpoch: UInt64
  /// How durable a change must be before its reply is sent; to be changed between turns.
  package var durability: Durability
  /// The configured limits; to be changed between turns.
  package var limits: ConfigurableLimits {
    didSet {
      ledger.limit = limits.clients
      let rates = [oldValue, limits].map { [$0.requestsPerSecond, $0.requestBurst] }
      // With another rate, the count of every connection starts again.
      if rates[0] != rates[1] { requestRate = RequestRate(limits) }
    }
  }
  let startedAtUnixTime: Int64
  /// Jobs that wrap long texts, by the ticket of `wrap`.
  var wrappings: [UInt64: Wrapping] = [:]
  /// The bytes from which on a text is long, and wrapped by a worker.
  package var longText = LongText.leastWeight
  /// Figures of the poll loop around the core, reported in `status`.
  package var loop = LoopFigures()
  var actions: [DaemonAction] = []
  /// Sessions that were published since the last `prepare`.
  var published: Set<UInt64> = []
  private var nextBeat: Duration

  /// - Parameters:
  ///   - epoch: above that of every earlier start (milliseconds since 1970).
  ///   - topicKey: 32 secret random bytes.
  ///   - hash: makes topics and digests of requests.
  ///   - random: where ids come from; not to be guessed.
  ///   - now: the time of the start.
  package init(
    epoch: UInt64,
    topicKey: [UInt8],
    hash: any KeyedHash,
    random: any RandomNumberGenerator,
    now: Duration
  ) {
    let state = StoredState(bornEpoch: epoch, epoch: epoch, topicKey: topicKey)
    self.init(state, hash: hash, random: random, now: now)
  }

  /// A daemon that goes on where an earlier one ended.
  ///
  /// - Parameters:
  ///   - state: what that one has left.
  ///   - isStored: whether this start is on the disk.
  ///   - durability: what its replies wait for.
  ///   - limits: what may be there at most; what is kept is brought back even where it is more.
  ///   - hash: makes topics and digests of requests.
  ///   - random: where ids come from; not to be guessed.
  ///   - now: the time of the start.
  ///   - unixTime: the same in milliseconds since 1970.
  package init(
    _ state: StoredState,
    isStored: Bool = true,
    durability: Durability = .process,
    limits: ConfigurableLimits = ConfigurableLimits(),
    hash: any KeyedHash,
    random: any RandomNumberGenerator,
    now: Duration,
    unixTime: Int64 = 0
  ) {
    epoch = state.epoch
    bornEpoch = state.bornEpoch
    topics = TopicAuthority(key: state.topicKey, hash: hash)
    ledger = RequestLedger(hash: hash)
    self.durability = durability
    self.limits = limits
    requestRate = RequestRate(limits)
    ledger.limit = limits.clients
    self.random = random
    startedAt = now
    startedAtUnixTime = unixTime
    nextBeat = now + DaemonTiming.beat
    let (start, startUnixTime) = (now, unixTime)
    ledger.restore(state.replies) { start + min(.zero, .milliseconds($0 - startUnixTime)) }
    if !isStored { keeping.retryAt = now + DaemonTiming.storeRetry }
    for record in state.sessions { restore(record, at: now) }
  }

  /// Handles the result of a `load` action.
  package mutating func contentLoaded(
    ticket: UInt64,
    _ result: Result<SessionContent, ContentFailure>,
    at now: Duration
  ) {
    guard let load = loads.removeValue(forKey: ticket) else { return }
    defer { changedEarly.remove(ticket) }
    switch result {
    case .success(let content):
      do {
        try content.check()
      } catch {
        actions.append(.close(session: ticket))
        for waiting in load.waiting {
          answer(waiting, .failure(Reply.Failure(.noSuchInput, error.description)))
        }
        return
      }
      create(load.name, as: ticket, showing: load.content, Session(content))
      // The first request has created the session.
      for (index, waiting) in load.waiting.enumerated() {
        finish(waiting, opened: ticket, isNew: index == 0, at: now)
      }
    case .failure(let failure):
      actions.append(.close(session: ticket))
      for waiting in load.waiting {
        let code: Reply.Failure.Code = failure.isForbidden ? .notPermitted : .noSuchInput
        answer(waiting, .failure(Reply.Failure(code, failure.description)))
      }
    }
  }

  /// Handles the first subscription to a topic of the layout socket, or the end of the last one.
  ///
  /// - Parameters:
  ///   - topic: the topic as it arrived.
  ///   - isActive: true for a subscription, false for its end.
  ///   - now: the time of the turn.
  /// - Returns: false for a subscription to a topic that this daemon did not make; its sender is to be shut out.
  @discardableResult
  package mutating func receiveSubscription(
    to topic: [UInt8],
    isActive: Bool,
    at now: Duration
  ) -> Bool {
    switch topics.topic(of: topic) {
    case .stream(let id, let generation):
      streamSubscription(id, generation, topic: topic, isActive: isActive, at: now)
    case .ready(let id, _, let token):
      if isActive { serve(token, ofStream: id, topic: topic, at: now) }
    case nil: return !isActive
    }
    return true
  }

  /// Does what is due at a time.
  ///
  /// Runs first at the end of a turn, before the batch to store is complete.
  mutating func passTime(at now: Duration) {
    if now >= nextBeat {
      nextBeat = now + DaemonTiming.beat
      expireViewers(at: now)
      beat(at: now)
      expireStreams(at: now)
      // Repeats requests to move that were missed; streams that have ended leave room for others.
      for (id, hosted) in sessions where !hosted.fitted.isEmpty { movesDue.insert(id) }
    }
    expireOpenings(at: now)
    expirePans(at: now)
    expireRestorations(at: now)
    finishReloads(at: now)
    expireExports(at: now)
  }

  /// Ends a turn: publishes what changed, then releases the replies.
  ///
  /// - Parameters:
  ///   - now: the time of the turn.
  ///   - isStored: whether the batch of `batchToStore` is on disk.
  /// - Returns: the actions to perform, in order.
  package mutating func endTurn(at now: Duration, isStored: Bool = true) -> [DaemonAction] {
    if !keeping.isCounted { _ = batchToStore(at: now) }
    keeping.isCounted = false
    noteStored(isStored, at: now)
    readPreviews(at: now)
    var changed: Set<UInt64> = []
    for id in sessions.keys.sorted() where publishIfNeeded(id, at: now) { changed.insert(id) }
    publishKeyframes(at: now)
    tellMoves(at: now)
    answerWaits(changed: changed, at: now)
    releaseReplies(isStored: isStored)
    defer { actions = [] }
    return actions
  }

  /// Does idle-time work: call it after a turn's actions were performed.
  ///
  /// - Returns: the actions to perform for it.
  package mutating func prepare() -> [DaemonAction] {
    defer { actions = [] }
    // Sorted, so that a run is reproducible.
    for id in published.sorted() {
      guard let streams = sessions[id]?.streams else { continue }
      // As with layouts, streams without subscribers are left out.
      for (viewport, stream) in streams.sorted(by: { $0.value < $1.value })
      where self.streams[stream]?.isSubscribed == true {
        if !wrapsAhead(id, in: viewport) { sessions[id]?.model.prepare(in: viewport) }
      }
    }
    published = []
    return actions
  }

  /// Returns when `endTurn` has to be called even if nothing arrives: nil for never, at once if that time has passed.
  package func nextWake() -> Duration? {
    var wakes = sessions.values.compactMap(\.presenceDue)
    wakes += sessions.values.compactMap { $0.opening.map { $0.startedAt + DaemonTiming.opening } }
    wakes += waits.map { nextLook(at: $0) }
    if let nextPanExpiry { wakes.append(nextPanExpiry) }
    if let nextRestorationStep { wakes.append(nextRestorationStep) }
    if let nextReload { wakes.append(nextReload) }
    if let nextExportExpiry { wakes.append(nextExportExpiry) }
    if let nextPreview { wakes.append(nextPreview) }
    if let retryAt = keeping.retryAt { wakes.append(retryAt) }
    // Actions of the start.
    if !actions.isEmpty { wakes.append(startedAt) }
    if !streams.isEmpty || !viewers.isEmpty { wakes.append(nextBeat) }
    return wakes.min()
  }

  /// Stops the daemon: every viewer receives a Bye, and waits are answered with `retry`.
  package mutating func stop() -> [DaemonAction] {
    let bye = LayoutMessage.bye(Bye(reason: .daemonStops, text: "navd stops")).encoded()
    for wait in waits {
      answer(wait.pending, .failure(Reply.Failure(.retry, "navd stops: ask again when it is back")))
    }
    waits = []
    actions = []
    releaseReplies(isStored: isDurable)
    // Clients repeat the requests whose replies wait for a sync.
    defer { actions = [] }
    return actions + streams.values.filter(\.isSubscribed).map { .publish(topic: $0.topic, bye) }
  }

  private mutating func beat(at now: Duration) {
    for stream in streams.values.sorted(by: { $0.id < $1.id })
    where stream.isSubscribed && now - stream.lastPublished >= DaemonTiming.beat / 2 {
      actions.append(
        .publish(topic: stream.topic, LayoutMessage.beat(stream.publisher.beat).encoded())
      )
    }
  }

  private mutating func expireViewers(at now: Duration) {
    let silent = viewers.values.filter { now - $0.heardAt >= DaemonTiming.viewerLifetime }
    for viewer in silent { remove(viewer: viewer.id, at: now) }
  }

  private mutating func expireStreams(at now: Duration) {
    let idle = streams.values.filter {
      !$0.isSubscribed && now - $0.idleSince >= DaemonTiming.streamLinger
    }
    for stream in idle { remove(stream) }
  }
}

/// Content of a new session that is being read, and the requests that wait for it.
struct Load: Sendable {
  let name: SessionName
  let content: ContentSpec
  var waiting: [PendingRequest]
}

/// A request to answer now or later.
struct PendingRequest: Sendable {
  let peer: Peer
  let request: Request

  /// Whether both are attach requests of one client.
  func isSuperseded(by other: PendingRequest) -> Bool {
    guard request.client == other.request.client, case .attach = request.body,
      case .attach = other.request.body
    else { return false }
    return true
  }
}
