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

  /// How long an answer is waited for.
  package static let patience = Duration.seconds(5)
  private static let firstPause = Duration.milliseconds(250)

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
    lastID += 1
    if body.isOperation { lastSeq += 1 }
    let request = Request(
      id: lastID,
      client: client,
      seq: body.isOperation ? lastSeq : 0,
      body: body
    )
    do {
      return try exchange(request)
    } catch let error as ZeroMQError {
      throw ClientExit(.unreachable, "\(error)")
    } catch let exit as ClientExit {
      throw exit
    } catch {
      throw ClientExit(.unreachable, "\(error)")
    }
  }

  private mutating func exchange(_ request: Request) throws -> Reply.Body {
    let frames = [[], request.encoded()]
    let deadline = monotonicNow() + Self.patience
    var pause = Self.firstPause
    while monotonicNow() < deadline {
      // Until the connection stands there is nowhere to send to: look again soon.
      let isSent = try socket.send(frames)
      let resendAt = monotonicNow() + (isSent ? pause : .milliseconds(5))
      if isSent { pause = pause * 2 }
      while true {
        let now = monotonicNow()
        guard now < min(resendAt, deadline) else { break }
        _ = try poller.wait(timeout: min(resendAt, deadline) - now)
        while let frames = try socket.receive() {
          guard let bytes = frames.last, let reply = try? Reply(decoding: bytes),
            reply.id == request.id
          else { continue }
          if case .failure(let failure) = reply.body {
            throw ClientExit(failure.code.exitCode, failure.text)
          }
          return reply.body
        }
      }
    }
    throw ClientExit(
      .timeout,
      "navd did not answer within \(Self.patience.components.seconds) s: try again, and look at its log"
    )
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
