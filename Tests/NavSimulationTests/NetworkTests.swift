import NavTestKit
import Testing

/// The simulated network behaves as libzmq 4.3.4, as far as the protocol depends on it.
@Suite("The simulated network")
struct NetworkTests {
  private typealias Signal = SimulatedNetwork.Signal

  private static let slow = LinkQuality(delay: .milliseconds(5), jitter: .milliseconds(50))

  /// A network with connected nodes.
  private static func network(
    _ count: Int,
    _ quality: LinkQuality = slow,
    seed: UInt64 = 1
  ) -> SimulatedNetwork {
    var network = SimulatedNetwork(generator: SplitMix64(seed: seed))
    for _ in 0..<count { _ = network.addNode(quality, at: .zero) }
    _ = run(&network)
    return network
  }

  /// Processes all events and returns the signals.
  private static func run(_ network: inout SimulatedNetwork) -> [Signal] {
    var signals: [Signal] = []
    while let step = network.advance() { signals += step.signals }
    return signals
  }

  @Test("events come by time, and simultaneous ones in the order of insertion")
  func queue() throws {
    try forSeeds(0..<50) { generator in
      var queue = EventQueue<Int>()
      var twin: [(time: Duration, event: Int)] = []
      for event in 0..<generator.int(in: 0...60) {
        let time = Duration.milliseconds(generator.int(in: 0...9))
        queue.add(event, at: time)
        twin.append((time, event))
        if generator.oneIn(4), let next = queue.next() {
          let first = try #require(twin.map(\.time).min())
          let index = try #require(twin.firstIndex { $0.time == first })
          try demand(next.time == first && next.event == twin.remove(at: index).event)
        }
      }
      var last = (time: Duration.zero, event: -1)
      while let next = queue.next() {
        try demand((last.time, last.event) < (next.time, next.event), "\(next) after \(last)")
        last = next
        twin.removeAll { $0.event == next.event }
      }
      try demand(twin.isEmpty && queue.isEmpty)
    }
  }

  @Test("a connection keeps its order, whatever time each message takes")
  func order() throws {
    try forSeeds(0..<20) { generator in
      var network = Self.network(1, seed: generator.next())
      network.subscribe(0, to: [1], at: .zero)
      _ = Self.run(&network)
      for byte: UInt8 in 0..<20 {
        network.send([byte], from: 0, at: .milliseconds(200))
        network.publish([byte], on: [1], at: .milliseconds(200))
      }
      let signals = Self.run(&network)
      let requests = signals.compactMap {
        if case .request(_, let bytes) = $0 { bytes } else { nil }
      }
      let publications = signals.compactMap {
        if case .publication(0, [1], let bytes) = $0 { bytes } else { nil }
      }
      try demand(requests == (0..<20).map { [$0] } && publications == requests)
      // Between the two there is no order.
      try demand(signals.prefix(20) != signals.suffix(20))
    }
  }

  @Test("publications are lost whole, one in so many; nothing else is lost")
  func loss() {
    var network = Self.network(1, LinkQuality(delay: .zero, jitter: .zero, loss: 4))
    network.subscribe(0, to: [1], at: .zero)
    _ = Self.run(&network)
    for _ in 0..<400 {
      network.publish([7], on: [1], at: .zero)
      network.send([8], from: 0, at: .zero)
    }
    let signals = Self.run(&network)
    let arrived = signals.count { $0 == .publication(to: 0, topic: [1], [7]) }
    #expect((250...350).contains(arrived))
    #expect(signals.count - arrived == 400)
  }

