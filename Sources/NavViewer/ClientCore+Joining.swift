import NavCommands
import NavModel
import NavScene
import NavSync
import NavWire

/// Joining a stream and staying attached to it (proto/README.md: Join).
extension ClientCore {
  mutating func attach(at now: Duration) {
    drop()
    let id = send(
      .attach(
        Request.Attach(
          session: session,
          viewport: viewport,
          content: content,
          joined: isUnsaved ? nil : joined,
          fit: options.fit.asked
        )
      )
    )
    connection = .attaching(request: id, since: now)
    place.asked(for: viewport)
  }

  /// Attaches again, for the terminal's new size or after missed updates.
  mutating func joinAnew(from attached: Reply.Attached, at now: Duration) {
    leaving = attached
    attach(at: now)
  }

  /// Attaches again after a growing pause.
  mutating func retry(at now: Duration) {
    let pause = withGenerator { core, generator in core.backoff.next(&generator) }
    attachLater(at: now, after: pause)
  }

  mutating func attachLater(at now: Duration, after pause: Duration) {
    // The cancellation is repeated until the daemon has received it, so that no pan stays open for other viewers.
    cancelDrag(at: now)
    leaving = nil
    drop()
    connection = .waiting(next: now + pause)
  }

  /// Returns a short random pause, so that viewers that missed the same updates do not all attach at once.
  mutating func shortPause() -> Duration {
    withGenerator { _, generator in
      .milliseconds(Int.random(in: Connection.keyframePatience, using: &generator))
    }
  }

  mutating func withGenerator<Value>(
    _ body: (inout ClientCore, inout AnyGenerator) -> Value
  ) -> Value {
    var generator = AnyGenerator(base: random)
    defer { random = generator.base }
    return body(&self, &generator)
  }

  private mutating func drop() {
    actions += connection.topics.map { .unsubscribe($0) }
  }

  mutating func receiveAttachReply(_ body: Reply.Body, at now: Duration) {
    switch body {
    case .attached(let attached):
      accept(attached, at: now)
    case .failure(let failure) where failure.code == .slowDown:
      attachLater(at: now, after: OperationQueue.bounded(failure.wait))
    case .failure(let failure):
      if joined != nil, failure.code == .noSuchSession {
        return actions.append(.exit(ClientExit(.success, "session '\(session)' has ended")))
      }
      guard !hasJoinedOnce || failure.code == .protocolMismatch else {
        messages.show(failure.text, at: now)
        return retry(at: now)
      }
      actions.append(.exit(ClientExit(failure.code.exitCode, failure.text)))
    case .accepted, .sessions, .snapshot, .done, .status, .viewers, .waited, .outline,
      .exported, .page, .found:
      retry(at: now)
    }
  }

  private mutating func accept(_ attached: Reply.Attached, at now: Duration) {
    if !hasJoinedOnce, options.isContentAsked, !isAskedFor(attached.content) {
      send(.leave(viewer: attached.viewer))
      if options.isNamedAfterContent, let next = SessionNaming.next(after: session) {
        session = next
        return attach(at: now)
      }
      actions.append(
        .exit(
          ClientExit(
            .usage,
            "session '\(session)' shows \(attached.content.origin), not \(content.origin): "
              + "take another name, or end it first with `navclient kill -s \(session)`"
          )
        )
      )
      return
    }
    tellLoss(of: joined, to: attached, at: now)
    content = attached.content
    joined = Request.Attach.Joined(session: attached.session, epoch: attached.epoch)
    // The stream topic first: when the ready topic arrives at the daemon, the stream is already subscribed.
    actions.append(.subscribe(attached.streamTopic))
    actions.append(.subscribe(attached.readyTopic))
    connection = .joining(attached, since: now)
    if let size = place.granted(attached.viewport, options.fit) {
      messages.show("too many sizes are watched: this is the layout of \(size)", at: now)
    }
    heardSeq = 0
    // The daemon was restarted or is another one, and does not know the previous attachment.
    if attached.epoch != leaving?.epoch { leaving = nil }
  }

  /// Whether a session shows the content that the user named; any order of directories matches if the user set none.
  private func isAskedFor(_ shown: ContentSpec) -> Bool {
    guard options.isNamedAfterContent, content.ordered(.standard) == content else {
      return shown == content
    }
    return shown.ordered(.standard) == content
  }

  /// Shows a message if the joined session no longer exists and a new one of its name was joined.
  private mutating func tellLoss(
    of joined: Request.Attach.Joined?,
    to attached: Reply.Attached,
    at now: Duration
  ) {
    guard hasJoinedOnce, let joined, attached.session != joined.session else { return }
    let text =
      attached.epoch == joined.epoch
      ? "the session has ended: this is another one of its name"
      : "navd was restarted: the session begins anew"
    messages.show(text, at: now)
  }

  mutating func join(_ snapshot: Snapshot, _ attached: Reply.Attached, at now: Duration) {
    guard snapshot.epoch == attached.epoch, let replica = replica(of: snapshot, at: now) else {
      return retry(at: now)
    }
    actions.append(.unsubscribe(attached.readyTopic))
    if let old = self.replica, old.epoch != snapshot.epoch {
      // The new scene may have other containers under the pointer.
      _ = drags.cancel()
      pans.end()
      if shownSession == attached.session, snapshot.version < old.version {
        messages.show("navd was restarted: what was done last is lost", at: now)
      }
    }
    if self.replica?.epoch != snapshot.epoch {
      // These versions belong to another daemon, or to the time before its restart.
      (acceptedVersion, beatVersion) = (0, 0)
      pageInquiry?.beginAnew(at: now)
    }
    leaving = nil
    hasJoinedOnce = true
    attendance.forget()
    askForOverlayAnew(at: now)
    view.trial.restart(at: now)
    backoff.reset()
    nextAlive = now + Self.aliveInterval
    place.shown()
    live(with: replica, attached, at: now)
    guard connection.isLive else { return }
    if !place.isFor(viewport) {
      resizes.changed()
      joinAtNewSize(at: now)
    }
  }

  /// Requests the layout for the terminal's current size, at most once every `ResizePace.pause`.
  ///
  /// While an attach is in progress, the next one waits for its end.
  mutating func joinAtNewSize(at now: Duration) {
    guard connection.attached != nil, resizes.isDue(at: now) else { return }
    resizes.joined(at: now)
    // The terminal may have returned to the size that was requested last.
    guard !place.isFor(viewport), let attached = connection.attached else { return }
    joinAnew(from: attached, at: now)
  }

  /// Joins another stream, on request of the daemon; keeps showing the old scene until then.
  mutating func move(at now: Duration) {
    // The drag's coordinates belong to the old layout.
    cancelDrag(at: now)
    place.lost()
    resizes.changed()
    joinAtNewSize(at: now)
  }

  mutating func live(with replica: Replica, _ attached: Reply.Attached, at now: Duration) {
    self.replica = replica
    shownSession = attached.session
    connection = .live(attached, heardAt: now)
    freshAt = now
    noteStep(at: now)
    if heardSeq > replica.seq { fallBehind(attached, at: now) }
  }

  mutating func receive(_ bye: Bye, at now: Duration) {
    switch bye.reason {
    case .sessionEnded:
      actions.append(
        .exit(ClientExit(.success, "session '\(session)' has ended: \(bye.text)"))
      )
    case .daemonStops:
      retry(at: now)
    }
  }
}
