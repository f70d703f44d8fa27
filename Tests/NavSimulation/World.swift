import NavBase
import NavEngine
import NavHost
import NavScene
import NavStore
import NavSystem
import NavTestKit
import NavViewer
import NavWire

/// A daemon, its viewers, the network between them and the clock: all decisions of the production code in one thread,
/// from one seed.
struct World: ~Copyable {
  static let beginning = Duration.seconds(1_000)
  static let mostViewers = 5
  static let session = "talk"
  static let loadFailure = "the disk does not answer"

  var network: SimulatedNetwork
  var daemon: SimulatedDaemon
  var viewers: [SimulatedViewer] = []
  var now = World.beginning
  /// The number of the current daemon, from 1.
  var run = 1
  let durability: Durability
  let disk: any Disk
  /// The disk refuses writes before this time.
  var refusesUntil = Duration.zero
  /// Content can't be read before this time; the same for pages of stacks.
  var contentAwayUntil = Duration.zero
  var pagesAwayUntil = Duration.zero
  /// The pending crash of the daemon's process.
  var armedCrash: ArmedCrash?
  /// The committed state, and the part of it that survives a power loss.
  var kept = Kept()
  var syncedKept = Kept()
  /// Whether the store answers later than in the turn of a batch.
  let storesLater: Bool
  /// The batch whose outcome the daemon does not know; nil for none.
  var flight: Flight?
  /// The numbers of the daemons to which the store answers.
  var landings = EventQueue<Int>()
  /// Pending syncs.
  var syncs = EventQueue<Sync>()
  var lastSyncEnd = Duration.zero
  /// Whether a session was lost because it was never written, so that its viewers leave.
  var hasLostSession = false
  /// Whether the last start could be written.
  var isStartWritten = true
  /// The correct clock at the last start, in milliseconds since 1970.
  var lastUnixTime: Int64
  /// The random source for reading content.
  var contentChance: SplitMix64
  /// The length in bytes from which a text counts as long.
  let longText: Int
  /// The number of clients that the daemon remembers.
  let knownClients: Int
  /// The random source for requests in flight.
  private var pathChance: SplitMix64
  var library: Library
  /// The edition of the content that the daemon received last.
  var readEdition = 0
  /// Requested content in flight.
  var loads = EventQueue<Load>()
  /// Whether reading content is sometimes slow or fails, and requests are lost, delayed or repeated.
  var isTroubled = true
  /// Content is read promptly until this time.
  var promptUntil = Duration.zero
  /// Scheduled actions of people.
  var hands = EventQueue<Hand>()
  /// Delayed requests that others overtake: moves of pans, and repetitions.
  private var lateRequests = EventQueue<(bytes: [UInt8], connection: ConnectionID)>()
  /// Viewers by the number of their join in the schedule.
  var seats: [Int: Int] = [:]
  /// The situations that the run met and nothing else counts.
  var counts: [Coverage.Count: Int] = [:]
  /// Whether a viewer ended the session, so that its viewers leave.
  var wasKilled = false
  /// The hostile processes of a besieged daemon, and those that need it; nil in other worlds.
  var siege: Siege?
  /// Whether two drivers race for control.
  let isRace: Bool

  var book = SceneArchive()
  var audit = OperationAudit()
  var answers = AnswerAudit()
  var pans = PanAudit()
  var control = ControlAudit()
  var streamAudit = StreamAudit()
  /// The operations that have reached the daemon.
  private var arrived: Set<Arrival> = []
  var saboteur: Saboteur
  var trace = Trace()
  var traffic = Traffic()
  /// The number of steps at the current time, to detect an endless loop.
  private var stepsAtOnce = 0

  struct Load {
    /// The number of the daemon that asked.
    let run: Int
    let result: SimulatedResult
    /// The edition of the content when it was read.
    let edition: Int
  }

  private struct Arrival: Hashable {
    let client: ClientID
    let seq: UInt64
  }

  init(
    seed: UInt64,
    isRace: Bool = false,
    fault: PlantedFault? = nil,
    store: StoreKind = .memory
  ) throws {
    self.isRace = isRace
    var generator = SplitMix64(seed: seed)
    library = Library(&generator)
    network = SimulatedNetwork(generator: SplitMix64(seed: generator.next()))
    let durability: Durability = generator.oneIn(3) ? .power : .process
    let disk = try store.disk()
    var keyGenerator = SplitMix64(seed: generator.next())
    let unixTime = Self.unixTime(at: Self.beginning, run: 1)
    let state = try disk.open(unixTime: unixTime, isWritable: true, random: &keyGenerator)
    lastUnixTime = unixTime
    self.durability = durability
    self.disk = disk
    daemon = SimulatedDaemon(
      state,
      isStored: true,
      durability: durability,
      generator: SplitMix64(seed: generator.next()),
      now: Self.beginning,
      unixTime: unixTime
    )
    saboteur = Saboteur(fault, generator: SplitMix64(seed: generator.next()))
    contentChance = SplitMix64(seed: generator.next())
    // In some worlds every text is a long one.
    longText = contentChance.oneIn(3) ? 100 : LongText.leastWeight
    // In some worlds the daemon forgets clients that are still there.
    knownClients = seed % 3 == 0 ? 1 + Int(seed / 3 % 3) : DaemonLimits.clients
    pathChance = SplitMix64(seed: generator.next())
    storesLater = seed % 4 == 3
    // In some worlds hostile processes fill the daemon's tables; such a world takes ten times as long.
    if seed % 32 == 2, !isRace {
      siege = Siege(generator: SplitMix64(seed: generator.next()), at: Self.beginning)
    }
    configureDaemon()
  }

