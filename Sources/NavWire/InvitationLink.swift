/// The string that lets its owner join a session from another machine (proto/README.md: Invitations).
///
/// `navd://HOST:PORT[,HOST:PORT]/SESSION#KEY[+NEXT].ID.TOKEN`: where the daemon listens, the name of the session, the
/// daemon's keys, and the credential. Whoever reads it is invited.
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
    guard (1...Self.maximumAddresses).contains(addresses.count), Self.isPlain(session) else {
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
      let token = Base64URL.bytes(secrets[2]).flatMap(InvitationToken.init)
    else { return nil }
    var addresses: [TCPAddress] = []
    for word in place[0].split(separator: ",", omittingEmptySubsequences: false) {
      guard let address = TCPAddress("tcp://\(word)") else { return nil }
      addresses.append(address)
    }
    let credential = Credential(invitation: id.number, token: token)
    self.init(addresses, session: String(place[1]), server: server, credential)
  }

  package var description: String {
    let places = addresses.map { "\($0.host):\($0.port)" }.joined(separator: ",")
    let secret = Base64URL.text(credential.token.bytes)
    return
      "\(Self.scheme)\(places)/\(session)#\(server).\(InvitationID(credential.invitation)).\(secret)"
  }

  /// Whether a text can be the name of a session (`SessionName`).
  private static func isPlain(_ session: String) -> Bool {
    (1...64).contains(session.utf8.count)
      && session.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "._-".utf8.contains(byte)
        }
      }
  }
}
