import CMicroHTTPD
import Glibc

/// An HTTP server for one page, without threads, over libmicrohttpd, which is loaded when the first one starts.
///
/// It answers GET and HEAD of one path; other paths are 404, other methods 405, and requests under a name that is not
/// its own 403 (`HTTPHost`). Each connection serves one request. The
/// owner waits for `descriptor` and until `nextLook`, and then calls `run`, which never blocks.
package struct HTTPServer: ~Copyable {
  private let server: OpaquePointer
  private let state: ServerState
  /// Readable while `run` has work.
  package let descriptor: Int32

  /// Listens at an address.
  ///
  /// - Parameters:
  ///   - host: an IPv4 or IPv6 address, without brackets.
  ///   - port: the port, above 0.
  ///   - path: the path of the page, such as `/metrics`.
  ///   - contentType: the type of the page.
  ///   - allowsAnyHost: whether requests may come under any name of the machine.
  ///   - limits: the bounds of its connections.
  /// - Throws: if the address can't be used, or libmicrohttpd is not installed.
  package init(
    host: String,
    port: UInt16,
    path: String,
    contentType: String,
    allowsAnyHost: Bool = false,
    limits: HTTPLimits = HTTPLimits()
  ) throws(HTTPError) {
    guard nav_http_load() != 0 else {
      throw HTTPError("libmicrohttpd is not installed (Debian: libmicrohttpd12)")
    }
    let listener = try Self.listener(host, port, backlog: limits.backlog)
    let state = ServerState(
      path: path,
      contentType: contentType,
      allowsAnyHost: allowsAnyHost,
      lifetime: limits.lifetime
    )
    let server = nav_http_start(
      listener,
      nav_http_limits(
        connections: limits.connections,
        connections_per_address: limits.connectionsPerAddress,
        silence: UInt32(clamping: limits.silence.components.seconds),
        memory: limits.memory
      ),
      { context, connection, url, method, host in
        ServerState.of(context).answer(connection, url, method, host) ? 1 : 0
      },
      { context, connection, descriptor in ServerState.of(context).note(connection, descriptor) },
      Unmanaged.passUnretained(state).toOpaque()
    )
    guard let server else {
      let error = HTTPError.ofSystem
      close(listener)
      throw error
    }
    self.server = server
    self.state = state
    descriptor = nav_http_descriptor(server)
  }

  deinit { nav_http_stop(server) }

  /// When `run` has to be called even if the descriptor is not readable; nil for never.
  ///
  /// - Parameter now: the time.
  /// - Returns: the time of that.
  package func nextLook(at now: Duration) -> Duration? {
    let milliseconds = nav_http_timeout(server)
    let timeout = milliseconds >= 0 ? now + .milliseconds(milliseconds) : nil
    return [timeout, state.nextEnd].compactMap(\.self).min()
  }

  /// Accepts connections, reads requests, sends answers, and closes connections that last too long.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - page: makes the page; called for each request that asks for it.
  package func run(at now: Duration, page: () -> String) {
    state.shutOverdue(at: now)
    withoutActuallyEscaping(page) { page in
      state.page = page
      defer { state.page = nil }
      nav_http_run(server)
    }
  }

  // MARK: Listening

  private static func listener(
    _ host: String,
    _ port: UInt16,
    backlog: Int32
  ) throws(HTTPError) -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let found else {
      throw HTTPError("\(host) is no address of this kind")
    }
    defer { freeaddrinfo(found) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let listener = socket(found.pointee.ai_family, kind, 0)
    guard listener >= 0 else { throw .ofSystem }
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // An earlier daemon's connections may linger.
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if found.pointee.ai_family == AF_INET6 {
      setsockopt(listener, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size)
    }
    guard bind(listener, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      listen(listener, backlog) == 0
    else {
      let error = HTTPError.ofSystem
      close(listener)
      throw error
    }
    return listener
  }
}

/// The reason why an HTTP server can't listen.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, for the operator.
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Creates the error of the last system call of this thread.
  static var ofSystem: HTTPError { HTTPError(String(cString: strerror(errno))) }
}

/// The bounds of what connections of an HTTP server may take.
package struct HTTPLimits: Hashable, Sendable {
  /// The connections that are open at a time; further ones wait in the kernel.
  package var connections: UInt32 = 16
  /// Those from one address; further ones are closed at once.
  package var connectionsPerAddress: UInt32 = 8
  /// The connections that wait to be accepted.
  package var backlog: Int32 = 16
  /// The bytes of the buffers of one connection: a longer request line or longer headers are refused.
  package var memory = 8 << 10
  /// The longest silence of a connection, in whole seconds.
  package var silence = Duration.seconds(5)
  /// The longest life of a connection in all, so that sending a byte now and then does not keep it.
  package var lifetime = Duration.seconds(10)

  package init() {}
}

/// The host of a request, by which a web page of another name is told apart.
///
/// A page in a browser may read what comes from its own name, and the owner of that name may let it lead to this machine
/// (DNS rebinding). Nobody else decides what an IP address and `localhost` lead to.
enum HTTPHost {
  /// Whether a header `Host` has an IP address or `localhost`, with or without a port.
  static func isOfThisMachine(_ header: String) -> Bool {
    if header.hasPrefix("[") {
      guard let end = header.firstIndex(of: "]"), isPort(header[header.index(after: end)...]) else {
        return false
      }
      return isAddress(String(header[header.index(after: header.startIndex)..<end]), AF_INET6)
    }
    let host = header.prefix { $0 != ":" }
    guard isPort(header[host.endIndex...]) else { return false }
    return host.lowercased() == "localhost" || isAddress(String(host), AF_INET)
  }

  /// Whether a text is empty, or a colon and digits.
  private static func isPort(_ text: Substring) -> Bool {
    guard let first = text.first else { return true }
    return first == ":" && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    return inet_pton(family, text, &address) == 1
  }
}
