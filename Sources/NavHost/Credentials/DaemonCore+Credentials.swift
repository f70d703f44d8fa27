import NavBase
import NavEngine
package import NavWire

/// The rights of peers that are known by their keys (proto/README.md: Encryption).
extension DaemonCore {
  /// Returns the rights of a requester in a session; those of a key without any are the least.
  func role(of principal: Principal, in session: UInt64) -> Role {
    switch principal {
    case .localUser, .process: .owner
    case .address: .driver
    case .key(let key): role(of: key, in: session) ?? .viewer
    }
  }

  /// Returns whom a requester asks for rights in a session, for a text.
  func host(of principal: Principal, in session: UInt64) -> String {
    guard case .key(let key) = principal,
      gate.credentials.invitation(of: key, in: session) != nil
    else { return "the owner of this navd" }
    return "whoever invited you"
  }

  /// Whether a requester may know the directories of the daemon's machine.
  func knowsDirectories(_ principal: Principal, in session: UInt64) -> Bool {
    if case .address = principal { return settings.opensRemotePaths }
    return role(of: principal, in: session) == .owner
  }

  /// Returns the failure of a request as its sender may know it.
  func told(_ failure: ContentFailure, to pending: PendingRequest) -> ContentFailure {
    let session = session(of: pending.request.body).flatMap { id(of: $0) }
    guard !knowsDirectories(pending.principal, in: session ?? 0) else { return failure }
    return ContentFailure(failure.brief, failure.cause)
  }

  /// Returns the rights of a key in a session; nil if that does not exist for it.
  func role(of key: PeerKey, in session: UInt64) -> Role? {
    gate.credentials.role(of: key, in: session, named: sessions.name(of: session))
  }

  /// The keys in `authorized_keys`.
  package var authorizedKeys: AuthorizedKeys { gate.credentials.keys }

  /// Whether a peer may subscribe to scenes: any but the owner of a key without rights.
  package func mayWatch(_ key: PeerKey?) -> Bool { key.map(gate.credentials.isKnown) ?? true }

  /// Returns why a request may not come from its sender; nil if it may, as far as its key is concerned.
  func accessRefusal(of pending: PendingRequest) -> Reply.Failure? {
    switch pending.principal {
    case .localUser, .process: nil
    case .address: accessRefusalOfAddress(to: pending.request.body)
    case .key(let key): accessRefusal(of: pending, from: key)
    }
  }

  /// Returns why a peer of a network that has no key may not do something; nil if it may.
  private func accessRefusalOfAddress(to body: Request.Body) -> Reply.Failure? {
    // An unknown sender could fill the disk.
    if case .bundle = body { return .unknownSender }
    guard let content = newContent(of: body), let failure = refusal(of: content) else { return nil }
    return failure == .foreignFile ? .foreignFileOfAddress : failure
  }

  private func accessRefusal(
    of pending: PendingRequest,
    from key: PeerKey
  ) -> Reply.Failure? {
    if let refusal = gate.credentials.refusal(of: key) { return refusal }
    let body = pending.request.body
    // A session that does not exist for the key is answered like one that has ended.
    if case .attach(let attach) = body, let id = returningTo(attach), role(of: key, in: id) == nil {
      return .sessionEnded
    }
    let granted = gate.credentials.keys[key]?.role ?? .viewer
    if body.needsOwner, granted < .owner { return .ownersOnly }
    if let refusal = refusal(toName: body, key) { return refusal }
    switch body {
    case .newSession(_, let content):
      if let refusal = refusal(of: content) { return refusal }
    case .attach(let attach):
      if let refusal = refusal(toBegin: attach, granted) { return refusal }
    // Their viewer decides, whatever session they name.
    case .pan, .point: return nil
    default: break
    }
    guard let reference = session(of: body), let id = id(of: reference) else { return nil }
    if let role = role(of: key, in: id) {
      return body.needsOwner && role < .owner ? .ownersOnly : nil
    }
    // As if it did not exist.
    switch reference {
    case .id: return .sessionEnded
    case .name(let text): return .noSession(named: text)
    }
  }

