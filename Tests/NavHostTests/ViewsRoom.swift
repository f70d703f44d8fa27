import NavBase
import NavDaemon
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

/// A daemon with the session `talk` of five pages, and viewers that follow their streams.
struct ViewsRoom: ~Copyable {
  var daemon = SteppedDaemon()
  private var clients: [String: Client] = [:]
  private(set) var attached: [String: Reply.Attached] = [:]
  private var replicas: [String: Replica] = [:]
  /// The principals of viewers that are not on the daemon's own machine.
  var principals: [String: Principal] = [:]
  /// The invitations that they show with each request.
  var credentials: [String: Credential] = [:]
  /// All bytes that left the daemon, by the topic of a stream, by the name of the viewer that received replies, or `log`.
  private(set) var sent: [String: [[UInt8]]] = [:]
  /// The lines of the log that tell who did what.
  private var audit: [LogEntry] = []
  /// The ticket of the content that was requested last.
  private(set) var lastLoad: UInt64?

  init(_ names: String..., pages: [PageContent] = SteppedDaemon.pages) throws {
    try daemon.open("talk", pages: pages)
    for name in names { try attach(name) }
  }

  /// Lets the daemon listen at an address of a network.
  mutating func listen(server: ServerKeys = ServerKeys(.repeating(1))) throws {
    let address = try #require(TCPAddress("tcp://192.0.2.7:7100"))
    daemon.network = NetworkPlace(server: server, addresses: [address])
  }

  /// Attaches a viewer, possibly again, and joins its stream.
  @discardableResult
  mutating func attach(
    _ name: String,
    view: ViewChoice = .shared,
    isReadOnly: Bool = false,
    viewport: CellSize = .standardTerminal
  ) throws -> ViewChoice {
    var client = try client(of: name, isNew: true)
    let attach = Request.Attach(
      session: "talk",
      viewport: viewport,
      name: ViewerName(name),
      isReadOnly: isReadOnly,
      view: view
    )
    self.attached[name] = nil
    let body = try ask(client.read(.attach(attach)), of: name)
    clients[name] = client
    let attached = try body.attached
    self.attached[name] = attached
    for topic in [attached.streamTopic, attached.readyTopic] {
      daemon.subscribe(to: topic, by: principals[name] ?? .localUser)
    }
    let turn = try daemon.turn()
    guard case .snapshot(let snapshot)? = turn.messages(on: attached.readyTopic).first else {
      throw SteppedDaemon.Refused(body: body)
    }
    replicas[name] = try Replica(snapshot, now: daemon.now)
    try apply(turn)
    daemon.pass(.milliseconds(1))
    return attached.part.view
  }

