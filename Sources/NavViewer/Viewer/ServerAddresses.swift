package import NavWire

/// Attempts to reach a daemon at several addresses, each a moment after the one before it (RFC 8305, Connection Attempts).
///
/// The first one that answers is used. An earlier address is preferred as it has a head start.
package struct AddressRace: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case waiting
    case running(since: Duration)
    case failed
  }

  private var states: [State]
  /// When the next address is tried, even if the ones before it have not failed.
  private var nextStart: Duration?

  /// The head start of an address.
  package static let stagger = Duration.milliseconds(250)
  /// The limit of an attempt.
  package static let timeout = Duration.seconds(5)

  /// - Parameters:
  ///   - count: the number of addresses.
  ///   - now: the time.
  package init(_ count: Int, at now: Duration) {
    states = Array(repeating: .waiting, count: count)
    nextStart = now
  }

  /// The next thing to do.
  package enum Step: Hashable, Sendable {
    /// Try an address.
    case start(Int)
    /// Give an address up: it has not answered in time. It counts as failed.
    case giveUp(Int)
    /// Wait for an answer or a failure, at most until a time.
    case wait(until: Duration)
    /// All have failed.
    case end
  }

  /// Returns the next step; to be called until it is one to wait or to end.
  package mutating func next(at now: Duration) -> Step {
    for (index, state) in states.enumerated() {
      if case .running(let since) = state, now - since >= Self.timeout {
        states[index] = .failed
        return .giveUp(index)
      }
    }
    let running = states.compactMap { if case .running(let since) = $0 { since } else { nil } }
    if let index = states.firstIndex(of: .waiting), running.isEmpty || nextStart ?? now <= now {
      states[index] = .running(since: now)
      nextStart = now + Self.stagger
      return .start(index)
    }
    guard let first = running.min() else { return .end }
    let start = states.contains(.waiting) ? nextStart : nil
    return .wait(until: min(first + Self.timeout, start ?? .seconds(.max / 2)))
  }

  /// Records that an attempt has failed: the next address is tried at once.
  package mutating func failed(_ index: Int, at now: Duration) {
    states[index] = .failed
    nextStart = now
  }
}

/// The address at which a viewer makes its connections, of those that its invitation names (proto/README.md:
/// Invitations).
///
/// A machine that goes to another network may reach its daemon at another of the addresses than before. The daemon has to
/// prove its key at each of them, so that no other daemon can answer.
package struct AddressRotation: Hashable, Sendable {
  /// Never empty, and each once.
  private let addresses: [TCPAddress]
  private var index = 0
  /// The address of the last handshake that has succeeded.
  private var confirmed: TCPAddress

  /// Creates the state of a viewer that has reached its daemon.
  ///
  /// - Parameters:
  ///   - address: the address at which the daemon has answered.
  ///   - others: further addresses of that daemon, an earlier one is preferred.
  package init(_ address: TCPAddress, or others: [TCPAddress] = []) {
    addresses = [address] + others.filter { $0 != address }
    confirmed = address
  }

  /// The number of addresses.
  package var count: Int { addresses.count }

  /// The address at which the connections are made now.
  package var current: TCPAddress { addresses[index] }

  /// Gives the current address up for the next one in turn, since the daemon does not answer there.
  ///
  /// - Returns: the next address; the same if there is no other.
  package mutating func next() -> TCPAddress {
    index = (index + 1) % addresses.count
    return current
  }

  /// Handles a handshake that has succeeded.
  ///
  /// - Returns: the current address, if the handshake before this one was at another; else nil.
  package mutating func handshakeSucceeded() -> TCPAddress? {
    guard current != confirmed else { return nil }
    confirmed = current
    return current
  }
}

/// Decides when a viewer makes its connections to a daemon anew, because libzmq may do it no more.
///
/// libzmq connects again after a loss, but not after an error of the protocol, for example if a portal of the network
/// answers in place of the daemon; and it reports only that the connection has ended.
package struct ConnectionRenewal: Hashable, Sendable {
  /// A socket of a viewer.
  package enum Socket: Hashable, Sendable, CaseIterable {
    case input, layout
  }

  /// When the connections are to be made anew, for each socket without one.
  private var dueTimes: [Socket: Duration] = [:]

  /// The time that libzmq has to connect again by itself, with the handshake.
  package static let patience = Duration.seconds(10)

  /// Creates the state before the first connection.
  package init() {}

  /// The time of the next `tick`; nil while both sockets are connected.
  package var nextWake: Duration? { dueTimes.values.min() }

  /// Handles the end of a socket's connection; further ends do not prolong the time.
  ///
  /// - Parameters:
  ///   - socket: the socket.
  ///   - now: the time.
  package mutating func disconnected(_ socket: Socket, at now: Duration) {
    dueTimes[socket] = dueTimes[socket] ?? now + Self.patience
  }

  /// Handles a handshake that has succeeded.
  ///
  /// - Parameter socket: the socket.
  package mutating func handshakeSucceeded(_ socket: Socket) {
    dueTimes[socket] = nil
  }

  /// Records that both connections are made anew.
  ///
  /// - Parameter now: the time.
  package mutating func restarted(at now: Duration) {
    for socket in Socket.allCases { dueTimes[socket] = now + Self.patience }
  }

  /// Handles the passing of time.
  ///
  /// - Parameter now: the time.
  /// - Returns: whether to make both connections anew now.
  package mutating func tick(at now: Duration) -> Bool {
    guard let nextWake, nextWake <= now else { return false }
    restarted(at: now)
    return true
  }
}
