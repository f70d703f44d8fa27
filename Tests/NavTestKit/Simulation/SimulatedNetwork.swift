/// Nodes around one server, connected as ZeroMQ does it, with a clock that the caller advances.
///
/// Each node has two connections: `input` (DEALER to ROUTER) and `layout` (SUB to XPUB). A
/// connection keeps its order and loses data in flight when it breaks; a publication can be lost as
/// a whole; between two connections there is no order. The network knows only bytes.
package struct SimulatedNetwork {
  /// An event that reaches an application.
  package enum Signal: Hashable, Sendable {
    /// At the server's ROUTER.
    case request(from: ConnectionID, [UInt8])
    /// At the server's XPUB.
    case subscription(topic: [UInt8], isActive: Bool)
    /// At a node's DEALER.
    case reply(to: Int, [UInt8])
    /// At a node's SUB.
    case publication(to: Int, topic: [UInt8], [UInt8])
    /// Reports of a node's socket monitors.
    case connected(Int, Channel)
    case disconnected(Int, Channel)
  }

  enum Occurrence {
    case request(ConnectionID, [UInt8])
    case reply(ConnectionID, [UInt8])
    case subscription(ConnectionID, topic: [UInt8], isActive: Bool)
    case publication(ConnectionID, topic: [UInt8], [UInt8])
    case lineFree(ConnectionID, serial: Int)
    case connect(Int, Channel)
    case nodeNotices(Int, Channel)
    case serverNotices(ConnectionID)
  }

  /// Counts of network events.
  package struct Counts: Hashable, Sendable {
    /// Messages that were in flight for more than a second.
    package var longJourneys = 0
    /// Topics that were subscribed again after a reconnect, and reconnects with several of them.
    package var resubscriptions = 0
    package var orderedResubscriptions = 0
    /// Publications dropped because a slow line was full, and those lost otherwise.
    package var overflows = 0
    package var lost = 0
  }

  package private(set) var counts = Counts()
  var nodes: [SimulatedNode] = []
  var connections: [ConnectionID: SimulatedConnection] = [:]
  var table = SubscriptionTable()
  var queue = EventQueue<Occurrence>()
  private var generator: SplitMix64
  /// The node of every connection that ever existed.
  private var owners: [ConnectionID: Int] = [:]
  /// No server listens before this time.
  var serverDownUntil = Duration.zero

  package init(generator: SplitMix64) {
    self.generator = generator
  }

  /// The time of the next event; nil when nothing is in flight.
  package var nextTime: Duration? { queue.nextTime }

  /// Processes the next event and returns the signals that reach applications through it, often
  /// none.
  package mutating func advance() -> (time: Duration, signals: [Signal])? {
    guard let (time, occurrence) = queue.next() else { return nil }
    return (time, signals(of: occurrence, at: time))
  }

  // MARK: Nodes

  /// Starts a process and its connections.
  package mutating func addNode(_ quality: LinkQuality, at now: Duration) -> Int {
    nodes.append(SimulatedNode(quality: quality, generator: SplitMix64(seed: generator.next())))
    let node = nodes.count - 1
    for channel in Channel.allCases {
      queue.add(.connect(node, channel), at: now + nodes[node].transit())
    }
    return node
  }

  /// Ends a process in any way: data that it had sent still arrives.
  package mutating func removeNode(_ node: Int, at now: Duration) {
    nodes[node].isGone = true
    for channel in Channel.allCases {
      guard let id = nodes[node].connections.removeValue(forKey: channel) else { continue }
      connections[id]?.isDownstreamOpen = false
      guard let arrival = connections[id]?.upstreamArrival(now + nodes[node].transit()) else {
        continue
      }
      queue.add(.serverNotices(id), at: arrival)
    }
  }

  /// Returns the node of a connection, past or present.
  package func node(of connection: ConnectionID) -> Int? { owners[connection] }

  /// Returns whether the server of a connection still runs and has not noticed its end.
  package func isServed(_ connection: ConnectionID) -> Bool {
    connections[connection]?.hasServer == true
  }

  package func quality(of node: Int) -> LinkQuality { nodes[node].quality }

  package mutating func setQuality(of node: Int, to quality: LinkQuality) {
    nodes[node].quality = quality
  }

  // MARK: Sending

  /// Sends a node's request; without a connection it is refused at once, as with `ZMQ_IMMEDIATE`.
  package mutating func send(_ bytes: [UInt8], from node: Int, at now: Duration) {
    guard let id = nodes[node].connections[.input] else { return }
    sendUpstream(.request(id, bytes), on: id, at: now)
  }

  /// Sends the server's reply; dropped if the peer is gone (`ZMQ_ROUTER_MANDATORY`).
  package mutating func reply(_ bytes: [UInt8], to id: ConnectionID, at now: Duration) {
    sendDownstream(.reply(id, bytes), on: id, at: now)
  }

  package mutating func subscribe(_ node: Int, to topic: [UInt8], at now: Duration) {
    nodes[node].subscriptions[topic, default: 0] += 1
    sendSubscription(topic, isActive: true, from: node, at: now)
  }

  package mutating func unsubscribe(_ node: Int, from topic: [UInt8], at now: Duration) {
    guard let count = nodes[node].subscriptions[topic] else { return }
    nodes[node].subscriptions[topic] = count > 1 ? count - 1 : nil
    if count == 1 { sendSubscription(topic, isActive: false, from: node, at: now) }
  }

  /// Returns the topics whose messages a SUB socket still delivers.
  package func subscriptions(of node: Int) -> Set<[UInt8]> {
    Set(nodes[node].subscriptions.keys)
  }

  /// All subscribed topics, as the server knows them.
  package var heldTopics: Set<[UInt8]> { table.topics }

  package mutating func publish(_ bytes: [UInt8], on topic: [UInt8], at now: Duration) {
    for id in table.holders(of: topic) {
      guard let node = connections[id]?.node else { continue }
      guard !nodes[node].losesPublication() else {
        counts.lost += 1
        continue
      }
      guard nodes[node].quality.bandwidth != nil || connections[id]?.line.isEmpty == false else {
        sendDownstream(.publication(id, topic: topic, bytes), on: id, at: now)
        continue
      }
      // One publication is being sent, and so many may wait.
      guard let waiting = connections[id]?.line.count,
        waiting <= nodes[node].quality.highWaterMark
      else {
        counts.overflows += 1
        continue
      }
      connections[id]?.line.append(SimulatedConnection.Publication(topic: topic, bytes: bytes))
      if waiting == 0 { occupyLine(of: id, at: now) }
    }
  }

  /// Starts to send the next publication on a slow line.
  private mutating func occupyLine(of id: ConnectionID, at now: Duration) {
    guard let connection = connections[id], let next = connection.line.first else { return }
    let bandwidth = nodes[connection.node].quality.bandwidth
    let time = bandwidth.map { .seconds(1) * next.size / $0 } ?? .zero
    queue.add(.lineFree(id, serial: connection.lineSerial), at: now + time)
  }

  /// Delivers the publication that a slow line has sent.
  private mutating func freeLine(of id: ConnectionID, serial: Int, at now: Duration) {
    guard let connection = connections[id], connection.lineSerial == serial,
      let sent = connection.line.first
    else { return }
    connections[id]?.line.removeFirst()
    sendDownstream(.publication(id, topic: sent.topic, sent.bytes), on: id, at: now)
    occupyLine(of: id, at: now)
  }

  /// Sends all publications that wait for slow lines at once.
  mutating func freeLines(at now: Duration) {
    for id in connections.keys.sorted() {
      connections[id]?.lineSerial += 1
      let waiting = connections[id]?.line ?? []
      connections[id]?.line = []
      for sent in waiting {
        sendDownstream(.publication(id, topic: sent.topic, sent.bytes), on: id, at: now)
      }
    }
  }

  private mutating func sendSubscription(
    _ topic: [UInt8],
    isActive: Bool,
    from node: Int,
    at now: Duration
  ) {
    guard let id = nodes[node].connections[.layout] else { return }
    sendUpstream(.subscription(id, topic: topic, isActive: isActive), on: id, at: now)
  }

  private mutating func sendUpstream(
    _ occurrence: Occurrence,
    on id: ConnectionID,
    at now: Duration
  ) {
    guard let node = connections[id]?.node, connections[id]?.isUpstreamOpen == true,
      let arrival = connections[id]?.upstreamArrival(now + nodes[node].transit())
    else { return }
    queue.add(occurrence, at: arrival)
    if arrival - now > .seconds(1) { counts.longJourneys += 1 }
  }

  private mutating func sendDownstream(
    _ occurrence: Occurrence,
    on id: ConnectionID,
    at now: Duration
  ) {
    guard let node = connections[id]?.node, connections[id]?.hasServer == true,
      connections[id]?.isDownstreamOpen == true,
      let arrival = connections[id]?.downstreamArrival(now + nodes[node].transit())
    else { return }
    queue.add(occurrence, at: arrival)
    if arrival - now > .seconds(1) { counts.longJourneys += 1 }
  }

  // MARK: Arriving

  private mutating func signals(of occurrence: Occurrence, at now: Duration) -> [Signal] {
    switch occurrence {
    case .request(let id, let bytes):
      return connections[id]?.isUpstreamOpen == true ? [.request(from: id, bytes)] : []
    case .subscription(let id, let topic, let isActive):
      guard connections[id]?.isUpstreamOpen == true else { return [] }
      if isActive {
        table.add(id, to: topic)
        return [.subscription(topic: topic, isActive: true)]
      }
      let isLast = table.remove(id, from: topic)
      return isLast ? [.subscription(topic: topic, isActive: false)] : []
    case .reply(let id, let bytes):
      guard let connection = connections[id], connection.isDownstreamOpen else { return [] }
      return [.reply(to: connection.node, bytes)]
    case .publication(let id, let topic, let bytes):
      guard let connection = connections[id], connection.isDownstreamOpen else { return [] }
      return [.publication(to: connection.node, topic: topic, bytes)]
    case .lineFree(let id, let serial):
      freeLine(of: id, serial: serial, at: now)
      return []
    case .connect(let node, let channel):
      return connect(node, channel, at: now)
    case .nodeNotices(let node, let channel):
      return nodes[node].isGone ? [] : [.disconnected(node, channel)]
    case .serverNotices(let id):
      connections[id] = nil
      return table.remove(id).map { .subscription(topic: $0, isActive: false) }
    }
  }

  private mutating func connect(_ node: Int, _ channel: Channel, at now: Duration) -> [Signal] {
    guard !nodes[node].isGone, nodes[node].connections[channel] == nil else { return [] }
    let possible = max(nodes[node].unreachableUntil, serverDownUntil)
    guard possible <= now else {
      queue.add(.connect(node, channel), at: possible + reconnectInterval(of: node))
      return []
    }
    let id = ConnectionID(rawValue: UInt64(owners.count) + 1)
    owners[id] = node
    connections[id] = SimulatedConnection(node: node, channel: channel)
    nodes[node].connections[channel] = id
    // libzmq sends the socket's subscriptions again, in byte order (proto/README.md: Join).
    if channel == .layout {
      let topics = nodes[node].subscriptions.keys.sorted { $0.lexicographicallyPrecedes($1) }
      counts.resubscriptions += topics.count
      if topics.count > 1 { counts.orderedResubscriptions += 1 }
      for topic in topics { sendSubscription(topic, isActive: true, from: node, at: now) }
    }
    return [.connected(node, channel)]
  }

  /// Returns 80 to 160 ms at random.
  mutating func reconnectInterval(of node: Int) -> Duration {
    nodes[node].generator.duration(in: .milliseconds(80) ... .milliseconds(160))
  }
}
