import NavBase
import NavDaemon
import NavEngine
import NavHost
import NavScene
import NavSystem
import NavTestKit
import NavWire
import Testing

/// A daemon's core with its own clock and decoded output.
struct SteppedDaemon: ~Copyable {
  static let epoch: UInt64 = 1_000
  private var core: DaemonCore
  private(set) var now = Duration.seconds(100)
  private var unread: [DaemonAction] = []
  private let store = DictionaryStore()
  /// Whether writes to the disk succeed.
  var isDiskWell = true
  /// The batch written in the last turn.
  private(set) var stored = StoreBatch()

  init(seed: UInt64 = 1) {
    var generator = SplitMix64(seed: seed)
    core = DaemonCore(
      epoch: Self.epoch,
      topicKey: generator.bytes(32),
      hash: Blake2b(),
      random: generator,
      now: .seconds(100)
    )
  }

  /// The results of one turn of the loop, in order.
  struct Turn {
    enum Event: Hashable {
      case published(topic: [UInt8], LayoutMessage)
      case replied(Peer, Reply)
      /// Anything else that the core wants done: by a worker or the disk.
      case requested(DaemonAction)
    }

    var events: [Event] = []
    /// The lines of the log, which are no events.
    var entries: [LogEntry] = []

    var published: [(topic: [UInt8], message: LayoutMessage)] {
      events.compactMap {
        if case .published(let topic, let message) = $0 { (topic, message) } else { nil }
      }
    }
    var replies: [Reply] {
      events.compactMap { if case .replied(_, let reply) = $0 { reply } else { nil } }
    }
    /// The actions other than publications and replies.
    var requests: [DaemonAction] {
      events.compactMap { if case .requested(let action) = $0 { action } else { nil } }
    }
    var loads: [(ticket: UInt64, content: ContentSpec)] {
      requests.compactMap {
        if case .load(let ticket, let content) = $0 { (ticket, content) } else { nil }
      }
    }
    var pageLoads: [(ticket: UInt64, request: PageRequest)] {
      requests.compactMap {
        if case .loadPage(let ticket, _, let request) = $0 { (ticket, request) } else { nil }
      }
    }
    var restores: [Restore] {
      requests.compactMap {
        guard case .restore(let ticket, _, let content, let place, let version) = $0 else {
          return nil
        }
        return Restore(ticket: ticket, content: content, place: place, version: version)
      }
    }
    var reloads: [ContentReload] {
      requests.compactMap { if case .reload(let reload) = $0 { reload } else { nil } }
    }
    var exports: [ContentExporting] {
      requests.compactMap { if case .export(let export) = $0 { export } else { nil } }
    }
    var layouts: [SnapshotQuery] {
      requests.compactMap { if case .layOut(let query) = $0 { query } else { nil } }
    }
    var wraps: [(ticket: UInt64, texts: [LongText])] {
      requests.compactMap {
        if case .wrap(let ticket, let texts) = $0 { (ticket, texts) } else { nil }
      }
    }
    var bundles: [(ticket: UInt64, job: BundleJob)] {
      requests.compactMap {
        if case .bundle(let ticket, let job) = $0 { (ticket, job) } else { nil }
      }
    }
    /// The sessions whose resources are released.
    var closed: [UInt64] {
      requests.compactMap { if case .close(let session) = $0 { session } else { nil } }
    }
    var syncs: [UInt64] {
      requests.compactMap { if case .sync(let ticket) = $0 { ticket } else { nil } }
    }
    /// The lines of the log about the daemon itself.
    var logs: [String] { entries.filter { $0.event?.isAudited != true }.map(\.message) }
    /// The lines of the log that tell who did what.
    var audit: [LogEntry] { entries.filter { $0.event?.isAudited == true } }
    var updates: [Update] {
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

    func messages(on topic: [UInt8]) -> [LayoutMessage] {
      published.filter { $0.topic == topic }.map(\.message)
    }
  }

