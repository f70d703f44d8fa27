package import NavWire

/// The peers that have connected with a key without rights, until they show an invitation or their time for it is over.
///
/// So a guest who uses an invitation for the first time is not logged as a stranger, and each stranger is logged once,
/// however many connections it has.
package struct Strangers: Sendable {
  /// A peer that has proved that it has a key.
  package struct Peer: Hashable, Sendable {
    package let key: PeerKey
    /// Its numeric IP address.
    package let address: String

    package init(key: PeerKey, address: String) {
      self.key = key
      self.address = address
    }
  }

  private var waiting: [(peer: Peer, due: Duration)] = []
  /// The keys that were named in this minute.
  private var named: [(key: PeerKey, until: Duration)] = []

  /// The time that a peer has to show an invitation.
  package static let grace = Duration.seconds(3)
  /// The most peers that are awaited at a time; further ones are not named.
  package static let limit = 64
  /// The most peers that are named in a minute.
  package static let perMinute = 6

  package init() {}

  /// Notes a peer that has connected with a key without rights.
  package mutating func connected(_ peer: Peer, at now: Duration) {
    forget(before: now)
    guard waiting.count < Self.limit, !waiting.contains(where: { $0.peer.key == peer.key }),
      !named.contains(where: { $0.key == peer.key })
    else { return }
    waiting.append((peer, now + Self.grace))
  }

  /// When `due` has to be called; nil while no peer is awaited.
  package var nextLook: Duration? { waiting.first?.due }

  /// Returns the peers to name: their time is over, and they have no rights.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - isKnown: whether a key has any rights by now.
  /// - Returns: the peers, at most `perMinute` in a minute.
  package mutating func due(at now: Duration, isKnown: (PeerKey) -> Bool) -> [Peer] {
    forget(before: now)
    let over = waiting.prefix { $0.due <= now }
    waiting.removeFirst(over.count)
    let strangers = over.map(\.peer).filter { !isKnown($0.key) }
      .prefix(max(0, Self.perMinute - named.count))
    named += strangers.map { ($0.key, now + .seconds(60)) }
    return Array(strangers)
  }

  private mutating func forget(before now: Duration) {
    named.removeAll { $0.until <= now }
  }
}
