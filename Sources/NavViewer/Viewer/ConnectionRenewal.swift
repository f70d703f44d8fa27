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
