import NavWire

/// A client of the daemon without a screen, which numbers its requests as the protocol requires.
final class Participant {
  private let socket: RequestSocket
  private let client: ClientID
  /// The daemon, kept while it has clients.
  private let daemon: Navd
  private var lastID: UInt64 = 0
  private var lastSeq: UInt64 = 0

  /// Connects to a daemon, as soon as it listens.
  ///
  /// - Parameters:
  ///   - daemon: the daemon.
  ///   - reconnectInterval: the pause between two attempts; nil for that of libzmq.
  /// - Throws: if there are too many sockets.
  init(of daemon: Navd, reconnectInterval: Duration? = nil) throws {
    self.daemon = daemon
    socket = try RequestSocket(daemon.input, reconnectInterval: reconnectInterval)
    var generator = SystemRandomNumberGenerator()
    client = ClientID(random: &generator)
  }

  /// The reply to a request.
  struct Answer {
    let body: Reply.Body
    /// The reply's bytes.
    let bytes: [UInt8]
    /// The time from sending the request to receiving the reply, without encoding and decoding.
    let time: Duration
  }

  func ask(_ body: Request.Body) throws -> Answer {
    let (bytes, time) = try socket.ask(request(body).encoded())
    let reply = try Reply(decoding: bytes)
    if case .failure(let failure) = reply.body { throw BenchError("navd says: \(failure.text)") }
    return Answer(body: reply.body, bytes: bytes, time: time)
  }

  /// Sends a request without waiting; call `reply` until it returns the reply.
  func post(_ body: Request.Body) throws {
    try socket.post(request(body).encoded())
  }

  /// Returns the reply to a posted request, possibly a failure; nil on timeout.
  func reply(within time: Duration) throws -> Reply.Body? {
    try socket.take(within: time).map { try Reply(decoding: $0).body }
  }

  private func request(_ body: Request.Body) -> Request {
    lastID += 1
    if body.isOperation { lastSeq += 1 }
    return Request(id: lastID, client: client, seq: body.isOperation ? lastSeq : 0, body: body)
  }

  /// Sends an input to a session.
  ///
  /// - Returns: the session's version after it, and the time until the reply.
  func send(_ input: Request.Input) throws -> (version: UInt64, time: Duration) {
    let answer = try ask(.input(input))
    guard case .accepted(let version, _) = answer.body else {
      throw BenchError("navd did not accept an input: build navd and navbench from one checkout")
    }
    return (version, answer.time)
  }
}
