import CZeroMQ
import Glibc

/// A ZeroMQ socket, closed when it goes out of scope.
///
/// One thread at a time uses it. Nothing here blocks: what would have to wait says so, and a
/// `Poller` waits. What was not sent when it closes is dropped, unless the option `linger` says
/// otherwise.
public struct Socket: ~Copyable {
  /// The pattern that a socket takes part in.
  public enum Kind: Hashable, Sendable {
    /// Answers any number of peers: its messages begin with the peer's routing id.
    case router
    /// Asks without lock-step.
    case dealer
    /// Asks, and waits for the answer.
    case request
    /// Answers one request after the other.
    case reply
    /// Sends to all who subscribed.
    case publish
    /// As `publish`, and receives the subscriptions: a byte 1 (or 0 for the end of one), then the
    /// topic.
    case xpublish
    /// Receives what it subscribed to.
    case subscribe
    /// Talks with one peer.
    case pair
  }

  let handle: SocketHandle
  /// The open socket of the handle, at hand.
  let raw: UnsafeMutableRawPointer

  /// Opens a socket with its options set, neither bound nor connected.
  public init(
    _ kind: Kind,
    in context: Context,
    options: [SocketOption] = []
  ) throws(ZeroMQError) {
    let handle = try SocketHandle(kind, in: context)
    guard let raw = handle.raw else { preconditionFailure("cannot use a closed socket") }
    try SocketOption.linger(.zero).apply(to: raw)
    for option in options { try option.apply(to: raw) }
    self.handle = handle
    self.raw = raw
  }

  deinit { handle.close() }

  /// Closes the socket now.
  public consuming func close() {}

  /// The pattern that the socket takes part in.
  public var kind: Kind { handle.kind }
}

// MARK: Endpoints

extension Socket {
  /// Listens at an endpoint, in addition to those at which the socket listens already.
  ///
  /// A path is locked first (`<path>.lock`, mode 0600), because libzmq removes what lies there; the
  /// socket file is removed when the socket closes.
  /// - Throws: `.pathTooLong`, `.locked` naming the process that listens there, `.notFound` when
  ///   the directory is missing, `.permission`, `.addressInUse` for a TCP port or for a file that
  ///   is not a socket, `.addressNotAvailable`, `.invalidArgument`, `.terminated`.
  public mutating func bind(_ endpoint: Endpoint) throws(ZeroMQError) {
    try endpoint.validate(for: .bind)
    guard let path = endpoint.path else {
      try checked(.bind, endpoint: endpoint) { zmq_bind(raw, endpoint.description) }
      return
    }
    let lock = try EndpointLock(endpoint, path: path)
    let result = uninterrupted { zmq_bind(raw, endpoint.description) }
    guard result >= 0 else { throw EndpointLock.directoryError(-result, endpoint, path: path) }
    lock.didBind()
    handle.keep(lock)
  }

  /// Connects to an endpoint, now or as soon as somebody listens there, and again whenever the
  /// connection is lost.
  /// - Throws: `.pathTooLong`, `.invalidArgument`, `.terminated`.
  public func connect(_ endpoint: Endpoint) throws(ZeroMQError) {
    try endpoint.validate(for: .connect)
    try checked(.connect, endpoint: endpoint) { zmq_connect(raw, endpoint.description) }
  }

  /// Ends a connection made by `connect`; what was not sent on it is dropped.
  /// - Throws: `.notFound` when there is no such connection, `.terminated`.
  public func disconnect(_ endpoint: Endpoint) throws(ZeroMQError) {
    let result = uninterrupted { zmq_disconnect(raw, endpoint.description) }
    if result >= 0 { return }
    throw ZeroMQError(
      errorNumber: -result,
      .disconnect,
      endpoint: endpoint,
      text: result == -ENOENT ? "the socket is not connected to it; leave the call out" : nil
    )
  }

  /// Receives from now on what begins with `topic`, which is everything when it is empty.
  ///
  /// Subscribing twice takes two calls of `unsubscribe` to undo.
  public func subscribe(_ topic: [UInt8]) throws(ZeroMQError) {
    try checked(.subscribe) { zmq_setsockopt(raw, ZMQ_SUBSCRIBE, topic, topic.count) }
  }

  /// Takes back one subscription to exactly this topic.
  public func unsubscribe(_ topic: [UInt8]) throws(ZeroMQError) {
    try checked(.unsubscribe) { zmq_setsockopt(raw, ZMQ_UNSUBSCRIBE, topic, topic.count) }
  }

  /// Where the socket was last bound or connected, with the port that the kernel chose; empty
  /// before that.
  public var lastEndpoint: String {
    var bytes: [UInt8] = Array(repeating: 0, count: 1024)
    var count = bytes.count
    let result = uninterrupted { zmq_getsockopt(raw, ZMQ_LAST_ENDPOINT, &bytes, &count) }
    guard result >= 0 else { return "" }
    return String(decoding: bytes.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension Socket.Kind {
  var type: Int32 {
    switch self {
    case .router: ZMQ_ROUTER
    case .dealer: ZMQ_DEALER
    case .request: ZMQ_REQ
    case .reply: ZMQ_REP
    case .publish: ZMQ_PUB
    case .xpublish: ZMQ_XPUB
    case .subscribe: ZMQ_SUB
    case .pair: ZMQ_PAIR
    }
  }
}
