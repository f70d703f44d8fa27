import NavLayout
import NavSync
import NavWire

/// How a viewer comes to its stream and stays with it (protocol.md: Join).
extension ClientCore {
  mutating func attach(at now: Duration) {
    drop()
    let id = send(
      .attach(
        Request.Attach(
          session: session,
          viewport: viewport,
          content: content,
          joined: joined
        )
      )
    )
    connection = .attaching(request: id, since: now)
  }

  /// Attaches again for the terminal's new size.
  mutating func joinAnew(from attached: Reply.Attached, at now: Duration) {
    resizing = attached
    attach(at: now)
  }

  /// Attaches again after a pause.
  mutating func retry(at now: Duration) {
    // Sent again until the daemon has it: the others are not left with what hangs in between.
    cancelDrag(at: now)
    resizing = nil
    drop()
    connection = .waiting(next: now + nextPause())
  }

  private mutating func nextPause() -> Duration {
    var generator = AnyGenerator(base: random)
    defer { random = generator.base }
    return backoff.next(&generator)
  }

  private mutating func drop() {
    actions += connection.topics.map { .unsubscribe($0) }
  }

  mutating func receiveAttachReply(_ body: Reply.Body, at now: Duration) {
    switch body {
    case .attached(let attached):
      accept(attached, at: now)
    case .failure(let failure):
      if joined != nil, failure.code == .noSuchSession {
        return actions.append(.exit(ClientExit(.success, "session '\(session)' has ended")))
      }
      guard !hasJoinedOnce || failure.code == .protocolMismatch else {
        messages.show(failure.text, at: now)
        return retry(at: now)
      }
      actions.append(.exit(ClientExit(failure.code.exitCode, failure.text)))
    case .accepted, .sessions, .snapshot, .done, .status, .viewers, .waited:
      retry(at: now)
    }
  }

  private mutating func accept(_ attached: Reply.Attached, at now: Duration) {
    if !hasJoinedOnce, options.isContentAsked, attached.content != content {
      send(.leave(viewer: attached.viewer))
      actions.append(
        .exit(
          ClientExit(
            .usage,
            "session '\(options.session)' shows \(attached.content.spoken), not \(content.spoken): "
              + "take another name, or end it first with `navclient kill -s \(options.session)`"
          )
        )
      )
      return
    }
    if hasJoinedOnce, attached.isNew {
      messages.show("navd was restarted: the session begins anew", at: now)
    }
    content = attached.content
    joined = Request.Attach.Joined(session: attached.session, epoch: attached.epoch)
    // The stream topic first: when the ready topic arrives, the stream is subscribed.
    actions.append(.subscribe(attached.streamTopic))
    actions.append(.subscribe(attached.readyTopic))
    connection = .joining(attached, since: now)
    // Another daemon: what was left is not known to it.
    if attached.epoch != resizing?.epoch { resizing = nil }
  }

  mutating func join(_ snapshot: Snapshot, _ attached: Reply.Attached, at now: Duration) {
    guard snapshot.epoch == attached.epoch, let replica = try? Replica(snapshot, now: now) else {
      return retry(at: now)
    }
    actions.append(.unsubscribe(attached.readyTopic))
    self.replica = replica
    connection = .live(attached, heardAt: now)
    resizing = nil
    freshAt = now
    nextAlive = now + Self.aliveInterval
    hasJoinedOnce = true
    backoff.reset()
    if snapshot.scene.viewport != viewport { joinAnew(from: attached, at: now) }
  }

  mutating func follow(_ outcome: Replica.Outcome, at now: Duration) {
    switch outcome {
    case .applied, .ignored: break
    // Several viewers may have missed the same: they come back one after the other.
    case .gap, .corrupt: retry(at: now)
    }
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

extension ContentDescription {
  /// As a sentence names it.
  var spoken: String {
    switch self {
    case .tour: "the tour"
    case .deck(let path), .tree(let path), .scene(let path): path
    case .tabs(let contents): contents.map(\.spoken).joined(separator: ", ")
    }
  }
}
