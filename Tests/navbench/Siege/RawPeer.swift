import Glibc
import ZeroMQ

/// A subscriber that speaks ZMTP 3.0 itself and reads nothing after the handshake, on a Unix domain socket.
final class RawPeer {
  private let descriptor: Int32

  /// Connects and shakes hands, each step within two seconds.
  ///
  /// - Returns: nil if the daemon does not accept it.
  init?(at endpoint: Endpoint) {
    descriptor = connection(to: endpoint)
    guard descriptor >= 0 else { return nil }
    let mechanism = Array("NULL".utf8) + [UInt8](repeating: 0, count: 16)
    let greeting =
      [0xff] + [UInt8](repeating: 0, count: 8) + [0x7f, 3, 0] + mechanism
      + [UInt8](repeating: 0, count: 32)
    let property = Array("Socket-Type".utf8)
    let ready =
      [5] + Array("READY".utf8) + [UInt8(property.count)] + property + [0, 0, 0, 3]
      + Array("SUB".utf8)
    guard send(greeting), receive(greeting.count) != nil, send([4, UInt8(ready.count)] + ready),
      hasReceivedReady()
    else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns the frame of a subscription, or of its end.
  static func frame(_ topic: [UInt8], subscribes: Bool) -> [UInt8] {
    [0, UInt8(topic.count + 1), subscribes ? 1 : 0] + topic
  }

  /// Sends bytes; false if the daemon has ended the connection, or reads nothing for two seconds.
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          descriptor,
          buffer.baseAddress?.advanced(by: sent),
          buffer.count - sent,
          Int32(MSG_NOSIGNAL)
        )
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Waits until the daemon ends the connection.
  ///
  /// - Returns: whether it has ended within the time.
  func hasEnded(within time: Duration = .zero) -> Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    poll(&state, 1, Int32(clamping: Int64(time / .milliseconds(1))))
    return state.revents != 0
  }

  /// Receives the daemon's READY, a command with a short or a long size before it.
  private func hasReceivedReady() -> Bool {
    guard let flags = receive(1)?.first, let sizes = receive(flags & 2 == 0 ? 1 : 8) else {
      return false
    }
    let size = sizes.reduce(0) { $0 << 8 | UInt64($1) }
    guard flags & 4 != 0, size < 1_024, let command = receive(Int(size)) else { return false }
    return command.starts(with: [5] + Array("READY".utf8))
  }

  /// Receives so many bytes; nil if the connection ends, or nothing arrives for two seconds.
  private func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
  }
}

/// Connects to a Unix domain socket, or to a TCP port of this machine, without sending anything.
///
/// - Returns: a descriptor whose calls end after two seconds; negative if it is refused.
func connection(to endpoint: Endpoint) -> Int32 {
  let family = endpoint.path == nil ? AF_INET : AF_UNIX
  let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
  guard descriptor >= 0 else { return -1 }
  var patience = timeval(tv_sec: 2, tv_usec: 0)
  for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, option, &patience, size)
  }
  if isConnected(descriptor, to: endpoint) { return descriptor }
  close(descriptor)
  return -1
}

private func isConnected(_ descriptor: Int32, to endpoint: Endpoint) -> Bool {
  guard let path = endpoint.path else {
    guard let port = "\(endpoint)".split(separator: ":").last.flatMap({ UInt16($0) }) else {
      return false
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    return isConnected(descriptor, to: address)
  }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { buffer in
    buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
  }
  return isConnected(descriptor, to: address)
}

private func isConnected<Address>(_ descriptor: Int32, to address: Address) -> Bool {
  withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
    }
  }
}
