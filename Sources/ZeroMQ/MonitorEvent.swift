import CZeroMQ

/// An event of a connection of a monitored socket.
public struct MonitorEvent: Hashable, Sendable {
  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// The connection to a listener is established; the handshake follows.
    case connected
    /// A connection attempt is in progress.
    case connectDelayed
    /// The attempt failed and is repeated after this time.
    case retried(after: Duration)
    /// The socket listens.
    case listening
    /// The socket could not listen; the error number.
    case bindFailed(Int32)
    /// A peer connected; the handshake follows.
    case accepted
    /// A peer could not be accepted; the error number.
    case acceptFailed(Int32)
    /// A connection attempt or a listener was closed.
    case closed
    /// A connection could not be closed; the error number.
    case closeFailed(Int32)
    /// The connection ended.
    case disconnected
    /// The last event: the socket was closed or has a new monitor.
    case monitorStopped
    /// The handshake succeeded; messages flow from now on.
    case handshakeSucceeded
    /// The handshake failed; the peer was rejected.
    case handshakeFailed(HandshakeFailure)
    /// An event of a later libzmq.
    case unknown(UInt16)
  }

  /// The reason of a failed handshake.
  public enum HandshakeFailure: Hashable, Sendable {
    /// The connection broke; the error number.
    case connection(Int32)
    /// The peer does not speak the protocol or uses another security mechanism; one of libzmq's
    /// `ZMQ_PROTOCOL_ERROR` numbers.
    case protocolError(UInt32)
    /// The peer is not authorised: status 300, 400 or 500.
    case authentication(UInt32)
  }

  /// The kinds of events that a monitor receives.
  public struct Kinds: OptionSet, Hashable, Sendable {
    /// libzmq's bits.
    public let rawValue: UInt16
    /// Creates a set from libzmq's bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    private init(_ bits: Int32) { rawValue = UInt16(bits) }

    /// Every event.
    public static let all = Kinds(ZMQ_EVENT_ALL)
    /// The connection to a listener is established.
    public static let connected = Kinds(ZMQ_EVENT_CONNECTED)
    /// A connection attempt is in progress.
    public static let connectDelayed = Kinds(ZMQ_EVENT_CONNECT_DELAYED)
    /// A connection attempt failed and will be repeated.
    public static let retried = Kinds(ZMQ_EVENT_CONNECT_RETRIED)
    /// The socket listens.
    public static let listening = Kinds(ZMQ_EVENT_LISTENING)
    /// The socket could not listen.
    public static let bindFailed = Kinds(ZMQ_EVENT_BIND_FAILED)
    /// A peer connected.
    public static let accepted = Kinds(ZMQ_EVENT_ACCEPTED)
    /// A peer could not be accepted.
    public static let acceptFailed = Kinds(ZMQ_EVENT_ACCEPT_FAILED)
    /// A connection attempt or a listener was closed.
    public static let closed = Kinds(ZMQ_EVENT_CLOSED)
    /// A connection could not be closed.
    public static let closeFailed = Kinds(ZMQ_EVENT_CLOSE_FAILED)
    /// A connection ended.
    public static let disconnected = Kinds(ZMQ_EVENT_DISCONNECTED)
    /// The monitor's last event.
    public static let monitorStopped = Kinds(ZMQ_EVENT_MONITOR_STOPPED)
    /// A handshake succeeded.
    public static let handshakeSucceeded = Kinds(ZMQ_EVENT_HANDSHAKE_SUCCEEDED)
    /// A handshake failed, for any reason.
    public static let handshakeFailed = Kinds(
      ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
        | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
    )
  }

  /// The kind of the event.
  public let kind: Kind
  /// The endpoint of the event, as named by libzmq.
  public let endpoint: String

  /// The descriptor of the connection or listener concerned, if there is one.
  ///
  /// libzmq owns it: by the time the event is read it may be closed and its number reused.
  public let descriptor: Int32?

  /// Creates an event, for tests.
  public init(_ kind: Kind, endpoint: String, descriptor: Int32? = nil) {
    self.kind = kind
    self.endpoint = endpoint
    self.descriptor = descriptor
  }

  /// Parses a monitor's message of two frames: (16-bit event, 32-bit value, in native byte order)
  /// and the endpoint.
  ///
  /// Nil for any other message.
  public init?(frames: [[UInt8]]) {
    guard frames.count == 2, frames[0].count == 6 else { return nil }
    let (number, value) = frames[0].withUnsafeBytes { bytes in
      (
        bytes.loadUnaligned(as: UInt16.self),
        bytes.loadUnaligned(fromByteOffset: 2, as: UInt32.self)
      )
    }
    let kind = Kind(number: number, value: value)
    self.init(
      kind,
      endpoint: String(decoding: frames[1], as: UTF8.self),
      descriptor: kind.hasDescriptor ? Int32(bitPattern: value) : nil
    )
  }
}

extension MonitorEvent.Kind {
  /// Whether the event's value is a descriptor.
  fileprivate var hasDescriptor: Bool {
    switch self {
    case .connected, .listening, .accepted, .closed, .disconnected: true
    case .connectDelayed, .retried, .bindFailed, .acceptFailed, .closeFailed, .monitorStopped,
      .handshakeSucceeded, .handshakeFailed, .unknown:
      false
    }
  }

  fileprivate init(number: UInt16, value: UInt32) {
    self =
      switch Int32(number) {
      case ZMQ_EVENT_CONNECTED: .connected
      case ZMQ_EVENT_CONNECT_DELAYED: .connectDelayed
      case ZMQ_EVENT_CONNECT_RETRIED: .retried(after: .milliseconds(value))
      case ZMQ_EVENT_LISTENING: .listening
      case ZMQ_EVENT_BIND_FAILED: .bindFailed(Int32(bitPattern: value))
      case ZMQ_EVENT_ACCEPTED: .accepted
      case ZMQ_EVENT_ACCEPT_FAILED: .acceptFailed(Int32(bitPattern: value))
      case ZMQ_EVENT_CLOSED: .closed
      case ZMQ_EVENT_CLOSE_FAILED: .closeFailed(Int32(bitPattern: value))
      case ZMQ_EVENT_DISCONNECTED: .disconnected
      case ZMQ_EVENT_MONITOR_STOPPED: .monitorStopped
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: .handshakeSucceeded
      case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
        .handshakeFailed(.connection(Int32(bitPattern: value)))
      case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: .handshakeFailed(.protocolError(value))
      case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: .handshakeFailed(.authentication(value))
      default: .unknown(number)
      }
  }
}
