import Glibc
import NavProcessKit
import NavSystem

/// Holds up to 5,000 connections over TCP that never finish their handshake, and replaces those that the daemon ends.
///
/// At a limited pace: as fast as they can, the attackers need both processors of a small machine for themselves.
enum HalfOpenAttack: Attack {
  private static let wanted = 5_000
  /// New connections in a second.
  private static let pace = 1_000.0
  /// The beginning of a greeting.
  private static let beginning: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F]

  static func run(on target: AttackTarget) throws {
    try FileLimit.raise(toAtLeast: wanted + 64)
    var tallies = ["opened": 0, "unconnected": 0, "ended": 0]
    var held: [RawPeer] = []
    let start = monotonicNow()
    while target.isOn {
      let allowed = Int((monotonicNow() - start) / .seconds(1) * pace) - (tallies["opened"] ?? 0)
      let missing = max(0, min(wanted - held.count, allowed))
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
      // Poll without descriptors: until some more are allowed.
      poll(nil, 0, 10)
    }
    target.report(tallies)
  }
}
