import Glibc
import NavBase
import NavHost
import NavTestKit
import NavWire
import Testing
import ZeroMQ

@testable import NavDaemon

/// A daemon's layout socket with its own loop; topics with the prefix `s` or `z` are its own.
private struct Gate: ~Copyable {
  private let layout: LayoutSocket
  private var poller: Poller
  /// The topics with a subscriber.
  private(set) var held: Set<[UInt8]> = []
  private(set) var lines: [String] = []
  let endpoint: Endpoint

  init(in directory: String) throws {
    let endpoint = Endpoint.ipc(path: directory + "/layout")
    // Connections are shut for their offences only, not because of a slow thread.
    let layout = try LayoutSocket(
      in: Context(),
      handshakeTimeout: .seconds(60),
      heartbeatTimeout: .seconds(60)
    )
    try layout.bind(endpoint)
    var poller = Poller()
    poller.add(layout.socket, token: 1, events: .readable)
    poller.add(layout.events, token: 2, events: .readable)
    self.endpoint = endpoint
    self.layout = layout
    self.poller = poller
  }

  mutating func turn() throws {
    for change in try layout.receive(at: .zero) where !take(change) {
      for left in layout.reject(change, at: .zero) { _ = take(left) }
    }
    let (lines, changes) = try layout.shutOffenders()
    self.lines += lines
    for change in changes { _ = take(change) }
  }

  private mutating func take(_ change: LayoutSocket.Change) -> Bool {
    guard change.isActive else {
      held.remove(change.topic)
      return true
    }
    guard change.topic.first.map({ "sz".utf8.contains($0) }) ?? false else { return false }
    held.insert(change.topic)
    return true
  }

  /// Runs turns until a condition holds.
  mutating func run(until condition: String, _ isTrue: (Set<[UInt8]>) throws -> Bool) throws {
    try eventually(condition) {
      try turn()
      return try isTrue(held)
    }
  }

  /// Waits for a message without reading it.
  mutating func waitForMessage() throws {
    try eventually("a message has arrived") {
      _ = try poller.wait(timeout: .milliseconds(5))
      return poller.isReady(token: 1).contains(.readable)
    }
  }
}

/// A subscriber that notices when its connection is shut, and does not reconnect soon.
private final class Subscriber {
  let socket: Socket
  private let events: Socket

  init(in context: Context, at endpoint: Endpoint) throws {
    let socket = try Socket(.subscribe, in: context, options: [.reconnectInterval(.seconds(3))])
    let events = try socket.monitor([.handshakeSucceeded, .disconnected])
    try socket.connect(endpoint)
    var next: MonitorEvent.Kind?
    try eventually("a subscriber is connected") {
      next = try events.receiveEvent()?.kind
      return next != nil
    }
    try #require(next == .handshakeSucceeded)
    self.socket = socket
    self.events = events
  }

  func isShutOut() throws -> Bool { try events.receiveEvent()?.kind == .disconnected }
}

@Suite("A subscriber to a foreign topic is shut out (proto/README.md: Streams and topics)")
struct LayoutSocketTests {
  private let context: Context
  private let directory: String

  init() throws {
    context = try Context()
    directory = try makeTemporaryDirectory("gate")
  }

