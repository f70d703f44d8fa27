import Glibc

/// The host of a request, by which a web page of another name is told apart.
///
/// A page in a browser may read what comes from its own name, and the owner of that name may let it lead to this machine
/// (DNS rebinding). Nobody else decides what an IP address and `localhost` lead to.
enum HTTPHost {
  /// Whether a header `Host` has an IP address or `localhost`, with or without a port.
  static func isOfThisMachine(_ header: String) -> Bool {
    if header.hasPrefix("[") {
      guard let end = header.firstIndex(of: "]"), isPort(header[header.index(after: end)...]) else {
        return false
      }
      return isAddress(String(header[header.index(after: header.startIndex)..<end]), AF_INET6)
    }
    let host = header.prefix { $0 != ":" }
    guard isPort(header[host.endIndex...]) else { return false }
    return host.lowercased() == "localhost" || isAddress(String(host), AF_INET)
  }

  /// Whether a text is empty, or a colon and digits.
  private static func isPort(_ text: Substring) -> Bool {
    guard let first = text.first else { return true }
    return first == ":" && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    return inet_pton(family, text, &address) == 1
  }
}
