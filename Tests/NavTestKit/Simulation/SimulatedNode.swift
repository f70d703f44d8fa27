/// A node's end: its sockets outlive their connections.
struct SimulatedNode {
  var quality: LinkQuality
  /// The node's own generator, so that its events do not depend on other nodes.
  var generator: SplitMix64
  var connections: [Channel: ConnectionID] = [:]
  /// The number of times that the SUB socket has subscribed to each topic.
  var subscriptions: [[UInt8]: Int] = [:]
  /// The node is unreachable before this time.
  var unreachableUntil = Duration.zero
  var isGone = false

  /// Returns a random duration of one transmission.
  mutating func transit() -> Duration {
    quality.delay + generator.duration(upTo: quality.jitter)
  }

  mutating func losesPublication() -> Bool {
    quality.loss.map { generator.oneIn($0) } ?? false
  }
}
