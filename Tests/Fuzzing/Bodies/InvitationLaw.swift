import NavBase
import NavTestKit
import NavViewer
import NavWire

/// Any text is refused as an invitation, or it is one that writes itself in a form which is read again as the same.
///
/// That form is no longer than what is read, and safe for a terminal. The same holds for keys, ids and the file of known
/// servers, each of which gives at least one key and never more than the limit.
enum InvitationLaw {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    if let link = InvitationLink(text) { try check(link) }
    if let keys = ServerKeys(text) {
      try demand(keys.description == text, "keys that write themselves in another way")
      try demand(keys.next != keys.current, "a next key that is the current one")
    }
    if let id = InvitationID(text) {
      try demand(id.description == text, "an id that writes itself in another way")
    }
    let known = KnownServers(parsing: text)
    try demand(KnownServers(parsing: known.text) == known, "other known servers")
    try demand(known.successions.count <= KnownServers.limit, "too many known servers")
    for succession in known.successions {
      let keys = known.keys(following: ServerKeys(succession.key))
      try demand((1...KnownServers.keyLimit).contains(keys.count), "\(keys.count) keys")
      try demand(Set(keys).count == keys.count, "a key twice")
    }
  }

  private static func check(_ link: InvitationLink) throws {
    let text = link.description
    try demand(InvitationLink(text) == link, "it reads its own text in another way")
    try demand(text.utf8.count <= InvitationLink.maximumBytes, "a text of \(text.utf8.count) bytes")
    try demand(
      (1...InvitationLink.maximumAddresses).contains(link.addresses.count),
      "\(link.addresses.count) addresses"
    )
    try demand(sanitized(text) == text, "a control character in \(text.debugDescription)")
    for address in link.addresses {
      try demand(TCPAddress(address.description) == address, "an address that is read as another")
    }
    // The name is a word of a command line, and not an option.
    try demand(!link.session.isEmpty && !link.session.contains(" "), "the name \(link.session)")
  }

  /// Returns an invitation, or lines of known servers.
  static func sample(_ generator: inout SplitMix64) -> [UInt8] {
    func key() -> String { PeerKey(generator.bytes(32)).map(\.description) ?? "" }
    if generator.oneIn(4) {
      let lines = (0..<generator.int(in: 1...4)).map { _ in
        "\(key()) \(key())" + generator.pick(["", " switched", " x"])
      }
      return Array(lines.joined(separator: "\n").utf8)
    }
    let hosts = ["192.0.2.7", "[2001:db8::7]", "home.example", "*", ""]
    let places = (0..<generator.int(in: 1...3)).map { _ in
      "\(generator.pick(hosts)):\(generator.int(in: 0...70_000))"
    }
    let token = (0..<22).map { _ in generator.pick(["A", "b", "7", "-", "_"]) }.dropLast().joined()
    let keys = generator.oneIn(2) ? key() : "\(key())+\(key())"
    let name = generator.pick(["talk", "a.b-c_d", "talk/../x", "-s", ""])
    let id = InvitationID(generator.next())
    return Array("navd://\(places.joined(separator: ","))/\(name)#\(keys).\(id).\(token)A".utf8)
  }
}
