import NavBase
import NavWire

/// The invitations of all sessions, and whom they let in (proto/README.md: Invitations).
///
/// An ended invitation is kept for a time, so that the refusal of a late guest can state the reason.
struct Invitations: Sendable {
  private var all: [UInt64: Invitation] = [:]
  /// The invitations that each key has used.
  private var used: [PeerKey: Set<UInt64>] = [:]
  /// The invitations that were over at the last look.
  private var over: Set<UInt64> = []
  /// The invitations that guests have made since the start, who have been invited themselves.
  private var byGuests: Set<UInt64> = []
  /// When the next one ends, in milliseconds since 1970.
  private var nextEnd = Int64.max
  private let hash: any KeyedHash

  /// The most invitations of all sessions together, those included that have ended.
  static let limit = 1_024
  /// The most invitations to a session that guests have made and that are not over.
  static let guestLimit = 64

  /// - Parameter hash: makes the hashes of tokens.
  init(hash: any KeyedHash) {
    self.hash = hash
  }

  subscript(id: UInt64) -> Invitation? { all[id] }

  /// Restores stored invitations.
  mutating func restore(_ invitations: [Invitation], at unixTime: Int64) {
    for invitation in invitations { keep(invitation) }
    _ = end(at: unixTime)
  }

  private mutating func keep(_ invitation: Invitation) {
    all[invitation.id] = invitation
    for key in invitation.keys { used[key, default: []].insert(invitation.id) }
    if !invitation.isRevoked { nextEnd = min(nextEnd, invitation.terms.expires) }
  }

  // MARK: Rights

  /// Whether a key has used an invitation that is not over.
  func isInvited(_ key: PeerKey) -> Bool {
    used[key]?.contains { !over.contains($0) } ?? false
  }

  /// Returns the id of a valid invitation that a key has used, always the same of several; nil without one.
  func first(of key: PeerKey) -> UInt64? {
    used[key]?.filter { !over.contains($0) }.min()
  }

  /// Returns the role that a key was invited to in a session, the greatest of several; nil if it was not.
  func role(of key: PeerKey, in session: UInt64) -> Role? {
    invitation(of: key, in: session)?.terms.role
  }

  /// Returns the invitation that admits a key to a session, of several that with the greatest role; nil without one.
  func invitation(of key: PeerKey, in session: UInt64) -> Invitation? {
    used[key]?.filter { !over.contains($0) }.compactMap { all[$0] }.filter { $0.session == session }
      .max { ($0.terms.role, $0.id) < ($1.terms.role, $1.id) }
  }

  /// Returns why a key that has used invitations has no rights any longer; nil if it has some, or never had any.
  func lostRights(of key: PeerKey) -> Refusal? {
    guard let ids = used[key], ids.allSatisfy(over.contains) else { return nil }
    let last = ids.compactMap { all[$0] }.max { $0.terms.expires < $1.terms.expires }
    return last.map { $0.isRevoked ? .revoked : .expired }
  }

  /// Why an invitation lets nobody in.
  enum Refusal: Hashable {
    /// No invitation with this id and token exists, or it was removed.
    case unknown
    case revoked
    case expired
    /// As many others have used it as may.
    case usedUp
  }

  /// Lets the owner of a key use an invitation.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - credential: the invitation.
  ///   - unixTime: the time, in milliseconds since 1970.
  /// - Returns: the record to store if this is its first use, nil if it is not; or why it does not let it in.
  mutating func admit(
    _ key: PeerKey,
    _ credential: Credential,
    at unixTime: Int64
  ) -> Result<InvitationRecord?, Failure> {
    guard var invitation = all[credential.invitation],
      hash.isEqual(invitation.tokenHash, tokenHash(of: credential.token))
    else { return .failure(Failure(.unknown)) }
    if invitation.isRevoked { return .failure(Failure(.revoked)) }
    if invitation.isOver(at: unixTime) { return .failure(Failure(.expired)) }
    if invitation.keys.contains(key) { return .success(nil) }
    guard invitation.admit(key) else { return .failure(Failure(.usedUp)) }
    keep(invitation)
    return .success(invitation.record)
  }

  struct Failure: Error {
    let refusal: Refusal

    init(_ refusal: Refusal) { self.refusal = refusal }
  }

  // MARK: Changes

  func tokenHash(of token: InvitationToken) -> [UInt8] {
    hash.hash(token.bytes, key: [], count: Invitation.hashBytes)
  }

  /// Adds an invitation; at the limit the invitation that ended first is removed.
  ///
  /// - Parameters:
  ///   - invitation: the invitation.
  ///   - isByGuest: whether its author was invited too.
  /// - Returns: the records to store; nil at the limit if no invitation has ended.
  mutating func add(_ invitation: Invitation, isByGuest: Bool) -> [InvitationRecord]? {
    var records: [InvitationRecord] = []
    if all.count >= Self.limit {
      let first = over.compactMap { all[$0] }.min { $0.terms.expires < $1.terms.expires }
      guard let first else { return nil }
      records.append(remove(first))
    }
    keep(invitation)
    if isByGuest { byGuests.insert(invitation.id) }
    return records + [invitation.record]
  }

  /// Whether guests may invite more people to a session.
  func isOpenToGuests(_ session: UInt64, at unixTime: Int64) -> Bool {
    let living = byGuests.compactMap { all[$0] }
      .filter { $0.session == session && !$0.isOver(at: unixTime) }
    return living.count < Self.guestLimit
  }

  /// Revokes an invitation.
  ///
  /// - Returns: the record to store; nil if there is no such invitation, or it is revoked already.
  mutating func revoke(_ id: UInt64) -> InvitationRecord? {
    guard var invitation = all[id], !invitation.isRevoked else { return nil }
    invitation.revoke()
    all[id] = invitation
    over.insert(id)
    return invitation.record
  }

  /// Removes the invitations to a session that has ended.
  ///
  /// - Returns: the records to store.
  mutating func removeAll(to session: UInt64) -> [InvitationRecord] {
    all.values.filter { $0.session == session }.sorted { $0.id < $1.id }.map { remove($0) }
  }

  /// - Returns: the record that removes it from the store.
  private mutating func remove(_ invitation: Invitation) -> InvitationRecord {
    all[invitation.id] = nil
    over.remove(invitation.id)
    byGuests.remove(invitation.id)
    for key in invitation.keys {
      used[key]?.remove(invitation.id)
      if used[key]?.isEmpty == true { used[key] = nil }
    }
    return InvitationRecord(id: invitation.id, bytes: [])
  }

  /// Whether the time has come for `end`.
  func isEndDue(at unixTime: Int64) -> Bool { unixTime >= nextEnd }

  /// Ends the invitations whose time is over.
  ///
  /// - Returns: whether there were any.
  mutating func end(at unixTime: Int64) -> Bool {
    let ended = all.values.filter { $0.isOver(at: unixTime) && !over.contains($0.id) }
    over.formUnion(ended.map(\.id))
    nextEnd = all.values.filter { !over.contains($0.id) }.map(\.terms.expires).min() ?? .max
    return !ended.isEmpty
  }

  // MARK: Listing

  /// Returns the invitations to a session, the newest first.
  func list(of session: UInt64) -> [Invitation] {
    all.values.filter { $0.session == session }
      .sorted { ($1.terms.expires, $1.id) < ($0.terms.expires, $0.id) }
  }

  /// All of them, for the store.
  var records: [InvitationRecord] { all.values.sorted { $0.id < $1.id }.map(\.record) }
}

extension Invitation {
  var record: InvitationRecord { InvitationRecord(id: id, bytes: encoded()) }
}