  /// Returns why a request may not name a session to attach to, or give a session its name, because the key is for
  /// other sessions; nil if it may.
  ///
  /// Whether there is a session of that name, to which the key has no right, makes no difference.
  private func refusal(toName body: Request.Body, _ key: PeerKey) -> Reply.Failure? {
    let text: String
    switch body {
    case .newSession(let name, _), .renameSession(_, let name): text = name
    case .attach:
      guard case .name(let name)? = session(of: body) else { return nil }
      text = name
    default: return nil
    }
    guard let grant = gate.credentials.keys[key], let name = SessionName(text),
      !grant.covers(name),
      sessions.id(named: name).flatMap({ role(of: key, in: $0) }) == nil
    else { return nil }
    return .otherSessions(grant.sessions ?? [])
  }

  /// Returns why a read that was permitted when it arrived is not answered any more; nil if it is answered.
  ///
  /// Reads wait for conditions, for workers and for their turn; meanwhile their sender may lose its rights.
  /// Begun sessions, viewers that leave, and operations that are done are answered as they were decided.
  func lateRefusal(of pending: PendingRequest) -> Reply.Failure? {
    pending.request.body.kind.traits.describesSession ? accessRefusal(of: pending) : nil
  }

  /// Returns why an attach request may not begin a session; nil if it may, or if it does not.
  private func refusal(toBegin attach: Request.Attach, _ role: Role) -> Reply.Failure? {
    guard let content = newContent(of: .attach(attach)) else { return nil }
    if attach.joined != nil { return .sessionEnded }
    if role < .owner { return .noSession(named: attach.session) }
    return refusal(of: content)
  }

  /// Returns the content of the session that a request would begin; nil if it begins no session.
  private func newContent(of body: Request.Body) -> ContentSpec? {
    switch body {
    case .newSession(_, let content): return content
    case .attach(let attach):
      // A viewer also names the content of the session that it is in.
      guard case .name(let text) = session(of: body),
        SessionName(text).flatMap({ sessions.id(named: $0) }) == nil
      else { return nil }
      return attach.content
    default: return nil
    }
  }

  /// Returns why content may not be shown for a peer of a network; nil if it may.
  private func refusal(of content: ContentSpec) -> Reply.Failure? {
    if content.usesPrograms { return .foreignProgram }
    return content.usesFiles && !settings.opensRemotePaths ? .foreignFile : nil
  }

  /// Returns the session that a request is about; nil for none.
  func session(of body: Request.Body) -> SessionReference? {
    // A viewer whose session has ended asks for a session by its name.
    if case .attach(let attach) = body, let id = returningTo(attach), sessions.isKnown(id) {
      return .id(id)
    }
    return body.session
  }

  /// Returns the session to which a viewer returns, which may have ended; nil if the store does not go back that far, so
  /// that its session is found by its name.
  func returningTo(_ attach: Request.Attach) -> UInt64? {
    attach.joined.flatMap { $0.epoch >= run.bornEpoch ? $0.session : nil }
  }

  /// Returns the session that a reference names, whatever its state; nil for none, and for a private view.
  func id(of reference: SessionReference) -> UInt64? {
    switch reference {
    case .id(let id): sessions.session(ofPrivateView: id) == nil && sessions.isKnown(id) ? id : nil
    case .name(let text): SessionName(text).flatMap { sessions.id(named: $0) }
    }
  }

  /// Returns the sessions that exist for a requester and do not keep it out, also those whose content is being read, by
  /// name.
  func sessionInfos(for pending: PendingRequest, at now: Duration) -> [Reply.SessionInfo] {
    let principal = pending.principal
    let live = sessions.live.map { info(of: $0, for: principal, at: now) }
    return (live + sessions.loads.map { info(of: $0, for: principal) })
      .filter { info in
        if case .key(let key) = principal, role(of: key, in: info.id) == nil { return false }
        return principal.ofMachine == .localUser
          || exclusion(of: pending, from: info.id, at: now) == nil
      }
      .sorted { $0.name < $1.name }
  }

