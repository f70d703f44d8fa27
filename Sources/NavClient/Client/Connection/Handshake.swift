import NavSystem
import NavWire
import ZeroMQ

/// The handshake of ZeroMQ with one of the daemon's sockets, tried to learn its result.
enum Handshake {
  enum Result: Hashable {
    case accepted
    /// The daemon ended the connection: it has another key, does not want this peer, has too many connections, or has
    /// ended itself.
    case refused
    /// Nobody listens there, or the name is unknown.
    case closed
    /// No connection was established in time.
    case unreachable
    /// A connection was established, and the handshake did not end in time.
    case silence
  }

  /// The timeout of a handshake, with losses of the network and repetitions.
  static let timeout = Duration.seconds(15)

  /// The timeout of a connection, with repetitions.
  static let connectionTimeout = Duration.seconds(5)

  /// A connection that ends sooner was refused; one that ends later has reached the daemon's limit of a handshake.
  private static let refusal = Duration.seconds(9)

  /// Tries a handshake until it has succeeded or is refused.
  ///
  /// - Parameters:
  ///   - endpoint: the address of the socket.
  ///   - kind: the kind of socket that connects to it.
  ///   - endpoints: the daemon's endpoints, with their keys.
  /// - Returns: the result.
  /// - Throws: if libzmq refuses the address.
  static func attempt(
    at endpoint: String,
    as kind: Socket.Kind,
    _ endpoints: Endpoints
  ) throws(ZeroMQError) -> Result {
    let context = try Context()
    let socket = try Socket(
      kind,
      in: context,
      options: [
        .ipv6(endpoints.server?.isIPv6 ?? false), .connectTimeout(ClientSockets.connectTimeout),
      ] + ClientSockets.limits + endpoints.encryptionOptions()
    )
    let events = try socket.monitor(Self.events)
    try socket.connect(Endpoint(parsing: endpoint))
    return try result(from: events)
  }

  /// The events of a connection by which its handshake is followed.
  static let events: MonitorEvent.Kinds = [
    .connected, .closed, .retried, .handshakeSucceeded, .handshakeFailed, .disconnected,
  ]

  /// Waits until the handshake of a new connection has succeeded or is refused.
  ///
  /// - Parameter events: the monitor of its socket, from which nothing was read.
  /// - Returns: the result.
  static func result(from events: borrowing Socket) throws(ZeroMQError) -> Result {
    var poller = Poller()
    poller.add(events, token: 1, events: .readable)
    var progress = Progress(at: monotonicNow())
    while true {
      _ = try poller.wait(timeout: max(.zero, progress.deadline - monotonicNow()))
      while let event = try events.receiveEvent() {
        if let result = progress.receive(event.kind, at: monotonicNow()) { return result }
      }
      if let result = progress.tick(at: monotonicNow()) { return result }
    }
  }

  /// Interprets the events of a connection, which libzmq establishes again and again until it succeeds.
  struct Progress {
    private let startedAt: Duration
    private var connectedAt: Duration?

    init(at now: Duration) { startedAt = now }

    var deadline: Duration { startedAt + Handshake.timeout }

    /// Returns the result, if an event decides it.
    mutating func receive(_ kind: MonitorEvent.Kind, at now: Duration) -> Result? {
      switch kind {
      case .connected:
        connectedAt = now
        return nil
      case .handshakeSucceeded: return .accepted
      case .handshakeFailed, .disconnected:
        guard let connectedAt, now - connectedAt >= Handshake.refusal else { return .refused }
        return nil
      case .closed, .retried:
        // libzmq closes an attempt that takes too long, too.
        if connectedAt != nil { return nil }
        if now - startedAt < ClientSockets.connectTimeout * 0.9 { return .closed }
        return now - startedAt < Handshake.connectionTimeout ? nil : .unreachable
      case .connectDelayed, .listening, .bindFailed, .accepted, .acceptFailed,
        .closeFailed, .monitorStopped, .unknown:
        return nil
      }
    }

    /// Returns the result at the deadline.
    func tick(at now: Duration) -> Result? {
      guard now >= deadline else { return nil }
      return connectedAt == nil ? .unreachable : .silence
    }
  }
}