  private static func topic(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("200 offenders are shut out, and none of five honest subscribers is")
  func offenders() throws {
    var gate = try Gate(in: directory)
    let endpoint = gate.endpoint
    let good = [
      try Holder(context, endpoint), try Holder(context, endpoint), try Holder(context, endpoint),
      try Holder(context, endpoint), try Holder(context, endpoint),
    ]
    for (index, holder) in good.enumerated() { try holder.move(to: Self.topic("s\(index)")) }
    for round in 0..<200 {
      let bad = try Subscriber(in: context, at: endpoint)
      let mover = round % good.count
      try good[mover].move(to: Self.topic("s\(mover) of round \(round)"))
      switch round % 4 {
      case 0: try bad.socket.subscribe([])
      case 1: try bad.socket.subscribe(Self.topic("a topic of another daemon"))
      case 2:
        try bad.socket.subscribe(Self.topic("s0"))
        try bad.socket.subscribe([UInt8](repeating: 0, count: 65))
      default: for number in 0...16 { try bad.socket.subscribe(Self.topic("s bad \(number)")) }
      }
      if round % 20 == 19 { try good[mover].reconnect(context, endpoint) }
      try gate.run(until: "the offender of round \(round) is shut out") { _ in
        try bad.isShutOut()
      }
      for holder in good { #expect(try !holder.isShutOut(), "round \(round)") }
    }
    let wanted = Set(good.map(\.topic))
    try gate.run(until: "only what the others want is held") { $0 == wanted }
    #expect(gate.lines.count == 6)
  }

  @Test("a reused descriptor does not pass its former owner's offence on")
  func numbersUsedAgain() throws {
    var gate = try Gate(in: directory)
    for round in 0..<100 {
      var bad: Subscriber? = try Subscriber(in: context, at: gate.endpoint)
      try gate.run(until: "all is read") { _ in true }
      try bad?.socket.subscribe(Self.topic("x"))
      try gate.waitForMessage()
      bad = nil
      // It gets the free descriptor before the daemon has noticed.
      let good = Holder(try Subscriber(in: context, at: gate.endpoint))
      let topic = Self.topic("s\(round)")
      try good.move(to: topic)
      try gate.run(until: "the next one is heard in round \(round)") { $0 == [topic] }
      try gate.turn()
      #expect(try !good.isShutOut(), "round \(round)")
    }
  }

  @Test("many topics one after another are allowed, and so are shared topics")
  func manyTopics() throws {
    var gate = try Gate(in: directory)
    let holders = [try Holder(context, gate.endpoint), try Holder(context, gate.endpoint)]
    for round in 0..<50 {
      let topic = Self.topic("s\(round)")
      for holder in holders { try holder.move(to: topic) }
      try gate.run(until: "round \(round)") { $0 == [topic] }
    }
    try holders[0].move(to: Self.topic("s last"))
    try gate.run(until: "one has left") { $0 == [Self.topic("s49"), Self.topic("s last")] }
    for holder in holders { #expect(try !holder.isShutOut()) }
    #expect(gate.lines.isEmpty)
  }
}

/// A viewer that moves from topic to topic.
private final class Holder {
  private var subscriber: Subscriber
  private(set) var topic: [UInt8] = []

  init(_ subscriber: Subscriber) {
    self.subscriber = subscriber
  }

  convenience init(_ context: Context, _ endpoint: Endpoint) throws {
    self.init(try Subscriber(in: context, at: endpoint))
  }

  func move(to topic: [UInt8]) throws {
    if !self.topic.isEmpty { try subscriber.socket.unsubscribe(self.topic) }
    try subscriber.socket.subscribe(topic)
    self.topic = topic
  }

  func reconnect(_ context: Context, _ endpoint: Endpoint) throws {
    subscriber = try Subscriber(in: context, at: endpoint)
    try subscriber.socket.subscribe(topic)
  }

  func isShutOut() throws -> Bool { try subscriber.isShutOut() }
}

@Suite("The TCP ports of a daemon (proto/README.md: A new key)")
struct NetworkListenerTests {
  /// There are no two free ports in a row.
  private struct NoPorts: Error {}

  /// Listens at a port of 127.0.0.1; nil if it is in use.
  private static func hold(_ port: UInt16) -> Int32? {
    let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, size) == 0
      }
    }
    if isBound, Glibc.listen(descriptor, 1) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// Listens at a port below those that the system gives to outgoing connections, of which the next one is free.
  private static func holdFirstOfPair() throws -> (descriptor: Int32, port: UInt16) {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000...29_998)
      guard let next = hold(port + 1) else { continue }
      close(next)
      if let descriptor = hold(port) { return (descriptor, port) }
    }
    throw NoPorts()
  }

  @Test("ports that others take while the key is changed are an error, told once")
  func taken() throws {
    let (descriptor, port) = try Self.holdFirstOfPair()
    let context = try Context()
    var input = try Socket(.router, in: context)
    var layout = try LayoutSocket(in: context)
    let address = try #require(TCPAddress("tcp://127.0.0.1:\(port)"))
    var listener = NetworkListener(address)
    try listener.change(to: CurveKeyPair(), &input, &layout, at: .zero)
    let early = try listener.keepListening(&input, &layout, at: .zero).entries
    #expect(early.isEmpty)
    let late = try listener.keepListening(&input, &layout, at: .seconds(1)).entries
    #expect(late.map(\.level) == [.error])
    let again = try listener.keepListening(&input, &layout, at: .seconds(2)).entries
    #expect(again.isEmpty)
    close(descriptor)
    // A process that another test begins at this moment may hold the port for a little longer.
    let end = ContinuousClock.now + .seconds(60)
    var (now, back) = (Duration.seconds(2), [LogEntry]())
    while back.isEmpty, ContinuousClock.now < end {
      now += .seconds(10)
      back = try listener.keepListening(&input, &layout, at: now).entries
    }
    #expect(back.map(\.level) == [.info] && back.map(\.event) == [.listening])
    #expect(listener.nextLook == nil)
  }
}