  /// A session to restore.
  struct Restore {
    let ticket: UInt64
    let content: ContentSpec
    let place: NavigationState
    let version: UInt64

    func read(_ content: SessionContent) throws(ContentFailure) -> RestoredSession {
      try RestoredSession(content, at: place, version: version) { _ in
        (.page(PageContent(title: "gone", document: TextDocument(blocks: []))), isThere: false)
      }
    }
  }

  var sessionCount: Int { core.sessions.count }
  var viewerCount: Int { core.viewers.count }
  /// The number of live sessions and of private views.
  var hostedCount: Int { core.sessions.hostedCount }

  /// The places of the sessions after a restart, by session ID.
  var places: [NavigationState] {
    core.sessions.live.sorted { $0.id < $1.id }.map(\.stateToKeep)
  }

  /// The viewers that hold a pan.
  var panOwners: [UInt64] { core.sessions.live.compactMap(\.model.panOwner) }

  /// The limits that a reloaded configuration sets.
  var limits: ConfigurableLimits {
    get { core.settings.limits }
    set { core.settings.limits = newValue }
  }
  var control: ControlSettings {
    get { core.settings.control }
    set { core.settings.control = newValue }
  }
  var network: NetworkPlace? {
    get { core.settings.network }
    set { core.settings.network = newValue }
  }
  var durability: Durability {
    get { core.settings.durability }
    set { core.settings.durability = newValue }
  }

  /// When the loop would wake up by itself.
  var nextWake: Duration? { core.nextWake() }

  mutating func pass(_ time: Duration) {
    now += time
  }

  mutating func send(_ bytes: [UInt8], from peer: Peer = Peer(envelope: [[1], []])) {
    core.receive(bytes, from: peer, at: now)
  }

  mutating func send(_ request: Request) {
    send(request.encoded(), from: Peer(envelope: [request.client.bytes, []]))
  }

  /// Subscribes to a topic; returns whether the topic is the daemon's own.
  @discardableResult
  mutating func subscribe(to topic: [UInt8]) -> Bool {
    core.receiveSubscription(to: topic, isActive: true, at: now)
  }

  @discardableResult
  mutating func unsubscribe(from topic: [UInt8]) -> Bool {
    core.receiveSubscription(to: topic, isActive: false, at: now)
  }

  mutating func finishLoading(_ ticket: UInt64, _ result: Result<SessionContent, ContentFailure>) {
    core.receive(.content(ticket: ticket, result), at: now)
  }

  mutating func finishLoading(_ ticket: UInt64, page: Result<PageContent, ContentFailure>) {
    let page = page.map { PreparedPage(.page($0), availableSizes: []) }
    core.receive(.page(ticket: ticket, page), at: now)
  }

  /// Ends a turn, including its write to the disk, and decodes its actions.
  mutating func turn() throws -> Turn {
    stored = core.batchToStore(at: now)
    let isStored = stored.isEmpty || isDiskWell
    if isStored { store.commit(stored) }
    var turn = Turn()
    try turn.add(core.endTurn(at: now, isStored: isStored))
    try turn.add(core.layOutAhead(at: now + DaemonTiming.lookAhead))
    return turn
  }

  /// Kills the daemon and starts a new one with the state on the disk.
  mutating func restart(
    epoch: UInt64 = SteppedDaemon.epoch + 1,
    durability: Durability = .process,
    limits: ConfigurableLimits = ConfigurableLimits(),
    setAside: Set<UInt64> = [],
    isLost: Bool = false,
    isStored: Bool = true
  ) {
    var generator = SplitMix64(seed: epoch)
    let empty = StoredState(
      bornEpoch: isLost ? epoch : Self.epoch,
      epoch: epoch,
      topicKey: generator.bytes(32)
    )
    core = DaemonCore(
      isLost ? empty : store.state(empty),
      isStored: isStored,
      durability: durability,
      limits: limits,
      setAside: setAside,
      hash: Blake2b(),
      random: generator,
      now: now
    )
  }

