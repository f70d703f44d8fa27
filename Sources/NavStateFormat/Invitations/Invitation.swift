package import NavModel
package import NavWire
import SwiftProtobuf

/// An invitation to a session: whoever shows its token has a role there (proto/README.md: Invitations).
package struct Invitation: Hashable, Sendable {
  package let id: UInt64
  /// The id of the session.
  package let session: UInt64
  /// BLAKE2b-256 of the token.
  package let tokenHash: [UInt8]
  package let terms: Terms
  /// The keys that have used it, in the order in which they came.
  package private(set) var keys: [PeerKey]
  package private(set) var isRevoked: Bool

  package static let hashBytes = 32

  /// The rights of whoever uses it.
  package struct Terms: Hashable, Sendable {
    package let role: Role
    /// When it ends, in milliseconds since 1970.
    package let expires: Int64
    /// The number of keys that may use it.
    package let uses: Int
    /// For people; nil without one.
    package let name: ViewerName?

    package init(role: Role, expires: Int64, uses: Int, name: ViewerName? = nil) {
      self.role = role
      self.expires = expires
      self.uses = uses
      self.name = name
    }
  }

  package init(
    id: UInt64,
    session: UInt64,
    tokenHash: [UInt8],
    _ terms: Terms,
    keys: [PeerKey] = [],
    isRevoked: Bool = false
  ) {
    self.id = id
    self.session = session
    self.tokenHash = tokenHash
    self.terms = terms
    self.keys = keys
    self.isRevoked = isRevoked
  }

  /// Whether it gives no rights any longer.
  package func isOver(at unixTime: Int64) -> Bool { isRevoked || unixTime >= terms.expires }

  /// Lets one more key use it; does nothing for one that has used it.
  ///
  /// - Returns: false if it has been used as often as it may.
  package mutating func admit(_ key: PeerKey) -> Bool {
    if keys.contains(key) { return true }
    guard keys.count < terms.uses else { return false }
    keys.append(key)
    return true
  }

  package mutating func revoke() { isRevoked = true }
}

/// The stored form (state.proto).
extension Invitation {
  package func encoded() -> [UInt8] {
    var message = Navd_V1_InvitationPlace()
    message.session = session
    message.tokenHash = bytes(tokenHash)
    message.role = terms.role.number
    message.expiresMs = terms.expires
    message.uses = UInt32(clamping: terms.uses)
    message.keys = keys.map { bytes($0.bytes) }
    message.name = terms.name?.description ?? ""
    message.revoked = isRevoked
    return serialized(message)
  }

  /// Decodes a stored invitation.
  ///
  /// - Parameters:
  ///   - stored: the bytes.
  ///   - id: its id.
  /// - Throws: `WireError` for malformed bytes or an impossible invitation.
  package init(decoding stored: [UInt8], id: UInt64) throws(WireError) {
    let message: Navd_V1_InvitationPlace = try parsed(stored)
    guard message.tokenHash.count == Self.hashBytes else {
      throw WireError("a hash of \(message.tokenHash.count) bytes")
    }
    guard let role = Role(number: message.role), role <= .presenter else {
      throw WireError("an invitation for role \(message.role)")
    }
    guard Request.Invitation.uses.contains(Int(message.uses)), message.keys.count <= message.uses
    else { throw WireError("\(message.keys.count) of \(message.uses) uses") }
    var keys: [PeerKey] = []
    for bytes in message.keys {
      guard let key = PeerKey(Array(bytes)) else {
        throw WireError("a key of \(bytes.count) bytes")
      }
      keys.append(key)
    }
    self.init(
      id: id,
      session: message.session,
      tokenHash: Array(message.tokenHash),
      Terms(
        role: role,
        expires: message.expiresMs,
        uses: Int(message.uses),
        name: ViewerName(message.name)
      ),
      keys: keys,
      isRevoked: message.revoked
    )
  }
}
