/// Names one connection; a node that reconnects has another one.
package struct ConnectionID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The two sockets of a node (protocol.md: Endpoints).
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
  /// What the node has sent still arrives.
  var isUpstreamOpen = true
  /// What the server has sent still arrives.
  var isDownstreamOpen = true
  /// The server that accepted it is still there to use it.
  var hasServer = true
  private var lastUpstream = Duration.zero
  private var lastDownstream = Duration.zero
  /// Publications that wait for a slow line; the first of them is on it.
  var line: [Publication] = []
  /// Tells apart what is on the line from what was before.
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

  /// When something arrives at the server that would need until `time`: never before what was sent
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