  mutating func finishRestoring(
    _ ticket: UInt64,
    _ result: Result<RestoredSession, ContentFailure>
  ) {
    core.receive(.restored(ticket: ticket, result), at: now)
  }

  /// Authorises these keys, and no others.
  mutating func authorize(_ grants: [PeerKey: AuthorizedKeys.Grant]) {
    core.use(AuthorizedKeys(grants), at: now)
  }

  mutating func use(_ keys: ServerKeys) { core.use(keys, at: now) }

  func mayWatch(_ key: PeerKey?) -> Bool { core.mayWatch(key) }

  /// Reports that a session's content has changed.
  mutating func contentChanged(_ id: UInt64) { core.contentChanged(in: id) }

  mutating func finishReload(
    _ reload: ContentReload,
    _ result: Result<ReloadedContent, ContentFailure>
  ) {
    core.receive(.reloaded(reload, result), at: now)
  }

  /// Lays out a snapshot as a worker.
  mutating func finishLayout(_ query: SnapshotQuery) {
    core.receive(.laidOut(ticket: query.ticket, query.run()), at: now)
  }

  mutating func finishExport(
    _ export: ContentExporting,
    _ result: Result<[UInt8], ContentFailure>
  ) {
    core.receive(.exported(export, result), at: now)
  }

  mutating func finishBundle(
    _ ticket: UInt64,
    _ result: Result<Reply.BundleState, ContentFailure>
  ) {
    core.bundleStored(ticket: ticket, result, at: now)
  }

  /// Notes bundles that an earlier daemon has kept, with their sizes in bytes.
  mutating func restore(bundles: [ContentHash: Int]) { core.restore(bundles: bundles, at: now) }

  var opensRemotePaths: Bool {
    get { core.settings.opensRemotePaths }
    set { core.settings.opensRemotePaths = newValue }
  }

  mutating func finishWrapping(_ ticket: UInt64, _ texts: [WrappedText]) {
    core.receive(.wrapped(ticket: ticket, texts), at: now)
  }

  mutating func finishSync(_ ticket: UInt64, isStored: Bool = true) {
    core.receive(.synced(ticket: ticket, isStored: isStored), at: now)
  }

  /// Measures what a turn asks for; the answer is among the actions of the next turn.
  mutating func finishMeasuring(_ turn: Turn, _ figures: ShellFigures = ShellFigures()) {
    for case .requested(.measure(let ticket)) in turn.events {
      core.receive(.measured(ticket: ticket, figures), at: now)
    }
  }

  /// The metrics, with figures of the shell.
  func metrics(_ figures: ShellFigures = ShellFigures()) -> String {
    core.metrics(with: figures).text
  }

