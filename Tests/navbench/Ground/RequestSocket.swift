import CNavSupport
import NavSystem
import ZeroMQ

/// Sends one request at a time over a REQ socket and measures the time, identically for every
/// server.
final class RequestSocket {
  private let context: Context
  private let socket: Socket
  private var poller = Poller()

  /// The timeout of waiting for a reply.
  private static let patience = Duration.seconds(5)

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
      throw BenchError("no answer within 5 s: the machine is too busy, or the program has ended")
    }
    return (reply, monotonicNow() - start)
  }
}
