/// A node's end: its sockets outlive their connections.
struct SimulatedNode {
  var quality: LinkQuality
  /// Of its own, so that what befalls one node does not depend on what others do.
  var generator: SplitMix64
  var connections: [Channel: ConnectionID] = [:]
  /// How often the SUB socket was subscribed to each topic.
  var subscriptions: [[UInt8]: Int] = [:]
  /// Nothing gets through before.
  var unreachableUntil = Duration.zero
  var isGone = false

  /// How long one transmission takes.
  mutating func transit() -> Duration {
    quality.delay + generator.duration(upTo: quality.jitter)
  }

  mutating func losesPublication() -> Bool {
    quality.loss.map { generator.oneIn($0) } ?? false
  }
}
