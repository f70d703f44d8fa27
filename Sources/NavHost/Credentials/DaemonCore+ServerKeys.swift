package import NavWire

/// The keys by which this daemon is known over TCP (proto/README.md: A new key).
extension DaemonCore {
  /// Changes the keys that invitations and answers name.
  ///
  /// With another next key, the viewers that come over a network attach again, each in its stream, so that they learn it.
  /// They are asked at each beat until they have: a viewer that does not know the next key is locked out by the switch.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - now: the time of the turn.
  package mutating func use(_ keys: ServerKeys, at now: Duration) {
    guard let network = settings.network, network.server != keys else { return }
    settings.network = NetworkPlace(server: keys, addresses: network.addresses)
    guard keys.next != network.server.next else { return }
    viewers.nextKeyChanged(isThere: keys.next != nil)
    announceNextKey(at: now)
  }

  /// Asks the viewers to attach again that have not since there is a next key.
  mutating func announceNextKey(at now: Duration) {
    var asked: [UInt64: [UInt64]] = [:]
    for viewer in viewers.takeUnaware(at: now) {
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
