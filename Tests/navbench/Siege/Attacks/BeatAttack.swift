import NavGeometry
import NavProcessKit
import NavSystem
import NavWire
import ZeroMQ

/// Subscribes to the stream of others and unsubscribes, again and again, as fast as the daemon lets a connection send.
enum BeatAttack: Attack {
  /// The connections of one process.
  private static let connections = 8
  /// A toggle has 64 bytes, and a connection may send 16 KiB a second.
  private static let pace = Duration.milliseconds(4)
  /// The delay that a connection may catch up with, which takes less than the daemon accepts at once.
  private static let longestDelay = Duration.milliseconds(100)

  static func run(on target: AttackTarget) throws {
    let toggle = try toggle(for: target)
    var togglers = (0..<connections).map { _ in Toggler(toggle) }
    var due = monotonicNow()
    while target.isOn {
      for index in togglers.indices { togglers[index].step(at: target.layout) }
      due = max(due + pace, monotonicNow() - longestDelay)
      // Counts what was sent as long as the connections stay open.
      for index in togglers.indices { togglers[index].count(until: due) }
    }
    var sums: [String: Int] = [:]
    for toggler in togglers { sums.merge(toggler.tallies, uniquingKeysWith: +) }
    target.report(sums)
  }

  /// Returns a subscription to the stream of the watched session, and its end.
  private static func toggle(for target: AttackTarget) throws -> [UInt8] {
    let asker = try Asker(target.input)
    let attach = Request.Attach(session: "watched", viewport: .standardTerminal, content: nil)
    try asker.send(.attach(attach), client: .random())
    guard case .attached(let attached) = try asker.answer() else {
      throw BenchError("navd does not attach the attacker")
    }
    let topic = attached.streamTopic
    return RawPeer.frame(topic, subscribes: true) + RawPeer.frame(topic, subscribes: false)
  }
}

/// One connection that toggles a subscription, and the next one after its end.
private struct Toggler {
  private let toggle: [UInt8]
  private var peer: RawPeer?
  /// Whether a toggle was sent that is not counted yet.
  private var hasSent = false
  private(set) var tallies = ["connections": 0, "toggles": 0]

  init(_ toggle: [UInt8]) {
    self.toggle = toggle
  }

  /// Sends a toggle, on a new connection if there is none.
  mutating func step(at endpoint: Endpoint) {
    if peer == nil {
      peer = RawPeer.subscriber(at: endpoint)
      tallies[peer == nil ? "unconnected" : "connections", default: 0] += 1
    }
    hasSent = peer?.send(toggle) ?? false
  }

  /// Waits until a time for the end of the connection, and counts the toggle if it has not ended.
  mutating func count(until due: Duration) {
    guard let peer else { return }
    if peer.hasEnded(within: max(.zero, due - monotonicNow())) {
      tallies["shut", default: 0] += 1
      self.peer = nil
    } else if hasSent {
      tallies["toggles", default: 0] += 1
    }
  }
}