  @Test("every subscription is reported, an unsubscription only if it is the topic's last one")
  func subscriptions() {
    var network = Self.network(2)
    func told(_ act: (inout SimulatedNetwork) -> Void) -> [Signal] {
      act(&network)
      return Self.run(&network)
    }
    let begun = Signal.subscription(topic: [1], isActive: true)
    let ended = Signal.subscription(topic: [1], isActive: false)
    #expect(told { $0.subscribe(0, to: [1], at: .zero) } == [begun])
    #expect(told { $0.subscribe(1, to: [1], at: .zero) } == [begun])
    #expect(told { $0.subscribe(1, to: [1], at: .zero) } == [begun])
    #expect(told { $0.unsubscribe(1, from: [1], at: .zero) } == [])
    #expect(told { $0.unsubscribe(1, from: [1], at: .zero) } == [])
    #expect(told { $0.unsubscribe(0, from: [1], at: .zero) } == [ended])
    // A disconnect ends topics that only it held.
    #expect(told { $0.subscribe(0, to: [1], at: .zero) } == [begun])
    _ = told { $0.subscribe(1, to: [1], at: .zero) }
    _ = told { $0.subscribe(1, to: [2], at: .zero) }
    #expect(
      told { $0.removeNode(1, at: .zero) } == [.subscription(topic: [2], isActive: false)]
    )
    #expect(told { $0.removeNode(0, at: .zero) } == [ended])
    #expect(network.heldTopics.isEmpty)
  }

  @Test(
    "a broken connection loses data in flight, and returns with its topics in byte order"
  )
  func cut() {
    var network = Self.network(1)
    for topic in [[9], [2], [1, 5]] as [[UInt8]] { network.subscribe(0, to: topic, at: .zero) }
    _ = Self.run(&network)
    network.publish([7], on: [9], at: .zero)
    network.cut(0, .layout, at: .zero)
    let signals = Self.run(&network)
    #expect(!signals.contains(.publication(to: 0, topic: [9], [7])))
    #expect(signals.contains(.disconnected(0, .layout)))
    let topics = signals.compactMap {
      if case .subscription(let topic, isActive: true) = $0 { topic } else { nil }
    }
    #expect(topics == [[1, 5], [2], [9]])

    network.send([1], from: 0, at: .zero)
    network.cut(0, .input, at: .zero)
    network.send([2], from: 0, at: .zero)
    #expect(Self.run(&network) == [.disconnected(0, .input), .connected(0, .input)])
  }

  @Test(
    "publications beyond a slow line's queue are dropped, and the others arrive in time",
    arguments: [0, 1, 5]
  )
  func bandwidth(highWaterMark: Int) {
    var network = Self.network(1)
    network.subscribe(0, to: [1], at: .zero)
    _ = Self.run(&network)
    // One byte of a topic and nine of a message: ten a second.
    let slow = LinkQuality(
      delay: .zero,
      jitter: .zero,
      bandwidth: 100,
      highWaterMark: highWaterMark
    )
    network.setQuality(of: 0, to: slow)
    for byte: UInt8 in 0..<8 {
      network.publish([UInt8](repeating: byte, count: 9), on: [1], at: .seconds(1))
    }
    let room = 1 + highWaterMark
    #expect(network.counts.overflows == 8 - room)
    var arrivals: [(time: Duration, byte: UInt8)] = []
    while let step = network.advance() {
      for case .publication(0, _, let bytes) in step.signals {
        arrivals.append((step.time, bytes[0]))
      }
    }
    #expect(arrivals.map(\.byte) == (0..<UInt8(room)).map(\.self))
    #expect(arrivals.map(\.time) == (1...room).map { .seconds(1) + .milliseconds(100) * $0 })
  }

  @Test("a line that heals delivers its queue in order and once", arguments: [false, true])
  func healing(breaks: Bool) {
    var network = Self.network(1)
    network.subscribe(0, to: [1], at: .zero)
    _ = Self.run(&network)
    network.setQuality(of: 0, to: LinkQuality(delay: .zero, jitter: .zero, bandwidth: 1))
    for byte: UInt8 in 0..<9 { network.publish([byte], on: [1], at: .seconds(1)) }
    if breaks { network.cut(0, .layout, at: .seconds(2)) }
    network.heal(.local, at: .seconds(2))
    var last = Duration.zero
    var bytes: [[UInt8]] = []
    while let step = network.advance() {
      for case .publication(0, _, let some) in step.signals {
        bytes.append(some)
        last = step.time
      }
    }
    #expect(bytes == (breaks ? [] : (0..<9).map { [$0] }))
    #expect(last < .seconds(3))
  }

  @Test(
    "a partitioned node reconnects when the time is over or the world heals",
    arguments: [true, false]
  )
  func partition(heals: Bool) throws {
    var network = Self.network(1)
    network.partition(0, for: .seconds(10), silence: .zero, at: .zero)
    if heals { network.heal(.local, at: .zero) }
    var back: Duration?
    while let step = network.advance() {
      if step.signals.contains(.connected(0, .input)) { back = step.time }
    }
    let range: ClosedRange<Duration> =
      heals ? .milliseconds(80) ... .milliseconds(160) : .seconds(10) ... .milliseconds(10_160)
    #expect(range.contains(try #require(back)))
  }

  @Test(
    "a new server has no state, and only data of an orderly stop still arrives",
    arguments: [true, false]
  )
  func restart(lingers: Bool) throws {
    var network = Self.network(1)
    network.subscribe(0, to: [1], at: .zero)
    network.send([1], from: 0, at: .zero)
    let before = Self.run(&network)
    let old = try #require(
      before.compactMap { if case .request(let id, _) = $0 { id } else { nil } }.first
    )
    network.publish([7], on: [1], at: .zero)
    network.send([8], from: 0, at: .zero)
    network.restartServer(downFor: .seconds(1), lingers: lingers, at: .zero)
    #expect(network.heldTopics.isEmpty)
    let after = Self.run(&network)
    let farewell = after.firstIndex(of: .publication(to: 0, topic: [1], [7]))
    #expect((farewell != nil) == lingers)
    let end = try #require(after.firstIndex(of: .disconnected(0, .layout)))
    #expect(farewell ?? -1 < end)
    #expect(!after.contains { if case .request = $0 { true } else { false } })
    #expect(after.contains(.subscription(topic: [1], isActive: true)))
    network.reply([2], to: old, at: .seconds(3))
    #expect(Self.run(&network) == [])
  }
}
