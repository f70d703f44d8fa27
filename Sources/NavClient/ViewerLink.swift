import CNavSupport
import Glibc
import NavGeometry
import NavSync
import NavViewer
import NavWire
import ZeroMQ

/// What every viewer has between its core and the world, whatever it shows things on: the sockets and the signals.
struct ViewerLink: ~Copyable {
  private let sockets: ClientSockets
  private let signals: Int32

  private enum Token {
    static let input = 1
    static let layout = 2
    static let inputEvents = 3
    static let layoutEvents = 4
    static let signals = 5
  }

  /// The first token of a poller that is the viewer's own.
  static let firstFreeToken = 6

  /// Connects, and takes the signals over.
  ///
  /// - Parameters:
  ///   - endpoints: where the daemon listens.
  ///   - signals: what `watch` gave; closed with the link.
  /// - Throws: where there is no memory or descriptor for them.
  init(_ endpoints: Endpoints, signals: Int32) throws(ClientExit) {
    do throws(ZeroMQError) {
      sockets = try ClientSockets(endpoints)
    } catch {
      close(signals)
      throw ClientExit(.unreachable, error.description)
    }
    self.signals = signals
  }

  deinit {
    close(signals)
  }

  /// Has signals read as events from now on.
  ///
  /// To be called before the first thread starts, so that none of them takes a signal.
  static func watch(_ signals: [Int32]) throws(ClientExit) -> Int32 {
    let descriptor = nav_signalfd_open(signals, signals.count)
    guard descriptor >= 0 else { throw ClientExit(.unreachable, "can't watch signals") }
    return descriptor
  }

  // MARK: The loop around it

  /// Has a poller wait for all of it.
  func add(to poller: inout Poller) {
    poller.add(sockets.input, token: Token.input, events: .readable)
    poller.add(sockets.layout, token: Token.layout, events: .readable)
    poller.add(sockets.inputEvents, token: Token.inputEvents, events: .readable)
    poller.add(sockets.layoutEvents, token: Token.layoutEvents, events: .readable)
    poller.add(descriptor: signals, token: Token.signals, events: .readable)
  }

  /// The signals that have come, each kind once.
  func takeSignals(_ poller: borrowing Poller) -> [Int32] {
    guard !poller.isReady(token: Token.signals).isEmpty else { return [] }
    var taken: [Int32] = []
    while true {
      let signal = nav_signalfd_read(signals)
      guard signal > 0 else { return taken }
      taken.append(signal)
    }
  }

  /// Tells a core of everything that has come from the daemon.
  ///
  /// All of it, before anything is shown: only the newest counts.
  func receive(
    _ poller: borrowing Poller,
    for core: inout ClientCore,
    at now: Duration
  ) throws(ZeroMQError) {
    if !poller.isReady(token: Token.inputEvents).isEmpty {
      while let event = try sockets.inputEvents.receiveEvent() {
        switch event.kind {
        case .handshakeSucceeded: core.connectionFound(at: now)
        default: core.connectionLost(at: now)
        }
      }
    }
    if !poller.isReady(token: Token.layoutEvents).isEmpty {
      while try sockets.layoutEvents.receiveEvent() != nil { core.connectionLost(at: now) }
    }
    if !poller.isReady(token: Token.input).isEmpty {
      while let frames = try sockets.input.receive() {
        guard let bytes = frames.last, let reply = try? Reply(decoding: bytes) else { continue }
        core.receive(reply, at: now)
      }
    }
    if !poller.isReady(token: Token.layout).isEmpty {
      while let frames = try sockets.layout.receive() {
        guard frames.count == 2, let message = try? LayoutMessage(decoding: frames[1]) else {
          continue
        }
        core.receive(message, on: frames[0], at: now)
      }
    }
  }

  /// Does what a core wants of the sockets.
  ///
  /// - Parameters:
  ///   - action: what the core wants.
  ///   - exit: set to how the viewer ends, once it does.
  /// - Returns: the action where it is the viewer's own to do.
  /// - Throws: where a socket fails.
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
  /// The core of a viewer that was started by a command.
  ///
  /// - Parameters:
  ///   - session: nil for one that is called after the content, and without content for the only session, or the
  ///     tour when there is none.
  ///   - content: what the user asked to see; nil takes what the session shows.
  ///   - options: how the viewer is configured.
  ///   - fit: which layout it shows.
  ///   - viewport: the terminal's size.
  ///   - endpoints: where the daemon listens.
  /// - Throws: where there are several sessions to choose from, or no daemon.
  init(
    joining session: String?,
    showing content: ContentDescription?,
    _ options: ViewerOptions,
    fit: ViewerFit,
    viewport: CellSize,
    endpoints: Endpoints
  ) throws(ClientExit) {
    let name =
      if let session { session } else { try Self.chosenSession(showing: content, endpoints) }
    self.init(
      options: Options(
        session: name,
        content: content ?? .tour(joining: name, at: endpoints.server),
        isContentAsked: content != nil,
        isNamedAfterContent: content != nil && session == nil,
        invitation: Invitation.command(joining: name, at: endpoints.server),
        firstPause: endpoints.firstPause,
        reducedMotion: options.reducedMotion,
        fit: fit,
        isBare: options.bare
      ),
      viewport: viewport,
      random: SystemRandomNumberGenerator(),
      now: monotonicNow()
    )
  }

  private static func chosenSession(
    showing content: ContentDescription?,
    _ endpoints: Endpoints
  ) throws(ClientExit) -> String {
    var commands = try Commands(endpoints: endpoints)
    let sessions = try commands.sessions()
    if let content { return SessionNaming.name(for: content, among: sessions) }
    return sessions.isEmpty ? "tour" : try commands.only(of: sessions)
  }
}

extension ClientExit {
  /// How a viewer ends because of a signal; nil for one that is no reason to end.
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
