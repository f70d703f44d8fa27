import NavBase
package import NavEngine
package import NavWire

/// The rights of peers that are known by their keys: those in `authorized_keys`, and those that were invited.
struct Credentials: Sendable {
  var keys = AuthorizedKeys()
  var invitations: Invitations

  init(hash: any KeyedHash) {
    invitations = Invitations(hash: hash)
  }

  /// Whether a key has any rights.
  func isKnown(_ key: PeerKey) -> Bool { keys[key] != nil || invitations.isInvited(key) }

  /// Returns why a key without any rights may do nothing; nil if it has some.
  func refusal(of key: PeerKey) -> Reply.Failure? {
    guard !isKnown(key) else { return nil }
    return invitations.lostRights(of: key).map(Reply.Failure.init) ?? .unknownKey(key)
  }

  /// Returns why a peer may do nothing, not even by the invitation that its request shows; nil for any other.
  func refusal(of pending: PendingRequest, at unixTime: Int64) -> Reply.Failure? {
    guard case .key(let key) = pending.principal, let refusal = refusal(of: key) else { return nil }
    guard let credential = pending.request.credential else { return refusal }
    var invitations = invitations
    guard case .failure(let failure) = invitations.admit(key, credential, at: unixTime) else {
      return nil
    }
    return Reply.Failure(failure.refusal)
  }

  /// Returns the invitation that admits a key to a session; nil without an invitation, and for an authorised key.
  func invitation(of key: PeerKey, in session: UInt64) -> Invitation? {
    keys[key] == nil ? invitations.invitation(of: key, in: session) : nil
  }

  /// Returns the invitation that entitles a key to invite others to a session; nil without one, and for an authorised
  /// key that may invite in any case.
  func invitationToInvite(
    of key: PeerKey,
    in session: UInt64,
    named name: SessionName?
  ) -> Invitation? {
    if let grant = keys[key], grant.role >= .presenter,
      name.map(grant.covers) ?? (grant.sessions == nil)
    {
      return nil
    }
    return invitations.invitation(of: key, in: session)
  }

  /// Returns the role of a key in a session; nil for a session that does not exist for it.
  func role(of key: PeerKey, in session: UInt64, named name: SessionName?) -> Role? {
    let invited = invitations.role(of: key, in: session)
    guard let grant = keys[key], name.map(grant.covers) ?? (grant.sessions == nil) else {
      return invited
    }
    return max(grant.role, invited ?? grant.role)
  }
}

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
