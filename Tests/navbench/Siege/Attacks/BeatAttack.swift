import NavGeometry
import NavWire

/// Subscribes to the stream of others and unsubscribes, again and again.
enum BeatAttack: Attack {
  private static let togglesPerWrite = 200

  static func run(on target: AttackTarget) throws {
    let asker = try Asker(target.input)
    let attach = Request.Attach(session: "watched", viewport: .standardTerminal, content: nil)
    try asker.send(.attach(attach), client: .random())
    guard case .attached(let attached) = try asker.answer() else {
      throw BenchError("navd does not attach the attacker")
    }
    let topic = attached.streamTopic
    let toggle =
      RawPeer.frame(topic, subscribes: true) + RawPeer.frame(topic, subscribes: false)
    let bytes = Array(repeatElement(toggle, count: togglesPerWrite).joined())
    var tallies: [String: Int] = [:]
    while target.isOn {
      guard let peer = RawPeer(at: target.layout) else { continue }
      tallies["connections", default: 0] += 1
      while target.isOn, peer.send(bytes) { tallies["toggles", default: 0] += togglesPerWrite }
    }
    target.report(tallies)
  }
}