  /// Replaces the keys that are known, and removes viewers that may not do any longer what they could.
  package mutating func use(_ keys: AuthorizedKeys, at now: Duration) {
    changeRights(at: now) { $0.gate.credentials.keys = keys }
  }

  /// Changes rights, and removes viewers whose rights are others afterwards.
  mutating func changeRights(at now: Duration, _ change: (inout DaemonCore) -> Void) {
    output.audit.time = now
    let (before, beforeOfReaders) = (rightsOfViewers(), rightsOfReaders())
    // Afterwards they may be strangers.
    var peers: [UInt64: AuditedPeer] = [:]
    for viewer in viewers.inOrder where before[viewer.id] != nil {
      peers[viewer.id] = auditedPeer(of: viewer)
    }
    change(&self)
    let after = rightsOfViewers()
    for viewer in viewers.inOrder where before[viewer.id] != after[viewer.id] {
      remove(viewer: viewer.id, because: .lostRights, from: peers[viewer.id], at: now)
    }
    // Their topics and keys must not be used any longer, also by a peer without a viewer; who may still watch attaches
    // again.
    let afterOfReaders = rightsOfReaders()
    for (id, rights) in beforeOfReaders.sorted(by: { $0.key < $1.key })
    where rights != afterOfReaders[id] {
      if let stream = streams[id] { endStream(stream) }
    }
  }

  /// Returns the roles of the keys that can read each stream, `.some(nil)` for those without rights.
  ///
  /// O(streams and their readers).
  private func rightsOfReaders() -> [UInt64: [PeerKey: Role?]] {
    var rights: [UInt64: [PeerKey: Role?]] = [:]
    for stream in streams.values {
      let session = sessions.session(ofPrivateView: stream.session) ?? stream.session
      for key in stream.readers {
        rights[stream.id, default: [:]].updateValue(role(of: key, in: session), forKey: key)
      }
    }
    return rights
  }

  /// Returns the roles of the viewers that are known by their keys, `.some(nil)` for those without rights.
  private func rightsOfViewers() -> [UInt64: Role?] {
    var rights: [UInt64: Role?] = [:]
    for viewer in viewers.inOrder {
      guard case .key(let key) = viewer.owner.principal else { continue }
      rights.updateValue(role(of: key, in: viewer.session), forKey: viewer.id)
    }
    return rights
  }
}

extension Reply.Failure {
  static func unknownKey(_ key: PeerKey) -> Reply.Failure {
    Reply.Failure(
      .notPermitted,
      "ask its owner for an invitation, or for the line `\(key) driver` in authorized_keys: this navd does not know "
        + "your key"
    )
  }

  fileprivate static let ownersOnly = Reply.Failure(
    .notPermitted,
    "ask the owner of this navd, who alone begins, renames and ends sessions"
  )

  fileprivate static func otherSessions(_ names: Set<SessionName>) -> Reply.Failure {
    let list = names.map(\.description).sorted().joined(separator: ", ")
    return Reply.Failure(.notPermitted, "your key is for these sessions alone: \(shortened(list))")
  }

  fileprivate static let foreignProgram = Reply.Failure(
    .notPermitted,
    "open it on the machine of this navd, which runs no programs for other machines"
  )

  fileprivate static let foreignFile = Reply.Failure(
    .notPermitted,
    "leave --on-server out to send your files: this navd opens none of its own for other machines (--remote-paths)"
  )

  /// `foreignFile` for a peer without a key, which may not send its own files instead.
  fileprivate static let foreignFileOfAddress = Reply.Failure(
    .notPermitted,
    "ask the owner of this navd to open it, or for --remote-paths: this navd opens no files for other machines"
  )

  fileprivate static let unknownSender = Reply.Failure(
    .notPermitted,
    "connect with encryption to send files: this navd takes them only from its own machine and its owner's keys"
  )
}

extension Request.Body {
  /// Whether only an owner may send it.
  fileprivate var needsOwner: Bool {
    switch self {
    case .newSession, .killSession, .renameSession, .bundle: true
    default: false
    }
  }
}
