import Glibc
import Testing

/// A TCP connection to a port of 127.0.0.1 that sends nothing.
struct SilentPeer: ~Copyable {
  private let descriptor: Int32

  init(of endpoint: String) throws {
    descriptor = try Self.connect(to: endpoint)
  }

  private static func connect(to endpoint: String) throws -> Int32 {
    let port = try #require(endpoint.split(separator: ":").last.flatMap { UInt16($0) })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        Glibc.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    let isUnderWay = result == 0 || errno == EINPROGRESS
    try #require(isUnderWay, "connect: error \(errno)")
    return descriptor
  }

  deinit { close(descriptor) }

  /// Whether the other side has closed the connection; received bytes are discarded.
  var isDisconnected: Bool {
    var bytes: [UInt8] = Array(repeating: 0, count: 256)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 { continue }
      return count == 0 || errno == ECONNRESET
    }
  }
}
