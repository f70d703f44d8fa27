import CNavSupport
import Glibc
import NavBase
import NavScene
import NavSystem
import NavViewer
import NavWire
import ZeroMQ

/// The connection of a viewer's core to the world, independent of its display: the sockets, the signals, and ssh.
struct ViewerLink: ~Copyable {
  private var sockets: ClientSockets
  /// Nil without encryption.
  private var keys: ServerKeyChoice?
  /// Nil for a daemon that is not reached over TCP.
  private var addresses: AddressRotation?
  /// Nil for a daemon that is not reached over TCP.
  private var renewal: ConnectionRenewal?
  private let signals: Int32
  private var opener = StreamOpener()
  /// The connection to the daemon's machine; nil if none was needed.
  private let tunnel: SSHTunnel?

  private enum Token {
    static let input = 1
    static let layout = 2
    static let inputEvents = 3
    static let layoutEvents = 4
    static let signals = 5
    static let tunnel = 6
  }

  /// The longest time for which messages are read in one turn, beyond the last one of them.
  static let turnLimit = Duration.milliseconds(50)
  /// The length of a turn that does not yet look for signals before it reads another message.
  private static let shortTurn = Duration.milliseconds(5)

  /// The first poller token that is free for the viewer.
  static let firstFreeToken = 7

  /// Connects the sockets, and takes ownership of the signal descriptor.
  ///
  /// - Parameters:
  ///   - endpoints: the daemon's endpoints.
  ///   - signals: the result of `watch`; closed with the link.
  ///   - tunnel: the connection through ssh to which the endpoints belong; nil for none.
  ///   - made: sockets of which the handshake for requests has succeeded; nil to make some.
  /// - Throws: if there is not enough memory or no descriptor.
  init(
    _ endpoints: Endpoints,
    signals: Int32,
    tunnel: SSHTunnel?,
    sockets made: consuming ClientSockets? = nil
  ) throws(ClientExit) {
    let isMade: Bool
    switch consume made {
    case .some(let made):
      sockets = made
      isMade = true
    case nil:
      do throws(ZeroMQError) {
        sockets = try ClientSockets(endpoints)
        isMade = false
      } catch {
        close(signals)
        throw ClientExit(.unreachable, error.description)
      }
    }
    self.signals = signals
    self.tunnel = tunnel
    let rotation = endpoints.server.map { AddressRotation($0, or: endpoints.alternatives) }
    let count = rotation?.count ?? 1
    keys = endpoints.encryption.map {
      ServerKeyChoice(expecting: $0.server, or: $0.others, addresses: count)
    }
    addresses = rotation
    var renewal: ConnectionRenewal? = rotation == nil ? nil : ConnectionRenewal()
    // The address may be of no use any more since it has answered.
    if count > 1 { renewal?.restarted(at: monotonicNow()) }
    if isMade { renewal?.handshakeSucceeded(.input) }
    self.renewal = renewal
  }

  /// Takes the connections to a daemon that was reached, or makes them.
  init(_ daemon: consuming ReachedDaemon) throws(ClientExit) {
    try self.init(
      daemon.endpoints,
      signals: daemon.signals,
      tunnel: daemon.tunnel,
      sockets: daemon.sockets
    )
  }

  deinit {
    close(signals)
  }

  /// The context of the sockets, to be closed after the link.
  var context: Context { sockets.context }

  /// Opens a descriptor that reads signals as events.
  ///
  /// Must be called before the first thread starts, so that no other thread receives the signals. One that ends the
  /// viewer ends the process, with the terminal restored, if it is not read within `signalPatience`: the viewer waits for
  /// a daemon before its loop begins, or reads a large message.
  static func watch(_ signals: [Int32]) throws(ClientExit) -> Int32 {
    let descriptor = nav_signalfd_open(signals, signals.count)
    guard descriptor >= 0 else { throw ClientExit(.unreachable, "can't watch signals") }
    let ends = signals.filter { ClientExit(signal: $0) != nil }
    guard nav_signals_enforce(ends, ends.count, signalPatience) == 0 else {
      close(descriptor)
      throw ClientExit(.unreachable, "can't watch signals")
    }
    return descriptor
  }

  /// The longest time, in milliseconds, for which a signal that ends the viewer stays unread: longer than a turn in which
  /// no message is large.
  static let signalPatience: Int32 = 90

  // MARK: Event loop

  /// Adds all descriptors to a poller.
  func add(to poller: inout Poller) {
    poller.add(sockets.input, token: Token.input, events: .readable)
    poller.add(sockets.layout, token: Token.layout, events: .readable)
    poller.add(sockets.inputEvents, token: Token.inputEvents, events: .readable)
    poller.add(sockets.layoutEvents, token: Token.layoutEvents, events: .readable)
    poller.add(descriptor: signals, token: Token.signals, events: .readable)
    if let tunnel {
      poller.add(descriptor: tunnel.fileDescriptor, token: Token.tunnel, events: .readable)
    }
  }

