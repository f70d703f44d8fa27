import NavBase
import NavEngine
import NavWire

/// Lines of the log that tell who did something (deploy/README.md: Audit).
///
/// They name sessions, viewers, addresses, public keys and the ids of invitations, and never a token, a question, a note
/// or content.
extension DaemonCore {
  // MARK: Viewers

  /// Tells that a viewer has come to a session.
  mutating func auditJoin(_ owner: ViewerOwner, to session: UInt64) {
    let role = owner.isReadOnly ? .viewer : role(of: owner.principal, in: session)
    audit(
      LogEntry(
        "'\(owner.name)' joins '\(auditName(of: session))' as \(role.rawValue): \(owner.principal.words)",
        .info,
        .viewerJoined,
        [
          LogField(.session, auditName(of: session)), LogField(.viewer, owner.name.description),
          LogField(.role, role.rawValue),
        ] + fields(of: owner.principal, in: session)
      ),
      .presence,
      by: owner.principal
    )
  }

  /// Tells that a viewer has left its session, or was removed.
  ///
  /// - Parameters:
  ///   - viewer: the viewer.
  ///   - departure: why.
  ///   - peer: its owner as it was before it lost its rights; nil for how it is now.
  mutating func auditDeparture(
    of viewer: AttachedViewer,
    because departure: ViewerDeparture,
    from peer: AuditedPeer? = nil
  ) {
    let name = auditName(of: viewer.session)
    let peer = peer ?? auditedPeer(of: viewer)
    audit(
      LogEntry(
        "'\(viewer.owner.name)' leaves '\(name)' (\(departure.words)): \(viewer.owner.principal.words)",
        .info,
        .viewerLeft,
        [
          LogField(.session, name), LogField(.viewer, viewer.owner.name.description),
          LogField(.reason, departure.rawValue),
        ] + peer.fields
      ),
      .presence,
      from: peer.source
    )
  }

  /// Tells that somebody has removed a viewer.
  mutating func auditKick(
    of viewer: AttachedViewer,
    for time: Duration,
    _ pending: PendingRequest
  ) {
    let name = auditName(of: viewer.session)
    let seconds = Int(time.components.seconds)
    audit(
      LogEntry(
        "'\(viewer.owner.name)' is removed from '\(name)' for \(seconds) s, by \(pending.principal.words)",
        .warning,
        .viewerKicked,
        [
          LogField(.session, name), LogField(.viewer, viewer.owner.name.description),
          LogField(.seconds, seconds), LogField(.by, pending.principal.words),
        ] + fields(of: viewer.owner.principal, in: viewer.session)
      ),
      .change,
      by: pending.principal
    )
  }

  // MARK: Control

  /// Tells who has lost and gained control of a session, and a new policy.
  mutating func auditControl(
    of session: UInt64,
    before: ControlState,
    because reason: ControlReason,
    by principal: Principal?
  ) {
    guard let state = sessions[session]?.control.state else { return }
    let principal = principal ?? .localUser
    let name = auditName(of: session)
    if before.policy != state.policy {
      auditControl(
        "the policy of '\(name)' is \(state.policy.word) from now on, by \(principal.words)",
        .policySet,
        [LogField(.session, name), LogField(.policy, state.policy.word)]
          + fields(of: principal, in: session),
        by: principal
      )
    }
    guard before.driver?.identity != state.driver?.identity else { return }
    if let driver = before.driver {
      auditControl(
        "'\(driver.name)' loses control of '\(name)' (\(reason.rawValue))",
        .controlLost,
        fields(of: driver, in: session, because: reason),
        by: principal
      )
    }
    if let driver = state.driver {
      auditControl(
        "'\(driver.name)' has control of '\(name)' (\(reason.ofSuccessor.rawValue))",
        .controlGained,
        fields(of: driver, in: session, because: reason.ofSuccessor),
        by: principal
      )
    }
  }

  private mutating func auditControl(
    _ message: String,
    _ event: LoggedEvent,
    _ fields: [LogField],
    by principal: Principal
  ) {
    audit(LogEntry(message, .info, event, fields), .change, by: principal)
  }

  // MARK: Sessions and invitations

  /// Tells that somebody has begun, renamed or ended a session.
  mutating func auditSession(
    _ name: String,
    _ event: LoggedEvent,
    _ message: String,
    _ pending: PendingRequest
  ) {
    let fields = [LogField(.session, name)] + fields(of: pending.principal)
    audit(
      LogEntry("\(message), by \(pending.principal.words)", .info, event, fields),
      .change,
      by: pending.principal
    )
  }

