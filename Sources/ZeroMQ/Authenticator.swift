import CZeroMQ

/// Decides which connections of a context are accepted: the handler of ZeroMQ's authentication protocol (ZAP 1.0).
///
/// It is asked about each connection of the sockets that have an `authenticationDomain` or listen with encryption, and
/// about none that was made before it. While a connection waits for the answer, it counts as being in its handshake.
/// No call blocks.
public struct Authenticator: ~Copyable {
  /// To be polled: readable while questions wait.
  public let socket: Socket

  private static let endpoint = Endpoint.inproc(name: "zeromq.zap.01")
  private static let version = Array("1.0".utf8)

  /// Creates the handler of a context, which has at most one.
  /// - Throws: `.addressInUse` if the context has one already.
  public init(in context: Context) throws(ZeroMQError) {
    // Unlimited, because a question that does not fit would end a connection; each belongs to one.
    var socket = try Socket(
      .router,
      in: context,
      options: [.receiveHighWaterMark(0), .sendHighWaterMark(0)]
    )
    try socket.bind(Self.endpoint)
    self.socket = socket
  }

  /// Returns the next question; nil if none waits.
  /// - Throws: `.terminated`.
  public func receive() throws(ZeroMQError) -> AuthenticationQuestion? {
    while let frames = try socket.receive() {
      if let question = AuthenticationQuestion(frames, version: Self.version) { return question }
    }
    return nil
  }

  /// Answers a question.
  ///
  /// A connection that has ended meanwhile is none of the errors.
  /// - Parameters:
  ///   - question: the question.
  ///   - user: the name that all messages of the connection get as `Frame.userID`; nil to refuse the connection.
  /// - Throws: `.terminated`.
  public func answer(_ question: AuthenticationQuestion, user: String?) throws(ZeroMQError) {
    let code = user == nil ? "400" : "200"
    _ = try socket.send(
      question.envelope + [
        Self.version, question.id, Array(code.utf8), [], Array((user ?? "").utf8), [],
      ]
    )
  }
}

/// The question whether a connection is accepted.
public struct AuthenticationQuestion: Hashable, Sendable {
  /// The security of a connection.
  public enum Mechanism: Hashable, Sendable {
    /// None.
    case none
    /// Encrypted by a peer that has proved that it has the secret key of this public one.
    case curve(CurveKey)
    /// Any other.
    case unknown
  }

  let envelope: [[UInt8]]
  let id: [UInt8]
  /// The address of the peer: for TCP its numeric IP address, for `ipc` as `PeerCredentials` reads it.
  public let address: String
  /// The security of the connection.
  public let mechanism: Mechanism

  /// Reads the frames of a question; nil for anything else.
  init?(_ frames: [[UInt8]], version: [UInt8]) {
    guard let end = frames.firstIndex(of: []), frames.count >= end + 7,
      frames[end + 1] == version
    else { return nil }
    envelope = Array(frames[...end])
    id = frames[end + 2]
    address = String(decoding: frames[end + 4], as: UTF8.self)
    let credentials = frames[(end + 7)...]
    switch String(decoding: frames[end + 6], as: UTF8.self) {
    case "NULL": mechanism = .none
    case "CURVE":
      guard credentials.count == 1, let key = CurveKey(credentials[end + 7]) else { return nil }
      mechanism = .curve(key)
    default: mechanism = .unknown
    }
  }
}

extension Frame {
  /// The name that an `Authenticator` gave to the connection; nil without one, and for an empty one.
  ///
  /// Use a frame of the body.
  public var userID: String? {
    property("User-Id").flatMap { $0.isEmpty ? nil : $0 }
  }
}
