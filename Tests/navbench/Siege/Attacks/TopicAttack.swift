import NavProcessKit
import NavSystem
import ZeroMQ

/// Subscribes to topics that the daemon never made: first a few on each connection, then as many as it takes.
///
/// The daemon shuts the first connections because of their topics, and the others because of their rate.
enum TopicAttack: Attack {
  /// These and the handshake are less than the 4,096 bytes that the daemon accepts at once.
  private static let few = 40
  private static let many = 1_000
  private static let topicBytes = 60
  /// The bytes of a stream's topic after its first one.
  private static let streamBytes = 28
  private static let patience = Duration.seconds(2)

  static func run(on target: AttackTarget) throws {
    var tallies: [String: Int] = [:]
    var random = SeededGenerator(seed: UInt64(target.number + 1))
    let half = monotonicNow() + (target.end - monotonicNow()) / 2
    while target.isOn {
      let isSlow = monotonicNow() < half
      guard let peer = RawPeer.subscriber(at: target.layout) else {
        tallies["unconnected", default: 0] += 1
        continue
      }
      let topics = (0..<(isSlow ? few : many)).flatMap { number in
        RawPeer.frame(topic(number, &random), subscribes: true)
      }
      let isShut = !peer.send(topics) || peer.hasEnded(within: patience)
      let offence = isSlow ? "topics" : "rate"
      tallies["\(isShut ? "shut" : "not shut") for their \(offence)", default: 0] += 1
    }
    target.report(tallies)
  }

  /// Returns a topic that is malformed, or has the form of a stream's topic and a wrong code.
  private static func topic(_ number: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let isMalformed = number.isMultiple(of: 2)
    let bytes = (0..<(isMalformed ? topicBytes : streamBytes)).map { _ in
      UInt8.random(in: .min ... .max, using: &random)
    }
    return isMalformed ? bytes : [UInt8(ascii: "s")] + bytes
  }
}
