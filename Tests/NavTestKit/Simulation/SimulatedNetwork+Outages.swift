extension SimulatedNetwork {
  /// Breaks one connection of a node: what is on its way is lost.
  ///
  /// - Parameters:
  ///   - node: whose.
  ///   - channel: which; nothing happens when it is not connected.
  ///   - silence: how long either end may take to notice; each draws its own time.
  ///   - now: the time of the break.
  package mutating func cut(
    _ node: Int,
    _ channel: Channel,
    silence: Duration = .zero,
    at now: Duration
  ) {
    guard let id = nodes[node].connections.removeValue(forKey: channel) else { return }
    connections[id]?.isUpstreamOpen = false
    connections[id]?.isDownstreamOpen = false
    let noticed = now + nodes[node].generator.duration(upTo: silence)
    queue.add(.serverNotices(id), at: now + nodes[node].generator.duration(upTo: silence))
    queue.add(.nodeNotices(node, channel), at: noticed)
    queue.add(.connect(node, channel), at: noticed + reconnectInterval(of: node))
  }

  /// Nothing gets through to or from a node for a while; both its connections break.
  package mutating func partition(
    _ node: Int,
    for time: Duration,
    silence: Duration,
    at now: Duration
  ) {
    nodes[node].unreachableUntil = max(nodes[node].unreachableUntil, now + time)
    for channel in Channel.allCases { cut(node, channel, silence: silence, at: now) }
  }

  /// The server is replaced by one that knows of nobody: all connections break, and every node sees
  /// it.
  ///
  /// - Parameters:
  ///   - time: until the new one listens.
  ///   - lingers: whether what the old one has sent still arrives, as when it stops in peace; it is
  ///   killed
  ///     otherwise.
  ///   - now: the time of the end.
  package mutating func restartServer(downFor time: Duration, lingers: Bool, at now: Duration) {
    serverDownUntil = now + time
    table = SubscriptionTable()
    for id in connections.keys.sorted() {
      connections[id]?.isUpstreamOpen = false
      connections[id]?.hasServer = false
      if !lingers { connections[id]?.isDownstreamOpen = false }
      guard var connection = connections[id],
        nodes[connection.node].connections[connection.channel] == id
      else { continue }
      nodes[connection.node].connections[connection.channel] = nil
      let noticed = lingers ? connection.downstreamArrival(now) : now
      queue.add(.nodeNotices(connection.node, connection.channel), at: noticed)
      queue.add(
        .connect(connection.node, connection.channel),
        at: noticed + reconnectInterval(of: connection.node)
      )
    }
  }

  /// Ends every partition and gives every link one quality; who has no connection soon has.
  package mutating func heal(_ quality: LinkQuality, at now: Duration) {
    freeLines(at: now)
    for node in nodes.indices {
      nodes[node].unreachableUntil = .zero
      nodes[node].quality = quality
      for channel in Channel.allCases {
        queue.add(.connect(node, channel), at: now + reconnectInterval(of: node))
      }
    }
  }
}
