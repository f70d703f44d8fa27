extension SimulatedNetwork {
  /// Breaks one connection of a node: data in flight is lost.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - channel: the connection; nothing happens if it is not connected.
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

  /// Cuts a node off from the server for a while; both its connections break.
  package mutating func partition(
    _ node: Int,
    for time: Duration,
    silence: Duration,
    at now: Duration
  ) {
    nodes[node].unreachableUntil = max(nodes[node].unreachableUntil, now + time)
    for channel in Channel.allCases { cut(node, channel, silence: silence, at: now) }
  }

  /// Replaces the server by one without state: all connections break, and every node notices.
  ///
  /// - Parameters:
  ///   - time: until the new server listens.
  ///   - lingers: whether data that the old server has sent still arrives, as after an orderly
  ///     stop; otherwise it is killed.
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

  /// Ends every partition and gives all links one quality; disconnected nodes soon reconnect.
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
