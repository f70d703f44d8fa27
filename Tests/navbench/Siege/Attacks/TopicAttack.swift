/// Subscribes to topics that the daemon never made, as many as the connection takes.
enum TopicAttack: Attack {
  private static let topicsPerWrite = 1_000
  private static let topicBytes = 60

  static func run(on target: AttackTarget) throws {
    var tallies: [String: Int] = [:]
    var random = SeededGenerator(seed: UInt64(target.number + 1))
    while target.isOn {
      guard let peer = RawPeer(at: target.layout) else { continue }
      tallies["connections", default: 0] += 1
      while target.isOn {
        let bytes = (0..<topicsPerWrite).flatMap { _ in
          RawPeer.frame(
            (0..<topicBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) },
            subscribes: true
          )
        }
        guard peer.send(bytes) else { break }
        tallies["topics", default: 0] += topicsPerWrite
      }
    }
    target.report(tallies)
  }
}
