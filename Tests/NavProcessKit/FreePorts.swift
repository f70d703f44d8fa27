import Glibc

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
