import CZeroMQ
import Glibc

/// A socket option, passed to `Socket.init` and thus in force before the first bind or connect.
public enum SocketOption: Hashable, Sendable {
  /// Whether messages wait for an established connection instead of being queued for a pending one (`ZMQ_IMMEDIATE`).
  case immediate(Bool)
  /// The limit of a peer's send queue in messages, 0 for none; libzmq's default is 1,000.
  case sendHighWaterMark(Int)
  /// The limit of a peer's receive queue in messages, 0 for none; libzmq's default is 1,000.
  case receiveHighWaterMark(Int)
  /// The largest received frame in bytes; a peer that sends a larger one is disconnected.
  case maxMessageSize(Int)
  /// Whether an XPUB receives every subscription, not only the first to a topic.
  case xpubVerbose(Bool)
  /// Whether an XPUB receives every subscribe and unsubscribe message, not only a topic's first and last.
  case xpubVerboser(Bool)
  /// Whether a ROUTER reports a missing (`.hostUnreachable`) or full peer instead of dropping the message.
  case routerMandatory(Bool)
  /// Whether a new peer takes over a routing id in use.
  case routerHandover(Bool)
  /// The minimum wait before reconnecting; the actual wait is random, up to twice as long.
  case reconnectInterval(Duration)
  /// The upper limit of a growing reconnect wait, 0 for a wait that does not grow.
  case reconnectIntervalMax(Duration)
  /// The timeout of a TCP connection attempt, 0 for the kernel's.
  case connectTimeout(Duration)
  /// The interval between heartbeat pings, 0 for none.
  case heartbeatInterval(Duration)
  /// The silence after a ping that ends the connection.
  case heartbeatTimeout(Duration)
  /// The time limit of a handshake, 0 for none; libzmq's default is 30 s.
  case handshakeTimeout(Duration)
  /// The routing id of this socket for a ROUTER, 1 to 255 bytes, not beginning with 0.
  case routingID([UInt8])
  /// The time for which unsent messages are kept after the socket was closed, 0 (default) to `maxLinger`.
  ///
  /// `Context.close`, or the last socket to close after it, may take as long.
  case linger(Duration)
  /// The maximum number of connections waiting to be accepted; libzmq's default is 100.
  case backlog(Int)
  /// The domain of authentication (`ZMQ_ZAP_DOMAIN`); with a domain, peers that speak ZMTP 1 or 2 are refused.
  ///
  /// Without a handler of authentication and without encryption it has no other effect.
  case authenticationDomain(String)
  /// Encrypts the connections that this socket makes, and only to the owner of a public key (`ZMQ_CURVE_SERVERKEY`).
  case encryption(CurveKeyPair, server: CurveKey)
  /// Whether TCP endpoints may be IPv6.
  case ipv6(Bool)
  /// The context's I/O threads that serve the socket, bit n for thread n; 0 (default) for all.
  case affinity(UInt64)

  /// The longest `linger`, so that closing always ends.
  public static let maxLinger = Duration.seconds(60)
}

