package import NavBase

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
  package func encoded() -> [UInt8] { StoredInvitation(self).encoded() }

  /// Decodes a stored invitation.
  ///
  /// - Throws: `WireError` for malformed bytes or an impossible invitation.
  package init(decoding stored: [UInt8], id: UInt64) throws(WireError) {
    let stored = try StoredInvitation(decoding: stored)
    guard stored.tokenHash.count == Self.hashBytes else {
      throw WireError("a hash of \(stored.tokenHash.count) bytes")
    }
    guard let role = Role(number: stored.role), role <= .presenter else {
      throw WireError("an invitation for role \(stored.role)")
    }
    guard Request.Invitation.uses.contains(stored.uses), stored.keys.count <= stored.uses
    else { throw WireError("\(stored.keys.count) of \(stored.uses) uses") }
    var keys: [PeerKey] = []
    for bytes in stored.keys {
      guard let key = PeerKey(bytes) else { throw WireError("a key of \(bytes.count) bytes") }
      keys.append(key)
    }
    self.init(
      id: id,
      session: stored.session,
      tokenHash: stored.tokenHash,
      Terms(role: role, expires: stored.expires, uses: stored.uses, name: stored.name),
      keys: keys,
      isRevoked: stored.isRevoked
    )
  }
}

/// The fields of an invitation, without its id, which is its key in the store.
package struct StoredInvitation: WireFields {
  var session: UInt64 = 0
  var tokenHash: [UInt8] = []
  var role: UInt32 = 0
  var expires: Int64 = 0
  var uses = 0
  var keys: [[UInt8]] = []
  var name: ViewerName?
  var isRevoked = false

  package static var blank: Self { Self() }

  private init() {}

  package init(_ invitation: Invitation) {
    session = invitation.session
    tokenHash = invitation.tokenHash
    role = invitation.terms.role.number
    expires = invitation.terms.expires
    uses = invitation.terms.uses
    keys = invitation.keys.map(\.bytes)
    name = invitation.terms.name
    isRevoked = invitation.isRevoked
  }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.fixed64(1, &session)
    try archive.bytes(2, &tokenHash)
    try archive.uint32(3, &role)
    try archive.sint64(4, &expires)
    try archive.uint32(5, &uses)
    try archive.bytes(6, &keys)
    try archive.string(7, &name)
    try archive.bool(8, &isRevoked)
  }
}
