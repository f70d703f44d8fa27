import Glibc
import NavViewer
import NavWire

/// A numeric address and port of TCP, found for the name of a machine.
struct SocketAddress {
  private var storage: sockaddr_storage
  private let length: socklen_t

  /// The reason why no address was found, in the resolver's words.
  struct Unknown: Error, Hashable {
    let reason: String
  }

  /// Finds the first address of a machine.
  ///
  /// - Parameters:
  ///   - host: the name, or a numeric address, which may be in brackets.
  ///   - port: the port.
  ///   - isIPv6: whether it is an IPv6 address.
  /// - Throws: if there is none.
  init(host: String, port: UInt16, isIPv6: Bool) throws(Unknown) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_family = isIPv6 ? AF_INET6 : AF_INET
    var found: UnsafeMutablePointer<addrinfo>?
    let name = host.filter { $0 != "[" && $0 != "]" }
    let status = getaddrinfo(name, "\(port)", &hints, &found)
    guard status == 0, let found else {
      throw Unknown(reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(found) }
    var storage = sockaddr_storage()
    let length = found.pointee.ai_addrlen
    memcpy(&storage, found.pointee.ai_addr, Int(length))
    self.storage = storage
    self.length = length
  }

  /// Finds the first address of a daemon's machine, with its port for requests.
  ///
  /// - Throws: `.unreachable` if there is none.
  init(of server: TCPAddress) throws(ClientExit) {
    do throws(Unknown) {
      try self.init(host: server.host, port: server.port, isIPv6: server.isIPv6)
    } catch {
      throw ClientExit(
        .unreachable,
        "can't find the machine of \(server): \(error.reason): check its name, and that this machine's network is up"
      )
    }
  }

  var family: Int32 { Int32(storage.ss_family) }

  /// The numeric address, without the port.
  var text: String {
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = withAddress {
      getnameinfo($0, length, &name, socklen_t(name.count), nil, 0, Int32(NI_NUMERICHOST))
    }
    guard status == 0 else { return "?" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Connects a socket that does not block.
  ///
  /// - Parameters:
  ///   - descriptor: the socket.
  ///   - timeout: how long it may take, in milliseconds.
  /// - Returns: the error number, or 0 on success.
  func connect(_ descriptor: Int32, timeout: Int32) -> Int32 {
    if withAddress({ Glibc.connect(descriptor, $0, length) }) == 0 { return 0 }
    guard errno == EINPROGRESS else { return errno }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, timeout) > 0 else { return ETIMEDOUT }
    var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
    return error
  }

  private func withAddress(_ body: (UnsafePointer<sockaddr>) -> Int32) -> Int32 {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }
}
