import CZeroMQ
import Glibc

/// A ZeroMQ socket, closed at the end of its scope.
///
/// It is used by one thread at a time. No call blocks: a call that would have to wait reports so,
/// and a `Poller` waits. Closing drops unsent messages, unless the option `linger` is set.
public struct Socket: ~Copyable {
  /// The messaging pattern of a socket.
  public enum Kind: Hashable, Sendable {
    /// Replies to any number of peers: its messages begin with the peer's routing id.
    case router
    /// Sends requests without lock-step.
    case dealer
    /// Sends a request and waits for its reply.
    case request
    /// Replies to one request after the other.
    case reply
    /// Sends to all subscribers.
    case publish
    /// As `publish`, and also receives subscriptions: a byte 1 (or 0 to unsubscribe), then the
    /// topic.
    case xpublish
    /// Receives the subscribed topics.
    case subscribe
    /// Exchanges messages with one peer.
    case pair
  }

  let handle: SocketHandle
  private let pointer: UnsafeMutableRawPointer

  /// The handle's open socket, for a call of libzmq.
  var raw: UnsafeMutableRawPointer {
    handle.use()
    return pointer
  }

  /// Opens a socket with its options set, without binding or connecting it.
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
    pointer = raw
  }

  deinit { handle.close() }

  /// Closes the socket now.
  public consuming func close() {}

  /// The messaging pattern of the socket.
  public var kind: Kind { handle.kind }
}

extension Socket {
  /// The descriptor that is readable once something has happened to the socket since libzmq was last called with it.
  var signalDescriptor: Int32 {
    var descriptor: Int32 = -1
    var count = MemoryLayout<Int32>.size
    let result = uninterrupted { zmq_getsockopt(raw, ZMQ_FD, &descriptor, &count) }
    precondition(result >= 0, "cannot poll a socket without a descriptor")
    return descriptor
  }
}

// MARK: Endpoints

extension Socket {
  /// Listens at an endpoint, in addition to any earlier ones.
  ///
  /// A path is locked first (`<path>.lock`, mode 0600), because libzmq removes any file there. The
  /// socket file is removed when the socket closes.
  /// - Throws: `.pathTooLong`, `.locked` naming the process that listens there, `.notFound` if the
  ///   directory is missing, `.permission`, `.addressInUse` for a TCP port or for a file that is no
  ///   socket, `.addressNotAvailable`, `.invalidArgument`, `.terminated`.
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

  /// Changes an option, for the endpoints that are bound or connected from now on.
  /// - Throws: `.invalidArgument` for a value that is out of range.
  public mutating func set(_ option: SocketOption) throws(ZeroMQError) {
    try option.apply(to: raw)
  }

  /// Listens at an endpoint for encrypted connections alone; the socket's other endpoints are not affected.
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - keys: the keys of this end.
  /// - Throws: as `bind`, or `.invalidArgument` if libzmq was built without encryption.
  public mutating func bind(
    _ endpoint: Endpoint,
    encryptedWith keys: CurveKeyPair
  ) throws(ZeroMQError) {
    // The options are those of the endpoints that are bound while they are set.
    var isServer: Int32 = 1
    try checked(.setOption) {
      zmq_setsockopt(raw, ZMQ_CURVE_SERVER, &isServer, MemoryLayout<Int32>.size)
    }
    defer {
      var isServer: Int32 = 0
      _ = uninterrupted {
        zmq_setsockopt(raw, ZMQ_CURVE_SERVER, &isServer, MemoryLayout<Int32>.size)
      }
    }
    try checked(.setOption) {
      zmq_setsockopt(raw, ZMQ_CURVE_SECRETKEY, keys.secretKey.bytes, CurveKey.byteCount)
    }
    try bind(endpoint)
  }

  /// Listens at an endpoint anew whose files were removed; connections that were accepted there end.
  /// - Throws: as `bind`. Then the socket listens there no longer, and this may be called again.
  public mutating func bindAgain(_ endpoint: Endpoint) throws(ZeroMQError) {
    handle.releaseLock(of: endpoint.path)
    // Fails after an attempt that failed: nothing is bound there.
    _ = uninterrupted { zmq_unbind(raw, endpoint.description) }
    try bind(endpoint)
  }

  /// Listens at a TCP endpoint no longer; connections that were accepted there end, without an event of a monitor.
  ///
  /// The port is free a moment later: `bind` throws `.addressInUse` until then.
  /// - Parameter endpoint: the endpoint as `lastEndpoint` names it after `bind`.
  /// - Throws: `.notFound` if the socket does not listen there, `.terminated`.
  public mutating func unbind(_ endpoint: String) throws(ZeroMQError) {
    try checked(.bind) { zmq_unbind(raw, endpoint) }
  }

  /// Whether the files of a bound path are still there; false after they were removed or replaced.
  public func isListening(at endpoint: Endpoint) -> Bool { handle.holds(endpoint.path) }

  /// Connects to an endpoint as soon as a socket listens there, and reconnects whenever the
  /// connection is lost.
  /// - Throws: `.pathTooLong`, `.invalidArgument`, `.terminated`.
  public func connect(_ endpoint: Endpoint) throws(ZeroMQError) {
    try endpoint.validate(for: .connect)
    try checked(.connect, endpoint: endpoint) { zmq_connect(raw, endpoint.description) }
  }

  /// Ends a connection made by `connect`; its unsent messages are dropped.
  /// - Throws: `.notFound` if there is no such connection, `.terminated`.
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

  /// Subscribes to all messages that begin with `topic`; an empty topic matches every message.
  ///
  /// Each subscription needs its own `unsubscribe`, even to the same topic.
  public func subscribe(_ topic: [UInt8]) throws(ZeroMQError) {
    try checked(.subscribe) { zmq_setsockopt(raw, ZMQ_SUBSCRIBE, topic, topic.count) }
  }

  /// Cancels one subscription to exactly this topic.
  public func unsubscribe(_ topic: [UInt8]) throws(ZeroMQError) {
    try checked(.unsubscribe) { zmq_setsockopt(raw, ZMQ_UNSUBSCRIBE, topic, topic.count) }
  }

  /// The last bound or connected endpoint, with the port chosen by the kernel; empty before the
  /// first one.
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
