import NavGeometry
import NavLayout
import NavSession
import NavSync
import NavTestKit
import NavWire

@testable import NavClient
@testable import NavDaemon

/// A daemon, its viewers, the network between them and the clock: all of production's decisions in one thread,
/// from one seed.
struct World: ~Copyable {
  static let mostViewers = 5
  static let session = "talk"
  static let loadFailure = "the disk does not answer"

  var network: SimulatedNetwork
  var daemon: SimulatedDaemon
  var viewers: [SimulatedViewer] = []
  var now = Duration.seconds(1_000)
  var epoch: UInt64 = 1
  var generator: SplitMix64
  let library: Library
  /// Content that was asked for, as it comes back.
  var loads = EventQueue<Load>()
  /// Whether content is sometimes slow to come, or does not.
  var isContentTroubled = true
  /// How many snapshots viewers were given.
  private(set) var joins = 0
  /// How many pages were opened while it ran.
  private(set) var openings = 0
  /// Whether somebody ended the session, so that its viewers go.
  var wasKilled = false

  var book = SceneBook()
  var audit = OperationAudit()
  var saboteur: Saboteur
  var trace = Trace()
  var traffic = Traffic()
  /// What happened at this very moment, to notice a circle.
  private var stepsAtOnce = 0

  struct Load {
    /// Of the daemon that asked.
    let epoch: UInt64
    let loaded: SimulatedDaemon.Loaded
  }

  init(_ generator: inout SplitMix64, fault: PlantedFault? = nil) {
    var generator = SplitMix64(seed: generator.next())
    library = Library(&generator)
    network = SimulatedNetwork(generator: SplitMix64(seed: generator.next()))
    daemon = SimulatedDaemon(epoch: 1, generator: SplitMix64(seed: generator.next()), now: now)
    saboteur = Saboteur(fault, generator: SplitMix64(seed: generator.next()))
    self.generator = generator
  }

  /// Those that are there, by their place.
  var present: [Int] { viewers.indices.filter { viewers[$0].isPresent } }

  // MARK: Time

  /// Lets time pass, from one thing that happens to the next.
  mutating func run(for time: Duration) throws {
    let end = now + time
    while let step = nextStep(), step.time <= end {
      try demand(step.time >= now, "time goes back")
      stepsAtOnce = step.time == now ? stepsAtOnce + 1 : 0
      try demand(stepsAtOnce < 10_000, "the same moment never ends")
      now = step.time
      try take(step.actor)
    }
    now = end
  }

  private enum Actor {
    case network, loader, daemon
    case viewer(Int)
  }

  private func nextStep() -> (time: Duration, actor: Actor)? {
    var next: (time: Duration, actor: Actor)?
    func offer(_ time: Duration?, _ actor: Actor) {
      guard let time, next.map({ time < $0.time }) ?? true else { return }
      next = (time, actor)
    }
    offer(network.nextTime, .network)
    offer(loads.nextTime, .loader)
    offer(daemon.due.map { max($0, now) }, .daemon)
    for index in viewers.indices where viewers[index].isPresent {
      offer(max(viewers[index].due, now), .viewer(index))
    }
    return next
  }

  private mutating func take(_ actor: Actor) throws {
    switch actor {
    case .network: try carry()
    case .loader:
      guard let (_, load) = loads.next(), load.epoch == epoch else { return }
      daemon.receive(load.loaded, at: now)
    case .daemon: try turnDaemon()
    case .viewer(let index): try turn(viewers[index])
    }
  }

  // MARK: The network

  private mutating func carry() throws {
    for signal in network.advance()?.signals ?? [] {
      switch signal {
      case .request(let connection, let bytes): try receive(bytes, on: connection)
      case .subscription(let topic, let isActive):
        trace.add(isActive ? "subscribed" : "unsubscribed", 0, at: now)
        daemon.receiveSubscription(to: topic, isActive: isActive, at: now)
      case .reply(let node, let bytes):
        viewers[node].receiveReply(bytes, at: now)
        if viewers[node].isPresent {
          try audit.checkSeen(try Reply(decoding: bytes), by: node)
        }
      case .publication(let node, let topic, let bytes):
        viewers[node].receivePublication(bytes, on: topic, at: now)
      case .connected(let node, let channel):
        trace.add("connected", node, channel == .input ? 0 : 1, at: now)
        viewers[node].receive(channel, isConnected: true, at: now)
      case .disconnected(let node, let channel):
        trace.add("disconnected", node, channel == .input ? 0 : 1, at: now)
        viewers[node].receive(channel, isConnected: false, at: now)
      }
    }
  }

