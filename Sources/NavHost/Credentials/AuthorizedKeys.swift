package import NavEngine
package import NavWire

/// The keys whose owners may use the daemon over TCP, and the rights of each (proto/README.md: Encryption).
package struct AuthorizedKeys: Hashable, Sendable {
  /// The rights of the owner of a key.
  package struct Grant: Hashable, Sendable {
    package let role: Role
    /// The sessions that exist for it; nil for all.
    package let sessions: Set<SessionName>?

    package init(role: Role, sessions: Set<SessionName>? = nil) {
      self.role = role
      self.sessions = sessions
    }

    /// Whether a session exists for the owner of the key.
    func covers(_ session: SessionName) -> Bool { sessions?.contains(session) ?? true }
  }

  private var grants: [PeerKey: Grant]

  package init(_ grants: [PeerKey: Grant] = [:]) {
    self.grants = grants
  }

  /// The rights of the owner of a key; nil for a key that is not authorised.
  package subscript(key: PeerKey) -> Grant? { grants[key] }

  package var count: Int { grants.count }
}
