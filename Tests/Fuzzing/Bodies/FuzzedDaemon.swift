import NavBase
import NavDaemon
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire

/// A daemon with two sessions and two viewers; a script drives its clock, workers and clients.
struct FuzzedDaemon: ~Copyable {
  var daemon: SteppedDaemon
  var viewers: [FuzzedViewer] = []
  /// Requests for content that are not finished: contents, and pages of stacks.
  var loads: [UInt64] = []
  var pageLoads: [UInt64] = []
  var reloads: [ContentReload] = []
  /// Results of other work, which arrive with the next turn.
  private var results: [SimulatedResult] = []
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
    daemon = SteppedDaemon(random: SplitMix64(seed: 5), hash: Blake2b())
    var generator = SplitMix64(seed: seed)
    try open("deck", .deck(FuzzedContent.pages), by: 101)
    try open("other", seed == 0 ? FuzzedContent.tree : generator.sessionContent(), by: 102)
    for (number, name) in ["deck", "other"].enumerated() {
      viewers.append(FuzzedViewer(seed: UInt64(number)))
      let (columns, rows) = number == 0 ? (80, 24) : (31, 9)
      send(viewers[number].client.attach(name, columns, rows), of: number)
      try endTurn()
      for topic in viewers[number].topics { subscribe(viewer: number, to: topic) }
      try endTurn()
      try demand(viewers[number].isFollowing, "no snapshot for viewer \(number)")
    }
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
    daemon.send(bytes, from: viewers[viewer].peer)
  }

  /// Subscribes as the publishing socket reports it: every subscription, and every viewer's
  /// unsubscription.
  mutating func subscribe(viewer: Int, to topic: [UInt8]) {
    guard viewers[viewer].subscribed.insert(topic).inserted else { return }
    daemon.subscribe(to: topic)
  }

  mutating func unsubscribe(viewer: Int, from topic: [UInt8]) {
    guard viewers[viewer].subscribed.remove(topic) != nil else { return }
    daemon.unsubscribe(from: topic)
  }

  /// Ends a turn and delivers its output.
  ///
  /// A turn may need a second one at once; and in each further one, it looks ahead in one of the sessions that were
  /// published, of which a step of a script makes at most one.
  @discardableResult
  mutating func endTurn() throws -> [Reply] {
    var replies = try endOneTurn()
    for _ in 0..<RequestsLaw.longest + 2 {
      guard let wake = daemon.nextWake, wake <= daemon.now else { return replies }
      replies += try endOneTurn()
    }
    if let wake = daemon.nextWake {
      try demand(wake > daemon.now, "a wake-up at \(wake), which is not after \(daemon.now), again")
    }
    return replies
  }

  private mutating func endOneTurn() throws -> [Reply] {
    for result in exchange(&results, for: []) { daemon.receive(result) }
    let turn = try daemon.turn()
    for event in turn.events {
      switch event {
      case .published(let topic, let message):
        for index in viewers.indices {
          try viewers[index].receive(message, on: topic, at: daemon.now)
        }
      case .replied(let peer, let reply): try note(reply, to: peer)
      case .requested(let action): try note(action)
      }
    }
    for entry in turn.entries { try check(entry) }
    return turn.replies
  }

  private mutating func note(_ action: DaemonAction) throws {
    switch action {
    case .load(let ticket, _, _): loads.append(ticket)
    case .loadPage(let ticket, _, _): pageLoads.append(ticket)
    case .reload(let reload): reloads.append(reload)
    case .restore: try demand(false, "nothing was kept")
    case .sync: try demand(false, "nothing waits for a disk")
    case .publish, .publishSealed, .reply, .endSearch, .export, .exportMore, .endExport, .layOut,
      .find, .makePicture, .wrap, .collect, .bundle, .close,
      .perform, .log:
      if let result = SimulatedResult(of: action) { results.append(result) }
    }
  }

  private mutating func note(_ reply: Reply, to peer: Peer) throws {
    guard let index = viewers.firstIndex(where: { $0.peer == peer }) else { return }
    let isAddressed = reply.client == nil || reply.client == viewers[index].client.id
    try demand(isAddressed, "answered somebody else")
    if case .attached(let attached) = reply.body { viewers[index].join(attached) }
    guard let client = reply.client, reply.seq > 0 else { return }
    // A refused early request does not count as received.
    if reply.body.code == .slowDown { return }
    let operation = Operation(client: client, seq: reply.seq)
    if answers[operation] == nil { answers[operation] = reply }
  }

  private func check(_ entry: LogEntry) throws {
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

  /// Creates a session, as a client of its own.
  private mutating func open(_ name: String, _ content: SessionContent, by seed: UInt64) throws {
    var owner = Client(seed: seed)
    daemon.send(owner.operation(.newSession(name: name, .deck(path: "/\(name)"))))
    try endTurn()
    try demand(loads.count == 1, "nothing is to be read for a new session")
    daemon.finishLoading(loads.removeFirst(), .success(content))
    try demand(endTurn().map(\.body) == [.done], "a session was not opened")
  }
}
