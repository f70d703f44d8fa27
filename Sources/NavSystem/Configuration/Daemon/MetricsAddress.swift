import Glibc

/// The address at which a daemon serves its metrics over HTTP.
package struct MetricsAddress: Hashable, Sendable, CustomStringConvertible {
  /// An IPv4 or IPv6 address, without brackets.
  package let host: String
  /// 1 to 65,535.
  package let port: UInt16

  package static let form = "ADDRESS:PORT, such as 127.0.0.1:9464 or [::1]:9464"

  /// Parses `127.0.0.1:9464` or `[::1]:9464`; nil for any other text, also for one with a name instead of an address.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    // A number in Swift may begin with a sign.
    guard let port = UInt16(digits), port > 0, digits.first?.isNumber == true else { return nil }
    var host = String(text[..<colon])
    var family = AF_INET
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
      family = AF_INET6
    }
    var bytes = in6_addr()
    guard inet_pton(family, host, &bytes) == 1 else { return nil }
    self.host = host
    self.port = port
  }

  /// Whether only processes of this machine can connect to it.
  package var isLoopback: Bool { host.hasPrefix("127.") || isIPv6Loopback }

  private var isIPv6Loopback: Bool {
    var (own, loopback) = (in6_addr(), in6_addr())
    guard inet_pton(AF_INET6, host, &own) == 1, inet_pton(AF_INET6, "::1", &loopback) == 1 else {
      return false
    }
    return memcmp(&own, &loopback, MemoryLayout<in6_addr>.size) == 0
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
