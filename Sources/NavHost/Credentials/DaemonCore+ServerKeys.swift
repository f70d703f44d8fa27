package import NavWire

/// The keys by which this daemon is known over TCP (proto/README.md: A new key).
extension DaemonCore {
  /// Changes the keys that invitations and answers name.
  ///
  /// With another next key, the viewers that come over a network attach again, each in its stream, so that they learn it.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - now: the time of the turn.
  package mutating func use(_ keys: ServerKeys, at now: Duration) {
    guard let network = settings.network, network.server != keys else { return }
    settings.network = NetworkPlace(server: keys, addresses: network.addresses)
    if keys.next != nil, keys.next != network.server.next { askToAttach(at: now) }
  }

  private mutating func askToAttach(at now: Duration) {
    var asked: [UInt64: [UInt64]] = [:]
    for viewer in viewers.inOrder where viewer.owner.principal.streamForm == .sealed {
      asked[viewer.stream, default: []].append(viewer.id)
    }
    for (stream, ids) in asked.sorted(by: { $0.key < $1.key })
    where streams[stream]?.isCurrent == true {
      for start in stride(from: 0, to: ids.count, by: DaemonLimits.movesPerBeat) {
        let part = Array(ids[start...].prefix(DaemonLimits.movesPerBeat))
        if let beat = streams.update(stream, { $0.beat(moves: part, at: now) }) {
          output.publish(beat)
        }
      }
    }
  }
}
