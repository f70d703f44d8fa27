package import NavBase
package import NavScene
package import NavWire

/// The decisions of a viewer, without I/O: its inputs are replies, layout messages, keys and the time; its outputs are
/// actions and a `Screen` to paint.
///
/// It is composed of machines, each of which decides one thing. The core passes every event to the machine that it
/// concerns, and what that decides to the others and to the outbox.
package struct ClientCore: ~Copyable {
  /// Joining a stream and staying attached to it.
  var attachment: Attachment
  /// The replica of the stream, and how far it is behind.
  var following: Following
  /// The terminal's size and the stream's.
  var sizing: Sizing
  /// Actions for the loop around the core, and the numbers of requests.
  var outbox: Outbox
  /// Operations without an answer.
  package internal(set) var operations: OperationQueue
  /// Keys, drags and the mouse.
  var input = UserInput()
  /// The state that only this viewer sees: overlay, prompt, scroll offsets.
  var view = LocalView()
  /// Reading the whole text of a page.
  var reader = PageReader()
  /// The pictures that the terminal shows over its cells.
  var pictures = PictureShelf()
  /// The messages in the status line.
  var messages = MessageLine()
  var random: AnyGenerator

  /// - Parameters:
  ///   - options: what to show, and how.
  ///   - viewport: the size of the terminal.
  ///   - client: its id; nil for a random one.
  ///   - random: makes ids, and the jitter of pauses.
  ///   - now: the time.
  package init(
    options: Options,
    viewport: CellSize,
    client: ClientID? = nil,
    random: any RandomNumberGenerator,
    now: Duration
  ) {
    var random = AnyGenerator(base: random)
    let client = if let client { client } else { ClientID(random: &random) }
    self.random = random
    attachment = Attachment(options, at: now)
    following = Following(at: now)
    sizing = Sizing(terminal: viewport, layout: options.layout)
    outbox = Outbox(client: client, credential: options.credential)
    operations = OperationQueue(client: client, firstPause: options.firstPause)
    view.isBare = options.isBare
  }

  /// Returns and clears the actions caused by the events since the last call.
  package mutating func takeActions() -> [ClientAction] { outbox.take() }

  // MARK: Time

  /// Handles everything that is due: retries, resends, `alive` messages, time-outs.
  package mutating func tick(at now: Duration) {
    if let due = attachment.due(at: now, repairAt: following.repairAt) { performDue(due, at: now) }
    outbox.append(operations.due(at: now).map { .send($0) })
    joinAtNewSize(at: now)
    changeViewIfDue(at: now)
    sendDuePan(at: now)
    advancePointing(at: now)
    messages.expire(at: now)
    sendOverlayRequest(at: now)
    sendPageRequest(at: now)
    giveUpCopying(at: now)
    sendTrialRequest(at: now)
    sendPictureRequest(at: now)
    // Updates the session's state even if the terminal could not accept a frame.
    _ = currentScene(at: now)
  }

  private mutating func performDue(_ due: Attachment.Due, at now: Duration) {
    switch due {
    case .attach: attach(at: now)
    case .retry: retry(at: now)
    case .reattach(let attached): attach(replacing: attached, at: now)
    case .repair:
      following.repairing()
      fallBehind(at: now)
    case .alive(let viewer):
      outbox.send(.alive(viewer: viewer, following.health(at: now)))
    }
  }

  /// Returns the time at which `tick` or a new frame is due; nil for never.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - nextFrame: the time before which no frame is painted, so that a frame of a motion is not due earlier.
  /// - Returns: the time.
  package func nextWake(at now: Duration, nextFrame: Duration? = nil) -> Duration? {
    var next: Duration?
    func add(_ wake: Duration?) {
      guard let wake else { return }
      next = min(next ?? wake, wake)
    }
    add(attachment.nextWake(repairAt: following.repairAt))
    add(operations.nextWake)
    add(input.pans.nextWake)
    add(input.pointing.nextWake)
    add(messages.nextWake)
    if isLive { add(following.news.nextWake) }
    add(following.replica?.nextFrameTime.map { max($0, nextFrame ?? $0) })
    if connection.attached != nil { add(sizing.nextWake) }
    add(nextStalenessChange(at: now))
    add(nextWaitingChange(at: now))
    add(nextOverlayChange(at: now))
    add(reader.nextWake(at: now, isLive: isLive))
    add(nextTrialChange(at: now))
    add(nextTalkChange(at: now))
    if connection.attached != nil { add(pictures.nextWake(at: now)) }
    add(attachment.views.arrival.flatMap { $0.deadline > now ? $0.deadline : nil })
    return next
  }

  // MARK: The daemon's messages

  package mutating func receiveReply(_ reply: Reply, at now: Duration) {
    if reply.seq > 0 {
      guard reply.client == operations.client else { return }
      receiveAnswer(reply, at: now)
      changeViewIfDue(at: now)
    } else if case .attaching(let request, _) = connection, reply.id == request {
      for action in attachment.receive(reply.body, at: now) {
        performAttachmentAction(action, at: now)
      }
    } else if receiveForOverlay(reply, at: now) || receiveForPage(reply, at: now)
      || receiveForTrial(reply, at: now) || pictures.receive(reply, at: now)
    {
      return
    } else if case .failure(let failure) = reply.body {
      receiveFailure(failure, of: reply.id, at: now)
    } else if case .accepted(_, let reason?) = reply.body, input.pointing.hasSent(reply.id) {
      messages.showOnce("\(reason)", at: now)
    }
  }

  /// The key with which the messages on a topic are encrypted; nil for others, and for a topic that is not followed.
  package func streamKey(of topic: [UInt8]) -> [UInt8]? {
    // The key first: most connections have none, and the list of topics is made anew each time.
    guard let key = connection.streamKey, connection.topics.contains(topic) else { return nil }
    return key
  }

  package mutating func receiveLayout(
    _ message: LayoutMessage,
    on topic: [UInt8],
    at now: Duration
  ) {
    guard connection.topics.contains(topic) else { return }
    switch (message, connection) {
    case (.bye(let bye), _):
      performAttachmentAction(attachment.receive(bye), at: now)
    case (.snapshot(let snapshot), .joining(let attached, _)) where topic == attached.readyTopic:
      join(snapshot, attached, at: now)
    case (.beat(let beat), .joining) where beat.isGone:
      retry(at: now)
    case (_, .live(let attached, _)):
      follow(message, of: attached, at: now)
    case (.keyframe(let keyframe), .behind(let attached, _)):
      let outcome = following.catchUp(with: keyframe, in: attached.epoch, at: now)
      performFollowingOutcome(outcome, of: attached, at: now)
    case (_, .behind(let attached, _)), (_, .joining(let attached, _)):
      performFollowingOutcome(following.record(message, in: attached.epoch), of: attached, at: now)
    case (_, .waiting), (_, .attaching): break
    }
  }

  // MARK: The terminal and the program

  package mutating func receiveEvent(_ event: InputEvent, at now: Duration) {
    switch event {
    case .key(let key): receiveKey(key, at: now)
    case .mouse(let mouse): receiveMouse(mouse, at: now)
    case .focus(let isFocused):
      if !isFocused { cancelDrag(at: now) }
    case .paste(let text): paste(text, at: now)
    case .terminalReport, .unknown: break
    }
  }

  package mutating func resize(to size: CellSize, at now: Duration) {
    guard size != sizing.terminal else { return }
    // The drag's coordinates belong to the old layout.
    cancelDrag(at: now)
    sizing.resize(to: size)
    joinAtNewSize(at: now)
  }

  /// Detaches from the session, which continues, and exits.
  package mutating func leave(_ exit: ClientExit = ClientExit(.success)) {
    if let viewer = connection.viewer { outbox.send(.leave(viewer: viewer)) }
    outbox.append(.exit(exit))
  }

  package mutating func suspend() {
    outbox.append(.suspend)
  }

  /// Shows a problem that the program has found, such as a fault in its configuration, in the status line.
  package mutating func report(_ problem: String, at now: Duration) {
    messages.show(problem, at: now)
  }
}

