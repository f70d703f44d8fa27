import NavWire
import ZeroMQ

/// The two sockets of a viewer and their monitors.
struct ClientSockets: ~Copyable {
  /// To be closed after the sockets (`close(within:)`).
  let context: Context
  /// At the address at which the connections are made now.
  private var endpoints: Endpoints
  /// DEALER with the REQ envelope: requests out, replies in.
  private(set) var input: Socket
  /// SUB.
  private(set) var layout: Socket
  let inputEvents: Socket
  let layoutEvents: Socket

  /// The wait before it connects again: short after an end, since navd is back at once, then twice as long each time,
  /// up to the longest.
  private static let reconnectWait = Duration.milliseconds(20)
  private static let longestReconnectWait = Duration.milliseconds(160)
  /// The same through ssh, which always lets itself be connected to, and asks the other machine each time; libzmq varies
  /// it up to twice as long.
  private static let forwardedReconnectWait = Duration.milliseconds(500)

  /// The timeout of a TCP connection attempt: a packet that was lost is sent again after a second, and then after
  /// pauses that double, so that a new attempt finds a network that is back sooner than an old one.
  static let connectTimeout = Duration.seconds(3)

  /// Long enough to send a `leave` before the client exits.
  private static let linger = Duration.milliseconds(100)
  /// The longest wait for the end of the connections: longer than `linger`.
  static let closingLimit = Duration.milliseconds(500)

  /// Detects a connection that was lost without an end, for example because this machine has another address.
  static let heartbeat: [SocketOption] = [
    .heartbeatInterval(.seconds(1)), .heartbeatTimeout(.seconds(3)),
  ]

  /// The largest message of a daemon, and the most that wait to be read, since each may have that size (proto/README.md:
  /// Limits); a larger one ends the connection before it is received.
  static let limits: [SocketOption] = [.maxMessageSize(16 << 20), .receiveHighWaterMark(8)]

  init(_ endpoints: Endpoints) throws(ZeroMQError) {
    let context = try Context()
    let isIPv6 = endpoints.server?.isIPv6 ?? false
    let encryption = try endpoints.encryptionOptions()
    let isForwarded = endpoints.ssh != nil
    let wait = isForwarded ? Self.forwardedReconnectWait : Self.reconnectWait
    let longestWait = isForwarded ? Self.forwardedReconnectWait : Self.longestReconnectWait
    let input = try Socket(
      .dealer,
      in: context,
      options: [
        // Nothing is queued for an absent daemon: the core resends unanswered operations.
        .immediate(true), .reconnectInterval(wait), .reconnectIntervalMax(longestWait),
        .connectTimeout(Self.connectTimeout),
        .linger(Self.linger), .ipv6(isIPv6),
      ] + Self.limits + Self.heartbeat + encryption
    )
    // Without an end, connections on one machine are not lost.
    let isRemote = endpoints.server != nil
    let layout = try Socket(
      .subscribe,
      in: context,
      options: [
        .sendHighWaterMark(0), .reconnectInterval(wait),
        .reconnectIntervalMax(longestWait), .connectTimeout(Self.connectTimeout), .ipv6(isIPv6),
      ] + Self.limits + (isRemote ? Self.heartbeat : []) + encryption
    )
    let inputEvents = try input.monitor(
      endpoints.encryption == nil
        ? [.handshakeSucceeded, .disconnected] : Handshake.events
    )
    let layoutEvents = try layout.monitor([.handshakeSucceeded, .disconnected])
    try input.connect(Endpoint(parsing: endpoints.input))
    try layout.connect(Endpoint(parsing: endpoints.layout))
    self.context = context
    self.endpoints = endpoints
    self.input = input
    self.layout = layout
    self.inputEvents = inputEvents
    self.layoutEvents = layoutEvents
  }

  /// Ends both connections, which libzmq makes no more by itself.
  func disconnect() throws(ZeroMQError) {
    try Self.disconnect(input, from: endpoints.input)
    try Self.disconnect(layout, from: endpoints.layout)
  }

  private static func disconnect(
    _ socket: borrowing Socket,
    from endpoint: String
  ) throws(ZeroMQError) {
    do throws(ZeroMQError) {
      try socket.disconnect(Endpoint(parsing: endpoint))
    } catch {
      // libzmq has given the endpoint up by itself, after an error of the protocol.
      guard error.code == .notFound else { throw error }
    }
  }

  /// Makes both connections again, after `disconnect`.
  ///
  /// - Parameters:
  ///   - server: the address of the daemon; nil for the same as before.
  ///   - key: the key that is expected of the daemon; nil without encryption.
  /// - Throws: if libzmq refuses.
  mutating func connect(to server: TCPAddress?, expecting key: PeerKey?) throws(ZeroMQError) {
    if let server {
      endpoints.server = server
      try input.set(.ipv6(server.isIPv6))
      try layout.set(.ipv6(server.isIPv6))
    }
    if let key, let option = try endpoints.encryption?.expecting(key).option {
      try input.set(option)
      try layout.set(option)
    }
    try input.connect(Endpoint(parsing: endpoints.input))
    try layout.connect(Endpoint(parsing: endpoints.layout))
  }
}
