import CZeroMQ

/// Decides which connections of a context are accepted: the handler of ZeroMQ's authentication protocol (ZAP 1.0).
///
/// It decides about each connection of the sockets that have an `authenticationDomain` or listen with encryption, except
/// connections made before it was created. While a connection waits for the answer, it counts as being in its handshake.
/// No call blocks.
public struct Authenticator: ~Copyable {
  /// To be polled: readable while questions wait.
  public let socket: Socket

  private static let endpoint = Endpoint.inproc(name: "zeromq.zap.01")

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
      if let question = AuthenticationQuestion(frames) { return question }
    }
    return nil
  }

  /// Answers a question.
  ///
  /// It is no error if the connection has ended meanwhile.
  /// - Parameters:
  ///   - question: the question.
  ///   - user: the name that all messages of the connection get as `Frame.userID`; nil to refuse the connection.
  /// - Throws: `.terminated`.
  public func answer(_ question: AuthenticationQuestion, user: String?) throws(ZeroMQError) {
    _ = try socket.send(question.answer(user: user))
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
