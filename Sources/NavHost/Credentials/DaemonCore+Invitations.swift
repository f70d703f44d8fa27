import NavBase
import NavEngine
import NavWire

/// Invitations: they are made, used, revoked, and they end (proto/README.md: Invitations).
extension DaemonCore {
  mutating func restoreInvitations(_ records: [InvitationRecord], at now: Duration) {
    var invitations: [Invitation] = []
    for record in records {
      do throws(WireError) {
        invitations.append(try Invitation(decoding: record.bytes, id: record.id))
      } catch {
        output.log(LogEntry("can't restore an invitation: \(error.description)", .warning))
      }
    }
    gate.credentials.invitations.restore(invitations, at: run.unixTime(of: now))
  }

  /// Lets the sender of a request use the invitation that it shows.
  ///
  /// - Returns: why the sender may not; nil if it may, if it shows no invitation, and if it needs no invitation.
  mutating func admissionRefusal(of pending: PendingRequest, at now: Duration) -> Reply.Failure? {
    guard case .key(let key) = pending.principal, let credential = pending.request.credential else {
      return nil
    }
    let unixTime = run.unixTime(of: now)
    switch gate.credentials.invitations.admit(key, credential, at: unixTime) {
    case .success(nil): return nil
    case .success(let record?):
      journal.recordInvitations([record])
      if let invitation = gate.credentials.invitations[record.id] {
        let text = "\(key) uses \(invitation.words)"
        auditInvitation(invitation, .invitationUsed, text, pending)
      }
      return nil
    case .failure(let failure): return Reply.Failure(failure.refusal)
    }
  }

  /// Returns an attach request by the present name of the session to which its sender is invited.
  ///
  /// The string of an invitation has the name that the session had when it was made. The invitation belongs to the
  /// session, so it is what counts unless another session that exists for the sender has that name now.
  func namingInvitedSession(_ pending: PendingRequest) -> PendingRequest {
    guard case .key(let key) = pending.principal, let credential = pending.request.credential,
      case .attach(var attach) = pending.request.body,
      let session = gate.credentials.invitations[credential.invitation]?.session,
      let name = sessions.name(of: session), name.description != attach.session
    else { return pending }
    if let named = SessionName(attach.session).flatMap({ sessions.id(named: $0) }),
      gate.credentials.role(of: key, in: named, named: sessions.name(of: named)) != nil
    {
      return pending
    }
    attach.session = name.description
    var request = pending.request
    request.body = .attach(attach)
    return PendingRequest(peer: pending.peer, request: request)
  }

  /// Performs a request about invitations.
  mutating func handleInvitation(
    _ request: Request.Invitation,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    guard let id = session(request.session, for: pending) else { return }
    guard role(of: pending.principal, in: id) >= .presenter else {
      let text =
        "ask \(host(of: pending.principal, in: id)) for the role presenter, which it takes to invite"
      return fail(pending, .notPermitted, text)
    }
    switch request.action {
    case .create(let token, let terms): invite(to: id, token, terms, pending, at: now)
    case .revoke(let number): revoke(number, to: id, pending, at: now)
    case .list: answer(pending, with: gate.credentials.invitations.list(of: id))
    }
  }

