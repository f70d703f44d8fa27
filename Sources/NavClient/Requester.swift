import Glibc
package import NavWire
import ZeroMQ

/// Asks the daemon one thing at a time, for commands that are not viewers.
package struct Requester: ~Copyable {
  private let context: Context
  private let socket: Socket
  private var poller: Poller
  private let client: ClientID
  private var lastID: UInt64 = 0
  private var lastSeq: UInt64 = 0

  /// - Throws: `.unreachable` at once where no daemon listens.
  package init(endpoints: Endpoints) throws(ClientExit) {
    try endpoints.checkDaemon()
    do {
      let context = try Context()
      let socket = try Socket(.dealer, in: context, options: [.immediate(true)])
      try socket.connect(.ipc(path: endpoints.inputPath))
      var poller = Poller()
      poller.add(socket, token: 1, events: .readable)
      self.context = context
      self.socket = socket
      self.poller = poller
    } catch {
      throw ClientExit(.unreachable, "\(error)")
    }
    var generator = SystemRandomNumberGenerator()
    client = ClientID(random: &generator)
  }

  /// Sends a request, again if need be, and waits for its answer.
  ///
  /// - Throws: what the daemon refused, or `.timeout`.
  package mutating func ask(_ body: Request.Body) throws(ClientExit) -> Reply.Body {
    try operate(body).body
  }

  /// The same, with what has to be so and with what else the reply says.
  mutating func operate(
    _ body: Request.Body,
    if precondition: Request.Precondition? = nil
  ) throws(ClientExit) -> Reply {
    let reply = try reply(to: body, if: precondition)
    if case .failure(let failure) = reply.body { throw ClientExit(failure) }
    return reply
  }

  /// The same; a refusal is an answer, too.
  ///
  /// - Throws: `.timeout`, `.unreachable`.
  mutating func answer(to body: Request.Body) throws(ClientExit) -> Reply.Body {
    try reply(to: body).body
  }

  private mutating func reply(
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
      body: body
    )
    do {
      return try carryOut(Exchange(request, at: monotonicNow()))
    } catch let error as ZeroMQError {
      throw ClientExit(.unreachable, "\(error)")
    } catch let exit as ClientExit {
      throw exit
    } catch {
      throw ClientExit(.unreachable, "\(error)")
    }
  }

  private mutating func carryOut(_ exchange: Exchange) throws -> Reply {
    var exchange = exchange
    var notice = Notice()
    while true {
      switch exchange.next(at: monotonicNow()) {
      case .send(let request):
        let isSent = try socket.send([[], request.encoded()])
        exchange.sent(isSent, at: monotonicNow())
      case .explain(let text): notice.show(text)
      case .giveUp(let exit): throw exit
      case .wait(let until):
        _ = try poller.wait(timeout: max(.zero, until - monotonicNow()))
        while let frames = try socket.receive() {
          guard let bytes = frames.last, let reply = try? Reply(decoding: bytes),
            let answer = exchange.receive(reply, at: monotonicNow())
          else { continue }
          return answer
        }
      }
    }
  }
}

extension ClientExit {
  /// How a command ends that was refused.
  init(_ failure: Reply.Failure) {
    self.init(failure.code.exitCode, failure.explanation)
  }
}

extension Endpoints {
  /// Whether a daemon listens, found out with a plain connection; libzmq would wait for one in silence.
  ///
  /// - Throws: `.unreachable` with how to start one; `.notPermitted` where the socket is not ours to use.
  package func checkDaemon() throws(ClientExit) {
    let path = Array(inputPath.utf8)
    var address = sockaddr_un()
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.count < capacity else {
      throw ClientExit(
        .unreachable,
        "the path \(inputPath) is longer than the \(capacity - 1) bytes of a socket's: "
          + "set XDG_RUNTIME_DIR to a shorter one"
      )
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw ClientExit(.unreachable, "can't open a socket") }
    defer { close(descriptor) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status != 0 else { return }
    switch errno {
    case EACCES, EPERM:
      throw ClientExit(.notPermitted, "\(inputPath) belongs to somebody else")
    default:
      throw ClientExit(.unreachable, "no navd listens in \(directory): start it with `navd`")
    }
  }
}
