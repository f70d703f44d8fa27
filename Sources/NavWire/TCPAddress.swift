import NavBase

/// A daemon's TCP address: input at a port, layout at the next one (proto/README.md: Endpoints).
package struct TCPAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name, an IPv4 address, an IPv6 address in brackets, or for listening `*`, all interfaces.
  package let host: String
  /// The port of the input socket, 1 to 65,534.
  package let port: UInt16

  package static let form = "tcp://HOST:PORT, with a port from 1 to 65534"

  /// Parses `tcp://HOST:PORT`; nil for any other text.
  package init?(_ text: String) {
    let scheme = "tcp://"
    guard text.hasPrefix(scheme), let colon = text.lastIndex(of: ":") else { return nil }
    let start = text.index(text.startIndex, offsetBy: scheme.count)
    guard start < colon, let port = UInt16(text[text.index(after: colon)...]),
      (1..<UInt16.max).contains(port)
    else { return nil }
    let host = String(text[start..<colon])
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2
    // Neither what an invitation separates its parts by, nor what a terminal would not show.
    let strange = host.contains { "/@,#".contains($0) || $0.isWhitespace }
    guard !strange, sanitized(host) == host,
      isBracketed || !host.contains(where: { ":[]".contains($0) })
    else { return nil }
    self.host = host
    self.port = port
  }

  /// Parses several addresses of one daemon with commas between; nil if one of them is none, or if there are too many.
  ///
  /// The scheme may be left out behind the first comma: `tcp://HOST:PORT,HOST:PORT`.
  package static func list(_ text: String) -> [TCPAddress]? {
    let places = text.split(separator: ",", omittingEmptySubsequences: false)
    guard places.count <= InvitationLink.maximumAddresses else { return nil }
    var addresses: [TCPAddress] = []
    for (index, place) in places.enumerated() {
      let hasScheme = index == 0 || place.hasPrefix("tcp:")
      guard let address = TCPAddress(hasScheme ? String(place) : "tcp://\(place)") else {
        return nil
      }
      addresses.append(address)
    }
    return addresses
  }

  package var layoutPort: UInt16 { port + 1 }
  package var isIPv6: Bool { host.hasPrefix("[") }
  package var description: String { "tcp://\(host):\(port)" }
}
