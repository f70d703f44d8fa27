import CNavSupport
import ZeroMQ

/// Asks one thing at a time over a REQ socket and takes the time, in the same way whoever answers.
final class RequestSocket {
  private let context: Context
  private let socket: Socket
  private var poller = Poller()

  /// How long an answer is waited for.
  private static let patience = Duration.seconds(5)

  /// Connects, now or as soon as somebody listens there.
  init(_ endpoint: Endpoint) throws {
    context = try Context()
    socket = try Socket(.request, in: context)
    try socket.connect(endpoint)
    poller.add(socket, token: 1, events: .readable)
  }

  /// Sends a request; `take` has its answer later, and nothing else may be asked before.
  func post(_ request: [UInt8]) throws {
    try Interruption.check()
    guard try socket.send([request]) else {
      throw BenchError("a request can't be sent: the program has ended")
    }
  }

  /// The answer to what was posted; nil where it does not come within a time.
  func take(within time: Duration) throws -> [UInt8]? {
    guard try poller.wait(timeout: time) > 0 else { return nil }
    return try socket.receive()?.last
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Returns: the answer, and the time from the call of `send` until the answer was in hand.
  func ask(_ request: [UInt8]) throws -> (reply: [UInt8], time: Duration) {
    try Interruption.check()
    let frames = [request]
    let start = nav_monotonic_ns()
    guard try socket.send(frames), try poller.wait(timeout: Self.patience) > 0,
      let reply = try socket.receive()?.last
    else {
      throw BenchError("no answer within 5 s: the machine is too busy, or the program has ended")
    }
    return (reply, .nanoseconds(nav_monotonic_ns() - start))
  }
}
