import NavBase
import NavEngine
import NavHost
import NavScene
import NavStore
import NavTestKit
import NavWire

/// The daemon's turns: the work of `Daemon.endTurn`.
extension World {
  mutating func turnDaemon() throws {
    traffic.turns += 1
    let now = self.now
    let versions = daemon.core.versions
    var book = exchange(&self.book, for: SceneArchive())
    var siege = exchange(&self.siege, for: nil)
    siege?.audit.begin(daemon.core)
    var control = exchange(&self.control, for: ControlAudit())
    control.beginTurn()
    endFlight()
    try control.note(daemon.core, at: now)
    try daemon.takeIn(at: now) { core, principal in
      book.note(core, at: now)
      try control.note(core, at: now)
      if let principal { try siege?.audit.check(core, after: principal) }
    }
    self.control = control
    self.siege = siege
    self.book = book
    let isOperated = daemon.core.versions != versions
    guard try !crashes(at: { $0 == .beforeBatch }, isAtStake: isOperated) else { return }
    try endTurn()
  }

  /// Commits the turn's changes, then publishes and replies.
  private mutating func endTurn() throws {
    let held = daemon.core.pans.keys
    let batch = daemon.core.batchToStore(at: now)
    try noteTimeOfControl()
    let letGo = held.filter { daemon.core.pans[$0] == nil }
    let isAtStake = !batch.replies.isEmpty
    guard try !crashes(at: { $0 == .beforeCommit }, isAtStake: isAtStake) else { return }
    var outcome = try batch.isEmpty ? .stored : commit(batch)
    let isStored = outcome != .refused
    if isStored { noteLetGo(letGo) }
    // Without a batch, the operations of the turn are not known yet.
    if isStored, !batch.isEmpty { noteVersionsOfControl() }
    guard try !crashes(at: { $0 == .afterCommit }, isAtStake: isAtStake && isStored) else {
      return
    }
    let isEarly = outcome == .pending && flight?.isStored == false && saboteur.endsCommitEarly()
    if isEarly { outcome = .stored }
    let actions = saboteur.reorder(daemon.core.endTurn(at: now, outcome))
    let now = self.now
    book.note(daemon.core, at: now)
    guard try !crashes(among: actions) else { return }
    try perform(actions)
    noteLetGo(letGo)
    try perform(daemon.core.layOutAhead(at: now))
    try checkTurn()
  }

  private mutating func noteLetGo(_ sessions: [UInt64]) {
    for session in sessions {
      guard let version = daemon.core.versions[session] else { continue }
      audit.noteLetGo(in: session, version: version)
    }
  }

  /// Audits the daemon after a turn.
  private mutating func checkTurn() throws {
    var streamAudit = exchange(&self.streamAudit, for: StreamAudit())
    try streamAudit.check(daemon.core)
    self.streamAudit = streamAudit
    noteVersionsOfControl()
    for (session, version) in daemon.core.versions where !daemon.core.hasUnstored {
      let count = audit.count(in: session)
      try demand(version == count, "version \(version) after \(count) operations")
    }
    var pans = exchange(&self.pans, for: PanAudit())
    try pans.check(daemon.core, storesLater: storesLater, isInFlight: flight != nil, at: now)
    self.pans = pans
    if flight == nil { try control.checkPans(daemon.core) }
    try siege?.audit.end(daemon.core)
  }

  private mutating func note(_ reply: Reply, to node: Int) throws {
    try checkStored(reply)
    try audit.noteAnswer(reply, to: node)
    try answers.note(reply, of: run)
    pans.noteAnswer(reply, to: node)
    try control.noteAnswer(reply, to: node, at: now)
    if case .failure(let failure) = reply.body, failure.code == .unknownClient {
      count(.unknownClients)
    }
    guard let client = reply.client, reply.seq > 0,
      let first = kept.answers[Kept.OperationID(client: client, seq: reply.seq)]
    else { return }
    if first.run < run { count(.repeatsFromStore) }
  }

  // MARK: Crashes

  /// Ends the daemon's process if an armed crash is meant for this point of a turn and the turn handles an operation; a
  /// new daemon then runs already.
  private mutating func crashes(
    at isHere: (CrashPoint) -> Bool,
    isAtStake: Bool
  ) throws -> Bool {
    guard let crash = armedCrash, isHere(crash.point), isAtStake || now >= crash.patienceEnd
    else { return false }
    if crash.point == .beforeCommit, saboteur.letsRepliesGo() {
      for action in daemon.core.endTurn(at: now, .stored) {
        if case .reply = action { try perform([action]) }
      }
    }
    try die(of: crash)
    return true
  }

  /// Ends the daemon's process among the turn's actions if an armed crash is meant for them.
  private mutating func crashes(among actions: [DaemonAction]) throws -> Bool {
    guard let crash = armedCrash, case .between(let thousandths) = crash.point,
      actions.areWorthACrash || now >= crash.patienceEnd
    else { return false }
    let actions = actions.withOrderedPublications
    try perform(Array(actions.prefix(actions.count * thousandths / 1_000)))
    try die(of: crash)
    return true
  }

  private mutating func die(of crash: ArmedCrash) throws {
    armedCrash = nil
    count(crash.point.count)
    trace.add(incident: "  \(crash.ending) \(crash.point)", at: now)
    try replaceDaemon(crash.ending, downFor: crash.downFor, isInTurn: true, seed: crash.seed)
  }
}

/// The daemon's shell: the work of `Daemon.perform`; the workers and the disk are in files of their own.
extension World: HostInterpreter {
  typealias Failure = any Error

  mutating func publish(_ bytes: [UInt8], on topic: [UInt8]) throws {
    try checkStored(LayoutMessage(decoding: bytes))
    network.publish(bytes, on: topic, at: now)
  }

  mutating func reply(_ bytes: [UInt8], to peer: Peer) throws {
    if let seat = Siege.Seat(peer) { return try hand(Reply(decoding: bytes), to: seat) }
    traffic.note("reply")
    guard let connection = peer.connection, let node = network.node(of: connection) else { return }
    let reply = try Reply(decoding: bytes)
    try checkRefusal(reply, of: node)
    try note(reply, to: node)
    if !saboteur.swallows(reply) { network.reply(bytes, to: connection, at: now) }
  }

  mutating func deliver(_ result: SimulatedResult) { deliverLater(result) }
}

extension [DaemonAction] {
  /// Whether the actions contain both a publication and a reply.
  fileprivate var areWorthACrash: Bool {
    contains { if case .publish = $0 { true } else { false } }
      && contains { if case .reply = $0 { true } else { false } }
  }

  /// Sorts publications by topic, because the order of streams is not determined.
  fileprivate var withOrderedPublications: [DaemonAction] {
    var ordered: [DaemonAction] = []
    var publications: [(topic: [UInt8], action: DaemonAction)] = []
    func flush() {
      // The sort is stable: publications on one topic keep their order.
      ordered += publications.sorted { $0.topic.lexicographicallyPrecedes($1.topic) }
        .map(\.action)
      publications = []
    }
    for action in self {
      if case .publish(let topic, _) = action {
        publications.append((topic, action))
      } else {
        flush()
        ordered.append(action)
      }
    }
    flush()
    return ordered
  }
}

extension Peer {
  /// Makes the envelope of a connection: its routing ID and the empty frame.
  init(_ connection: ConnectionID, of principal: Principal) {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: connection.rawValue >> ($0 * 8)) }
    self.init(envelope: [bytes, []], principal: principal)
  }

  var connection: ConnectionID? {
    guard let bytes = envelope.first, bytes.count == 8 else { return nil }
    return ConnectionID(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }
}
