import Glibc

/// The socket of a service manager, in a directory of its own: it takes the messages that a process sends to
/// `NOTIFY_SOCKET`.
package final class ServiceManagerSocket {
  /// The value of `NOTIFY_SOCKET`.
  package let name: String
  private let directory: String
  private let descriptor: Int32

  /// The system refused the socket.
  package struct NoSocket: Error {
    package let code: Int32
  }

  /// Binds the socket.
  ///
  /// - Parameter abstractName: the name of an abstract socket, without `@`; nil for a path.
  /// - Throws: `NoSocket` or `NoTemporaryDirectory`.
  package init(abstractName: String? = nil) throws {
    directory = try makeTemporaryDirectory("nav-notify")
    name = abstractName.map { "@" + $0 } ?? directory + "/notify"
    let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    descriptor = socket(AF_UNIX, Int32(kind), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    if abstractName != nil { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard status == 0 else { throw NoSocket(code: errno) }
  }

  deinit {
    close(descriptor)
    remove()
    rmdir(directory)
  }

  /// Removes the socket's file, as if the service manager had ended.
  package func remove() {
    if !name.hasPrefix("@") { unlink(name) }
  }

  /// Takes all messages that have arrived.
  package func messages() -> [String] {
    var messages: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count >= 0 else { return messages }
      messages.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
  }
}
