import NavBase
import NavScene
import NavWire

/// Joining a stream and staying attached to it (proto/README.md: Join).
extension ClientCore {
  /// Sends an attach for the terminal's size.
  ///
  /// - Parameters:
  ///   - previous: the attachment with which operations are sent until the answer; nil for the current attachment.
  ///   - now: the time.
  mutating func attach(replacing previous: Reply.Attached? = nil, at now: Duration) {
    unsubscribe()
    let request = outbox.send(.attach(attachment.request(for: sizing.terminal)))
    attachment.sent(request, replacing: previous, at: now)
    sizing.requested()
  }

  /// Attaches again after a pause; nil for one that grows with every failure.
  mutating func retry(after pause: Duration? = nil, at now: Duration) {
    // The cancellation is repeated until the daemon has received it, so that no pan stays open for other viewers.
    cancelDrag(at: now)
    unsubscribe()
    attachment.wait(from: now, for: pause, using: &random)
  }

  private mutating func unsubscribe() {
    outbox.append(connection.topics.map { .unsubscribe($0) })
  }

  mutating func performAttachmentAction(_ action: Attachment.Action, at now: Duration) {
    switch action {
    case .attach: attach(at: now)
    case .retry(let pause): retry(after: pause, at: now)
    case .dropKeys: _ = input.takeHeldKeys()
    case .join(let attached): awaitSnapshot(of: attached, at: now)
    case .leave(let viewer): outbox.send(.leave(viewer: viewer))
    case .show(let text): messages.show(text, at: now)
    case .exit(let exit): outbox.append(.exit(exit))
    }
  }

  private mutating func awaitSnapshot(of attached: Reply.Attached, at now: Duration) {
    // The stream topic first: when the ready topic arrives at the daemon, the stream is already subscribed.
    outbox.append(.subscribe(attached.streamTopic))
    outbox.append(.subscribe(attached.readyTopic))
    if let size = sizing.granted(attached.viewport, options.fit) {
      messages.show(
        "too many terminal sizes in this session: showing the layout of \(size)",
        at: now
      )
    }
    following.expectSnapshot()
  }

  /// Handles the snapshot of the joined stream.
  mutating func join(_ snapshot: Snapshot, _ attached: Reply.Attached, at now: Duration) {
    let isOtherView = following.isOtherView(attached)
    guard snapshot.epoch == attached.epoch,
      let start = following.start(with: snapshot, of: attached, at: now)
    else { return retry(at: now) }
    outbox.append(.unsubscribe(attached.readyTopic))
    if isOtherView { forgetView(at: now) }
    switch start {
    case .sameEpoch: break
    case .first:
      reader.restart(at: now)
      tellOfPast(of: attached, at: now)
    case .otherEpoch(let isWorkLost):
      // The new scene may have other containers under the pointer.
      input.forgetDrag()
      if isWorkLost { messages.show("navd was restarted: the last changes are lost", at: now) }
      reader.restart(at: now)
    }
    view.overlay?.content.joinedAgain(at: now)
    view.trial.restart(at: now)
    attachment.joined(attached, at: now)
    messages.forget("not connected: ")
    sizing.shown()
    if following.hasMissedUpdates {
      following.repairing()
      fallBehind(at: now)
    } else {
      sizing.checkSize()
      joinAtNewSize(at: now)
    }
    changeViewIfDue(at: now)
    receiveHeldKeys(at: now)
  }

  /// Tells whoever joins in the middle of a talk that it can be seen from the beginning.
  private mutating func tellOfPast(of attached: Reply.Attached, at now: Duration) {
    guard attached.part.hasPast, let scene = currentScene(at: now), scene.focusKind == .pager,
      let place = ScenePlaces(scene, peek: 0).place, place.number > 1
    else { return }
    messages.show("joined at \(place.number)/\(place.count): < goes back", .news, at: now)
  }

  // MARK: Sizes

  /// Requests the layout for the terminal's current size, at most once every `ResizePace.pause`.
  ///
  /// While an attach is in progress, the next one waits for its end.
  mutating func joinAtNewSize(at now: Duration) {
    guard let attached = connection.attached, sizing.takeDueRequest(at: now) else { return }
    attach(replacing: attached, at: now)
  }

  /// Joins another stream, on request of the daemon; keeps showing the old scene until then.
  mutating func changeStream(at now: Duration) {
    // The drag's coordinates belong to the old layout.
    cancelDrag(at: now)
    sizing.streamChanged()
    joinAtNewSize(at: now)
  }

  // MARK: The transport

  /// Replaces the command with which others join, because the daemon has another key or address now.
  ///
  /// - Parameter command: the command, with the session's name with which the viewer was started.
  package mutating func setInvitation(_ command: String) {
    attachment.setInvitation(command)
  }

  /// Handles the loss of the transport connection.
  package mutating func connectionLost(at now: Duration) {
    if connection.attached != nil { retry(at: now) }
    attachment.connectionLost()
  }

  /// Handles a new transport connection: attaches at once.
  package mutating func connectionFound(at now: Duration) {
    if attachment.connectionFound() { attach(at: now) }
  }
}