  mutating func stop() throws -> Turn {
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
  mutating func ask(_ request: Request) throws -> Reply.Body {
    send(request)
    let replies = try turn().replies.filter { $0.id == request.id && $0.client == request.client }
    try #require(replies.count == 1, "\(replies)")
    return replies[0].body
  }

  /// Creates a session that shows the given pages.
  mutating func open(_ name: String, pages: [PageContent] = SteppedDaemon.pages) throws {
    var owner = Client(seed: name.utf8.reduce(1 << 40) { $0 &* 31 &+ UInt64($1) })
    send(owner.operation(.newSession(name: name, .deck(path: "/\(name).md"))))
    let load = try #require(turn().loads.first)
    finishLoading(load.ticket, .success(.deck(pages)))
    let answer = try turn().replies.map(\.body)
    try #require(answer == [.done])
  }

  /// Creates a session over a directory `/tree` that has the lists `a` and `b` and the text `c`.
  mutating func openTree(_ name: String) throws {
    var owner = Client(seed: 77)
    send(owner.operation(.newSession(name: name, .tree(path: "/tree"))))
    let load = try #require(turn().loads.first)
    finishLoading(load.ticket, .success(.tree(SteppedDaemon.list("tree"), path: "/tree")))
    let answer = try turn().replies.map(\.body)
    try #require(answer == [.done])
  }

  /// Attaches a client to an existing session.
  mutating func attach(
    _ client: inout Client,
    to session: String,
    _ columns: Int = 80,
    _ rows: Int = 24
  ) throws -> Reply.Attached {
    let body = try ask(client.attach(session, columns, rows))
    guard case .attached(let attached) = body else { throw Refused(body: body) }
    return attached
  }

  /// Joins a client completely and returns its replica.
  mutating func join(
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

  struct Refused: Error {
    let body: Reply.Body
  }

  static func list(_ title: String) -> PageContent {
    let entries = [("a", ListEntry.Opens.list), ("b", .list), ("c", .text)].map { name, opens in
      ListEntry(key: Array(name.utf8), label: name, opens: opens)
    }
    return PageContent(title: title, list: ListContent(entries: entries))
  }

  /// Five pages; the third one overflows 80x24.
  static let pages = (1...5).map { number in
    PageContent(
      title: "Page \(number)",
      document: TextDocument(blocks: [
        .code(language: "", lines: (1...(number == 3 ? 60 : 4)).map { "\(number).\($0)" })
      ])
    )
  }
}

/// One client process: its ID and sequence numbers.
struct Client {
  let id: ClientID
  private(set) var seq: UInt64 = 0
  private var requests: UInt64 = 0

  init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    id = ClientID(random: &generator)
  }

  mutating func read(_ body: Request.Body) -> Request {
    requests += 1
    return Request(id: requests, client: id, seq: 0, body: body)
  }

  mutating func operation(_ body: Request.Body) -> Request {
    requests += 1
    seq += 1
    return Request(id: requests, client: id, seq: seq, body: body)
  }

  mutating func attach(
    _ session: String,
    _ columns: Int = 80,
    _ rows: Int = 24,
    content: ContentSpec? = nil,
    version: ProtocolVersion = .current
  ) -> Request {
    read(
      .attach(
        Request.Attach(
          version: version,
          session: session,
          viewport: CellSize(columns: columns, rows: rows),
          content: content
        )
      )
    )
  }

  mutating func command(
    _ command: SessionCommand,
    in session: SessionReference,
    viewer: UInt64? = nil,
    viewport: CellSize? = nil
  ) -> Request {
    operation(
      .input(
        Request.Input(
          session: session,
          viewer: viewer,
          viewport: viewport,
          action: .command(command)
        )
      )
    )
  }

  mutating func tap(
    _ container: ContainerID,
    row: Int?,
    in session: SessionReference
  ) -> Request {
    operation(
      .input(
        Request.Input(
          session: session,
          viewer: nil,
          viewport: nil,
          action: .tap(container, row: row)
        )
      )
    )
  }

  mutating func wait(
    for condition: Request.Wait.Condition,
    in session: String,
    _ timeout: Duration = .seconds(5)
  ) -> Request {
    read(.wait(Request.Wait(session: .name(session), condition: condition, timeout: timeout)))
  }

  mutating func keys(_ names: [String], in session: SessionReference) -> Request {
    let keys = names.compactMap { Key(name: $0) }
    return operation(
      .input(Request.Input(session: session, viewer: nil, viewport: nil, action: .keys(keys)))
    )
  }
}

extension Reply.Body {
  /// The error code of a failure.
  var code: Reply.Failure.Code? {
    if case .failure(let failure) = self { failure.code } else { nil }
  }

  var failure: Reply.Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }

  /// The version in the reply to an accepted operation, whether it changed anything or not; nil for other replies.
  var acceptedVersion: UInt64? {
    if case .accepted(let version, _) = self { version } else { nil }
  }
}
