import NavGeometry
import NavSync
import NavTestKit
import NavWire

@testable import NavClient
@testable import NavDaemon

/// A daemon, its viewers, the network between them and the clock: all of production's decisions in
/// one thread, from one seed.
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
  /// Whether content is sometimes slow to come, or does not; and moves of pans likewise.
  var isTroubled = true
  /// Until then content comes soon.
  var promptUntil = Duration.zero
  /// What people are about to do.
  var hands = EventQueue<Hand>()
  /// Moves of pans that others on their way have overtaken.
  private var lateMoves = EventQueue<(bytes: [UInt8], connection: ConnectionID)>()
  /// How many snapshots viewers were given.
  var joins = 0
  /// How many pages were opened while it ran.
  var openings = 0
  /// Whether somebody ended the session, so that its viewers go.
  var wasKilled = false

  var book = SceneBook()
  var audit = OperationAudit()
  var pans = PanAudit()
  /// Clicks that became requests, by what they hit.
  var taps: [Tap: Int] = [:]

  enum Tap: CaseIterable {
    case tab, dots, option, row, page
  }
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
    case network, lateMoves, loader, daemon, hands
    case viewer(Int)
  }

  private func nextStep() -> (time: Duration, actor: Actor)? {
    var next: (time: Duration, actor: Actor)?
    func offer(_ time: Duration?, _ actor: Actor) {
      guard let time, next.map({ time < $0.time }) ?? true else { return }
      next = (time, actor)
    }
    offer(network.nextTime, .network)
    offer(lateMoves.nextTime, .lateMoves)
    offer(loads.nextTime, .loader)
    offer(hands.nextTime, .hands)
    offer(daemon.due.map { max($0, now) }, .daemon)
    for index in viewers.indices where viewers[index].isPresent {
      offer(max(viewers[index].due, now), .viewer(index))
    }
    return next
  }

  private mutating func take(_ actor: Actor) throws {
    switch actor {
    case .network: try carry()
    case .lateMoves:
      guard let (_, move) = lateMoves.next() else { return }
      try deliver(move.bytes, on: move.connection)
    case .hands: act()
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

  /// A request is at the daemon's door; a move of a pan may be lost there, or wait.
  private mutating func receive(_ bytes: [UInt8], on connection: ConnectionID) throws {
    let request = try Request(decoding: bytes)
    if isTroubled, case .pan = request.body {
      if generator.oneIn(10) { return }
      if generator.oneIn(10) {
        let delay = generator.duration(upTo: .milliseconds(generator.oneIn(4) ? 7_000 : 200))
        return lateMoves.add((bytes, connection), at: now + delay)
      }
    }
    try deliver(bytes, on: connection)
  }

  private mutating func deliver(_ bytes: [UInt8], on connection: ConnectionID) throws {
    let request = try Request(decoding: bytes)
    trace.add("request", Int(connection.rawValue), request.id &+ request.seq << 32, at: now)
    pans.noteHeard(request, at: now)
    for request in saboteur.tamper(request) {
      daemon.receive(request.encoded(), from: Peer(connection), at: now)
    }
  }
}
