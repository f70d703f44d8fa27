import Glibc
import ZeroMQ

/// A subscriber that speaks ZMTP 3.0 itself and reads nothing, on a Unix domain socket.
struct RawPeer: ~Copyable {
  private let descriptor: Int32

  /// Connects within two seconds.
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
    guard send(greeting + [4, UInt8(ready.count)] + ready) else { return nil }
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
}

/// Connects to a Unix domain socket without sending anything.
///
/// - Returns: a descriptor whose calls end after two seconds; negative if it is refused.
func connection(to endpoint: Endpoint) -> Int32 {
  guard let path = endpoint.path else { return -1 }
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
  guard descriptor >= 0 else { return -1 }
  var patience = timeval(tv_sec: 2, tv_usec: 0)
  setsockopt(
    descriptor,
    SOL_SOCKET,
    SO_SNDTIMEO,
    &patience,
    socklen_t(MemoryLayout<timeval>.size)
  )
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { buffer in
    buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
  }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let isConnected = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, size) == 0
    }
  }
  if isConnected { return descriptor }
  close(descriptor)
  return -1
}