/// Wraps an existential random number generator for use as a generic argument.
struct AnyGenerator: RandomNumberGenerator {
  var base: any RandomNumberGenerator

  mutating func next() -> UInt64 { base.next() }
}

/// The state that the shell and tests read.
extension ClientCore {
  package var options: Options { attachment.options }
  package var connection: Connection { attachment.connection }
  package var hasJoinedOnce: Bool { attachment.hasJoinedOnce }
  package var replica: Replica? { following.replica }
  /// Limits the rate of a pan's moves.
  package var pans: PanPace { input.pans }

  /// Whether the viewer follows its stream.
  package var isLive: Bool { attachment.isLive }

  /// When the replica was last known to be up to date.
  package var freshAt: Duration { following.freshAt }

  /// The session version that the replica shows.
  package var shownVersion: UInt64 { following.shownVersion }

  /// Whether all operations are answered, their effects are in the replica, and the wanted view is shown.
  package var isCaughtUp: Bool {
    isLive && operations.oldest == nil && following.showsAcceptedVersion
      && !attachment.views.isChanging
  }

  /// Whether the viewer receives mouse reports; otherwise the terminal handles the mouse.
  package var isMouseOn: Bool { input.isMouseOn }

  /// The delay of the terminal; updated by the painter.
  package var paintDelay: PaintDelay {
    get { following.paintDelay }
    set { following.paintDelay = newValue }
  }

