/// Identifies one connection; a node that reconnects gets a new ID.
package struct ConnectionID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The two sockets of a node (proto/README.md: Endpoints).
package enum Channel: Hashable, Sendable, CaseIterable {
  /// Requests and replies.
  case input
  /// Subscriptions and publications.
  case layout
}

/// One connection between a node and the server: two pipes that keep their order.
struct SimulatedConnection {
  let node: Int
  let channel: Channel
  /// Whether data that the node has sent still arrives.
  var isUpstreamOpen = true
  /// Whether data that the server has sent still arrives.
  var isDownstreamOpen = true
  /// Whether the server that accepted the connection still runs.
  var hasServer = true
  private var lastUpstream = Duration.zero
  private var lastDownstream = Duration.zero
  /// Publications queued for a slow line; the first one is being sent.
  var line: [Publication] = []
  /// Distinguishes the current content of the line from earlier content.
  var lineSerial = 0

  struct Publication {
    let topic: [UInt8]
    let bytes: [UInt8]

    var size: Int { topic.count + bytes.count }
  }

  init(node: Int, channel: Channel) {
    self.node = node
    self.channel = channel
  }

  /// Returns when data that would need until `time` arrives at the server: never before data sent
  /// earlier.
  mutating func upstreamArrival(_ time: Duration) -> Duration {
    lastUpstream = max(lastUpstream, time)
    return lastUpstream
  }

  mutating func downstreamArrival(_ time: Duration) -> Duration {
    lastDownstream = max(lastDownstream, time)
    return lastDownstream
  }
}

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