  private mutating func invite(
    to session: UInt64,
    _ token: InvitationToken,
    _ terms: Request.Invitation.Terms,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    guard settings.network != nil else {
      return fail(
        pending,
        .rejected,
        settings.isInsecure
          ? "this navd listens without encryption (--insecure): whoever can reach it may come without an invitation"
          : "nobody on another machine can reach this navd: start it with `navd --listen tcp://HOST:PORT`"
      )
    }
    let invitations = gate.credentials.invitations
    let unixTime = run.unixTime(of: now)
    let own = invitationToInvite(of: pending.principal, to: session)
    if own != nil, !invitations.isOpenToGuests(session, at: unixTime) {
      let text =
        "people who were invited themselves have made \(Invitations.guestLimit) invitations to this session: revoke one "
        + "(`navclient invite --revoke ID`), wait until one ends, or ask the owner of this navd"
      return fail(pending, .limitReached, text)
    }
    let invitation = Invitation(
      id: run.newID(),
      session: session,
      tokenHash: invitations.tokenHash(of: token),
      Invitation.Terms(
        role: terms.role,
        // Nobody lets others in for longer than it may come itself.
        expires: min(unixTime + terms.validity.milliseconds, own?.terms.expires ?? .max),
        uses: terms.uses,
        name: terms.name
      )
    )
    guard let records = gate.credentials.invitations.add(invitation, isByGuest: own != nil)
    else {
      let text =
        "there are \(Invitations.limit) invitations already: revoke one, or wait until one ends"
      return fail(pending, .limitReached, text)
    }
    journal.recordInvitations(records)
    let text =
      "somebody is invited to '\(sessions[session]?.name.description ?? "")': \(invitation.words)"
    auditInvitation(invitation, .invitationMade, text, pending)
    answer(pending, with: [invitation])
  }

  /// Returns the invitation that entitles a principal to invite others to a session; nil without one.
  private func invitationToInvite(of principal: Principal, to session: UInt64) -> Invitation? {
    guard case .key(let key) = principal else { return nil }
    return gate.credentials.invitationToInvite(
      of: key,
      in: session,
      named: sessions.name(of: session)
    )
  }

  private mutating func revoke(
    _ number: UInt64,
    to session: UInt64,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    guard let invitation = gate.credentials.invitations[number], invitation.session == session
    else {
      let text =
        "there is no invitation \(InvitationID(number)) to this session: `navclient invite --list` shows them"
      return fail(pending, .rejected, text)
    }
    var invitations = gate.credentials.invitations
    if let record = invitations.revoke(number) {
      afterCommit(at: now) {
        $0.changeRights(at: $1) { _ = $0.gate.credentials.invitations.revoke(number) }
      }
      journal.recordInvitations([record])
      auditInvitation(invitation, .invitationRevoked, "\(invitation.words) is revoked", pending)
    }
    answer(pending, with: [invitations[number] ?? invitation])
  }

  /// Ends invitations whose time is over, and the viewers that came by them.
  mutating func endInvitations(at now: Duration) {
    let unixTime = run.unixTime(of: now)
    guard gate.credentials.invitations.isEndDue(at: unixTime) else { return }
    changeRights(at: now) { _ = $0.gate.credentials.invitations.end(at: unixTime) }
  }

  private mutating func answer(
    _ pending: PendingRequest,
    with invitations: [Invitation]
  ) {
    answer(
      pending,
      .invitations(
        Reply.Invitations(
          server: settings.network?.server,
          addresses: settings.network?.addresses ?? [],
          invitations.map { invitation in
            Reply.InvitationInfo(
              invitation,
              session: sessions.name(of: invitation.session)?.description ?? ""
            )
          }
        )
      )
    )
  }
}

extension Invitation {
  /// The invitation as the log names it.
  fileprivate var words: String {
    let name = terms.name.map { " ('\($0)')" } ?? ""
    return
      "invitation \(InvitationID(id))\(name), \(keys.count) of \(terms.uses) uses, for a \(terms.role.rawValue)"
  }
}

extension Reply.InvitationInfo {
  fileprivate init(_ invitation: Invitation, session: String) {
    self.init(
      id: InvitationID(invitation.id),
      session: session,
      role: invitation.terms.role,
      expires: invitation.terms.expires,
      uses: invitation.terms.uses,
      used: invitation.keys.count,
      name: invitation.terms.name,
      isRevoked: invitation.isRevoked
    )
  }
}

extension Reply.Failure {
  /// Creates the refusal of somebody who shows an invitation.
  init(_ refusal: Invitations.Refusal) {
    let text =
      switch refusal {
      case .unknown:
        "copy the whole string, or ask for a new one: this navd does not know your invitation"
      case .revoked: "ask whoever invited you: your invitation was revoked"
      case .expired: "ask whoever invited you for a new one: your invitation has expired"
      case .usedUp:
        "ask whoever invited you for a new one: as many people use your invitation as may"
      }
    self.init(.notPermitted, text)
  }
}
