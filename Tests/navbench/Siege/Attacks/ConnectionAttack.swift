import Glibc
import NavProcessKit
import NavSystem

/// Holds more connections than the daemon may have, releases them, and comes again.
enum ConnectionAttack: Attack {
  static func run(on target: AttackTarget) throws {
    let wanted = max(300, target.descriptors)
    try FileLimit.raise(toAtLeast: wanted + 64)
    var tallies = ["connected": 0, "unconnected": 0]
    while target.isOn {
      var held: [RawPeer] = []
      for number in 0..<wanted where target.isOn {
        let peer = RawPeer.silent(
          at: number.isMultiple(of: 2) ? target.input : target.layout,
          from: UInt8(2 + number % 200)
        )
        tallies[peer == nil ? "unconnected" : "connected", default: 0] += 1
        if let peer { held.append(peer) }
      }
      // Poll without descriptors: the connections are held for a second.
      poll(nil, 0, 1_000)
      held.removeAll()
    }
    target.report(tallies)
  }
}
