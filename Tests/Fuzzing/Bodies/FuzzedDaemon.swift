import NavBase
import NavDaemon
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire

/// A daemon's core with two sessions and two viewers; a script drives its clock, disk and clients.
struct FuzzedDaemon: ~Copyable {
  var core: DaemonCore
  private(set) var now = Duration.seconds(100)
  var viewers: [FuzzedViewer] = []
  /// Requests for content that are not finished: contents, and pages of stacks.
  var loads: [UInt64] = []
  var pageLoads: [UInt64] = []
  /// Results of workers, which arrive with the next turn.
  private var results: [SimulatedResult] = []
  /// The replies of this turn.
  private var replies: [Reply] = []
  var reloads: [ContentReload] = []
  /// The operations sent, as bytes, and their answers.
  private(set) var asked: [Operation: [UInt8]] = [:]
  private(set) var answers: [Operation: Reply] = [:]

  /// An operation, identified by its sender and number.
  struct Operation: Hashable {
    let client: ClientID
    let seq: UInt64
  }

  /// - Parameter seed: the seed of the second session's content; 0 for a stack of lists.
  /// - Throws: when well-behaved clients are not served.
  init(seed: UInt64) throws {
    core = DaemonCore(
      epoch: 1_000,
      topicKey: Array(repeating: 7, count: 32),
      hash: Blake2b(),
      random: SplitMix64(seed: 5),
      now: now
    )
    var generator = SplitMix64(seed: seed)
    try open("deck", .deck(FuzzedContent.pages), by: 101)
    try open("other", seed == 0 ? FuzzedContent.tree : generator.sessionContent(), by: 102)
    for (number, name) in ["deck", "other"].enumerated() {
      viewers.append(FuzzedViewer(seed: UInt64(number)))
      let size = number == 0 ? CellSize(columns: 80, rows: 24) : CellSize(columns: 31, rows: 9)
      send(viewers[number].attach(to: name, size), of: number)
      try endTurn()
      for topic in viewers[number].topics { subscribe(viewer: number, to: topic) }
      try endTurn()
      try demand(viewers[number].isFollowing, "no snapshot for viewer \(number)")
    }
  }

  mutating func pass(_ time: Duration) {
    now += time
  }

  /// Receives bytes of an unknown client.
  mutating func receive(_ bytes: [UInt8]) {
    core.receive(bytes, from: Peer(envelope: [[0], []]), at: now)
  }

  mutating func send(_ request: Request, of viewer: Int) {
    send(request.encoded(), request, of: viewer)
  }

  /// - Parameters:
  ///   - bytes: the encoded request.
  ///   - request: the decoded request.
  ///   - viewer: the sender's index.
  mutating func send(_ bytes: [UInt8], _ request: Request, of viewer: Int) {
    if request.body.isOperation {
      let operation = Operation(client: request.client, seq: request.seq)
      if asked[operation] == nil { asked[operation] = bytes }
    }
    core.receive(bytes, from: viewers[viewer].peer, at: now)
  }

  /// Subscribes as the publishing socket reports it: every subscription, and every viewer's
  /// unsubscription.
  mutating func subscribe(viewer: Int, to topic: [UInt8]) {
    guard viewers[viewer].subscribed.insert(topic).inserted else { return }
    core.receiveSubscription(to: topic, isActive: true, at: now)
  }

  mutating func unsubscribe(viewer: Int, from topic: [UInt8]) {
    guard viewers[viewer].subscribed.remove(topic) != nil else { return }
    core.receiveSubscription(to: topic, isActive: false, at: now)
  }

  mutating func subscribeStranger(to topic: [UInt8]) {
    core.receiveSubscription(to: topic, isActive: true, at: now)
  }

  mutating func finish(load index: Int, _ result: Result<SessionContent, ContentFailure>) {
    core.receive(.content(ticket: loads.remove(at: index), result), at: now)
  }

  mutating func finish(page index: Int, _ result: Result<PreparedPage, ContentFailure>) {
    core.receive(.page(ticket: pageLoads.remove(at: index), result), at: now)
  }

