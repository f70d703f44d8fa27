package import NavBase
package import NavEngine
package import NavHost
package import NavScene
import NavStore
package import NavWire

/// A daemon's core with a clock and a store of its own, whose turns, clients and workers are the test's.
///
/// Its settings can be read and set as members of the daemon.
@dynamicMemberLookup
package struct SteppedDaemon: ~Copyable {
  package static let epoch: UInt64 = 1_000
  package var core: DaemonCore
  package private(set) var now: Duration
  private let hash: any KeyedHash
  private var store = DictionaryStore()
  /// The state in which the store's first core began.
  private var birth: StoredState
  /// Whether writes to the disk succeed.
  package var isDiskWell = true
  /// The figures of the shell, for requests for metrics.
  package var figures = ShellFigures()
  /// The batch of the last turn.
  package private(set) var stored = StoreBatch()
  /// The batch whose outcome is not known yet, of a daemon whose store answers later (`storesLater`).
  package private(set) var inFlight: StoreBatch?

  /// - Parameters:
  ///   - epoch: the epoch of the first core.
  ///   - random: the source of its topic key, and of its random numbers.
  ///   - hash: makes topics and digests of requests.
  ///   - now: the time of the start.
  package init(
    epoch: UInt64 = SteppedDaemon.epoch,
    random: SplitMix64 = SplitMix64(seed: 1),
    hash: any KeyedHash,
    now: Duration = .seconds(100)
  ) {
    var random = random
    birth = StoredState(bornEpoch: epoch, epoch: epoch, topicKey: random.bytes(32))
    core = DaemonCore(birth, hash: hash, random: random, now: now)
    (self.hash, self.now) = (hash, now)
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<DaemonSettings, Value>) -> Value {
    get { core.settings[keyPath: path] }
    set { core.settings[keyPath: path] = newValue }
  }

  /// The results of one turn of the loop, in order.
  package struct Turn {
    package enum Event: Hashable {
      case published(topic: [UInt8], LayoutMessage)
      case replied(Peer, Reply)
      /// Anything else that the core wants done: by a worker or the disk.
      case requested(DaemonAction)
    }

    package var events: [Event] = []
    /// The lines of the log, which are no events.
    package var entries: [LogEntry] = []

    package var published: [(topic: [UInt8], message: LayoutMessage)] {
      events.compactMap {
        if case .published(let topic, let message) = $0 { (topic, message) } else { nil }
      }
    }
    package var replies: [Reply] {
      events.compactMap { if case .replied(_, let reply) = $0 { reply } else { nil } }
    }
    /// The actions other than publications and replies.
    package var requests: [DaemonAction] {
      events.compactMap { if case .requested(let action) = $0 { action } else { nil } }
    }
    package var loads: [(ticket: UInt64, content: ContentSpec)] {
      requests.compactMap {
        if case .load(let ticket, let content, _) = $0 { (ticket, content) } else { nil }
      }
    }
    package var pageLoads: [(ticket: UInt64, request: PageRequest)] {
      requests.compactMap {
        if case .loadPage(let ticket, _, let request) = $0 { (ticket, request) } else { nil }
      }
    }
    /// The operations for a worker.
    package var performs: [DaemonAction] {
      requests.filter { if case .perform = $0 { true } else { false } }
    }
    /// The tickets of searches that end.
    package var endedSearches: [UInt64] {
      requests.compactMap { if case .endSearch(let ticket) = $0 { ticket } else { nil } }
    }
    package var restores: [Restore] {
      requests.compactMap {
        guard case .restore(let ticket, _, let content, let place, let version) = $0 else {
          return nil
        }
        return Restore(ticket: ticket, content: content, place: place, version: version)
      }
    }
    package var reloads: [ContentReload] {
      requests.compactMap { if case .reload(let reload) = $0 { reload } else { nil } }
    }
    package var exports: [ContentExporting] {
      requests.compactMap { if case .export(let export) = $0 { export } else { nil } }
    }
    package var layouts: [SnapshotQuery] {
      requests.compactMap { if case .layOut(let query) = $0 { query } else { nil } }
    }
    package var wraps: [(ticket: UInt64, texts: [LongText])] {
      requests.compactMap {
        if case .wrap(let ticket, let texts) = $0 { (ticket, texts) } else { nil }
      }
    }
    package var bundles: [(ticket: UInt64, job: BundleJob)] {
      requests.compactMap {
        if case .bundle(let ticket, let job) = $0 { (ticket, job) } else { nil }
      }
    }
    /// The sessions whose resources are released.
    package var closed: [UInt64] {
      requests.compactMap { if case .close(let session) = $0 { session } else { nil } }
    }
    package var syncs: [UInt64] {
      requests.compactMap { if case .sync(let ticket) = $0 { ticket } else { nil } }
    }
    /// The lines of the log about the daemon itself.
    package var logs: [String] { entries.filter { $0.event?.isAudited != true }.map(\.message) }
    /// The lines of the log that tell who did what.
    package var audit: [LogEntry] { entries.filter { $0.event?.isAudited == true } }
    package var updates: [Update] {
      published.compactMap { if case .update(let update) = $0.message { update } else { nil } }
    }

    fileprivate mutating func add(_ actions: [DaemonAction]) throws {
      for action in actions {
        if case .log(let entry) = action {
          entries.append(entry)
        } else {
          events.append(try SteppedDaemon.read(action))
        }
      }
    }

    package func messages(on topic: [UInt8]) -> [LayoutMessage] {
      published.filter { $0.topic == topic }.map(\.message)
    }
  }

  /// A session to restore.
  package struct Restore {
    package let ticket: UInt64
    package let content: ContentSpec
    package let place: NavigationState
    package let version: UInt64

    package func read(_ content: SessionContent) throws(ContentFailure) -> RestoredSession {
      try RestoredSession(content, at: place, version: version) { _ in
        (.page(PageContent("gone", [])), isThere: false)
      }
    }
  }

  package var sessionCount: Int { core.sessions.count }
  package var viewerCount: Int { core.viewers.count }
  /// The number of live sessions and of private views.
  package var hostedCount: Int { core.sessions.hostedCount }

  /// The places of the sessions after a restart, by session ID.
  package var places: [NavigationState] {
    core.sessions.live.sorted { $0.id < $1.id }.map(\.stateToKeep)
  }

  /// The viewers that hold a pan.
  package var panOwners: [UInt64] { core.sessions.live.compactMap(\.model.panOwner) }

  /// When the loop would wake up by itself.
  package var nextWake: Duration? { core.nextWake() }

  package mutating func pass(_ time: Duration) {
    now += time
  }

  package mutating func send(_ bytes: [UInt8], from peer: Peer = Peer(envelope: [[1], []])) {
    core.receive(bytes, from: peer, at: now)
    if core.awaitsFigures { core.measured(figures, at: now) }
  }

  package mutating func send(_ request: Request) {
    send(request.encoded(), from: Peer(envelope: [request.client.bytes, []]))
  }

  /// Subscribes to a topic at the socket of a principal's scenes; returns whether it may hold the topic.
  @discardableResult
  package mutating func subscribe(
    to topic: [UInt8],
    by principal: Principal = .localUser
  ) -> Bool {
    let key: PeerKey? = if case .key(let key) = principal { key } else { nil }
    return core.receiveSubscription(
      to: topic,
      in: principal.streamForm,
      of: key,
      isActive: true,
      at: now
    )
  }

  @discardableResult
  package mutating func unsubscribe(
    from topic: [UInt8],
    by principal: Principal = .localUser
  ) -> Bool {
    core.receiveSubscription(to: topic, in: principal.streamForm, isActive: false, at: now)
  }

  package mutating func finishLoading(
    _ ticket: UInt64,
    _ result: Result<SessionContent, ContentFailure>
  ) {
    core.receive(.content(ticket: ticket, result), at: now)
  }

  /// Runs an operation as a worker does.
  package mutating func finish(_ operation: DaemonAction) {
    guard let result = SimulatedResult(of: operation) else { return }
    core.receive(result, at: now)
  }

  package mutating func finishLoading(_ ticket: UInt64, page: Result<PageContent, ContentFailure>) {
    let page = page.map { PreparedPage(.page($0), availableSizes: []) }
    core.receive(.page(ticket: ticket, page), at: now)
  }

  /// Ends a turn, including its write to the disk, and decodes its actions.
  package mutating func turn() throws -> Turn {
    var turn = Turn()
    try turn.add(endTurn())
    try turn.add(layOutAhead())
    return turn
  }

  /// Lets time pass, and ends a turn.
  @discardableResult
  package mutating func turn(after time: Duration) throws -> Turn {
    pass(time)
    return try turn()
  }

  /// Ends a turn, including its write to the disk.
  ///
  /// - Returns: the actions to perform before `layOutAhead`.
  package mutating func endTurn() -> [DaemonAction] {
    // Those that have waited for the store.
    while core.carryOutNext(at: now) {}
    stored = core.batchToStore(at: now)
    if core.settings.storesLater, !stored.isEmpty {
      precondition(inFlight == nil, "a second commit is handed out while one is in flight")
      inFlight = stored
      return core.endTurn(at: now, .pending)
    }
    let isStored = stored.isEmpty || isDiskWell
    if isStored { store.commit(stored) }
    return core.endTurn(at: now, isStored ? .stored : .refused)
  }

  /// Ends the commit in flight; what follows is in the next turn.
  package mutating func land(_ outcome: CommitOutcome = .stored) {
    storeFlight(outcome)
    core.commitEnded(outcome, at: now)
  }

  /// Stores the batch in flight; the core is not told yet.
  package mutating func storeFlight(_ outcome: CommitOutcome = .stored) {
    if outcome == .stored, let inFlight { store.commit(inFlight) }
    inFlight = nil
  }

  package mutating func layOutAhead() -> [DaemonAction] {
    core.layOutAhead(at: now + DaemonTiming.lookAhead)
  }

  /// Kills the daemon and starts a new one with the state on the disk.
  package mutating func restart(
    epoch: UInt64 = SteppedDaemon.epoch + 1,
    durability: Durability = .process,
    limits: ConfigurableLimits = ConfigurableLimits(),
    setAside: Set<UInt64> = [],
    isLost: Bool = false,
    isStored: Bool = true
  ) {
    var generator = SplitMix64(seed: epoch)
    let key = generator.bytes(32)
    if isLost {
      store = DictionaryStore()
      birth = StoredState(bornEpoch: epoch, epoch: epoch, topicKey: key)
    }
    birth.epoch = epoch
    inFlight = nil
    let storesLater = core.settings.storesLater
    defer { core.settings.storesLater = storesLater }
    core = DaemonCore(
      store.state(birth),
      isStored: isStored,
      durability: durability,
      limits: limits,
      setAside: setAside,
      hash: hash,
      random: generator,
      now: now
    )
  }

  package mutating func finishRestoring(
    _ ticket: UInt64,
    _ result: Result<RestoredSession, ContentFailure>
  ) {
    core.receive(.restored(ticket: ticket, result), at: now)
  }

  /// Lets all sessions that are to be restored be decks of five pages.
  ///
  /// - Returns: what was asked for.
  package mutating func finishRestoring() throws -> [Restore] {
    let restores = try turn().restores
    for restore in restores {
      finishRestoring(restore.ticket, .success(try restore.read(.deck(SteppedDaemon.pages))))
    }
    _ = try turn()
    return restores
  }

  /// Authorises these keys, and no others.
  package mutating func authorize(_ grants: [PeerKey: AuthorizedKeys.Grant]) {
    core.use(AuthorizedKeys(grants), at: now)
  }

  package mutating func use(_ keys: ServerKeys) { core.use(keys, at: now) }

  package func mayWatch(_ key: PeerKey?) -> Bool { core.mayWatch(key) }

  /// Reports that a session's content has changed.
  package mutating func contentChanged(_ id: UInt64) { core.contentChanged(in: id) }

  /// Hands a worker's result to the core.
  package mutating func receive(_ result: SimulatedResult) { core.receive(result, at: now) }

  package mutating func finishReload(
    _ reload: ContentReload,
    _ result: Result<ReloadedContent, ContentFailure>
  ) {
    core.receive(.reloaded(reload, result), at: now)
  }

  /// Lays out a snapshot as a worker.
  package mutating func finishLayout(_ query: SnapshotQuery) {
    core.receive(.laidOut(ticket: query.ticket, query.run()), at: now)
  }

  package mutating func finishExport(
    _ export: ContentExporting,
    _ result: Result<[UInt8], ContentFailure>
  ) {
    core.receive(.exported(export, result), at: now)
  }

  package mutating func finishBundle(
    _ ticket: UInt64,
    _ result: Result<Reply.BundleState, ContentFailure>
  ) {
    core.bundleStored(ticket: ticket, result, at: now)
  }

  /// Notes bundles that an earlier daemon has kept, with their sizes in bytes.
  package mutating func restore(bundles: [ContentHash: Int]) {
    core.restore(bundles: bundles, at: now)
  }

  /// Reports how far the search of a `loadPage` action is.
  package mutating func report(_ progress: SearchProgress, ofLoad ticket: UInt64) {
    core.searched(ticket: ticket, progress, at: now)
  }

  package mutating func finishWrapping(_ ticket: UInt64, _ texts: [WrappedText]) {
    core.receive(.wrapped(ticket: ticket, texts), at: now)
  }

  package mutating func finishSync(_ ticket: UInt64, isStored: Bool = true) {
    core.receive(.synced(ticket: ticket, isStored: isStored), at: now)
  }

  /// The metrics, with figures of the shell.
  package func metrics(_ figures: ShellFigures = ShellFigures()) -> String {
    core.metrics(with: figures).text
  }

  package mutating func stop() throws -> Turn {
    var turn = Turn()
    try turn.add(core.stop())
    return turn
  }

  fileprivate static func read(_ action: DaemonAction) throws -> Turn.Event {
    if case .publish(let topic, let bytes) = action {
      return .published(topic: topic, try LayoutMessage(decoding: bytes))
    }
    if case .publishSealed(let topic, let bytes, _) = action {
      return .published(topic: topic, try LayoutMessage(decoding: bytes))
    }
    if case .reply(let peer, let bytes) = action {
      return .replied(peer, try Reply(decoding: bytes))
    }
    return .requested(action)
  }

  /// Sends one request in a turn of its own and returns its reply.
  package mutating func ask(_ request: Request) throws -> Reply.Body {
    send(request)
    let replies = try turn().replies.filter { $0.id == request.id && $0.client == request.client }
    try demand(replies.count == 1, "\(replies)")
    return replies[0].body
  }

  /// Creates a session that shows the given pages.
  package mutating func open(_ name: String, pages: [PageContent] = SteppedDaemon.pages) throws {
    let owner = Client(seed: name.utf8.reduce(1 << 40) { $0 &* 31 &+ UInt64($1) })
    try open(name, .deck(path: "/\(name).md"), .deck(pages), by: owner)
  }

  /// Creates a session over a directory `/tree` that has the lists `a` and `b` and the text `c`.
  package mutating func openTree(_ name: String) throws {
    let content = SessionContent.tree(SteppedDaemon.list("tree"), path: "/tree")
    try open(name, .tree(path: "/tree"), content, by: Client(seed: 77))
  }

  /// Creates a session that shows some content.
  package mutating func open(
    _ name: String,
    _ spec: ContentSpec,
    _ content: SessionContent,
    by owner: Client
  ) throws {
    var owner = owner
    send(owner.operation(.newSession(name: name, spec)))
    let loads = try turn().loads
    try demand(!loads.isEmpty, "nothing is to be read for a new session")
    finishLoading(loads[0].ticket, .success(content))
    let answer = try turn().replies.map(\.body)
    try demand(answer == [.done], "a session was not opened: \(answer)")
  }

  /// Attaches a client to an existing session.
  package mutating func attach(
    _ client: inout Client,
    to session: String,
    _ columns: Int = 80,
    _ rows: Int = 24
  ) throws -> Reply.Attached {
    try ask(client.attach(session, columns, rows)).attached
  }

  /// Joins a client completely and returns its replica.
  package mutating func join(
    _ client: inout Client,
    to session: String,
    _ columns: Int = 80,
    _ rows: Int = 24
  ) throws -> (attached: Reply.Attached, replica: Replica) {
    let attached = try attach(&client, to: session, columns, rows)
    subscribe(to: attached.streamTopic)
    subscribe(to: attached.readyTopic)
    guard case .snapshot(let snapshot)? = try turn().messages(on: attached.readyTopic).first else {
      throw Refused(body: .attached(attached))
    }
    return (attached, try Replica(snapshot, now: now))
  }

  package struct Refused: Error {
    package let body: Reply.Body

    package init(body: Reply.Body) { self.body = body }
  }

  package static func list(_ title: String) -> PageContent {
    let entries = [("a", ListEntry.Opens.list), ("b", .list), ("c", .text)].map { name, opens in
      ListEntry(key: Array(name.utf8), label: name, opens: opens)
    }
    return PageContent(title: title, list: ListContent(entries: entries))
  }

  /// Five pages; the third one overflows 80x24.
  package static let pages = PageContent.numbered(5, rows: 4, long: 3, 60)
}

extension PageContent {
  /// Returns pages of numbered rows; one of them is longer than the others.
  package static func numbered(
    _ count: Int,
    rows: Int,
    long: Int,
    _ longRows: Int
  ) -> [PageContent] {
    (1...count).map { number in
      let lines = (1...(number == long ? longRows : rows)).map { "\(number).\($0)" }
      return PageContent("Page \(number)", [.code(language: "", lines: lines)])
    }
  }
}

extension LoggedEvent {
  /// Whether it tells what somebody did; `AuditRate` limits such lines.
  fileprivate var isAudited: Bool {
    switch self {
    case .started, .listening, .stopped, .configured, .misconfigured, .keysChanged, .keysRefused,
      .storeFails, .storeWorks, .connectionsClosed, .stranger, .offender, .linesLost:
      false
    case .viewerJoined, .viewerLeft, .viewerKicked, .controlGained, .controlLost, .policySet,
      .sessionCreated, .sessionRenamed, .sessionEnded, .sessionRecorded, .invitationMade,
      .invitationUsed, .invitationRevoked, .refused, .auditShortened:
      true
    }
  }
}
