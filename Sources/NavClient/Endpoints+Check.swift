import Glibc
package import NavViewer
package import NavWire
import ZeroMQ

extension Endpoints {
  /// Checks with a plain connection that a daemon listens; libzmq would silently wait for one.
  ///
  /// - Throws: `.unreachable` with how to start one; `.notPermitted` if the socket belongs to another user.
  package func checkDaemon() throws(ClientExit) {
    if let server {
      try check(server)
      if let encryption { try check(encryption, of: server) }
      return
    }
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
    guard status != 0 else { return try checkGreeting(descriptor) }
    switch errno {
    case EACCES, EPERM:
      throw ClientExit(.notPermitted, "\(inputPath) belongs to somebody else")
    default:
      throw ClientExit(.unreachable, "no navd listens in \(directory): start it with `navd`")
    }
  }

  /// Checks that the daemon keeps a connection: one that does not fit is closed before its greeting.
  ///
  /// A daemon that sends nothing in time is left to the request's own timeout.
  private func checkGreeting(_ descriptor: Int32) throws(ClientExit) {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    let timeout = ssh == nil ? Self.greetingTimeout : Self.timeout
    guard poll(&waiting, 1, timeout) > 0, read(descriptor, &byte, 1) <= 0 else {
      return
    }
    throw ClientExit(
      .unreachable,
      "navd closed the connection at once: it has too many, as its log says, or it is about to end; end some viewers, "
        + "or try again"
    )
  }

  /// How long a daemon of this machine may take for its greeting, in milliseconds.
  private static let greetingTimeout: Int32 = 250

  /// How long a TCP connection may take, and a greeting through ssh, in milliseconds.
  private static let timeout: Int32 = 3_000

  private func check(_ server: TCPAddress) throws(ClientExit) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_family = server.isIPv6 ? AF_INET6 : AF_INET
    let host = server.host.filter { $0 != "[" && $0 != "]" }
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, "\(server.port)", &hints, &found)
    guard status == 0, let found else {
      let reason = String(cString: gai_strerror(status))
      throw ClientExit(.unreachable, "can't find the machine of \(server): \(reason)")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(
      found.pointee.ai_family,
      Int32(SOCK_STREAM.rawValue) | O_NONBLOCK,
      0
    )
    defer { close(descriptor) }
    let reason = descriptor < 0 ? errno : unreachable(found.pointee, by: descriptor)
    guard reason == 0 else {
      throw ClientExit(
        .unreachable,
        "no navd answers at \(server) (\(String(cString: strerror(reason)))): start it there with "
          + "`navd --listen \(server)`"
      )
    }
    guard let greeting = TransportGreeting(of: descriptor, timeout: Self.timeout) else {
      return try checkGreeting(descriptor)
    }
    switch (greeting.mechanism, encryption) {
    case ("CURVE", nil):
      throw ClientExit(
        .notPermitted,
        "the navd at \(server) talks only to those who know its key: give it with --key, `navd key` there prints it"
      )
    case ("NULL", .some):
      throw ClientExit(
        .notPermitted,
        "the navd at \(server) has no key and no encryption (--insecure): leave --key out if you trust the network"
      )
    default: break
    }
  }

  /// Tries an encrypted connection, because libzmq would silently try again for ever.
  private func check(_ keys: Encryption, of server: TCPAddress) throws(ClientExit) {
    var isKnown: Bool?
    do {
      let context = try Context()
      let socket = try Socket(
        .dealer,
        in: context,
        options: [.ipv6(server.isIPv6)] + encryptionOptions()
      )
      let events = try socket.monitor([.handshakeSucceeded, .handshakeFailed, .disconnected])
      try socket.connect(Endpoint(parsing: input))
      var poller = Poller()
      poller.add(events, token: 1, events: .readable)
      if try poller.wait(timeout: .milliseconds(Self.timeout)) > 0,
        let event = try events.receiveEvent()
      {
        isKnown = event.kind == .handshakeSucceeded
      }
    } catch {
      throw ClientExit(.unreachable, "\(error)")
    }
    switch isKnown {
    case true: break
    case false:
      throw ClientExit(
        .notPermitted,
        "the navd at \(server) has another key than \(keys.server): ask its owner, `navd key` there prints it"
      )
    case nil:
      throw ClientExit(.timeout, "the navd at \(server) does not answer: try again")
    }
  }

  /// Tries a plain connection; returns the error number, or 0 on success.
  private func unreachable(_ address: addrinfo, by descriptor: Int32) -> Int32 {
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return 0 }
    guard errno == EINPROGRESS else { return errno }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, Self.timeout) > 0 else { return ETIMEDOUT }
    var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
    return error
  }
}
