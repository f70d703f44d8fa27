import NavGeometry
import NavSync
import NavTestKit
import NavWire
import NavViewer
import NavConfiguration
import NavSession
import NavHost
import NavStore

/// A daemon, its viewers, the network between them and the clock: all of production's decisions in
/// one thread, from one seed.
struct World: ~Copyable {
  static let beginning = Duration.seconds(1_000)
  static let mostViewers = 5
  static let session = "talk"
  static let loadFailure = "the disk does not answer"

  var network: SimulatedNetwork
  var daemon: SimulatedDaemon
  var viewers: [SimulatedViewer] = []
  var now = World.beginning
  /// Which daemon it is, from 1.
  var run = 1
  let durability: Durability
  let disk: any Disk
  /// The disk takes nothing before.
  var refusesUntil = Duration.zero
  /// Content can't be read before; and pages of stacks.
  var contentAwayUntil = Duration.zero
  var pagesAwayUntil = Duration.zero
  /// Where the daemon's process is about to end.
  var armedCrash: ArmedCrash?
  /// What is on the disk, and what a loss of power leaves of it.
  var kept = Kept()
  var syncedKept = Kept()
  /// Syncs that are under way.
  var syncs = EventQueue<Sync>()
  var lastSyncEnd = Duration.zero
  /// Whether a session was lost that had never been written, so that its viewers go.
  var hasLostSession = false
  /// Whether the last start could be written.
  var isStartWritten = true
  /// When it was by the right clock, in milliseconds since 1970.
  var lastUnixTime: Int64
  /// What decides how content comes.
  var contentChance: SplitMix64
  /// The bytes from which on a text is long.
  let longText: Int
  /// What decides what befalls requests on their way.
  private var pathChance: SplitMix64
  var library: Library
  /// The edition of the content that the daemon was given last.
  var readEdition = 0
  /// Content that was asked for, as it comes back.
  var loads = EventQueue<Load>()
  /// Whether content is sometimes slow to come, or does not; and moves of pans likewise.
  var isTroubled = true
  /// Until then content comes soon.
  var promptUntil = Duration.zero
  /// What people are about to do.
  var hands = EventQueue<Hand>()
  /// Requests that others on their way have overtaken: moves of pans, and repetitions.
  private var lateRequests = EventQueue<(bytes: [UInt8], connection: ConnectionID)>()
  /// Viewers by the number of their join in the schedule.
  var seats: [Int: Int] = [:]
  /// What it came to see, as far as nothing else counts it.
  var counts: [Coverage.Count: Int] = [:]
  /// Whether somebody ended the session, so that its viewers go.
  var wasKilled = false

  var book = SceneBook()
  var audit = OperationAudit()
  var answers = AnswerAudit()
  var pans = PanAudit()
  var streamAudit = StreamAudit()
  /// The operations that have come to the daemon's door.
  private var arrived: Set<Arrival> = []
  var saboteur: Saboteur
  var trace = Trace()
  var traffic = Traffic()
  /// What happened at this very moment, to notice a circle.
  private var stepsAtOnce = 0

  struct Load {
    /// Of the daemon that asked.
    let run: Int
    let loaded: SimulatedDaemon.Loaded
    /// Of the content, when it was read.
    let edition: Int
  }

  private struct Arrival: Hashable {
    let client: ClientID
    let seq: UInt64
  }

  init(seed: UInt64, fault: PlantedFault? = nil, store: StoreKind = .memory) throws {
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
    // In some worlds any text is a long one.
    longText = contentChance.oneIn(3) ? 100 : LongText.leastWeight
    daemon.core.longText = longText
    pathChance = SplitMix64(seed: generator.next())
  }

  mutating func count(_ count: Coverage.Count) {
    counts[count, default: 0] += 1
  }

  /// Those that are there, by their place.
  var present: [Int] { viewers.indices.filter { viewers[$0].isPresent } }

  // MARK: Time

  /// Lets time pass, from one thing that happens to the next.
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
    case network, lateRequests, loader, disk, daemon, hands
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
    case .lateRequests:
      guard let (_, late) = lateRequests.next(), network.isServed(late.connection) else { return }
      try deliver(late.bytes, on: late.connection)
    case .hands: act()
    case .loader:
      guard let (_, load) = loads.next(), load.run == run else { return }
      if load.loaded.isWholeContent { readEdition = load.edition }
      daemon.receive(load.loaded, at: now)
      // What has changed since it was read is noticed too.
      if load.edition != library.edition { daemon.receive(.changed, at: now) }
    case .disk:
      guard let (_, sync) = syncs.next(), sync.run == run else { return }
      try finish(sync)
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

  /// An answer comes to a viewer.
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

  /// A request is at the daemon's door; a move of a pan may be lost there, or wait, and an operation
  /// may come once more.
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
    for request in saboteur.tamper(request) {
      daemon.receive(request.encoded(), from: Peer(connection), at: now)
    }
  }
}
