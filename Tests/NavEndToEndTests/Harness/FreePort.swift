import Foundation

/// Returns a port of 127.0.0.1 that was free a moment ago, and so was the next one.
func freePort() throws -> UInt16 {
  for _ in 0..<100 {
    let port = UInt16.random(in: 20_000...29_998)
    if isFree(port) && isFree(port + 1) { return port }
  }
  throw NoFreePort()
}

private struct NoFreePort: Error {}

private func isFree(_ port: UInt16) -> Bool {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}
