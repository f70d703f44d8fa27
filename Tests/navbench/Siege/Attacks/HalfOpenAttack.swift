import Glibc
import NavProcessKit

/// Holds 5,000 connections over TCP that never finish their handshake, and replaces those that the daemon ends.
enum HalfOpenAttack: Attack {
  private static let wanted = 5_000
  /// The beginning of a greeting.
  private static let beginning: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F]

  static func run(on target: AttackTarget) throws {
    try FileLimit.raise(toAtLeast: wanted + 64)
    var tallies = ["opened": 0, "unconnected": 0, "ended": 0]
    var held: [RawPeer] = []
    while target.isOn {
      let missing = wanted - held.count
      for number in 0..<missing where target.isOn {
        let endpoint = number.isMultiple(of: 2) ? target.input : target.layout
        guard let peer = RawPeer.silent(at: endpoint, from: UInt8(2 + target.number)) else {
          tallies["unconnected", default: 0] += 1
          break
        }
        tallies["opened", default: 0] += 1
        if number.isMultiple(of: 3) { peer.send(beginning) }
        held.append(peer)
      }
      let open = held.filter { !$0.isOver() }
      tallies["ended", default: 0] += held.count - open.count
      held = open
      // Poll without descriptors: connections end after seconds.
      if held.count == wanted { poll(nil, 0, 50) }
    }
    target.report(tallies)
  }
}
