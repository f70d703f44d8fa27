import NavSystem
import NavWire
import ZeroMQ

/// A connection with many requests under way at a time.
final class Asker {
  private let context: Context
  private let socket: Socket
  private var poller = Poller()
  private var lastID: UInt64 = 0
  /// The requests without a reply.
  private(set) var inFlight = 0

  init(_ endpoint: Endpoint) throws {
    context = try Context()
    socket = try Socket(.dealer, in: context, options: [.sendHighWaterMark(0)])
    try socket.connect(endpoint)
    poller.add(socket, token: 1, events: .readable)
  }

  /// Sends a request that gets a reply.
  func send(_ body: Request.Body, client: ClientID = .none, seq: UInt64 = 0) throws {
    lastID += 1
    try send(Request(id: lastID, client: client, seq: seq, body: body))
  }

  func send(_ request: Request) throws {
    lastID = request.id
    if try socket.send([[], request.encoded()]) { inFlight += 1 }
  }

  /// Returns the bytes of all replies that have arrived, waiting for the first one.
  func take(within time: Duration) throws -> [[UInt8]] {
    guard try poller.wait(timeout: time) > 0 else { return [] }
    var replies: [[UInt8]] = []
    while let bytes = try socket.receive()?.last { replies.append(bytes) }
    inFlight -= replies.count
    return replies
  }

  /// Returns the reply of the last request, and drops those of earlier ones; nil if it does not arrive in time.
  func answer(within time: Duration = .seconds(20)) throws -> Reply.Body? {
    let end = monotonicNow() + time
    while monotonicNow() < end {
      for bytes in try take(within: end - monotonicNow()) {
        let reply = try Reply(decoding: bytes)
        if reply.id == lastID { return reply.body }
      }
    }
    return nil
  }

  /// Sends nothing for a time, as the daemon has demanded, and drops the replies that arrive.
  func pause(for time: Duration) throws {
    let end = monotonicNow() + time
    while monotonicNow() < end { _ = try take(within: end - monotonicNow()) }
  }
}

/// A client with a connection of its own that sends one operation after the other.
final class OperatingClient {
  private let asker: Asker
  private let client = ClientID.random()
  private var lastSeq: UInt64 = 0

  /// The time for which an operation is sent again that the daemon refuses because of its rate.
  private static let patience = Duration.seconds(60)

  init(_ endpoint: Endpoint) throws {
    asker = try Asker(endpoint)
  }

  /// Sends an operation until it is not refused because of its rate, and returns its reply; nil if none arrives in time.
  func perform(_ body: Request.Body) throws -> Reply.Body? {
    lastSeq += 1
    let end = monotonicNow() + Self.patience
    while monotonicNow() < end {
      try asker.send(body, client: client, seq: lastSeq)
      let answer = try asker.answer()
      guard case .failure(let failure) = answer, failure.code == .slowDown else { return answer }
      try asker.pause(for: failure.wait)
    }
    return nil
  }
}
