import NavBase
import NavHost
import NavWire
import ZeroMQ

/// The TCP ports of the two sockets, and their change to another key.
///
/// libzmq has one key for each bound endpoint. To change it, both ports are given up, which ends their connections, and
/// bound anew; they are free a moment later.
struct NetworkListener {
  private let address: TCPAddress
  /// The bound endpoints as libzmq names them; nil while the port is not bound.
  private var input: String?
  private var layout: String?
  /// The keys with which missing ports are to be bound.
  private var keys: CurveKeyPair?
  /// When to try again; nil while both ports are bound.
  private(set) var nextLook: Duration?
  private var changedAt = Duration.zero
  private var hasReported = false

  /// The pause between attempts: short at first, since the ports are about to be free.
  private static let pause = Duration.milliseconds(10)
  /// The time that a port may take to be free before the operator is told.
  private static let patience = Duration.seconds(1)

  init(_ address: TCPAddress) {
    self.address = address
  }

  /// Binds both ports for the first time.
  ///
  /// - Parameters:
  ///   - input: the socket of requests.
  ///   - layout: the socket of scenes.
  ///   - keys: the keys of the encryption; nil for none.
  /// - Throws: if a port is in use, for example.
  mutating func bind(
    _ input: inout Socket,
    _ layout: inout LayoutSocket,
    encryptedWith keys: CurveKeyPair?
  ) throws(ZeroMQError) {
    self.keys = keys
    try bindMissing(&input, &layout)
  }

  /// Binds the ports that are not bound.
  private mutating func bindMissing(
    _ input: inout Socket,
    _ layout: inout LayoutSocket
  ) throws(ZeroMQError) {
    if self.input == nil {
      self.input = try bind(address.port, of: &input, restoring: .input)
    }
    if self.layout == nil {
      self.layout = try bind(address.layoutPort, of: &layout, restoring: .layout)
    }
  }

  /// Binds a port, whose connections may be silent for longer than those of this machine.
  ///
  /// - Parameters:
  ///   - port: the port.
  ///   - socket: the socket that is to listen there.
  ///   - timeouts: the timeouts of the socket's connections on this machine.
  /// - Returns: the endpoint as libzmq names it.
  /// - Throws: if the port is in use, for example.
  private func bind<Listening: NetworkSocket & ~Copyable>(
    _ port: UInt16,
    of socket: inout Listening,
    restoring timeouts: Timeouts
  ) throws(ZeroMQError) -> String {
    do throws(ZeroMQError) {
      try bind(port, of: &socket)
    } catch {
      // The first error counts.
      try? socket.set(heartbeatTimeout: timeouts.heartbeat, handshakeTimeout: timeouts.handshake)
      throw error
    }
    let bound = socket.lastEndpoint
    // For the sockets of this machine, should they be bound again.
    try socket.set(heartbeatTimeout: timeouts.heartbeat, handshakeTimeout: timeouts.handshake)
    return bound
  }

  /// Binds a port, with the timeouts of a network, which stay in force.
  private func bind<Listening: NetworkSocket & ~Copyable>(
    _ port: UInt16,
    of socket: inout Listening
  ) throws(ZeroMQError) {
    try socket.set(
      heartbeatTimeout: DaemonSockets.networkHeartbeatTimeout,
      handshakeTimeout: DaemonSockets.networkHandshakeTimeout
    )
    let endpoint = Endpoint.tcp(host: address.host, port: port)
    if let keys {
      try socket.bind(endpoint, encryptedWith: keys)
    } else {
      try socket.bind(endpoint)
    }
  }

  /// The timeouts of a socket's connections on this machine.
  private struct Timeouts {
    let heartbeat: Duration
    let handshake: Duration

    static let input = Timeouts(
      heartbeat: DaemonSockets.heartbeatTimeout,
      handshake: DaemonSockets.handshakeTimeout
    )
    static let layout = Timeouts(
      heartbeat: LayoutSocket.heartbeatTimeout,
      handshake: LayoutSocket.handshakeTimeout
    )
  }

  /// Gives both ports up, and has them bound with other keys.
  ///
  /// - Throws: if libzmq fails.
  mutating func change(
    to keys: CurveKeyPair,
    _ input: inout Socket,
    _ layout: inout LayoutSocket,
    at now: Duration
  ) throws(ZeroMQError) {
    self.keys = keys
    if let endpoint = self.input { try input.unbind(endpoint) }
    if let endpoint = self.layout { try layout.unbind(endpoint) }
    (self.input, self.layout) = (nil, nil)
    (nextLook, changedAt, hasReported) = (now, now, false)
  }

  /// Binds the missing ports, if that is due.
  ///
  /// - Returns: entries of the log, and the topics that lost their holders with the old connections.
  /// - Throws: if libzmq fails.
  mutating func keepListening(
    _ input: inout Socket,
    _ layout: inout LayoutSocket,
    at now: Duration
  ) throws(ZeroMQError) -> (entries: [LogEntry], changes: [LayoutSocket.Change]) {
    guard let due = nextLook, due <= now else { return ([], []) }
    // Before the first connection to the new port.
    let changes = self.layout == nil ? try layout.networkEnded() : []
    do throws(ZeroMQError) {
      try bindMissing(&input, &layout)
      nextLook = nil
      let text = "navd listens at \(address) with its new key"
      let entry = LogEntry(text, .info, .listening, [LogField(.address, "\(address)")])
      return ([entry], changes)
    } catch {
      nextLook = now + (hasReported ? Self.patience : Self.pause)
      guard now - changedAt >= Self.patience, !hasReported else { return ([], changes) }
      hasReported = true
      let text = "navd can't listen at \(address) any more, and tries again: \(error)"
      return ([LogEntry(text, .error)], changes)
    }
  }
}

/// A socket that can listen at a TCP port: that of requests, or that of scenes.
private protocol NetworkSocket: ~Copyable {
  /// The endpoint that was bound last, as libzmq names it.
  var lastEndpoint: String { get }

  /// Changes the timeouts of the connections to endpoints that are bound from now on.
  mutating func set(heartbeatTimeout: Duration, handshakeTimeout: Duration) throws(ZeroMQError)

  /// Binds a further endpoint.
  mutating func bind(_ endpoint: Endpoint) throws(ZeroMQError)

  /// Binds a further endpoint for encrypted connections.
  mutating func bind(_ endpoint: Endpoint, encryptedWith keys: CurveKeyPair) throws(ZeroMQError)
}

extension Socket: NetworkSocket {
  mutating func set(heartbeatTimeout: Duration, handshakeTimeout: Duration) throws(ZeroMQError) {
    try set(.heartbeatTimeout(heartbeatTimeout))
    try set(.handshakeTimeout(handshakeTimeout))
  }
}

extension LayoutSocket: NetworkSocket {
  var lastEndpoint: String { socket.lastEndpoint }
}