  /// Tells that an invitation was made, used or revoked.
  mutating func auditInvitation(
    _ invitation: Invitation,
    _ event: LoggedEvent,
    _ message: String,
    _ pending: PendingRequest
  ) {
    audit(
      LogEntry(
        message,
        .info,
        event,
        [
          LogField(.session, auditName(of: invitation.session)),
          LogField(.invitation, "\(InvitationID(invitation.id))"),
          LogField(.role, invitation.terms.role.rawValue),
          LogField(.uses, invitation.terms.uses), LogField(.count, invitation.keys.count),
        ] + fields(of: pending.principal)
      ),
      .change,
      by: pending.principal
    )
  }

  // MARK: Refusals

  /// Tells that a request was refused, if that is a matter of rights or of a limit.
  ///
  /// - Parameters:
  ///   - pending: the request.
  ///   - failure: the answer.
  ///   - isContent: whether the text of the answer is about content, which no log repeats.
  mutating func auditRefusal(
    of pending: PendingRequest,
    _ failure: Reply.Failure,
    isContent: Bool = false
  ) {
    // Before anything is put together: a flood of requests may be refused.
    guard let code = failure.code.auditedName,
      output.audit.admits(auditSource(of: pending.principal), .refusal)
    else { return }
    let body = pending.request.body
    let session = auditedSession(of: body)
    let target = session.map { " in '\($0)'" } ?? ""
    var parts = [LogField(.operation, body.kind.traits.name), LogField(.code, code)]
    if let session { parts.append(LogField(.session, session)) }
    if !isContent { parts.append(LogField(.reason, failure.text)) }
    output.log(
      LogEntry(
        "refused: \(body.kind.traits.name)\(target) (\(code)), by \(pending.principal.words)"
          + (isContent ? "" : ": \(failure.text)"),
        body.kind.traits.isMove ? .info : .warning,
        .refused,
        parts + fields(of: pending.principal)
      )
    )
  }

  /// Tells how many lines were left out in the minute that is over.
  mutating func endAuditPeriod() {
    for (source, count) in output.audit.end() {
      let words = source?.words ?? "further peers"
      output.log(
        LogEntry(
          "\(count) more lines about \(words) were left out in a minute",
          .warning,
          .auditShortened,
          [LogField(.count, count), LogField(.by, words)]
        )
      )
    }
  }

  // MARK: Parts

  /// Writes a line, unless there were too many about the same peer in this minute.
  private mutating func audit(
    _ entry: LogEntry,
    _ kind: AuditRate.Kind,
    by principal: Principal
  ) {
    audit(entry, kind, from: auditSource(of: principal))
  }

  private mutating func audit(
    _ entry: LogEntry,
    _ kind: AuditRate.Kind,
    from source: AuditRate.Source
  ) {
    guard output.audit.admits(source, kind) else { return }
    output.log(entry)
  }

  /// Returns how the log names the owner of a viewer, by the rights that it has now.
  func auditedPeer(of viewer: AttachedViewer) -> AuditedPeer {
    let principal = viewer.owner.principal
    return AuditedPeer(
      source: auditSource(of: principal),
      fields: fields(of: principal, in: viewer.session)
    )
  }

  private func auditSource(of principal: Principal) -> AuditRate.Source {
    switch principal {
    case .localUser: .user(nil)
    case .process(let user, _): .user(user)
    case .address(let address): .address(address)
    case .key(let key):
      if gate.credentials.keys[key] != nil {
        .key(key)
      } else if let invitation = gate.credentials.invitations.first(of: key) {
        .invitation(invitation)
      } else {
        .strangers
      }
    }
  }

  /// Returns the fields that name a requester: its process, its address, or its key and its invitation.
  private func fields(of principal: Principal, in session: UInt64? = nil) -> [LogField] {
    switch principal {
    case .localUser: []
    case .process(let user, let id):
      [LogField(.user, Int(user)), LogField(.process, Int(id))]
    case .address(let address): [LogField(.address, address)]
    case .key(let key):
      [LogField(.key, "\(key)")]
        + [session.flatMap { gate.credentials.invitation(of: key, in: $0) }].compactMap(\.self)
        .map { LogField(.invitation, "\(InvitationID($0.id))") }
    }
  }

