import Glibc

/// A peer that speaks ZMTP by hand, or says nothing at all.
package final class RawPeer {
  package enum Address: Hashable, Sendable {
    /// A Unix domain socket.
    case path(String)
    /// A port of 127.0.0.1.
    case port(UInt16)
  }

  private let descriptor: Int32
  /// Whether the daemon has closed the connection, as far as sending and reading have shown.
  package private(set) var isClosed = false

  /// Connects within two seconds, without a word.
  ///
  /// - Parameters:
  ///   - address: the daemon's address.
  ///   - source: for a port: the last number of this end's address 127.0.0.N, as if it were another machine.
  /// - Throws: if the system refuses.
  package init(_ address: Address, from source: UInt8 = 1) throws(ProcessKitError) {
    descriptor = Self.socket(for: address)
    var status: Int32 = descriptor < 0 ? -1 : 0
    if status == 0, source != 1, case .port = address {
      status = Self.bind(descriptor, to: source)
    }
    if status == 0 { status = Self.connect(descriptor, to: address) }
    guard status == 0 else {
      throw ProcessKitError("cannot connect to \(address): \(String(cString: strerror(errno)))")
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Opens a socket whose calls end after two seconds.
  private static func socket(for address: Address) -> Int32 {
    let family =
      switch address {
      case .path: AF_UNIX
      case .port: AF_INET
      }
    let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return -1 }
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    return descriptor
  }

  private static func connect(_ descriptor: Int32, to address: Address) -> Int32 {
    switch address {
    case .path(let path):
      var name = sockaddr_un()
      name.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &name.sun_path) { buffer in
        buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
      }
      return connect(descriptor, to: name)
    case .port(let port): return connect(descriptor, to: sockaddr_in(localPort: port))
    }
  }

  private static func bind(_ descriptor: Int32, to source: UInt8) -> Int32 {
    var name = sockaddr_in(localPort: 0)
    name.sin_addr.s_addr = (0x7F00_0000 | UInt32(source)).bigEndian
    return withUnsafePointer(to: name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func connect<Name>(_ descriptor: Int32, to name: Name) -> Int32 {
    withUnsafePointer(to: name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Name>.size))
      }
    }
  }

  // MARK: Sending

  /// Sends bytes as far as the daemon takes them, waiting for it up to a limit.
  ///
  /// - Returns: whether all were sent.
  @discardableResult
  package func send(_ bytes: [UInt8], within limit: Duration = .seconds(2)) -> Bool {
    let end = ContinuousClock.now + limit
    var start = 0
    while start < bytes.count, ContinuousClock.now < end {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        start += count
      } else if errno == EAGAIN {
        wait(for: POLLOUT, within: .milliseconds(10))
      } else {
        isClosed = true
        return false
      }
    }
    return start == bytes.count
  }

  /// Exchanges the greeting of ZMTP 3.1 and the command READY, as a socket type.
  ///
  /// Messages that arrive before the daemon has sent its own READY would end the connection.
  ///
  /// - Parameters:
  ///   - type: the type of this end's socket.
  ///   - user: the property `User-Id`, which a peer should not choose itself; nil for none.
  ///   - limit: the time for it.
  /// - Returns: false if the daemon has closed the connection.
  /// - Throws: when it says nothing for so long.
  @discardableResult
  package func greet(
    as type: String,
    user: String? = nil,
    within limit: Duration = .seconds(60)
  ) throws(ProcessKitError) -> Bool {
    let end = ContinuousClock.now + limit
    let zeros = [UInt8](repeating: 0, count: 48)
    send([0xFF] + zeros[..<8] + [0x7F, 3, 1] + Array("NULL".utf8) + zeros)
    let ready =
      [5] + Array("READY".utf8) + Self.property("Socket-Type", type) + Self.property("Identity", "")
      + (user.map { Self.property("User-Id", $0) } ?? [])
    send([4, UInt8(ready.count)] + ready)
    var received: [UInt8] = []
    while !isClosed {
      received += read()
      if String(decoding: received, as: UTF8.self).contains("READY") { return true }
      guard ContinuousClock.now < end else {
        throw ProcessKitError("the daemon has not greeted within \(limit)")
      }
      if !isClosed { wait(for: POLLIN, within: .milliseconds(10)) }
    }
    return false
  }

  /// Sends the greeting of ZMTP 2.0 for a SUB.
  package func greetInOldVersion() {
    send([0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 1, 2, 0, 0])
  }

  private static func property(_ name: String, _ value: String) -> [UInt8] {
    [UInt8(name.utf8.count)] + Array(name.utf8) + [0, 0, 0, UInt8(value.utf8.count)]
      + Array(value.utf8)
  }

  // MARK: Frames

  /// A frame of up to 255 bytes.
  package static func frame(_ bytes: [UInt8], hasMore: Bool = false) -> [UInt8] {
    [hasMore ? 1 : 0, UInt8(bytes.count)] + bytes
  }

  /// The frame of a subscription, or of its end.
  package static func frame(_ topic: [UInt8], subscribes: Bool) -> [UInt8] {
    frame([subscribes ? 1 : 0] + topic)
  }

  package static let ping: [UInt8] = [4, 7, 4] + Array("PING".utf8) + [0, 0]

  // MARK: Receiving

  /// Reads what has arrived, and notes whether the daemon has closed the connection.
  package func read() -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        all += buffer[..<count]
        continue
      }
      if count == 0 || errno != EAGAIN { isClosed = true }
      return all
    }
  }

  /// Discards the bytes that have arrived, and returns whether the daemon has closed the connection.
  ///
  /// The end of a TCP connection is behind its last bytes.
  package func isOver() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 256)
    while !isClosed {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { continue }
      if count < 0, errno == EAGAIN { return false }
      isClosed = true
    }
    return true
  }

  /// Waits without reading until the daemon ends the connection.
  ///
  /// - Returns: whether it has ended within the time.
  package func hasEnded(within time: Duration = .zero) -> Bool { wait(for: 0, within: time) }

  /// Waits for an event, or for the end of the connection.
  @discardableResult
  private func wait(for event: Int32, within time: Duration) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    poll(&state, 1, Int32(clamping: Int64(time / .milliseconds(1))))
    return state.revents != 0
  }
}

extension sockaddr_in {
  /// Creates the address of a port of 127.0.0.1.
  init(localPort port: UInt16) {
    self.init()
    sin_family = sa_family_t(AF_INET)
    sin_port = port.bigEndian
    sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
  }
}

/// Unused TCP ports of this machine.
package enum FreePorts {
  /// Returns a port such that it and the next one are free now; another process may still take them.
  ///
  /// - Throws: if 100 tries found none.
  package static func pair() throws(ProcessKitError) -> UInt16 {
    for _ in 0..<100 {
      // Below the ports that the system gives to outgoing connections.
      let port = UInt16.random(in: 20_000...29_998)
      if isFree(port), isFree(port + 1) { return port }
    }
    throw ProcessKitError("there are no two free TCP ports in a row: close some programs")
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: sockaddr_in(localPort: port)) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) } == 0
    }
  }
}
