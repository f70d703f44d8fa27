package import NavWire

/// The key that a viewer expects of its daemon, which may be replaced by the next one while the viewer is attached
/// (proto/README.md: A new key).
///
/// A handshake with a daemon that has another key fails. Then the keys that the daemon may have are tried in turn, with
/// pauses that grow after each round.
package struct ServerKeyChoice: Sendable {
  package enum Action: Hashable, Sendable {
    /// End both connections; they are not to be made again by themselves.
    case disconnect
    /// Make both connections, and expect this key.
    case connect(PeerKey)
    /// Keep what was learned.
    case record(KnownServers.Succession)
    /// Tell the user that the daemon seems to have none of the keys.
    case reportOtherKey(PeerKey)
  }

  /// The keys that the daemon may have, the earlier ones first; never empty.
  private var keys: [PeerKey]
  private var index = 0
  /// The handshakes that have failed since the last one that succeeded.
  private var failures = 0
  private var hasReported = false
  /// The number of the daemon's addresses, which the viewer tries in turn.
  private let addresses: Int
  private var timer = RetryTimer(firstPause: .milliseconds(100), longestPause: .seconds(5))

  /// The pause before the next key of a round is tried, so that events of the connection before it have ended.
  static let switchPause = Duration.milliseconds(50)
  /// The rounds that fail at an address before it is given up, and at all of them before the user is told: a daemon that
  /// ends in a handshake looks the same.
  static let silentRounds = 2

  /// - Parameters:
  ///   - key: the key with which the viewer connects.
  ///   - others: further keys that the daemon may have.
  ///   - addresses: the number of the daemon's addresses, which the viewer tries in turn.
  package init(expecting key: PeerKey, or others: [PeerKey], addresses: Int = 1) {
    keys = [key] + others.filter { $0 != key }
    self.addresses = addresses
  }

  /// The key that is expected now.
  package var expected: PeerKey { keys[index] }

  /// The time of the next `tick`; nil while there is a connection, or one is made.
  package var nextWake: Duration? { timer.nextAttempt }

  /// Whether all keys were refused often enough to look for the daemon at its next address.
  package var isRefused: Bool { failures > 0 && failures.isMultiple(of: failuresAtAddress) }

  /// The handshakes that fail at an address before it is given up.
  private var failuresAtAddress: Int { Self.silentRounds * keys.count }

  /// Handles a handshake that has failed: the daemon has another key, or it has ended just then.
  package mutating func handshakeFailed(at now: Duration) -> [Action] {
    // An event of a connection that was given up.
    guard timer.nextAttempt == nil else { return [] }
    failures += 1
    index = (index + 1) % keys.count
    if index == 0 {
      timer.attempted(at: now)
    } else {
      timer.schedule(at: now + Self.switchPause)
    }
    guard failures >= failuresAtAddress * addresses, !hasReported else { return [.disconnect] }
    hasReported = true
    return [.disconnect, .reportOtherKey(keys[0])]
  }

  /// Handles a handshake that has succeeded: the daemon has proved to have the expected key, and earlier ones are
  /// trusted no longer.
  package mutating func handshakeSucceeded() -> [Action] {
    (failures, hasReported) = (0, false)
    timer.cancel()
    timer.reset()
    guard index > 0 else { return [] }
    let actions = (1...index).map { later in
      Action.record(KnownServers.Succession(keys[later - 1], next: keys[later], isSwitched: true))
    }
    keys.removeFirst(index)
    index = 0
    return actions
  }

  /// Learns the next key, which the daemon has announced over a connection under the expected one.
  package mutating func learn(_ next: PeerKey) -> [Action] {
    guard next != expected else { return [] }
    // An earlier announcement counts no longer.
    keys = [expected, next]
    index = 0
    return [.record(KnownServers.Succession(expected, next: next))]
  }

  /// Handles the passing of time.
  package mutating func tick(at now: Duration) -> [Action] {
    guard timer.isDue(at: now) else { return [] }
    timer.cancel()
    return [.connect(expected)]
  }
}
