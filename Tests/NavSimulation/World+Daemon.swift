import NavLayout
import NavSession
import NavTestKit
import NavWire
import NavDaemon

/// The daemon's turns, and its shell: what `Daemon.perform` does.
extension World {
  mutating func turnDaemon() throws {
    traffic.turns += 1
    let now = self.now
    var book = exchange(&self.book, for: SceneBook())
    let actions = daemon.turn(at: now) { book.note($0, at: now) }
    book.note(daemon.core, at: now)
    self.book = book
    for session in daemon.letGo { audit.noteLetGo(in: session) }
    try perform(actions)
    daemon.core.prepare()
    var streamAudit = exchange(&self.streamAudit, for: StreamAudit())
    try streamAudit.check(daemon.core)
    self.streamAudit = streamAudit
    for (session, version) in daemon.core.versions {
      let count = audit.count(in: session)
      try demand(version == count, "version \(version) after \(count) operations")
    }
    var pans = exchange(&self.pans, for: PanAudit())
    try pans.check(daemon.core, at: now)
    self.pans = pans
  }

  mutating func perform(_ actions: [DaemonAction]) throws {
    for action in actions { try perform(action) }
  }

  private mutating func perform(_ action: DaemonAction) throws {
    switch action {
    case .publish(let topic, let bytes):
      network.publish(bytes, on: topic, at: now)
    case .reply(let peer, let bytes):
      traffic.note("reply")
      guard let connection = peer.connection, let node = network.node(of: connection) else {
        return
      }
      let reply = try Reply(decoding: bytes)
      try audit.noteAnswer(reply, to: node)
      pans.noteAnswer(reply, to: node)
      if !saboteur.swallows(reply) { network.reply(bytes, to: connection, at: now) }
    case .load(let ticket, let content):
      deliver(.content(ticket: ticket, read(library.read(content))))
    case .loadPage(let ticket, let request):
      count(.openings)
      deliver(.page(ticket: ticket, read(library.content(at: request.path))))
    case .log, .restore, .sync: break
    }
  }

  private var hasSlowContent: Bool { isTroubled && now > promptUntil }

  /// What comes of reading: sometimes nothing.
  private mutating func read<T>(_ content: T) -> Result<T, ContentFailure> {
    let fails = hasSlowContent && contentChance.oneIn(6)
    return fails ? .failure(ContentFailure(Self.loadFailure)) : .success(content)
  }

  /// Brings what was read to the daemon: soon, or much later.
  private mutating func deliver(_ loaded: SimulatedDaemon.Loaded) {
    let isSlow = hasSlowContent && contentChance.oneIn(3)
    // A page sometimes for longer than anybody waits for it.
    let isPage = if case .page = loaded { true } else { false }
    let longest = Duration.seconds(isSlow && isPage && contentChance.oneIn(4) ? 12 : 3)
    let delay = contentChance.duration(upTo: isSlow ? longest : .milliseconds(20))
    loads.add(Load(epoch: epoch, loaded: loaded), at: now + delay)
  }
}

extension Peer {
  /// The routing id of a connection, and the empty frame.
  init(_ connection: ConnectionID) {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: connection.rawValue >> ($0 * 8)) }
    self.init(envelope: [bytes, []])
  }

  var connection: ConnectionID? {
    guard let bytes = envelope.first, bytes.count == 8 else { return nil }
    return ConnectionID(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }
}

/// Takes a value out of its place, so that changing it copies nothing.
private func exchange<Value>(_ place: inout Value, for other: Value) -> Value {
  var value = other
  swap(&place, &value)
  return value
}