  /// The time at which `receive` is to be called, whatever is ready; nil if none is needed.
  var nextWake: Duration? {
    // A choice of a key makes the connections anew by itself.
    let keyWake = keys?.nextWake
    let renewalWake = keyWake == nil ? renewal?.nextWake : nil
    return [tunnel?.nextWake, keyWake, renewalWake].compactMap(\.self).min()
  }

  /// Returns the received signals, each kind once.
  func takeSignals(_ poller: borrowing Poller) -> [Int32] {
    guard !poller.isReady(token: Token.signals).isEmpty else { return [] }
    var taken: [Int32] = []
    while true {
      let signal = nav_signalfd_read(signals)
      guard signal > 0 else { return taken }
      taken.append(signal)
    }
  }

  /// Passes everything received from the daemon to a core.
  ///
  /// All of it, before anything is painted: only the newest state counts. What has not been read after `turnLimit`, or
  /// when a signal arrives, is read in the next turn, so that no flood keeps the user from leaving.
  mutating func receive(
    _ poller: borrowing Poller,
    for core: inout ClientCore,
    at now: Duration
  ) throws(ZeroMQError) {
    receiveFromTunnel(poller, for: &core, at: now)
    try perform(keys?.tick(at: now), for: &core, at: now)
    if !poller.isReady(token: Token.inputEvents).isEmpty {
      try receiveInputEvents(for: &core, at: now)
    }
    if !poller.isReady(token: Token.layoutEvents).isEmpty {
      try receiveLayoutEvents(for: &core, at: now)
    }
    try renewConnections(for: &core, at: now)
    if !poller.isReady(token: Token.input).isEmpty {
      while goesOn(since: now), let frames = try sockets.input.receive() {
        guard let bytes = frames.last, let reply = try? Reply(decoding: bytes) else { continue }
        if case .attached(let attached) = reply.body, let next = attached.part.nextServerKey {
          try perform(keys?.learn(next), for: &core, at: now)
        }
        core.receiveReply(reply, at: now)
      }
    }
    if !poller.isReady(token: Token.layout).isEmpty {
      while goesOn(since: now), let frames = try sockets.layout.receive() {
        guard frames.count == 2, let bytes = opened(frames[1], on: frames[0], core),
          let message = try? LayoutMessage(decoding: bytes)
        else { continue }
        core.receiveLayout(message, on: frames[0], at: now)
      }
    }
  }

  /// Whether a turn that began at a time reads another message.
  private func goesOn(since start: Duration) -> Bool {
    let elapsed = monotonicNow() - start
    guard elapsed >= Self.shortTurn else { return true }
    var look = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    return elapsed < Self.turnLimit && poll(&look, 1, 0) == 0
  }

  private mutating func receiveInputEvents(
    for core: inout ClientCore,
    at now: Duration
  ) throws(ZeroMQError) {
    while let event = try sockets.inputEvents.receiveEvent() {
      switch event.kind {
      case .handshakeSucceeded:
        renewal?.handshakeSucceeded(.input)
        try perform(keys?.handshakeSucceeded(), for: &core, at: now)
        if let server = addresses?.handshakeSucceeded() {
          let session = core.options.session
          core.setInvitation(
            Invitation.command(joining: session, at: server, key: keys?.expected)
          )
        }
        core.connectionFound(at: now)
      case .handshakeFailed: try perform(keys?.handshakeFailed(at: now), for: &core, at: now)
      case .connected, .retried, .closed: break
      case .connectDelayed, .listening, .bindFailed, .accepted, .acceptFailed, .closeFailed,
        .disconnected, .monitorStopped, .unknown:
        renewal?.disconnected(.input, at: now)
        core.connectionLost(at: now)
      }
    }
  }

  private mutating func receiveLayoutEvents(
    for core: inout ClientCore,
    at now: Duration
  ) throws(ZeroMQError) {
    while let event = try sockets.layoutEvents.receiveEvent() {
      if event.kind == .handshakeSucceeded {
        renewal?.handshakeSucceeded(.layout)
      } else {
        renewal?.disconnected(.layout, at: now)
        core.connectionLost(at: now)
      }
    }
  }

  /// Makes both connections anew if libzmq has not made them for some time, unless a key is being chosen: at the next
  /// address, if the daemon has several.
  private mutating func renewConnections(
    for core: inout ClientCore,
    at now: Duration
  ) throws(ZeroMQError) {
    guard keys?.nextWake == nil, renewal?.tick(at: now) == true else { return }
    try sockets.disconnect()
    core.connectionLost(at: now)
    let server = addresses?.next()
    try sockets.connect(to: server, expecting: keys?.expected)
  }

