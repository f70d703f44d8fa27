package import NavModel
import NavScene
package import NavSession
import NavSync
package import NavWire

/// The daemon without the world: requests, subscriptions, loaded content and time go in, actions come out.
///
/// A turn of the poll loop hands over everything that arrived and then calls `endTurn`, which publishes at
/// most one update per stream and releases the replies behind them (protocol.md: Input).
package struct DaemonCore: ~Copyable {
  package let epoch: UInt64
  package internal(set) var sessions: [UInt64: HostedSession] = [:]
  var names: [SessionName: UInt64] = [:]
  package internal(set) var streams: [UInt64: Stream] = [:]
  package internal(set) var viewers: [UInt64: Viewer] = [:]
  /// Who waits for a snapshot, by what the ready topic carries.
  var viewersByToken: [UInt64: UInt64] = [:]
  /// Streams to which several came back at once.
  var keyframesDue: Set<UInt64> = []
  /// Sessions in which viewers may have to move to another stream.
  var movesDue: Set<UInt64> = []
  var viewersByClient: [ClientID: UInt64] = [:]
  var ledger: RequestLedger
  var loads: [UInt64: Load] = [:]
  /// The sessions whose operations wait for a page, by its ticket.
  var openings: [UInt64: UInt64] = [:]
  /// Sessions whose content has changed before they were there.
  var changedEarly: Set<UInt64> = []
  var waits: [WaitingCondition] = []
  /// What sessions show as files, by the keys that clients gave them.
  var exports: [UInt64: HeldExport] = [:]
  /// Who waits for what a session would show, by the ticket of `attempt`.
  var trials: [UInt64: Trial] = [:]
  /// Who waits for what workers find, by the ticket of `find`.
  var finds: [UInt64: PendingRequest] = [:]
  let startedAt: Duration
  let topics: TopicAuthority
  /// Whether anybody who can reach it may drive it, which every scene says.
  package var isInsecure = false
  var requestRate: RequestRate
  var random: any RandomNumberGenerator
  /// Replies of this turn; they go out behind its updates.
  var replies: [OutgoingReply] = []
  /// Replies that wait until the disk has what they speak of, by the ticket of `sync`.
  var syncing: [UInt64: [OutgoingReply]] = [:]
  var keeping = Keeping()
  /// Sessions that are being read again after a restart, by the ticket of `restore`.
  package internal(set) var restorations: [UInt64: Restoration] = [:]
  /// The epoch in which what is kept was begun: of every session since then it is known whether it has ended.
  let bornEpoch: UInt64
  /// What replies wait for; to be changed between turns.
  package var durability: Durability
  /// What may be there at most; to be changed between turns.
  package var limits: ConfigurableLimits {
    didSet {
      ledger.limit = limits.clients
      let rates = [oldValue, limits].map { [$0.requestsPerSecond, $0.requestBurst] }
      // With another rate every connection begins anew.
      if rates[0] != rates[1] { requestRate = RequestRate(limits) }
    }
  }
  let startedAtUnixTime: Int64
  /// Long texts that workers wrap, by the ticket of `wrap`.
  var wrappings: [UInt64: Wrapping] = [:]
  /// The bytes from which on a text is long.
  package var longText = LongText.leastWeight
  /// What the loop around it has done; it tells viewers.
  package var loop = LoopFigures()
  var actions: [DaemonAction] = []
  /// Sessions that were published since `prepare`.
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

  /// Content that was asked for by a `load` action has been read, or could not be.
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
      // Whoever asked first has created it.
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

  /// Somebody has subscribed to a topic of the layout socket, or the last one who had has gone.
  ///
  /// - Parameters:
  ///   - topic: as it arrived.
  ///   - isActive: whether somebody subscribed.
  ///   - now: the time of the turn.
  /// - Returns: whether the topic is of this daemon's making; who subscribes to another one is to be shut out.
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

  /// What time alone brings about; the first thing of a turn's end, before what is to be written is known.
  mutating func passTime(at now: Duration) {
    if now >= nextBeat {
      nextBeat = now + DaemonTiming.beat
      expireViewers(at: now)
      beat(at: now)
      expireStreams(at: now)
      // Whoever has not heard it is told again, and where streams have ended there is room.
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
  ///   - isStored: whether what `batchToStore` gave is on the disk.
  /// - Returns: what to do, in this order.
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

  /// Work that may wait until nobody waits: call it after a turn's actions are done.
  ///
  /// - Returns: what to do for it.
  package mutating func prepare() -> [DaemonAction] {
    defer { actions = [] }
    // In one order whatever the tables', so that a run can be repeated.
    for id in published.sorted() {
      guard let streams = sessions[id]?.streams else { continue }
      // As for layouts, nobody pays for streams that are not watched.
      for (viewport, stream) in streams.sorted(by: { $0.value < $1.value })
      where self.streams[stream]?.isSubscribed == true {
        if !wrapsAhead(id, in: viewport) { sessions[id]?.model.prepare(in: viewport) }
      }
    }
    published = []
    return actions
  }

  /// When `endTurn` has to be called even if nothing arrives: nil when never, at once if that has passed already.
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
    // What a start begins with.
    if !actions.isEmpty { wakes.append(startedAt) }
    if !streams.isEmpty || !viewers.isEmpty { wakes.append(nextBeat) }
    return wakes.min()
  }

  /// The daemon stops: every viewer is told.
  package mutating func stop() -> [DaemonAction] {
    let bye = LayoutMessage.bye(Bye(reason: .daemonStops, text: "navd stops")).encoded()
    for wait in waits {
      answer(wait.pending, .failure(Reply.Failure(.retry, "navd stops: ask again when it is back")))
    }
    waits = []
    actions = []
    releaseReplies(isStored: isDurable)
    // What waits for the disk is asked for again by its clients.
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

/// Why content could not be read, for people.
package struct ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether it is there, and the daemon's user may not read it.
  package let isForbidden: Bool
  /// The same in a few words, for where there is little room.
  package let brief: String

  package init(_ description: String, isForbidden: Bool = false, brief: String? = nil) {
    self.description = description
    self.isForbidden = isForbidden
    self.brief = brief ?? description
  }
}

/// Content on its way from the disk, and who waits for it.
struct Load: Sendable {
  let name: SessionName
  let content: ContentDescription
  var waiting: [PendingRequest]
}

/// A request that was accepted for an answer later or now.
struct PendingRequest: Sendable {
  let peer: Peer
  let request: Request

  /// Whether both are attaches of one client.
  func isSuperseded(by other: PendingRequest) -> Bool {
    guard request.client == other.request.client, case .attach = request.body,
      case .attach = other.request.body
    else { return false }
    return true
  }
}
