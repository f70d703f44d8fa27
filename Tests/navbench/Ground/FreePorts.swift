import Glibc

/// Unused TCP ports of this machine.
enum FreePorts {
  /// Returns a port such that it and the next one are free now; another process may still take them.
  ///
  /// - Throws: `BenchError` if 100 tries found none.
  static func pair() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000...60_000)
      if isFree(port), isFree(port + 1) { return port }
    }
    throw BenchError("there are no two free TCP ports in a row: close some programs")
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) } == 0
    }
  }
}