  /// Returns the fields about somebody who gains or loses control.
  private func fields(
    of participant: Participant,
    in session: UInt64,
    because reason: ControlReason
  ) -> [LogField] {
    let fields =
      switch participant.identity {
      case .viewer(let client):
        viewers.viewer(of: client).map { self.fields(of: $0.owner.principal, in: $0.session) } ?? []
      case .scripts(let place):
        (Principal(scripts: place) ?? sessions[session]?.control.scripts)
          .map { self.fields(of: $0, in: session) } ?? []
      }
    return [
      LogField(.session, auditName(of: session)), LogField(.viewer, participant.name.description),
      LogField(.reason, reason.rawValue),
    ] + fields
  }

  /// Returns the name of a session, or of the session of a private view.
  private func auditName(of session: UInt64) -> String {
    sessions.name(of: session)?.description ?? ""
  }

  /// Returns the name of the session that a request is about, if there is such a session.
  private func auditedSession(of body: Request.Body) -> String? {
    switch session(of: body) {
    case nil: nil
    case .id(let id): sessions.name(of: id)?.description
    // A name that is not that of a session comes from the sender: only a valid one is logged.
    case .name(let text): SessionName(text)?.description
    }
  }
}

/// A peer as the log names it, and counts the lines about it.
struct AuditedPeer: Sendable {
  let source: AuditRate.Source
  let fields: [LogField]
}

/// Why a viewer has left its session; the raw value is `reason` in the log.
enum ViewerDeparture: String, Hashable, Sendable {
  case left
  /// It was silent for `DaemonTiming.viewerLifetime`.
  case silent
  /// It joins another session.
  case moved
  /// It has to give way at a limit, and may attach again.
  case gaveWay = "gave_way"
  case kicked
  /// Its key or its invitation has lost a right.
  case lostRights = "lost_rights"
  /// Its session has ended.
  case ended

  fileprivate var words: String {
    switch self {
    case .left, .kicked: rawValue
    case .silent: "nothing was heard of it"
    case .moved: "it joins another session"
    case .gaveWay: "others have less"
    case .lostRights: "its rights have changed"
    case .ended: "the session has ended"
    }
  }
}

/// Why a participant gains or loses control; the raw value is `reason` in the log.
enum ControlReason: String, Hashable, Sendable {
  case requested, taken, granted, denied, released, policy
  /// The session has no other viewer.
  case alone
  /// The driver has left.
  case left
  /// The driver did not move the session for a time, or did not come back.
  case idle
  /// The participant asked first, and the driver has lost control.
  case next

  /// The reason for which the next participant gains control.
  fileprivate var ofSuccessor: ControlReason {
    switch self {
    case .released, .left, .idle: .next
    case .requested, .taken, .granted, .denied, .policy, .alone, .next: self
    }
  }
}

extension ControlReason {
  /// Creates the reason for a change by an action of a participant.
  init(_ action: Request.Control.Action) {
    switch action {
    case .request: self = .requested
    case .take: self = .taken
    case .grant: self = .granted
    case .deny: self = .denied
    case .release: self = .released
    case .policy: self = .policy
    case .kick: self = .left
    }
  }
}

extension Principal {
  /// The principal as a line of the log names it.
  var words: String {
    switch self {
    case .localUser: "a process of this machine"
    case .process(let user, let id): "process \(id) of user \(user)"
    case .address(let address): "a peer at \(address)"
    case .key(let key): "key \(key)"
    }
  }
}

extension AuditRate.Source {
  fileprivate var words: String {
    switch self {
    case .user(nil): "processes of this machine"
    case .user(let user?): "processes of user \(user)"
    case .address(let address): "peers at \(address)"
    case .key(let key): "key \(key)"
    case .invitation(let id): "keys of invitation \(InvitationID(id))"
    case .strangers: "peers with unknown keys"
    case .others: "further peers"
    }
  }
}

extension Reply.Failure.Code {
  /// The name in the log of a refusal that is a matter of rights or of a limit; nil for any other failure.
  fileprivate var auditedName: String? {
    switch self {
    case .notPermitted: "not_permitted"
    case .limitReached: "limit_reached"
    case .slowDown: "slow_down"
    case .malformed, .protocolMismatch, .noSuchSession, .sessionExists, .badName, .noSuchInput,
      .rejected, .outOfOrder, .unknownClient, .clientIDConflict, .unknownViewer, .retry, .timedOut,
      .preconditionFailed, .staleView, .noMatch, .inProgress, .unknown:
      nil
    }
  }
}
