import NavBase

/// The string that lets its owner join a session from another machine (proto/README.md: Invitations).
///
/// `navd://HOST:PORT[,HOST:PORT]/SESSION#KEY[+NEXT].ID.TOKEN`: where the daemon listens, the name of the session
/// (percent-encoded), the daemon's keys, and the credential. Whoever reads it is invited.
package struct InvitationLink: Hashable, Sendable, CustomStringConvertible {
  /// The addresses of the daemon, at least one and at most `maximumAddresses`; an earlier one is preferred.
  package let addresses: [TCPAddress]
  /// The name of the session, as it was when the invitation was made.
  package let session: String
  package let server: ServerKeys
  package let credential: Credential

  package static let scheme = "navd://"
  package static let maximumAddresses = 8
  /// The longest text that is read, in bytes.
  package static let maximumBytes = 2_048
  package static let form =
    "\(scheme)HOST:PORT/SESSION#KEY.ID.TOKEN, as `navclient invite` prints it"

  /// Nil without an address, with too many, or for a name that no session has.
  package init?(
    _ addresses: [TCPAddress],
    session: String,
    server: ServerKeys,
    _ credential: Credential
  ) {
    guard (1...Self.maximumAddresses).contains(addresses.count), SessionNameRule.admits(session)
    else {
      return nil
    }
    self.addresses = addresses
    self.session = session
    self.server = server
    self.credential = credential
  }

  /// Parses `description`; nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumBytes, text.hasPrefix(Self.scheme) else { return nil }
    let parts = text.dropFirst(Self.scheme.count)
      .split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let place = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    let secrets = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard place.count == 2, secrets.count == 3, let server = ServerKeys(secrets[0]),
      let id = InvitationID(secrets[1]),
      let token = Base64URL.bytes(secrets[2]).flatMap(InvitationToken.init),
      let session = Self.decoded(place[1]), !place[0].contains("tcp:"),
      let addresses = TCPAddress.list("tcp://\(place[0])")
    else { return nil }
    let credential = Credential(invitation: id.number, token: token)
    self.init(addresses, session: session, server: server, credential)
    // A name that is not encoded becomes longer.
    guard description.utf8.count <= Self.maximumBytes else { return nil }
  }

  package var description: String {
    let places = addresses.map { "\($0.host):\($0.port)" }.joined(separator: ",")
    let secret = Base64URL.text(credential.token.bytes)
    return
      "\(Self.scheme)\(places)/\(Self.encoded(session))#\(server).\(InvitationID(credential.invitation)).\(secret)"
  }

  /// Returns the name of a session with each byte outside of ASCII as `%` and two hexadecimal digits.
  private static func encoded(_ session: String) -> String {
    session.utf8.reduce(into: "") { text, byte in
      text +=
        byte < 0x80
        ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
  }

  /// Parses `encoded`; nil for incomplete bytes, and where they are not UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let number = UInt8(String(Substring(rest.prefix(2))), radix: 16),
        rest.first != UInt8(ascii: "+")
      else { return nil }
      bytes.append(number)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
