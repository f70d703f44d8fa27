/// The invitation that a peer shows: its id, and the token that only the invited know (proto/README.md: Invitations).
package struct Credential: Hashable, Sendable {
  /// The id of the invitation.
  package let invitation: UInt64
  package let token: InvitationToken

  /// The bytes on the wire.
  static let byteCount = 8 + InvitationToken.byteCount

  package init(invitation: UInt64, token: InvitationToken) {
    self.invitation = invitation
    self.token = token
  }

  /// Creates a credential from its bytes, the id as little endian; nil for any other number of bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, let token = InvitationToken(Array(bytes[8...])) else {
      return nil
    }
    self.init(invitation: bytes[..<8].reversed().reduce(0) { $0 << 8 | UInt64($1) }, token: token)
  }

  /// 24 bytes.
  var bytes: [UInt8] { Self.bytes(of: invitation) + token.bytes }

  static func bytes(of id: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) }
  }
}

/// The secret of an invitation: 16 random bytes.
package struct InvitationToken: Hashable, Sendable {
  package static let byteCount = 16

  package let bytes: [UInt8]

  /// Nil unless there are 16 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Makes a new one.
  package init(random generator: inout some RandomNumberGenerator) {
    bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

/// The id of an invitation as users see it: 11 characters, letters, digits, `-` and `_`.
package struct InvitationID: Hashable, Sendable, CustomStringConvertible {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  /// Parses `description`; nil for any other text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 11, let bytes = Base64URL.bytes(text), bytes.count == 8 else {
      return nil
    }
    number = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  package var description: String { Base64URL.text(Credential.bytes(of: number)) }
}
