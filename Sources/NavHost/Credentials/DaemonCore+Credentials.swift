import NavModel
import NavSession
package import NavWire

/// The rights of peers that are known by their keys (proto/README.md: Encryption).
extension DaemonCore {
  /// Returns the rights of a requester; those of a key that is not known are none.
  func role(of principal: Principal) -> Role {
    switch principal {
    case .localUser, .process: .owner
    case .address: .driver
    case .key(let key): settings.keys[key]?.role ?? .viewer
    }
  }

  /// Whether a peer may subscribe to scenes: any but the owner of a key that is not known.
  package func mayWatch(_ key: PeerKey?) -> Bool { key.map { settings.keys[$0] != nil } ?? true }

  /// Returns why a request may not come from its sender; nil if it may, as far as its key is concerned.
  func accessRefusal(of pending: PendingRequest) -> Reply.Failure? {
    guard case .key(let key) = pending.principal else { return nil }
    guard let grant = settings.keys[key] else { return .unknownKey(key) }
    switch pending.request.body {
    case .newSession(_, let content):
      if grant.role < .owner { return .ownersOnly }
      if content.usesMachine { return .foreignContent }
    case .killSession, .renameSession:
      if grant.role < .owner { return .ownersOnly }
    case .attach(let attach):
      if let refusal = refusal(toBegin: attach, grant.role) { return refusal }
    case .input, .control, .talk, .leave, .alive, .pan, .point, .listSessions, .takeSnapshot,
      .getStatus, .listViewers, .wait, .outline, .export, .page, .find:
      break
    }
    guard grant.sessions != nil, let reference = session(of: pending.request.body),
      let name = name(of: reference), !grant.covers(name)
    else { return nil }
    // As if it did not exist.
    switch reference {
    case .id: return .sessionEnded
    case .name(let text): return .noSession(named: text)
    }
  }

  /// Returns why an attach request may not begin a session; nil if it may, or if it does not.
  private func refusal(toBegin attach: Request.Attach, _ role: Role) -> Reply.Failure? {
    // A viewer also names the content of the session that it is in.
    guard let content = attach.content, case .name(let text) = session(of: .attach(attach)),
      SessionName(text).flatMap({ sessions.id(named: $0) }) == nil
    else { return nil }
    if attach.joined != nil { return .sessionEnded }
    if role < .owner { return .noSession(named: text) }
    return content.usesMachine ? .foreignContent : nil
  }

  /// Returns the session that a request is about; nil for none.
  private func session(of body: Request.Body) -> SessionReference? {
    switch body {
    case .attach(let attach):
      // Where the session of before has ended, the name counts.
      if let id = attach.joined?.session, sessions.isKnown(id) { return .id(id) }
      return .name(attach.session)
    case .input(let input): return input.session
    case .control(let control): return control.session
    case .talk(let talk): return talk.session
    case .pan(let pan): return pan.session
    case .point(let point): return point.session
    case .killSession(let session), .takeSnapshot(let session, _, _), .getStatus(let session),
      .listViewers(let session), .renameSession(let session, _), .outline(let session, _),
      .page(let session, _), .find(let session, _):
      return session
    case .wait(let wait): return wait.session
    case .export(let export): return export.session
    case .newSession(let name, _): return .name(name)
    case .leave, .alive, .listSessions: return nil
    }
  }

  private func name(of reference: SessionReference) -> SessionName? {
    switch reference {
    case .id(let id): sessions[id]?.name
    case .name(let text): SessionName(text)
    }
  }

  /// Returns the sessions that exist for a requester.
  func sessionInfos(for principal: Principal) -> [Reply.SessionInfo] {
    guard case .key(let key) = principal, let grant = settings.keys[key], grant.sessions != nil
    else { return sessionInfos }
    return sessionInfos.filter { info in SessionName(info.name).map(grant.covers) ?? false }
  }

  /// Replaces the keys that are known, and removes viewers that may not do any longer what they could.
  package mutating func use(_ keys: AuthorizedKeys, at now: Duration) {
    let before = settings.keys
    settings.keys = keys
    for viewer in viewers.inOrder {
      guard case .key(let key) = viewer.owner.principal, before[key] != keys[key] else { continue }
      let stream = streams[viewer.stream]
      remove(viewer: viewer.id, at: now)
      // Its topic is of no use any longer; whoever may still watch attaches again.
      if let stream { end(stream) }
    }
  }
}

extension Reply.Failure {
  fileprivate static func unknownKey(_ key: PeerKey) -> Reply.Failure {
    Reply.Failure(
      .notPermitted,
      "this navd does not know your key: ask its owner to add the line `\(key) driver` to authorized_keys"
    )
  }

  fileprivate static let ownersOnly = Reply.Failure(
    .notPermitted,
    "sessions are begun, renamed and ended by the owner of this navd"
  )

  fileprivate static let foreignContent = Reply.Failure(
    .notPermitted,
    "this navd opens no files and runs no programs for other machines: open the content there"
  )
}
