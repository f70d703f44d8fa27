/// Nodes around one server, as ZeroMQ connects them, with a clock that the caller moves.
///
/// Each node has two connections: `input` (DEALER to ROUTER) and `layout` (SUB to XPUB). A
/// connection keeps its order and loses what is on its way when it breaks; a publication can be
/// lost as a whole; between two connections there is no order. Bytes are all that the network
/// knows.
package struct SimulatedNetwork {
  /// What reaches an application.
  package enum Signal: Hashable, Sendable {
    /// At the server's ROUTER.
    case request(from: ConnectionID, [UInt8])
    /// At the server's XPUB.
    case subscription(topic: [UInt8], isActive: Bool)
    /// At a node's DEALER.
    case reply(to: Int, [UInt8])
    /// At a node's SUB.
    case publication(to: Int, topic: [UInt8], [UInt8])
    /// What a node's socket monitors tell.
    case connected(Int, Channel)
    case disconnected(Int, Channel)
  }

  enum Occurrence {
    case request(ConnectionID, [UInt8])
    case reply(ConnectionID, [UInt8])
    case subscription(ConnectionID, topic: [UInt8], isActive: Bool)
    case publication(ConnectionID, topic: [UInt8], [UInt8])
    case connect(Int, Channel)
    case nodeNotices(Int, Channel)
    case serverNotices(ConnectionID)
  }

  var nodes: [SimulatedNode] = []
  var connections: [ConnectionID: SimulatedConnection] = [:]
  var table = SubscriptionTable()
  var queue = EventQueue<Occurrence>()
  private var generator: SplitMix64
  /// The node of every connection that ever was.
  private var owners: [ConnectionID: Int] = [:]
  /// Nobody listens before.
  var serverDownUntil = Duration.zero

  package init(generator: SplitMix64) {
    self.generator = generator
  }

  /// When something happens; nil when nothing is on its way.
  package var nextTime: Duration? { queue.nextTime }

  /// Lets the next thing happen: what reaches applications through it, often nothing.
  package mutating func advance() -> (time: Duration, signals: [Signal])? {
    guard let (time, occurrence) = queue.next() else { return nil }
    return (time, signals(of: occurrence, at: time))
  }

  // MARK: Nodes

  /// A process starts and connects.
  package mutating func addNode(_ quality: LinkQuality, at now: Duration) -> Int {
    nodes.append(SimulatedNode(quality: quality, generator: SplitMix64(seed: generator.next())))
    let node = nodes.count - 1
    for channel in Channel.allCases {
      queue.add(.connect(node, channel), at: now + nodes[node].transit())
    }
    return node
  }

  /// A process ends, however: what it had sent still arrives.
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

  /// Whose a connection is, or was.
  package func node(of connection: ConnectionID) -> Int? { owners[connection] }

  package mutating func setQuality(of node: Int, to quality: LinkQuality) {
    nodes[node].quality = quality
  }

  // MARK: Sending

  /// A node's request; without a connection it is refused at once, as `ZMQ_IMMEDIATE` has it.
  package mutating func send(_ bytes: [UInt8], from node: Int, at now: Duration) {
    guard let id = nodes[node].connections[.input] else { return }
    sendUpstream(.request(id, bytes), on: id, at: now)
  }

  /// The server's reply; to a peer that is gone there is no way (`ZMQ_ROUTER_MANDATORY`).
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

  /// Whether a SUB socket still hands out what arrives on a topic.
  package func isSubscribed(_ node: Int, to topic: [UInt8]) -> Bool {
    nodes[node].subscriptions[topic] != nil
  }

  /// What anybody is subscribed to, as the server has it.
  package var heldTopics: Set<[UInt8]> { table.topics }

  package mutating func publish(_ bytes: [UInt8], on topic: [UInt8], at now: Duration) {
    for id in table.holders(of: topic) {
      guard let node = connections[id]?.node, !nodes[node].losesPublication() else { continue }
      sendDownstream(.publication(id, topic: topic, bytes), on: id, at: now)
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
    // libzmq says again what the socket is subscribed to, in byte order (protocol.md: Join).
    if channel == .layout {
      let topics = nodes[node].subscriptions.keys.sorted { $0.lexicographicallyPrecedes($1) }
      for topic in topics { sendSubscription(topic, isActive: true, from: node, at: now) }
    }
    return [.connected(node, channel)]
  }

  /// 80 to 160 ms at random.
  mutating func reconnectInterval(of node: Int) -> Duration {
    nodes[node].generator.duration(in: .milliseconds(80) ... .milliseconds(160))
  }
}