  private mutating func receive(_ bytes: [UInt8], on connection: ConnectionID) throws {
    let request = try Request(decoding: bytes)
    trace.add("request", Int(connection.rawValue), request.id &+ request.seq << 32, at: now)
    daemon.receive(bytes, from: Peer(connection), at: now)
    if let twin = saboteur.twin(of: request) {
      daemon.receive(twin.encoded(), from: Peer(connection), at: now)
    }
  }

  // MARK: The daemon

  private mutating func turnDaemon() throws {
    traffic.turns += 1
    var book = self.book
    let now = self.now
    let actions = daemon.turn(at: now) { book.note($0, at: now) }
    book.note(daemon.core, at: now)
    self.book = book
    try perform(actions)
    daemon.core.prepare()
    if !actions.isEmpty { try daemon.core.checkStreams() }
    for (session, version) in daemon.core.versions {
      let accepted = audit.acceptedCount(in: session)
      try demand(version == accepted, "version \(version) after \(accepted) accepted operations")
    }
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
      if !saboteur.swallows(reply) { network.reply(bytes, to: connection, at: now) }
    case .load(let ticket, let content):
      deliver(.content(ticket: ticket, read(library.pages(of: content))))
    case .loadPage(let ticket, let request):
      openings += 1
      deliver(.page(ticket: ticket, read(library.page(request.path))))
    case .log: break
    }
  }

  /// What comes of reading: sometimes nothing.
  private mutating func read<T>(_ content: T) -> Result<T, ContentFailure> {
    let fails = isContentTroubled && generator.oneIn(6)
    return fails ? .failure(ContentFailure(Self.loadFailure)) : .success(content)
  }

  /// Brings what was read to the daemon: soon, or much later.
  private mutating func deliver(_ loaded: SimulatedDaemon.Loaded) {
    let isSlow = isContentTroubled && generator.oneIn(3)
    let delay = generator.duration(upTo: isSlow ? .seconds(3) : .milliseconds(20))
    loads.add(Load(epoch: epoch, loaded: loaded), at: now + delay)
  }

  // MARK: Viewers

  private mutating func turn(_ viewer: SimulatedViewer) throws {
    let network = self.network
    var messages: [LayoutMessage] = []
    var saboteur = self.saboteur
    let actions = try viewer.turn(
      at: now,
      isSubscribed: { network.isSubscribed(viewer.node, to: $0) },
      observe: { message in
        messages.append(message)
        return saboteur.tamper(message, for: viewer.node)
      }
    )
    self.saboteur = saboteur
    for message in messages {
      traffic.note(message)
      if case .snapshot = message { joins += 1 }
      trace.add("message", viewer.node, message.traceDetail, at: now)
    }
    for action in actions { try perform(action, of: viewer) }
    if viewer.isPresent {
      try check(viewer)
      try viewer.rest(at: now)
    } else {
      self.network.removeNode(viewer.node, at: now)
    }
  }

  private mutating func perform(_ action: ClientAction, of viewer: SimulatedViewer) throws {
    switch action {
    case .send(let bytes):
      let request = try Request(decoding: bytes)
      traffic.note(request)
      audit.noteSent(request, by: viewer.node)
      network.send(bytes, from: viewer.node, at: now)
    case .subscribe(let topic):
      traffic.note("subscription")
      network.subscribe(viewer.node, to: topic, at: now)
    case .unsubscribe(let topic):
      traffic.note("subscription")
      network.unsubscribe(viewer.node, from: topic, at: now)
    case .exit(let exit):
      trace.add("exit", viewer.node, at: now)
      viewer.exit = viewer.exit ?? exit
      try checkExit(exit, of: viewer)
    case .suspend: break
    }
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
