import NavWire

/// The share of one credential of a network: an authorised key, or an invitation (`CredentialLimits`).
extension DaemonCore {
  /// Makes room for one more viewer of a credential where that is possible, and returns why it may have no more.
  ///
  /// The keys of an invitation share its viewers: at the limit, the key with the most viewers loses one to a key with at
  /// least two fewer, so that no key keeps the others out.
  ///
  /// - Parameters:
  ///   - principal: who wants to join.
  ///   - session: the session.
  ///   - known: its client's viewer of another session, which leaves that one; nil without one.
  ///   - now: the time of the turn.
  /// - Returns: the refusal; nil if there is room, and for peers without a key.
  mutating func credentialRefusal(
    of principal: Principal,
    in session: UInt64,
    leaving known: AttachedViewer?,
    at now: Duration
  ) -> Reply.Failure? {
    guard case .key(let key) = principal else { return nil }
    let limits = settings.limits.credential
    guard let invitation = gate.credentials.invitation(of: key, in: session) else {
      let own = viewers.inOrder.count { $0.owner.principal == principal && $0.id != known?.id }
      return own < limits.viewers ? nil : .tooManyViewers(ofKey: limits)
    }
    let guests = viewers.viewers(of: session).sorted(by: AttachedViewer.wasFirst).filter {
      guard case .key(let key) = $0.owner.principal else { return false }
      return gate.credentials.invitation(of: key, in: session)?.id == invitation.id
    }
    let limit = max(limits.viewers, invitation.terms.uses)
    guard guests.count >= limit else { return nil }
    guard let index = Shares.newest(givingWayTo: principal, among: guests.map(\.owner.principal))
    else { return .tooManyViewers(of: limit) }
    remove(viewer: guests[index].id, because: .gaveWay, at: now)
    return nil
  }
}

extension Viewers {
  /// Whether sessions may be laid out for one more size for a principal.
  ///
  /// - Parameters:
  ///   - principal: who wants to see a session.
  ///   - stream: the stream that loses its last viewer by this; nil if no stream does.
  ///   - owners: who has viewers in each stream (`streamOwners`).
  ///   - limits: the limits in force.
  /// - Returns: false if as many sizes as a key may have are laid out for it alone.
  static func mayMakeStream(
    for principal: Principal,
    ending stream: UInt64?,
    _ owners: [UInt64: Set<Principal>],
    _ limits: CredentialLimits
  ) -> Bool {
    guard case .key = principal else { return true }
    let own = owners.count { $0.value == [principal] && $0.key != stream }
    return own < limits.streams
  }
}

extension Reply.Failure {
  fileprivate static func tooManyViewers(ofKey limits: CredentialLimits) -> Reply.Failure {
    Reply.Failure(
      .limitReached,
      "end a viewer, or ask the owner of this navd: this key has \(limits.viewers) viewers already "
        + "(limits.credential_viewers)"
    )
  }

  fileprivate static func tooManyViewers(of invitation: Int) -> Reply.Failure {
    Reply.Failure(
      .limitReached,
      "end a viewer, or ask whoever invited you: your invitation has \(invitation) viewers already "
        + "(limits.credential_viewers)"
    )
  }

  static func tooManyStreams(of limits: CredentialLimits) -> Reply.Failure {
    Reply.Failure(
      .limitReached,
      "resize the terminal to that of another viewer: this key has viewers of \(limits.streams) sizes already "
        + "(limits.credential_streams)"
    )
  }
}
