import Glibc
import NavBase
import NavProcessKit
import NavSystem
import NavWire
import ZeroMQ

/// The attacks that speak the transport's protocol, or not even that.
extension AttackTarget {
  private func endpoint(_ number: Int) -> Endpoint { number.isMultiple(of: 2) ? input : layout }

  /// Holds more connections than the daemon may have, releases them, and comes again.
  func connect(_ wanted: Int) throws {
    try FileLimit.raise(toAtLeast: wanted + 64)
    var tallies = Tallies()
    while isOn {
      var held: [RawPeer] = []
      for number in 0..<wanted where isOn {
        let peer = RawPeer.silent(at: endpoint(number), from: 2 + number % 200)
        tallies[peer == nil ? "unconnected" : "connected"] += 1
        if let peer { held.append(peer) }
      }
      // Poll without descriptors: the connections are held for a second.
      poll(nil, 0, 1_000)
      held.removeAll()
    }
    report(tallies)
  }

  /// Holds up to 5,000 connections over TCP that never finish their handshake, and replaces those that the daemon ends.
  ///
  /// At most 1,000 in a second: as fast as they can, the attackers need both processors of a small machine for
  /// themselves.
  func leaveHandshakesOpen() throws {
    let wanted = 5_000
    let beginningOfGreeting: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F]
    try FileLimit.raise(toAtLeast: wanted + 64)
    var tallies = Tallies()
    var held: [RawPeer] = []
    let start = monotonicNow()
    while isOn {
      let allowed = Int((monotonicNow() - start) / .milliseconds(1)) - tallies["opened"]
      for number in 0..<max(0, min(wanted - held.count, allowed)) where isOn {
        guard let peer = RawPeer.silent(at: endpoint(number), from: 2 + self.number) else {
          tallies["unconnected"] += 1
          break
        }
        tallies["opened"] += 1
        if number.isMultiple(of: 3) { peer.send(beginningOfGreeting) }
        held.append(peer)
      }
      let open = held.filter { !$0.isOver() }
      tallies["ended"] += held.count - open.count
      held = open
      // Poll without descriptors: until some more are allowed.
      poll(nil, 0, 10)
    }
    report(tallies)
  }

  /// Begins 500 encrypted handshakes in a second, each with a box that the daemon can't open.
  func failHandshakes() throws {
    let zeros = [UInt8](repeating: 0, count: 72)
    // The greeting of a client with CURVE (ZeroMQ RFC 37).
    let greeting = [0xFF] + zeros[..<8] + [0x7F, 3, 1] + Array("CURVE".utf8) + zeros[..<47]
    var tallies = Tallies()
    var held: [RawPeer] = []
    let start = monotonicNow()
    var count = 0
    while isOn {
      guard Double(count) < (monotonicNow() - start) / .milliseconds(2) else {
        // Poll without descriptors: the rate is kept.
        poll(nil, 0, 1)
        continue
      }
      count += 1
      guard let peer = RawPeer.silent(at: endpoint(count), from: 2 + number) else {
        tallies["unconnected"] += 1
        continue
      }
      // The command HELLO (ZeroMQ RFC 26) with a key, a nonce and a box of random bytes.
      let random = (0..<120).map { _ in UInt8.random(in: 0...255) }
      let hello = [5] + Array("HELLO".utf8) + [1, 0] + zeros + random
      peer.send(greeting + [4, UInt8(hello.count)] + hello)
      tallies["handshakes"] += 1
      held.append(peer)
      // So many wait for their end.
      if held.count > 200, held.removeFirst().isOver() { tallies["ended"] += 1 }
    }
    report(tallies)
  }

  /// Subscribes to topics that the daemon never made: first a few on each connection, then as many as it takes.
  ///
  /// The daemon shuts the first connections because of their topics, and the others because of their rate.
  func subscribe() throws {
    var tallies = Tallies()
    var random = SeededGenerator(seed: UInt64(number + 1))
    let half = monotonicNow() + (end - monotonicNow()) / 2
    while isOn {
      let isSlow = monotonicNow() < half
      guard let peer = RawPeer.subscriber(at: layout) else {
        tallies["unconnected"] += 1
        continue
      }
      // 40 and the handshake are less than the 4,096 bytes that the daemon accepts at once. Half of them are malformed,
      // the others have the form of a stream's topic and a wrong code.
      let topics = (0..<(isSlow ? 40 : 1_000)).flatMap { number in
        RawPeer.frame(
          number.isMultiple(of: 2) ? random.bytes(60) : [UInt8(ascii: "s")] + random.bytes(28),
          subscribes: true
        )
      }
      let isShut = !peer.send(topics) || peer.hasEnded(within: .seconds(2))
      tallies["\(isShut ? "shut" : "not shut") for their \(isSlow ? "topics" : "rate")"] += 1
    }
    report(tallies)
  }

  /// Returns the topic of the stream of others, by attaching as they do.
  func topicOfOthers(at input: Endpoint) throws -> [UInt8] {
    let asker = try Asker(input)
    let attach = Request.Attach(session: Stage.session, viewport: .standardTerminal)
    try asker.send(.attach(attach), client: .random())
    guard case .attached(let attached) = try asker.answer() else {
      throw BenchError("navd does not attach the attacker")
    }
    return attached.streamTopic
  }

  /// Subscribes to the stream of others and unsubscribes, again and again, as fast as the daemon lets a connection send.
  func toggle() throws {
    let topic = try topicOfOthers(at: input)
    let toggle =
      RawPeer.frame(topic, subscribes: true) + RawPeer.frame(topic, subscribes: false)
    var togglers = (0..<8).map { _ in Toggler(toggle) }
    var due = monotonicNow()
    while isOn {
      for index in togglers.indices { togglers[index].step(at: layout) }
      // A toggle has 64 bytes, and a connection may send 16 KiB a second. A delay of 100 ms may be caught up with, which
      // takes less than the daemon accepts at once.
      due = max(due + .milliseconds(4), monotonicNow() - .milliseconds(100))
      // Counts what was sent as long as the connections stay open.
      for index in togglers.indices { togglers[index].count(until: due) }
    }
    var sums = Tallies()
    for toggler in togglers { sums.add(toggler.tallies) }
    report(sums)
  }
}

/// One connection that toggles a subscription, and the next one after its end.
private struct Toggler {
  private let toggle: [UInt8]
  private var peer: RawPeer?
  /// Whether a toggle was sent that is not counted yet.
  private var hasSent = false
  private(set) var tallies = Tallies()

  init(_ toggle: [UInt8]) { self.toggle = toggle }

  /// Sends a toggle, on a new connection if there is none.
  mutating func step(at endpoint: Endpoint) {
    if peer == nil {
      peer = RawPeer.subscriber(at: endpoint)
      tallies[peer == nil ? "unconnected" : "connections"] += 1
    }
    hasSent = peer?.send(toggle) ?? false
  }

  /// Waits until a time for the end of the connection, and counts the toggle if it has not ended.
  mutating func count(until due: Duration) {
    guard let peer else { return }
    if peer.hasEnded(within: max(.zero, due - monotonicNow())) {
      tallies["shut"] += 1
      self.peer = nil
    } else if hasSent {
      tallies["toggles"] += 1
    }
  }
}
