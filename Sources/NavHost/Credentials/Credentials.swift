import NavBase
import NavEngine
import NavWire

/// The rights of peers that are known by their keys: those in `authorized_keys`, and those that were invited.
struct Credentials: Sendable {
  var keys = AuthorizedKeys()
  var invitations: Invitations

  init(hash: any KeyedHash) {
    invitations = Invitations(hash: hash)
  }

  /// Whether a key has any rights.
  func isKnown(_ key: PeerKey) -> Bool { keys[key] != nil || invitations.isInvited(key) }

  /// Returns the invitation by which a key is in a session; nil for none, and for an authorised key.
  func invitation(of key: PeerKey, in session: UInt64) -> Invitation? {
    keys[key] == nil ? invitations.invitation(of: key, in: session) : nil
  }

  /// Returns the invitation without which a key could invite nobody to a session; nil for none, and for a key that may as
  /// an authorised one.
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