  /// Performs what was decided about the daemon's key.
  private mutating func perform(
    _ actions: [ServerKeyChoice.Action]?,
    for core: inout ClientCore,
    at now: Duration
  ) throws(ZeroMQError) {
    for action in actions ?? [] {
      switch action {
      case .disconnect: try sockets.disconnect()
      case .connect(let key):
        // Somebody else answers at the address.
        let isRefused = keys?.isRefused ?? false
        let server = isRefused ? addresses?.next() : nil
        try sockets.connect(to: server, expecting: key)
        renewal?.restarted(at: now)
      case .record(let succession):
        do throws(ClientExit) {
          try KnownServersFile.record(succession)
        } catch {
          core.report(error.text ?? "the daemon's next key can't be kept", at: now)
        }
        if succession.isSwitched, let server = addresses?.current {
          let session = core.options.session
          core.setInvitation(
            Invitation.command(joining: session, at: server, key: succession.next)
          )
        }
      case .reportOtherKey(let key):
        guard let server = addresses?.current else { continue }
        core.report(.brokenHandshakes(key, at: server), at: now)
      }
    }
  }

  /// Returns the bytes of a message, which may be encrypted; nil if they are to be ignored, like one that was lost.
  private mutating func opened(
    _ bytes: [UInt8],
    on topic: [UInt8],
    _ core: borrowing ClientCore
  ) -> [UInt8]? {
    guard let key = core.streamKey(of: topic) else { return bytes }
    return opener.open(bytes, key: key, topic: topic)
  }

  /// Has the connection through ssh handle what has happened to it.
  private func receiveFromTunnel(
    _ poller: borrowing Poller,
    for core: inout ClientCore,
    at now: Duration
  ) {
    guard let tunnel else { return }
    let isDue = tunnel.nextWake.map { $0 <= now } ?? false
    guard isDue || !poller.isReady(token: Token.tunnel).isEmpty else { return }
    for text in tunnel.receive(at: now) { core.report(text, at: now) }
    if let exit = tunnel.exit { core.leave(exit) }
  }

  /// Executes a core's action on the sockets.
  ///
  /// - Parameters:
  ///   - action: the core's action.
  ///   - exit: set to the viewer's result if the action ends it.
  /// - Returns: the action if the viewer has to execute it itself.
  /// - Throws: if a socket fails.
  func perform(
    _ action: ClientAction,
    _ exit: inout ClientExit?
  ) throws(ZeroMQError) -> ClientAction? {
    switch action {
    case .send(let bytes): _ = try sockets.input.send([[], bytes])
    case .subscribe(let topic): try sockets.layout.subscribe(topic)
    case .unsubscribe(let topic): try sockets.layout.unsubscribe(topic)
    case .exit(let end): exit = exit ?? end
    case .suspend, .copy, .setMouse: return action
    }
    return nil
  }
}

extension ClientCore {
  /// Creates the core of a viewer that was started by a command.
  ///
  /// - Parameters:
  ///   - session: nil for a name derived from the content; without content nil means the only session, or the tour if
  ///     there is none.
  ///   - content: the content that the user named; nil for whatever the session shows.
  ///   - options: the viewer's options.
  ///   - fit: which layout it shows.
  ///   - viewport: the terminal's size.
  ///   - endpoints: the daemon's endpoints, at which it was reached.
  /// - Throws: if the choice between several sessions is ambiguous, or if there is no daemon.
  init(
    joining session: String?,
    showing content: ContentSpec?,
    _ options: ViewerOptions,
    fit: ViewerFit,
    viewport: CellSize,
    endpoints: Endpoints
  ) throws(ClientExit) {
    let name =
      if let session { session } else { try Self.chosenSession(showing: content, endpoints) }
    var generator = SystemRandomNumberGenerator()
    self.init(
      options: Options(
        session: name,
        content: content ?? .tour(joining: name, at: endpoints),
        isContentAsked: content != nil,
        isNamedAfterContent: content != nil && session == nil,
        invitation: Invitation.command(joining: name, at: endpoints),
        firstPause: endpoints.firstPause,
        reducedMotion: options.reducedMotion,
        fit: fit,
        layout: options.layout,
        isBare: options.bare,
        name: options.name ?? ViewerName.ofThisUser,
        isReadOnly: options.entry.isReadOnly,
        view: options.entry.isSpeaker ? .speaker : .shared,
        credential: endpoints.credential
      ),
      viewport: viewport,
      client: ClientID(madeAt: millisecondsSince1970(), random: &generator),
      random: generator,
      now: monotonicNow()
    )
  }

  private static func chosenSession(
    showing content: ContentSpec?,
    _ endpoints: Endpoints
  ) throws(ClientExit) -> String {
    // The daemon was reached just now, and a connection through ssh is the viewer's.
    var commands = try OneShotCommands(reached: endpoints, through: nil)
    let sessions = try commands.sessions()
    if let content { return SessionNaming.name(for: content, among: sessions) }
    if sessions.count > 1, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 {
      return try SessionChoice.ask(about: sessions, &commands)
    }
    return sessions.isEmpty ? "tour" : try commands.only(of: sessions)
  }
}

extension ClientExit {
  /// Creates a viewer's result for a signal; nil if the signal does not end it.
  init?(signal: Int32) {
    switch signal {
    case SIGTERM: self.init(.terminated)
    case SIGINT: self.init(.interrupted)
    case SIGQUIT: self.init(.quit)
    case SIGHUP: self.init(.hungUp)
    default: return nil
    }
  }
}
