import NavTestKit
import Testing

@testable import NavHost

@Suite("Subscriptions per connection (proto/README.md: Limits)")
struct LayoutConnectionsTests {
  private var connections = LayoutConnections()
  private var marks: UInt = 0

  private mutating func connect(_ descriptor: Int32) throws -> LayoutConnections.Sender {
    _ = connections.accepted(descriptor)
    connections.beginReading()
    connections.endReading()
    marks += 1
    let sender = connections.sender(
      behind: descriptor,
      LayoutConnections.Mark(value: marks)
    )
    return try #require(sender)
  }

  @Test("a topic is dropped when its last subscriber has unsubscribed or ended, and not before")
  mutating func holders() throws {
    let a = try connect(10)
    let b = try connect(11)
    let c = try connect(12)
    for sender in [a, b, c] { try demand(connections.subscribe(to: [7], sender)) }
    // A second subscription has no effect.
    try demand(connections.subscribe(to: [7], a))
    try demand(!connections.unsubscribe(from: [7], a))
    // A connection can't end the subscriptions of others.
    for _ in 0..<3 { try demand(!connections.unsubscribe(from: [7], a)) }
    try demand(!connections.unsubscribe(from: [7], c))
    try demand(!connections.unsubscribe(from: [7], c))
    try demand(connections.ended(11) == [[7]])
    try demand(connections.ended(11).isEmpty && connections.count == 2)
  }

  @Test("when all connections end, each topic that had holders is told once")
  mutating func endAll() throws {
    let a = try connect(10)
    let b = try connect(11)
    for sender in [a, b] { try demand(connections.subscribe(to: [7], sender)) }
    try demand(connections.subscribe(to: [8], b))
    try demand(connections.endAll() == [[7], [8]])
    try demand(connections.endAll().isEmpty && connections.count == 0)
    try demand(!connections.isConnected(a) && !connections.isConnected(b))
    // The numbers are free for others.
    let c = try connect(10)
    try demand(connections.subscribe(to: [7], c))
    try demand(connections.ended(10) == [[7]])
  }

  @Test("a connection may hold 16 topics at a time, and any number one after another")
  mutating func limit() throws {
    let sender = try connect(10)
    let limit = UInt8(DaemonLimits.topicsPerConnection)
    for topic in 0..<limit { try demand(connections.subscribe(to: [topic], sender)) }
    try demand(connections.subscribe(to: [0], sender))
    try demand(!connections.subscribe(to: [limit], sender))
    try demand(connections.unsubscribe(from: [3], sender))
    try demand(connections.subscribe(to: [limit], sender))
    // The next connection with this descriptor starts with no topics.
    try demand(connections.ended(10).count == Int(limit))
    let next = try connect(10)
    #expect(next.id != sender.id && !connections.isConnected(sender))
    for topic in 0..<limit { try demand(connections.subscribe(to: [topic], next)) }
  }

  @Test("a connection that is shut is ignored, and topics that only it held are dropped")
  mutating func shutting() throws {
    let bad = try connect(10)
    let good = try connect(11)
    for topic: [UInt8] in [[1], [2]] { try demand(connections.subscribe(to: topic, bad)) }
    try demand(connections.subscribe(to: [2], good))
    #expect(connections.isHeard(bad))
    try demand(connections.shut(bad) == [[1]])
    #expect(!connections.isHeard(bad) && connections.isConnected(bad))
    #expect(connections.isHeard(good))
    try demand(connections.ended(10).isEmpty)
  }

  /// A model of libzmq's I/O thread with few descriptors, and a loop that polls rarely; the true senders are known.
  private struct IOThreadModel {
    enum Event {
      case accepted(Int32)
      case ended(Int32)
    }

    private struct Peer {
      let id: UInt64
      let descriptor: Int32
      /// Its end was reported, but its descriptor is not free yet.
      var isEnding = false
    }

    private var peers: [Peer] = []
    private var accepted: UInt64 = 0
    var events: [Event] = []
    /// The descriptor of each message, and its true sender.
    var messages: [(descriptor: Int32, id: UInt64)] = []

    mutating func act(_ generator: inout SplitMix64) {
      let index = peers.isEmpty ? nil : generator.int(in: 0...peers.count - 1)
      switch (generator.int(in: 0...3), index) {
      case (0, _):
        let free = (10...12).first { number in !peers.contains { $0.descriptor == number } }
        guard let free else { return }
        accepted += 1
        peers.append(Peer(id: accepted, descriptor: free))
        events.append(.accepted(free))
      case (1, let index?) where peers[index].isEnding:
        peers.remove(at: index)
      case (1, let index?):
        peers[index].isEnding = true
        events.append(.ended(peers[index].descriptor))
      case (_, let index?):
        // Messages read before the end may be delivered after its report.
        messages.append((peers[index].descriptor, peers[index].id))
      case (_, nil): return
      }
    }

    func isThere(_ id: UInt64) -> Bool { peers.contains { $0.id == id && !$0.isEnding } }
  }

  @Test("a sender reported as certain is correct, in any order of descriptor reuse")
  func attribution() throws {
    var doubts = 0
    var certain = 0
    var mistakesAvoided = 0
    try forSeeds(0..<300) { generator in
      var thread = IOThreadModel()
      var connections = LayoutConnections()
      func announce() {
        for event in thread.events {
          switch event {
          case .accepted(let descriptor): _ = connections.accepted(descriptor)
          case .ended(let descriptor): _ = connections.ended(descriptor)
          }
        }
        thread.events = []
      }
      for _ in 0..<60 {
        for _ in 0..<generator.int(in: 0...6) { thread.act(&generator) }
        announce()
        for _ in 0..<generator.int(in: 0...3) { thread.act(&generator) }
        connections.beginReading()
        let count = generator.oneIn(4) ? thread.messages.count / 2 : thread.messages.count
        let isAll = count == thread.messages.count
        let read = thread.messages.prefix(count)
        thread.messages.removeFirst(count)
        for _ in 0..<generator.int(in: 0...3) { thread.act(&generator) }
        announce()
        for message in read {
          let mark = LayoutConnections.Mark(value: UInt(message.id))
          guard let sender = connections.sender(behind: message.descriptor, mark) else {
            try demand(!thread.isThere(message.id), "\(message) is there and not known")
            continue
          }
          if sender.isCertain {
            certain += 1
            try demand(sender.id == message.id, "\(sender) instead of \(message)")
          } else {
            doubts += 1
            if sender.id != message.id { mistakesAvoided += 1 }
          }
        }
        if isAll { connections.endReading() }
      }
    }
    #expect(mistakesAvoided > 0)
    #expect(certain > doubts, "\(doubts) of \(certain + doubts)")
  }
}
