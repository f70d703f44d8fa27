import Foundation
import Testing

/// A peer that speaks ZMTP by hand, or says nothing at all.
final class RawPeer {
  enum Address {
    case path(String)
    /// A port of 127.0.0.1.
    case port(UInt16)
  }

  private let descriptor: Int32
  /// Whether the daemon has closed the connection, as far as sending and reading have shown.
  private(set) var isClosed = false

  /// Connects without a word.
  init(_ address: Address) throws {
    let (domain, name) = Self.name(of: address)
    let descriptor = socket(domain, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    let status = name.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    try #require(
      descriptor >= 0 && status == 0,
      "cannot connect: \(String(cString: strerror(errno)))"
    )
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  private static func name(of address: Address) -> (domain: Int32, bytes: [UInt8]) {
    switch address {
    case .path(let path):
      var name = sockaddr_un()
      name.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
      return (AF_UNIX, withUnsafeBytes(of: name) { Array($0) })
    case .port(let port):
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      return (AF_INET, withUnsafeBytes(of: name) { Array($0) })
    }
  }

  // MARK: Sending

  /// Sends bytes as far as the daemon takes them, waiting for it up to a limit.
  ///
  /// - Returns: whether all were sent.
  @discardableResult
  func send(_ bytes: [UInt8], within limit: Duration = .seconds(2)) -> Bool {
    let end = ContinuousClock.now + limit
    var start = 0
    while start < bytes.count, ContinuousClock.now < end {
      let count = bytes[start...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        start += count
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, 10)
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
  /// - Returns: false if the daemon has closed the connection.
  @discardableResult
  func greet(as type: String) throws -> Bool {
    let zeros = [UInt8](repeating: 0, count: 48)
    send([0xFF] + zeros[..<8] + [0x7F, 3, 1] + Array("NULL".utf8) + zeros)
    let ready =
      [5] + Array("READY".utf8) + Self.property("Socket-Type", type) + Self.property("Identity", "")
    send([4, UInt8(ready.count)] + ready)
    var received: [UInt8] = []
    try eventually("the daemon has greeted") {
      received += read()
      return isClosed || String(decoding: received, as: UTF8.self).contains("READY")
    }
    return !isClosed
  }

  /// Sends the greeting of ZMTP 2.0 for a SUB.
  func greetInOldVersion() {
    send([0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 1, 2, 0, 0])
  }

  private static func property(_ name: String, _ value: String) -> [UInt8] {
    [UInt8(name.utf8.count)] + Array(name.utf8) + [0, 0, 0, UInt8(value.utf8.count)]
      + Array(value.utf8)
  }

  /// A frame of up to 255 bytes.
  static func frame(_ bytes: [UInt8], hasMore: Bool = false) -> [UInt8] {
    [hasMore ? 1 : 0, UInt8(bytes.count)] + bytes
  }

  static let ping: [UInt8] = [4, 7, 4] + Array("PING".utf8) + [0, 0]

  // MARK: Receiving

  /// Reads what has arrived, and notes whether the daemon has closed the connection.
  func read() -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        all += buffer[..<count]
        continue
      }
      if count == 0 || errno != EAGAIN { isClosed = true }
      return all
    }
  }
}
