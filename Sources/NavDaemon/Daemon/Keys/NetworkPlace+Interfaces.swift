import Glibc
import NavHost
import NavWire

/// The addresses in invitations of a daemon that listens at all interfaces of its machine.
extension NetworkPlace {
  /// - Parameters:
  ///   - server: the daemon's keys.
  ///   - listen: the address at which it listens; all interfaces are replaced by their present addresses, without
  ///     those that only this machine reaches, if there are others.
  init(server: ServerKeys, listeningAt listen: TCPAddress) {
    self.init(server: server, addresses: Self.addresses(of: listen, Self.interfaces()))
  }

  /// An address of an interface.
  struct Interface: Hashable {
    /// As in an address: an IPv6 one in brackets.
    let host: String
    let isLoopback: Bool
  }

  /// Returns the addresses under which a daemon is reached.
  ///
  /// - Parameters:
  ///   - listen: the address at which it listens.
  ///   - interfaces: the addresses of the machine.
  /// - Returns: at most `InvitationLink.maximumAddresses`.
  static func addresses(of listen: TCPAddress, _ interfaces: [Interface]) -> [TCPAddress] {
    guard ["*", "0.0.0.0", "[::]"].contains(listen.host) else { return [listen] }
    let usable = interfaces.filter { listen.isIPv6 || !$0.host.hasPrefix("[") }
    let reachable = usable.filter { !$0.isLoopback }
    let addresses = (reachable.isEmpty ? usable : reachable)
      .compactMap { TCPAddress("tcp://\($0.host):\(listen.port)") }
    return Array(addresses.prefix(InvitationLink.maximumAddresses))
  }

  /// Returns the addresses of the interfaces that are up, without those that only a link has.
  private static func interfaces() -> [Interface] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [Interface] = []
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      guard interface.ifa_flags & UInt32(IFF_UP) != 0, let address = interface.ifa_addr,
        let host = host(of: address)
      else { continue }
      let isLoopback = interface.ifa_flags & UInt32(IFF_LOOPBACK) != 0
      found.append(Interface(host: host, isLoopback: isLoopback))
    }
    return found
  }

  /// Returns an address as text; nil for other families, and for an address that is valid on one link alone.
  private static func host(of address: UnsafeMutablePointer<sockaddr>) -> String? {
    let isIPv6 = Int32(address.pointee.sa_family) == AF_INET6
    guard isIPv6 || Int32(address.pointee.sa_family) == AF_INET else { return nil }
    let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = getnameinfo(
      address,
      socklen_t(size),
      &text,
      socklen_t(text.count),
      nil,
      0,
      NI_NUMERICHOST
    )
    guard status == 0 else { return nil }
    let host = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    if isIPv6 { return host.contains("%") ? nil : "[\(host)]" }
    return host.hasPrefix("169.254.") ? nil : host
  }
}
