import NavCommands
package import NavGeometry
package import NavInput
package import NavModel
import NavScene
package import NavSync
package import NavWire

/// The decisions of a viewer, without I/O: its inputs are replies, layout messages, keys and the time; its outputs are
/// actions and a `Screen` to paint.
package struct ClientCore: ~Copyable {
  /// The settings with which the viewer was started.
  package struct Options: Hashable, Sendable {
    package var session: String
    /// The content of the session if it does not exist yet.
    package var content: ContentSpec
    /// Whether the user named the content; a session that shows something else is then refused.
    package var isContentAsked: Bool
    /// Whether the session's name was derived from the content; if a session of that name shows something else, another
    /// name is tried.
    package var isNamedAfterContent: Bool
    /// The command with which others join.
    package var invitation: String
    /// The first pause without an answer after which operations are sent again.
    package var firstPause: Duration
    /// Whether only the end of each motion is shown, at once.
    package var reducedMotion: Bool
    /// Which layout the viewer shows.
    package var fit: ViewerFit
    /// Whether it starts with the pages only, without status line and page dots.
    package var isBare: Bool

    package init(
      session: String,
      content: ContentSpec,
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
  /// The session's current name; it may have been renamed.
  var session: String
  /// The id and epoch of the joined session; nil before the first join.
  var joined: Request.Attach.Joined?
  /// The session that the replica shows.
  var shownSession: UInt64?
  /// Whether the last scene reported that the daemon can't write its state.
  ///
  /// If so, the daemon may restart without the session, and the viewer attaches by name instead of by id.
  var isUnsaved = false
  /// The terminal's size; also the stream's viewport once the daemon has answered, unless the layout is smaller.
  var viewport: CellSize
  var place = ViewportNegotiation()
  var resizes = ResizePace()
  package internal(set) var connection: Connection
  /// The previous attachment while the viewer joins again, because of its size or after missed updates.
  ///
  /// Operations don't depend on the stream, so they are sent with this one meanwhile.
  var leaving: Reply.Attached?
  /// The highest sequence number of the stream received so far, applied or not.
  var heardSeq: UInt64 = 0
  /// The number of consecutive hash mismatches without a correct update in between.
  var faults = 0
  /// The time at which a viewer that is out of step attaches again to get a correct scene; nil while in step.
  var repairAt: Duration?
  /// The delay of the terminal; updated by the painter.
  package var paintDelay = PaintDelay()
  package internal(set) var replica: Replica?
  /// When the replica was last known to be up to date.
  package internal(set) var freshAt: Duration
  /// The client id, constant for the life of the process.
  let client: ClientID
  package internal(set) var operations: OperationQueue
  var keys = KeyInterpreter()
  var view = LocalView()
  var drags = DragRecognizer()
  package internal(set) var pans = PanPace()
  var messages = MessageLine()
  /// Typed palette commands, the newest last.
  var paletteHistory: [String] = []
  /// The open request for the front page's text.
  var pageInquiry: PageInquiry?
  /// The result of that request, until it is consumed.
  var reading: PageReading?
  /// The copy request that waits for that text.
  var copying: Copying?
  /// The newest session version that resulted from an operation of this client.
  var acceptedVersion: UInt64 = 0
  /// The version in the last Beat that matched the replica's sequence number.
  var beatVersion: UInt64 = 0
  /// The results of the last find, for stepping through.
  var results: FoundResults?
  /// The reported number of viewers.
  var attendance = Presence()
  /// Whether the viewer receives mouse reports; otherwise the terminal handles the mouse.
  package internal(set) var isMouseOn = true
  /// Whether the user requested a complete redraw; reset by the painter.
  package var isRedrawWanted = false
  var backoff = Backoff()
  var random: any RandomNumberGenerator
  var lastRequest: UInt64 = 0
  var content: ContentSpec
  package internal(set) var hasJoinedOnce = false
  var nextAlive: Duration
  var actions: [ClientAction] = []

  /// The interval of `alive` messages.
  static let aliveInterval = Duration.seconds(2)
  /// The silence after which a live connection counts as lost.
  static let patience = Duration.seconds(3)
  /// How long the reply to an attach, and then the snapshot, is awaited.
  static let joinPatience = Duration.seconds(1)
  /// How often a viewer that is out of step attaches again.
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

  /// Returns and clears the actions caused by the events since the last call.
  package mutating func takeActions() -> [ClientAction] {
    defer { actions = [] }
    return actions
  }

  // MARK: Events

  /// Handles everything that is due: retries, resends, `alive` messages, time-outs.
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
    // Updates the session's state even if the terminal could not accept a frame.
    _ = currentScene(at: now)
  }

  /// Handles the loss of the transport connection.
  package mutating func connectionLost(at now: Duration) {
    if connection.attached != nil { retry(at: now) }
    leaving = nil
  }

  /// Handles a new transport connection: attaches at once.
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
    // The drag's coordinates belong to the old layout.
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
      // The viewer's pan has ended with its attachment.
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

  /// Returns the time at which `tick` or a new frame is due; nil for never.
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

  /// Detaches from the session, which continues, and exits.
  package mutating func leave(_ exit: ClientExit = ClientExit(.success)) {
    switch connection {
    case .live(let attached, _), .behind(let attached, _), .joining(let attached, _):
      send(.leave(viewer: attached.viewer))
    case .waiting, .attaching: break
    }
    actions.append(.exit(exit))
  }

  /// Shows a problem that the program has found, such as a fault in its configuration, in the status line.
  package mutating func report(_ problem: String, at now: Duration) {
    messages.show(problem, at: now)
  }

  package mutating func suspend() {
    actions.append(.suspend)
  }
}