  /// Whether the user requested a complete redraw; reset by the painter.
  package var isRedrawWanted: Bool {
    get { input.isRedrawWanted }
    set { input.isRedrawWanted = newValue }
  }
}

/// Following a stream, and catching up after a gap (proto/README.md: Join, step 4; Updates).
extension ClientCore {
  /// Handles a message of the stream while live.
  mutating func follow(_ message: LayoutMessage, of attached: Reply.Attached, at now: Duration) {
    attachment.follow(attached, at: now)
    following.refresh(at: now)
    let outcome = following.follow(message, in: attached.epoch, at: now)
    performFollowingOutcome(outcome, of: attached, at: now)
    if outcome != .lost, case .beat(let beat) = message, beat.moves.contains(attached.viewer) {
      changeStream(at: now)
    }
  }

  mutating func performFollowingOutcome(
    _ outcome: Following.Outcome,
    of attached: Reply.Attached,
    at now: Duration
  ) {
    switch outcome {
    case .unchanged: break
    case .updated: view.trial.restart(at: now)
    case .caughtUp: attachment.follow(attached, at: now)
    case .behind:
      if isLive { fallBehind(at: now) }
    case .lost: retry(after: Attachment.shortPause(using: &random), at: now)
    }
  }

  /// Waits a short time for a keyframe after a gap, then attaches again; the old scene stays on the screen.
  mutating func fallBehind(at now: Duration) {
    // The shown scene is outdated, so a drag on it is cancelled.
    cancelDrag(at: now)
    attachment.fallBehind(at: now, using: &random)
  }

  /// Longer than any motion, so the scene at that later time is the motion's end.
  private static let longMotion = Duration.seconds(3600)

  /// Returns the current scene; nil before the first snapshot.
  package mutating func currentScene(at now: Duration) -> Scene? {
    do {
      let time = options.reducedMotion ? now + Self.longMotion : now
      guard let scene = try following.scene(at: time) else { return nil }
      if !scene.session.isEmpty { attachment.session = scene.session }
      attachment.isUnsaved = scene.isUnsaved
      if isLive, let news = following.newsMessage(for: scene, to: attachment.person, at: now) {
        messages.show(news, .news, at: now)
      } else if let outdated = following.news.outdated {
        messages.forget(outdated)
      }
      return scene
    } catch {
      // An incomplete timeline: fetch the scene again.
      retry(at: now)
      return nil
    }
  }
}

