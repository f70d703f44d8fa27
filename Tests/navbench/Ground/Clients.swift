import NavSystem
import NavWire
import ZeroMQ

/// Sends one request at a time over a REQ socket and measures the time, identically for every server.
final class RequestSocket {
  private let context: Context
  private let socket: Socket
  private var poller = Poller()

  /// The timeout of waiting for a reply.
  private static let patience = Duration.seconds(30)

  /// Connects as soon as a socket listens at the endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - reconnectInterval: the pause between two attempts; nil for that of libzmq.
  /// - Throws: if there are too many sockets.
  init(_ endpoint: Endpoint, reconnectInterval: Duration? = nil) throws {
    context = try Context()
    socket = try Socket(
      .request,
      in: context,
      options: reconnectInterval.map { [.reconnectInterval($0)] } ?? []
    )
    try socket.connect(endpoint)
    poller.add(socket, token: 1, events: .readable)
  }

  /// Sends a request; `take` returns its reply later, and no other request is allowed before.
  func post(_ request: [UInt8]) throws {
    try Interruption.check()
    guard try socket.send([request]) else {
      throw BenchError("a request can't be sent: the program has ended")
    }
  }

  /// Returns the reply to a posted request; nil on timeout.
  func take(within time: Duration) throws -> [UInt8]? {
    guard try poller.wait(timeout: time) > 0 else { return nil }
    return try socket.receive()?.last
  }

  /// Sends a request and waits for the reply.
  ///
  /// - Returns: the reply, and the time from the call of `send` to the received reply.
  func ask(_ request: [UInt8]) throws -> (reply: [UInt8], time: Duration) {
    try Interruption.check()
    let frames = [request]
    let start = monotonicNow()
    guard try socket.send(frames), try poller.wait(timeout: Self.patience) > 0,
      let reply = try socket.receive()?.last
    else {
      throw BenchError("no answer within 30 s: the machine is too busy, or the program has ended")
    }
    return (reply, monotonicNow() - start)
  }
}

/// A client of the daemon without a screen, which numbers its requests as the protocol requires.
final class Participant {
  private let socket: RequestSocket
  private let client = ClientID.random()
  /// The daemon, kept while it has clients.
  private let daemon: Navd
  private var lastID: UInt64 = 0
  private var lastSeq: UInt64 = 0

  /// Connects to a daemon, as soon as it listens; the interval is that of `RequestSocket`.
  init(of daemon: Navd, reconnectInterval: Duration? = nil) throws {
    self.daemon = daemon
    socket = try RequestSocket(daemon.input, reconnectInterval: reconnectInterval)
  }

  /// The reply to a request, its bytes, and the time of the round trip without encoding and decoding.
  typealias Answer = (body: Reply.Body, bytes: [UInt8], time: Duration)

  func ask(_ body: Request.Body) throws -> Answer {
    let (bytes, time) = try socket.ask(request(body).encoded())
    let reply = try Reply(decoding: bytes)
    if case .failure(let failure) = reply.body { throw BenchError("navd says: \(failure.text)") }
    return (reply.body, bytes, time)
  }

  /// Sends a request without waiting; call `reply` until it returns the reply.
  func post(_ body: Request.Body) throws { try socket.post(request(body).encoded()) }

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

extension ClientID {
  /// Creates an id without a date.
  static func random() -> ClientID {
    var generator = SystemRandomNumberGenerator()
    return ClientID(random: &generator)
  }
}