  mutating func finish(reload index: Int, _ result: Result<ReloadedContent, ContentFailure>) {
    core.receive(.reloaded(reloads.remove(at: index), result), at: now)
  }

  /// Ends a turn and delivers its output.
  ///
  /// A turn may need a second one at once; and in each further one, it looks ahead in one of the sessions that were
  /// published, of which a step of a script makes at most one.
  @discardableResult
  mutating func endTurn() throws -> [Reply] {
    var replies = try endOneTurn()
    for _ in 0..<RequestsLaw.longest + 2 {
      guard let wake = core.nextWake(), wake <= now else { return replies }
      replies += try endOneTurn()
    }
    if let wake = core.nextWake() {
      try demand(wake > now, "a wake-up at \(wake), which is not after \(now), again")
    }
    return replies
  }

  private mutating func endOneTurn() throws -> [Reply] {
    for result in exchange(&results, for: []) { core.receive(result, at: now) }
    try runTurn()
    return exchange(&replies, for: [])
  }

  private mutating func note(_ reply: Reply, to peer: Peer) throws {
    guard let index = viewers.firstIndex(where: { $0.peer == peer }) else { return }
    try demand(reply.client == nil || reply.client == viewers[index].id, "answered somebody else")
    if case .attached(let attached) = reply.body { viewers[index].join(attached) }
    guard let client = reply.client, reply.seq > 0 else { return }
    // A refused early request does not count as received.
    if case .failure(let failure) = reply.body, failure.code == .slowDown { return }
    let operation = Operation(client: client, seq: reply.seq)
    if answers[operation] == nil { answers[operation] = reply }
  }

  /// Creates a session, as a client of its own.
  private mutating func open(_ name: String, _ content: SessionContent, by seed: UInt64) throws {
    viewers.append(FuzzedViewer(seed: seed))
    defer { viewers.removeLast() }
    let index = viewers.count - 1
    send(viewers[index].operation(.newSession(name: name, .deck(path: "/\(name)"))), of: index)
    try endTurn()
    try demand(loads.count == 1, "nothing is to be read for a new session")
    finish(load: 0, .success(content))
    try demand(endTurn().map(\.body) == [.done], "a session was not opened")
  }
}

extension FuzzedDaemon: HostHarness {
  typealias Failure = any Error

  mutating func commit(_ batch: StoreBatch) -> Bool { true }

  mutating func publish(_ bytes: [UInt8], on topic: [UInt8]) throws {
    let message = try LayoutMessage(decoding: bytes)
    for index in viewers.indices { try viewers[index].receive(message, on: topic, at: now) }
  }

  mutating func reply(_ bytes: [UInt8], to peer: Peer) throws {
    let reply = try Reply(decoding: bytes)
    replies.append(reply)
    try note(reply, to: peer)
  }

  mutating func load(_ content: ContentSpec, ticket: UInt64) { loads.append(ticket) }

  mutating func loadPage(_ request: PageRequest, ticket: UInt64) { pageLoads.append(ticket) }

  mutating func reload(_ reload: ContentReload) { reloads.append(reload) }

  mutating func restore(
    _ content: ContentSpec,
    at place: NavigationState,
    version: UInt64,
    ticket: UInt64
  ) throws {
    try demand(false, "nothing was kept")
  }

  mutating func sync(ticket: UInt64) throws { try demand(false, "nothing waits for a disk") }

  mutating func log(_ entry: LogEntry) throws {
    try demand(!entry.message.isEmpty, "an empty line of the log")
    for format in LogFormat.allCases {
      let bytes = LogLine(entry, as: format, at: 0).bytes
      try demand(bytes.count <= LogLine.limit, "a line of the log is longer than its limit")
      // The line feed alone is below a space.
      let isOneLine = bytes.count { $0 < 0x20 } == 1 && bytes.last == UInt8(ascii: "\n")
      try demand(isOneLine, "a control character in the log")
      try demand(String(validating: bytes, as: UTF8.self) != nil, "the log is no UTF-8")
    }
  }

  mutating func deliver(_ result: SimulatedResult) { results.append(result) }
}
