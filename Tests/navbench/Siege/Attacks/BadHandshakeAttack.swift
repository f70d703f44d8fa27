import Glibc
import NavProcessKit
import NavSystem

/// Begins 500 encrypted handshakes in a second, each with a box that the daemon can't open.
enum BadHandshakeAttack: Attack {
  private static let perSecond = 500.0
  /// The number of connections that wait for their end.
  private static let waiting = 200

  static func run(on target: AttackTarget) throws {
    var tallies = ["handshakes": 0, "unconnected": 0, "ended": 0]
    var held: [RawPeer] = []
    let start = monotonicNow()
    var count = 0
    while target.isOn {
      guard Double(count) < (monotonicNow() - start) / .seconds(1) * perSecond else {
        // Poll without descriptors: the rate is kept.
        poll(nil, 0, 1)
        continue
      }
      count += 1
      let endpoint = count.isMultiple(of: 2) ? target.input : target.layout
      guard let peer = RawPeer.silent(at: endpoint, from: UInt8(2 + target.number)) else {
        tallies["unconnected", default: 0] += 1
        continue
      }
      peer.send(greeting + hello())
      tallies["handshakes", default: 0] += 1
      held.append(peer)
      if held.count > waiting, held.removeFirst().isOver() { tallies["ended", default: 0] += 1 }
    }
    target.report(tallies)
  }

  /// The greeting of a client with CURVE (ZeroMQ RFC 37).
  private static let greeting: [UInt8] = {
    let zeros = [UInt8](repeating: 0, count: 47)
    return [0xFF] + zeros[..<8] + [0x7F, 3, 1] + Array("CURVE".utf8) + zeros
  }()

  /// The command HELLO (ZeroMQ RFC 26) with a key, a nonce and a box of random bytes.
  private static func hello() -> [UInt8] {
    let random = (0..<120).map { _ in UInt8.random(in: 0...255) }
    let body = [5] + Array("HELLO".utf8) + [1, 0] + [UInt8](repeating: 0, count: 72) + random
    return [4, UInt8(body.count)] + body
  }
}
