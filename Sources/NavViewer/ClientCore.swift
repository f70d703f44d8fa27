import NavCommands
package import NavGeometry
package import NavInput
import NavScene
package import NavSync
package import NavWire

/// A viewer without the world: replies, layout messages, keys and time go in; requests and subscriptions come
/// out, and a `Screen` to be painted.
package struct ClientCore: ~Copyable {
  /// What the viewer was started for.
  package struct Options: Hashable, Sendable {
    package var session: String
    /// Shown when the session does not exist yet.
    package var content: ContentDescription
    /// Whether the user asked for that content: a session that shows something else is then refused.
    package var isContentAsked: Bool
    /// Whether the session's name was made of the content: where a session of that name shows something else, another
    /// name is taken.
    package var isNamedAfterContent: Bool
    /// The command with which others join.
    package var invitation: String
    /// After which silence of the daemon operations are sent again first.
    package var firstPause: Duration
    /// Whether motions are shown as their ends, at once.
    package var reducedMotion: Bool
    /// Which layout it shows.
    package var fit: ViewerFit
    /// Whether it begins with the pages alone, without status line and page dots.
    package var isBare: Bool

    package init(
      session: String,
      content: ContentDescription,
      isContentAsked: Bool,
      isNamedAfterContent: Bool = false,
      invitation: String,
      firstPause: Duration = OperationQueue.firstPause,
      reducedMotion: Bool = false,
      fit: ViewerFit = .relayout,
      isBare: Bool = false
    ) {
      self.session = session
      self.content = content
      self.isContentAsked = isContentAsked
      self.isNamedAfterContent = isNamedAfterContent
      self.invitation = invitation
      self.firstPause = firstPause
      self.reducedMotion = reducedMotion
      self.fit = fit
      self.isBare = isBare
    }
  }

  package let options: Options
  /// The session's name now: it may have been changed since.
  var session: String
  /// The session's id and its epoch, once it was joined.
  var joined: Request.Attach.Joined?
  /// The session that the replica shows.
  var shownSession: UInt64?
  /// Whether the scene said last that the daemon can't write its state.
  ///
  /// Then it may come back without the session, which begins anew by its name and not by its id.
  var isUnsaved = false
  /// The terminal's size; what the stream is laid out for, as soon as the daemon has answered, unless it is
  /// letterboxed.
  var viewport: CellSize
  var place = StreamPlace()
  var resizes = ResizePace()
  package internal(set) var connection: Connection
  /// What a live viewer leaves while it joins anew because of its size, or because it has missed
  /// something.
  ///
  /// Operations are none of the stream's: they are sent all the same.
  var leaving: Reply.Attached?
  /// The newest number of the stream that was heard of while nothing could be applied.
  var heardSeq: UInt64 = 0
  /// How often in a row the scene was another than the daemon's, without an update that was right
  /// in between.
  var faults = 0
  /// When a viewer that is out of step looks whether the daemon's scene is one that it can follow
  /// again.
  var repairAt: Duration?
  /// How far the terminal is behind; whoever paints tells.
  package var paintDelay = PaintDelay()
  package internal(set) var replica: Replica?
  /// When the replica was last known to be what the daemon has.
  package var freshAt: Duration
  /// Names this process for as long as it lives.
  let client: ClientID
  package internal(set) var operations: OperationQueue
  var keys = KeyInterpreter()
  var view = LocalView()
  var drags = DragRecognizer()
  package internal(set) var pans = PanPace()
  package var messages = MessageLine()
  /// Commands that were typed, the newest last.
  var paletteHistory: [String] = []
  /// The text of the page in front, on its way.
  var pageInquiry: PageInquiry?
  /// What has come of that, until it is taken.
  var reading: PageReading?
  /// What is to be copied once that text is there.
  var copying: Copying?
  /// The newest version of the session that an operation of this client has led to.
  var acceptedVersion: UInt64 = 0
  /// The version that a beat has told of while nothing was missing.
  var beatVersion: UInt64 = 0
  /// What was found last, to be stepped through.
  var results: FoundResults?
  /// How many watch, as far as it was told.
  var attendance = Attendance()
  /// Whether the mouse is the viewer's, and not the terminal's own.
  package var isMouseOn = true
  /// The user asked for the whole screen anew; whoever paints resets it.
  package var isRedrawWanted = false
  var backoff = Backoff()
  var random: any RandomNumberGenerator
  var lastRequest: UInt64 = 0
  var content: ContentDescription
  package internal(set) var hasJoinedOnce = false
  var nextAlive: Duration
  var actions: [ClientAction] = []

  static let aliveInterval = Duration.seconds(2)
  static let patience = Duration.seconds(3)
  static let joinPatience = Duration.seconds(1)
  static let repairInterval = Duration.seconds(10)

  package init(
    options: Options,
    viewport: CellSize,
    random: any RandomNumberGenerator,
    now: Duration
  ) {
    var random = random
    self.options = options
    view.isBare = options.isBare
    session = options.session
    self.viewport = viewport
    content = options.content
    client = ClientID(random: &random)
    operations = OperationQueue(client: client, firstPause: options.firstPause)
    self.random = random
    connection = .waiting(next: now)
    freshAt = now
    nextAlive = now
  }

  /// Hands out what is to be done after one or more events.
  package mutating func takeActions() -> [ClientAction] {
    defer { actions = [] }
    return actions
  }

  // MARK: Events

  /// Time has passed: tries again, sends again, says that it is alive, notices silence.
  package mutating func tick(at now: Duration) {
    switch connection {
    case .waiting(let next) where now >= next:
      attach(at: now)
    case .attaching(_, let since) where now - since >= Self.joinPatience:
      retry(at: now)
    case .joining(_, let since) where now - since >= Self.joinPatience:
      retry(at: now)
    case .live(let attached, let heardAt):
      if now - heardAt >= Self.patience {
        retry(at: now)
      } else if let repairAt, now >= repairAt {
        fallBehind(attached, at: now)
      } else if now >= nextAlive {
        nextAlive = now + Self.aliveInterval
        send(.alive(viewer: attached.viewer, health(at: now)))
      }
    case .behind(let attached, let until) where now >= until:
      joinAnew(from: attached, at: now)
    case .waiting, .attaching, .joining, .behind: break
    }
    actions += operations.due(at: now).map { .send($0) }
    joinAtNewSize(at: now)
    sendDuePan(at: now)
    messages.expire(at: now)
    askForOverlay(at: now)
    askForPage(at: now)
    giveUpCopying(at: now)
    askForTrial(at: now)
    // A frame that the terminal could not take is over all the same.
    _ = currentScene(at: now)
  }

  /// The transport lost the daemon.
  package mutating func connectionLost(at now: Duration) {
    if connection.attached != nil { retry(at: now) }
    leaving = nil
  }

  /// The transport has the daemon again: no need to wait any longer.
  package mutating func connectionFound(at now: Duration) {
    switch connection {
    case .waiting, .attaching:
      backoff.reset()
      attach(at: now)
    case .joining, .live, .behind: break
    }
  }

  package mutating func resize(to size: CellSize, at now: Duration) {
    guard size != viewport else { return }
    // What the pointer moves is laid out for the old size.
    cancelDrag(at: now)
    viewport = size
    resizes.changed()
    joinAtNewSize(at: now)
  }

  package mutating func receive(_ event: InputEvent, at now: Duration) {
    switch event {
    case .key(let key): receive(key, at: now)
    case .mouse(let mouse): receive(mouse, at: now)
    case .focus(let isFocused):
      if !isFocused { cancelDrag(at: now) }
    case .paste(let text): paste(text, at: now)
    case .terminalReport, .unknown: break
    }
  }

  package mutating func receive(_ reply: Reply, at now: Duration) {
    if reply.seq > 0 {
      guard reply.client == operations.client else { return }
      receiveAnswer(reply, at: now)
    } else if case .attaching(let request, _) = connection, reply.id == request {
      receiveAttachReply(reply.body, at: now)
    } else if receivesInOverlay(reply, at: now) || receivesPage(reply, at: now)
      || receivesTrial(reply, at: now)
    {
      return
    } else if case .failure(let failure) = reply.body, failure.code == .unknownViewer,
      connection.attached != nil
    {
      // With the viewer, its pan has ended.
      _ = drags.cancel()
      pans.end()
      attach(at: now)
    }
  }

  package mutating func receive(
    _ message: LayoutMessage,
    on topic: [UInt8],
    at now: Duration
  ) {
    guard connection.topics.contains(topic) else { return }
    switch (message, connection) {
    case (.bye(let bye), _):
      receive(bye, at: now)
    case (.snapshot(let snapshot), .joining(let attached, _)) where topic == attached.readyTopic:
      join(snapshot, attached, at: now)
    case (.beat(let beat), .joining) where beat.isGone:
      retry(at: now)
    case (_, .live(let attached, _)):
      connection = .live(attached, heardAt: now)
      freshAt = now
      follow(message, of: attached, at: now)
    case (.keyframe(let keyframe), .behind(let attached, _)):
      catchUp(with: keyframe, attached, at: now)
    case (_, .behind(let attached, _)), (_, .joining(let attached, _)):
      hear(of: message, in: attached, at: now)
    case (_, .waiting), (_, .attaching): break
    }
  }

  /// When `tick` or a new frame is due; nil when never.
  package func nextWake(at now: Duration) -> Duration? {
    let wakes: [Duration?] = [
      {
        switch connection {
        case .waiting(let next): next
        case .attaching(_, let since), .joining(_, let since): since + Self.joinPatience
        case .live(_, let heardAt):
          min(heardAt + Self.patience, nextAlive, repairAt ?? nextAlive)
        case .behind(_, let until): until
        }
      }(),
      operations.nextWake, pans.nextWake, messages.nextWake, replica?.nextFrameTime,
      connection.attached.flatMap { _ in resizes.nextWake },
      nextStalenessChange(at: now),
      nextWaitingChange(at: now),
      nextOverlayChange(at: now),
      nextPageWake(at: now),
      nextTrialChange(at: now),
    ]
    return wakes.compactMap(\.self).min()
  }

  /// The viewer goes; the session stays.
  package mutating func leave(_ exit: ClientExit = ClientExit(.success)) {
    switch connection {
    case .live(let attached, _), .behind(let attached, _), .joining(let attached, _):
      send(.leave(viewer: attached.viewer))
    case .waiting, .attaching: break
    }
    actions.append(.exit(exit))
  }

  package mutating func suspend() {
    actions.append(.suspend)
  }
}
