import Glibc
import NavBase
import NavSystem
package import NavViewer
package import NavWire
import ZeroMQ

/// Sends one request at a time to the daemon, for one-shot commands.
package struct Requester: ~Copyable {
  private let context: Context
  private let socket: Socket
  private var poller: Poller
  private var client: ClientID
  private let endpoints: Endpoints
  /// The connection to the daemon's machine; nil if none was needed, or if it is a viewer's.
  private let tunnel: SSHTunnel?
  /// The result of the handshake; nil if it was not waited for.
  private let handshake: Handshake.Result?
  private var lastID: UInt64 = 0
  private var lastSeq: UInt64 = 0
  /// The text of the waiting notice; nil for the one that describes the request.
  var purpose: String?
  /// Whether nothing is written to the terminal, because a viewer has it.
  var isSilent = false
  /// The longest wait for an operation that the daemon says is in progress; nil waits until it is done.
  var bound: WaitTimeout?

  private enum Token {
    static let replies = 1
    static let tunnel = 2
  }

  /// Connects to the daemon; through ssh if the endpoints need it.
  ///
  /// - Parameters:
  ///   - endpoints: the daemon's endpoints.
  ///   - patience: how long to wait for a daemon that is being restarted.
  /// - Throws: `.unreachable` if no daemon listens.
  package init(endpoints: Endpoints, within patience: Duration = .zero) throws(ClientExit) {
    do throws(ClientExit) {
      if let direct = try endpoints.direct() {
        let requester = try Requester(reached: direct, awaitingHandshake: true)
        if try direct.isMade(by: requester.handshake) {
          self = requester
          return
        }
      }
    } catch {
      guard patience > .zero else { throw error }
    }
    let tunnel = try SSHTunnel(for: endpoints, lasting: false)
    let endpoints =
      if let tunnel { tunnel.endpoints } else { try endpoints.reached(within: patience) }
    try self.init(reached: endpoints, through: tunnel)
  }

  /// Connects to a daemon that was reached a moment ago.
  ///
  /// - Parameters:
  ///   - endpoints: the daemon's endpoints.
  ///   - tunnel: the connection through ssh to which they belong; nil for none, and for one that its owner serves.
  ///   - isAwaited: whether to wait for the result of the handshake.
  /// - Throws: `.unreachable` if libzmq refuses.
  init(
    reached endpoints: Endpoints,
    through tunnel: SSHTunnel? = nil,
    awaitingHandshake isAwaited: Bool = false
  ) throws(ClientExit) {
    do {
      let context = try Context()
      let socket = try Socket(
        .dealer,
        in: context,
        options: [
          .immediate(true), .ipv6(endpoints.server?.isIPv6 ?? false),
          .connectTimeout(ClientSockets.connectTimeout),
        ]
          + ClientSockets.limits
          // Without an end, connections on one machine are not lost.
          + (endpoints.server == nil ? [] : ClientSockets.heartbeat)
          + endpoints.encryptionOptions()
      )
      if isAwaited {
        let events = try socket.monitor(Handshake.events)
        try socket.connect(Endpoint(parsing: endpoints.input))
        handshake = try Handshake.result(from: events)
      } else {
        try socket.connect(Endpoint(parsing: endpoints.input))
        handshake = nil
      }
      var poller = Poller()
      poller.add(socket, token: Token.replies, events: .readable)
      if let tunnel {
        poller.add(descriptor: tunnel.fileDescriptor, token: Token.tunnel, events: .readable)
      }
      self.context = context
      self.socket = socket
      self.poller = poller
    } catch {
      throw ClientExit(.unreachable, "\(error)")
    }
    self.endpoints = endpoints
    self.tunnel = tunnel
    var generator = SystemRandomNumberGenerator()
    client = ClientID(madeAt: millisecondsSince1970(), random: &generator)
  }

  /// Sends a request, resends it if necessary, and returns its answer.
  ///
  /// - Throws: the daemon's refusal, or `.timeout`.
  package mutating func ask(_ body: Request.Body) throws(ClientExit) -> Reply.Body {
    try operate(body).body
  }

  /// Sends a request with a precondition, and returns the whole reply.
  mutating func operate(
    _ body: Request.Body,
    if precondition: Request.Precondition? = nil
  ) throws(ClientExit) -> Reply {
    let reply = try reply(to: body, if: precondition)
    if case .failure(let failure) = reply.body { throw ClientExit(failure) }
    return reply
  }

  /// Sends a request and returns its answer, which may be a refusal.
  ///
  /// - Throws: `.timeout`, `.unreachable`.
  mutating func answer(to body: Request.Body) throws(ClientExit) -> Reply.Body {
    try reply(to: body).body
  }

  /// Sends a request with a precondition, and returns the whole reply, which may be a refusal.
  ///
  /// - Throws: `.timeout`, `.unreachable`.
  mutating func reply(
    to body: Request.Body,
    if precondition: Request.Precondition? = nil
  ) throws(ClientExit) -> Reply {
    lastID += 1
    if body.isOperation { lastSeq += 1 }
    let request = Request(
      id: lastID,
      client: client,
      seq: body.isOperation ? lastSeq : 0,
      precondition: precondition,
      credential: endpoints.credential,
      body: body
    )
    do {
      var retry = retry(of: request)
      let answer = try send(&retry)
      guard body.isOperation, retry.isUnknownClient(answer) else { return answer }
      return try sendAsNewClient(retry.request)
    } catch let error as ZeroMQError {
      throw ClientExit(.unreachable, "\(error)")
    } catch let exit as ClientExit {
      throw exit
    } catch {
      throw ClientExit(.unreachable, "\(error)")
    }
  }

  /// Sends an operation under a new client id, without a date: should the clocks differ, the daemon could take it for
  /// one that it has forgotten.
  private mutating func sendAsNewClient(_ request: Request) throws -> Reply {
    var generator = SystemRandomNumberGenerator()
    client = ClientID(random: &generator)
    lastSeq = 1
    var request = request
    request.client = client
    request.seq = lastSeq
    var retry = retry(of: request)
    return try send(&retry)
  }

  private func retry(of request: Request) -> RequestRetry {
    RequestRetry(
      request,
      firstPause: endpoints.firstPause,
      connectionAllowance: endpoints.connectionAllowance,
      within: bound,
      at: monotonicNow()
    )
  }

  private mutating func send(_ retry: inout RequestRetry) throws -> Reply {
    var notice = Notice()
    // A refusal with `retry` has consumed numbers.
    defer { (lastID, lastSeq) = (retry.request.id, max(lastSeq, retry.request.seq)) }
    while true {
      switch retry.next(at: monotonicNow()) {
      case .send(let request):
        let isSent = try socket.send([[], request.encoded()])
        retry.sent(isSent, at: monotonicNow())
      case .explain(let text): if !isSilent { notice.show(purpose ?? text) }
      case .giveUp(let exit): throw exit
      case .wait(let until):
        _ = try poller.wait(timeout: max(.zero, until - monotonicNow()))
        if let tunnel, !poller.isReady(token: Token.tunnel).isEmpty {
          _ = tunnel.receive(at: monotonicNow())
          if let exit = tunnel.exit { throw exit }
        }
        // One message between two looks at the deadline, so that no flood keeps a command past it.
        if let bytes = try socket.receive()?.last, let reply = try? Reply(decoding: bytes),
          let answer = retry.receive(reply, at: monotonicNow())
        {
          return answer
        }
      }
    }
  }
}

extension ClientExit {
  /// Creates the result of a command that was refused.
  init(_ failure: Reply.Failure) {
    self.init(failure.code.exitCode, failure.explanation)
  }
}