extension ClientCore {
  /// Returns the screen to paint now.
  package mutating func screen(at now: Duration) -> Screen {
    let current = currentScene(at: now)
    if let current { view.clampOffsets(to: current) }
    endAcceptedTrial(at: now)
    let scene = trialScene(over: current) ?? current
    var screen = Screen(
      session: attachment.session,
      invitation: invitation,
      scene: scene,
      size: sizing.terminal
    )
    screen.sync.staleness = staleness(of: scene, at: now)
    screen.sync.isOutOfStep = !following.isInStep
    // The status line shows how far a search is.
    screen.notice.text = messages.text ?? (scene?.searching == nil ? waitingMessage(at: now) : nil)
    screen.notice.count = messages.count
    screen.notice.isNews = messages.shown?.kind == .news
    screen.typing.pendingKeys = input.keys.pending
    screen.typing.waitingKeys = screen.sync.staleness == nil ? 0 : input.heldKeyCount
    screen.local.peek = view.peek
    screen.local.shift = view.shift
    if let scene { screen.origin = sizing.origin(of: scene.viewport) }
    screen.local.isBare = view.isBare
    screen.local.isPointing = input.pointing.hasKeys
    screen.local.control = ownControl
    screen.local.view = shownView
    screen.local.timeLine = view.timeLine
    if let scene { screen.local.talk = talkTime(in: scene, at: now) }
    screen.overlay = overlayPicture(at: now)
    screen.typing.prompt = view.prompt
    screen.typing.promptError = view.prompt == nil ? nil : view.trial.error
    screen.pictures = shownPictures(on: screen, at: now)
    return screen
  }

  /// Returns the state of a connection that is not live; nil for the first 0.3 s without connection.
  private func staleness(of scene: Scene?, at now: Duration) -> Screen.Staleness? {
    let age = now - freshAt
    guard !isLive, age >= Self.noticeDelay else { return nil }
    return scene == nil ? .connecting : .reconnecting(seconds: Int(age.components.seconds))
  }

  /// Returns the trial scene shown during typing; nil if it is laid out for another size.
  private func trialScene(over current: Scene?) -> Scene? {
    guard let scene = view.trial.scene, let current, scene.viewport == current.viewport else {
      return nil
    }
    return scene
  }

  /// The command with which others join, with the session's current name.
  private var invitation: String {
    guard attachment.session != options.session,
      options.invitation.hasSuffix(options.session)
    else { return options.invitation }
    return options.invitation.dropLast(options.session.count) + attachment.session
  }

  /// Returns the message about a long wait for an answer; nil for none.
  private func waitingMessage(at now: Duration) -> String? {
    guard isLive, let since = waitingSince, now - since >= Self.noticeDelay else {
      return nil
    }
    return "waiting for navd…"
  }

  /// The time since which the user has waited for an answer.
  private var waitingSince: Duration? {
    [operations.oldestSentAt, reader.copyingSince].compactMap(\.self).min()
  }

  /// Returns the time at which the message about a wait appears.
  func nextWaitingChange(at now: Duration) -> Duration? {
    guard isLive, let since = waitingSince else { return nil }
    let due = since + Self.noticeDelay
    return due > now ? due : nil
  }

  /// Returns the time at which the displayed age of the scene changes; nil while it is live.
  func nextStalenessChange(at now: Duration) -> Duration? {
    guard !isLive else { return nil }
    let age = now - freshAt
    if age < Self.noticeDelay { return freshAt + Self.noticeDelay }
    return freshAt + .seconds(age.components.seconds + 1)
  }

  /// Shorter interruptions are not displayed.
  static let noticeDelay = Duration.milliseconds(300)
}