  /// Gives a daemon that starts the settings of this world.
  mutating func configureDaemon() {
    daemon.core.settings.longText = longText
    daemon.core.settings.storesLater = storesLater
    daemon.core.settings.limits.clients = knownClients
    guard let siege else { return }
    siege.lower(&daemon.core.settings)
    saboteur.tamper(&daemon.core.settings)
  }

  mutating func count(_ count: Coverage.Count) {
    counts[count, default: 0] += 1
  }

  /// The present viewers, by their nodes.
  var present: [Int] { viewers.indices.filter { viewers[$0].isPresent } }

  // MARK: Time

  /// Advances the time from one event to the next.
  mutating func run(for time: Duration) throws { try run(until: now + time) }

  mutating func run(until end: Duration) throws {
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
    case network, lateRequests, loader, disk, store, daemon, hands, siege
    case viewer(Int)
  }

  private func nextStep() -> (time: Duration, actor: Actor)? {
    var next: (time: Duration, actor: Actor)?
    func offer(_ time: Duration?, _ actor: Actor) {
      guard let time, next.map({ time < $0.time }) ?? true else { return }
      next = (time, actor)
    }
    offer(network.nextTime, .network)
    offer(lateRequests.nextTime, .lateRequests)
    offer(loads.nextTime, .loader)
    offer(syncs.nextTime, .disk)
    offer(landings.nextTime, .store)
    offer(hands.nextTime, .hands)
    offer(siege?.nextTime.map { max($0, now) }, .siege)
    offer(daemon.due.map { max($0, now) }, .daemon)
    for index in viewers.indices where viewers[index].isPresent {
      offer(max(viewers[index].due, now), .viewer(index))
    }
    return next
  }

  private mutating func take(_ actor: Actor) throws {
    switch actor {
    case .network: try carry()
    case .lateRequests:
      guard let (_, late) = lateRequests.next(), network.isServed(late.connection) else { return }
      try deliver(late.bytes, on: late.connection)
    case .hands: act()
    case .siege: try besiege()
    case .loader:
      guard let (_, load) = loads.next(), load.run == run else { return }
      if load.result.isWholeContent { readEdition = load.edition }
      daemon.receive(.result(load.result), at: now)
      // A change since the read is noticed too.
      if load.edition != library.edition { daemon.receive(.contentChanged, at: now) }
    case .disk:
      guard let (_, sync) = syncs.next(), sync.run == run else { return }
      try finish(sync)
    case .store:
      guard let (_, landing) = landings.next(), landing == run else { return }
      try land()
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
        try hand(bytes, to: node)
      case .publication(let node, let topic, let bytes):
        viewers[node].receivePublication(
          bytes,
          on: topic,
          limit: 2 * network.quality(of: node).highWaterMark,
          at: now
        )
      case .connected(let node, let channel):
        trace.add("connected", node, channel == .input ? 0 : 1, at: now)
        viewers[node].receive(channel, isConnected: true, at: now)
      case .disconnected(let node, let channel):
        trace.add("disconnected", node, channel == .input ? 0 : 1, at: now)
        viewers[node].receive(channel, isConnected: false, at: now)
      }
    }
  }

  /// Delivers an answer to a viewer.
  private mutating func hand(_ bytes: [UInt8], to node: Int) throws {
    let viewer = viewers[node]
    viewer.receiveReply(bytes, at: now)
    guard viewer.isPresent else { return }
    let reply = try Reply(decoding: bytes)
    try audit.checkSeen(reply, by: node)
    if case .accepted(let version, _) = reply.body, let shown = viewer.core.replica?.version {
      count(shown < version ? .answersAhead : .updatesAhead)
    }
  }

  /// Receives a request for the daemon; a move of a pan may be lost or delayed here, and an operation may be repeated.
  private mutating func receive(_ bytes: [UInt8], on connection: ConnectionID) throws {
    let request = try Request(decoding: bytes)
    if isTroubled, case .pan = request.body {
      if pathChance.oneIn(10) { return }
      if pathChance.oneIn(10) {
        let delay = pathChance.duration(upTo: .milliseconds(pathChance.oneIn(4) ? 7_000 : 200))
        return lateRequests.add((bytes, connection), at: now + delay)
      }
    }
    if isTroubled, request.seq > 0, pathChance.oneIn(8) {
      let delay = pathChance.duration(upTo: .milliseconds(pathChance.oneIn(3) ? 5_000 : 20))
      lateRequests.add((bytes, connection), at: now + delay)
    }
    try deliver(bytes, on: connection)
  }

  private mutating func deliver(_ bytes: [UInt8], on connection: ConnectionID) throws {
    let request = try Request(decoding: bytes)
    if request.seq > 0,
      !arrived.insert(Arrival(client: request.client, seq: request.seq)).inserted
    {
      count(.repeatedRequests)
    }
    trace.add("request", Int(connection.rawValue), request.id &+ request.seq << 32, at: now)
    pans.noteHeard(request, at: now)
    control.noteHeard(request)
    // Each viewer is a process.
    let process = Principal.process(user: 0, id: Int32(network.node(of: connection) ?? 0))
    let peer = saboteur.disguise(Peer(connection, of: process))
    for request in saboteur.tamper(request) {
      daemon.receive(request.encoded(), from: peer, at: now)
    }
  }
}