  /// Returns the client of a viewer.
  ///
  /// - Parameters:
  ///   - name: the viewer.
  ///   - isNew: whether it may not have sent anything yet.
  /// - Returns: the client.
  /// - Throws: if it has to have sent something, and has not.
  private func client(of name: String, isNew: Bool) throws -> Client {
    let new = isNew ? Client(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }) : nil
    return try #require(clients[name] ?? new)
  }

  /// Performs an operation that may wait for a worker: then nil.
  mutating func performed(_ body: Request.Body, by name: String) throws -> Reply.Body? {
    var client = try client(of: name, isNew: true)
    let request = client.operation(body)
    clients[name] = client
    let peer = Peer(
      envelope: [request.client.bytes, []],
      principal: principals[name] ?? .localUser
    )
    daemon.send(request.encoded(), from: peer)
    let turn = try daemon.turn()
    try apply(turn)
    return turn.replies.first { $0.id == request.id && $0.client == request.client }?.body
  }

  /// Sends a request in a turn of its own and returns its reply; everybody applies the updates.
  private mutating func ask(_ request: Request, of name: String) throws -> Reply.Body {
    var request = request
    request.credential = credentials[name]
    let principal = principals[name] ?? .localUser
    let peer = Peer(envelope: [request.client.bytes, []], principal: principal)
    daemon.send(request.encoded(), from: peer)
    let turn = try daemon.turn()
    try apply(turn)
    for reply in turn.replies { sent[name, default: []].append(reply.encoded()) }
    let reply = turn.replies.first { $0.id == request.id && $0.client == request.client }
    return try #require(reply).body
  }

  /// Sends a command of a viewer; everybody applies the updates that follow.
  mutating func press(_ command: SessionCommand, by name: String) throws -> Reply.Body {
    var client = try #require(clients[name])
    let attached = try #require(attached[name])
    let request = client.command(command, in: .id(attached.session), viewer: attached.viewer)
    clients[name] = client
    return try ask(request, of: name)
  }

  /// Performs an operation of a viewer; everybody applies the updates that follow.
  mutating func operate(
    _ body: Request.Body,
    by name: String,
    isNew: Bool = false
  ) throws -> Reply.Body {
    var client = try client(of: name, isNew: isNew)
    let request = client.operation(body)
    clients[name] = client
    return try ask(request, of: name)
  }

  mutating func talk(_ action: Request.Talk.Action, by name: String) throws -> Reply.Body {
    let viewer = try #require(attached[name]).viewer
    return try operate(.talk(.init(session: .name("talk"), viewer: viewer, action)), by: name)
  }

  /// Removes and returns the lines of the log that tell who did what.
  mutating func takeAudit() -> [LogEntry] {
    defer { audit = [] }
    return audit
  }

  mutating func apply(_ turn: SteppedDaemon.Turn) throws {
    for (topic, message) in turn.published {
      sent["\(topic)", default: []].append(message.encoded())
    }
    audit += turn.audit
    lastLoad = turn.loads.last?.ticket ?? lastLoad
    for entry in turn.entries {
      sent["log", default: []].append(LogLine(entry, as: .json, at: 0).bytes)
    }
    for (name, attached) in attached {
      for case .update(let update) in turn.messages(on: attached.streamTopic) {
        let outcome = replicas[name]?.receive(update, now: daemon.now)
        // The turn of a join may have both: the update, and a snapshot that includes it.
        #expect([.applied, .ignored].contains(outcome), "\(name)")
      }
    }
  }

  /// The scene of a viewer when everything is at rest.
  func scene(of name: String) throws -> Scene {
    var replica = try #require(replicas[name])
    return try replica.scene(at: daemon.now + .seconds(60))
  }

  func page(of name: String) throws -> String {
    let scene = try scene(of: name)
    return try #require(scene.containers.first { $0.kind == .page && !$0.isHidden }).title
  }

  mutating func read(
    _ body: Request.Body,
    by name: String,
    isNew: Bool = false
  ) throws -> Reply.Body {
    var client = try client(of: name, isNew: isNew)
    defer { clients[name] = client }
    return try ask(client.read(body), of: name)
  }

  /// Sends a request that has no reply if it is permitted; everybody applies the updates that follow.
  @discardableResult
  mutating func tell(_ body: Request.Body, by name: String) throws -> SteppedDaemon.Turn {
    var client = try #require(clients[name])
    let request = client.read(body)
    clients[name] = client
    daemon.send(request)
    let turn = try daemon.turn()
    try apply(turn)
    return turn
  }

  /// Sends a command of a viewer and returns the turn of its reply; everybody applies its updates.
  mutating func turn(of command: SessionCommand, by name: String) throws -> SteppedDaemon.Turn {
    var client = try #require(clients[name])
    let attached = try #require(attached[name])
    daemon.send(client.command(command, in: .id(attached.session), viewer: attached.viewer))
    clients[name] = client
    let turn = try daemon.turn()
    try apply(turn)
    return turn
  }

  /// Reloads the session with pages of these titles; everybody applies the updates that follow.
  mutating func reload(_ titles: [String]) throws {
    let session = try #require(attached.values.first).session
    daemon.contentChanged(session)
    let turn = try daemon.turn()
    try apply(turn)
    let reload = try #require(turn.reloads.first)
    let content = SessionContent.deck(
      titles.map { PageContent($0, []) }
    )
    let read = try ReloadedContent(content, for: reload) { request in
      PreparedPage(.page(SteppedDaemon.list("page")), availableSizes: request.availableSizes)
    }
    daemon.finishReload(reload, .success(read))
    try apply(daemon.turn())
  }

  mutating func pass(_ seconds: Int, alive names: [String]) throws {
    for _ in 0..<seconds {
      for name in names {
        guard var client = clients[name], let attached = attached[name] else { continue }
        daemon.send(client.read(.alive(viewer: attached.viewer)))
        clients[name] = client
      }
      daemon.pass(.seconds(1))
      try apply(daemon.turn())
    }
  }

  /// Whether the next Beat asks a viewer to attach again, because it is to see another stream.
  mutating func isAskedToMove(_ name: String) throws -> Bool {
    let attached = try #require(attached[name])
    daemon.pass(.seconds(1))
    let turn = try daemon.turn()
    try apply(turn)
    return turn.messages(on: attached.streamTopic).contains {
      if case .beat(let beat) = $0 { beat.moves.contains(attached.viewer) } else { false }
    }
  }
}

extension SteppedDaemon {
  /// Starts a daemon that hashes as navd does.
  init(seed: UInt64 = 1) {
    self.init(random: SplitMix64(seed: seed), hash: Blake2b())
  }

  /// Starts a daemon with a session of five pages.
  init(_ session: String) throws {
    self.init()
    try open(session)
  }

  /// Starts a daemon with a session over a directory.
  init(tree session: String) throws {
    self.init()
    try openTree(session)
  }
}

extension PeerKey {
  /// A key whose bytes are all the same.
  static func repeating(_ byte: UInt8) -> PeerKey {
    guard let key = PeerKey([UInt8](repeating: byte, count: 32)) else { fatalError("no key") }
    return key
  }
}