extension SocketOption {
  /// Sets the option on a socket before it is bound or connected.
  func apply(to socket: UnsafeMutableRawPointer) throws(ZeroMQError) {
    switch self {
    case .immediate(let value): try set(ZMQ_IMMEDIATE, value, on: socket)
    case .sendHighWaterMark(let value): try set(ZMQ_SNDHWM, value, on: socket)
    case .receiveHighWaterMark(let value): try set(ZMQ_RCVHWM, value, on: socket)
    case .maxMessageSize(let value): try setSize(value, on: socket)
    case .xpubVerbose(let value): try set(ZMQ_XPUB_VERBOSE, value, on: socket)
    case .xpubVerboser(let value): try set(ZMQ_XPUB_VERBOSER, value, on: socket)
    case .routerMandatory(let value): try set(ZMQ_ROUTER_MANDATORY, value, on: socket)
    case .routerHandover(let value): try set(ZMQ_ROUTER_HANDOVER, value, on: socket)
    case .reconnectInterval(let value): try set(ZMQ_RECONNECT_IVL, value, on: socket)
    case .reconnectIntervalMax(let value): try set(ZMQ_RECONNECT_IVL_MAX, value, on: socket)
    case .connectTimeout(let value): try set(ZMQ_CONNECT_TIMEOUT, value, on: socket)
    case .heartbeatInterval(let value): try set(ZMQ_HEARTBEAT_IVL, value, on: socket)
    case .heartbeatTimeout(let value): try set(ZMQ_HEARTBEAT_TIMEOUT, value, on: socket)
    case .handshakeTimeout(let value): try set(ZMQ_HANDSHAKE_IVL, value, on: socket)
    case .routingID(let bytes): try setRoutingID(bytes, on: socket)
    case .linger(let value):
      guard value <= Self.maxLinger else { throw refused }
      try set(ZMQ_LINGER, value, on: socket)
    case .backlog(let value): try set(ZMQ_BACKLOG, value, on: socket)
    case .authenticationDomain(let name):
      try setBytes(ZMQ_ZAP_DOMAIN, Array(name.utf8), name.utf8.count, on: socket)
    case .encryption(let keys, let server):
      try setKey(ZMQ_CURVE_SERVERKEY, server, on: socket)
      try setKey(ZMQ_CURVE_PUBLICKEY, keys.publicKey, on: socket)
      try setKey(ZMQ_CURVE_SECRETKEY, keys.secretKey, on: socket)
    case .ipv6(let value): try set(ZMQ_IPV6, value, on: socket)
    case .affinity(var threads):
      try setBytes(ZMQ_AFFINITY, &threads, MemoryLayout<UInt64>.size, on: socket)
    }
  }

  private var refused: ZeroMQError {
    ZeroMQError(
      .invalidArgument,
      .setOption,
      text: "\(self) is out of range; see its documentation"
    )
  }

  private func set(
    _ option: Int32,
    _ value: Int,
    on socket: UnsafeMutableRawPointer
  ) throws(ZeroMQError) {
    guard var number = Int32(exactly: value), number >= 0 else { throw refused }
    try setBytes(option, &number, MemoryLayout<Int32>.size, on: socket)
  }

  private func set(
    _ option: Int32,
    _ value: Bool,
    on socket: UnsafeMutableRawPointer
  ) throws(ZeroMQError) {
    try set(option, value ? 1 : 0, on: socket)
  }

  private func set(
    _ option: Int32,
    _ value: Duration,
    on socket: UnsafeMutableRawPointer
  ) throws(ZeroMQError) {
    guard value >= .zero else { throw refused }
    try set(option, Int(value.millisecondsRoundedUp), on: socket)
  }

  private func setSize(_ value: Int, on socket: UnsafeMutableRawPointer) throws(ZeroMQError) {
    guard value >= 0 else { throw refused }
    var number = Int64(value)
    try setBytes(ZMQ_MAXMSGSIZE, &number, MemoryLayout<Int64>.size, on: socket)
  }

  private func setRoutingID(
    _ bytes: [UInt8],
    on socket: UnsafeMutableRawPointer
  ) throws(ZeroMQError) {
    guard (1...255).contains(bytes.count), bytes.first != 0 else { throw refused }
    try setBytes(ZMQ_ROUTING_ID, bytes, bytes.count, on: socket)
  }

  private func setKey(
    _ option: Int32,
    _ key: CurveKey,
    on socket: UnsafeMutableRawPointer
  ) throws(ZeroMQError) {
    try setBytes(option, key.bytes, key.bytes.count, on: socket)
  }

  private func setBytes(
    _ option: Int32,
    _ bytes: UnsafeRawPointer,
    _ count: Int,
    on socket: UnsafeMutableRawPointer
  ) throws(ZeroMQError) {
    let result = uninterrupted { zmq_setsockopt(socket, option, bytes, count) }
    if result == -EINVAL { throw refused }
    if result < 0 { throw ZeroMQError(errorNumber: -result, .setOption, text: nil) }
  }
}
