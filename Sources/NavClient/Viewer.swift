import CNavSupport
import Glibc
import NavGeometry
import NavInput
import NavSync
import NavTerminal
package import NavWire
import ZeroMQ

/// A running viewer: the terminal, the sockets, the signals and the one poll loop around `ClientCore`.
package struct Viewer: ~Copyable {
  var core: ClientCore
  var terminal: Terminal
  private let sockets: ClientSockets
  let signals: Int32
  var painter: ScreenPainter
  var configuration: LiveConfiguration
  var pacer: FramePacer
  var parser = InputParser()
  /// When a lone ESC becomes a key.
  var escapeDeadline: Duration?
  var knowledge: TerminalKnowledge
  private var exit: ClientExit?

  private enum Token {
    static let input = 1
    static let layout = 2
    static let inputEvents = 3
    static let layoutEvents = 4
    static let terminal = 5
    static let signals = 6
    static let files = 7
  }

  /// Attaches to a session and stays until the user leaves, the session ends or a signal comes.
  ///
  /// - Parameters:
  ///   - session: nil for the only session, or the tour when there is none.
  ///   - content: what the user asked to see; nil takes what the session shows.
  ///   - source: where the viewer's configuration comes from.
  ///   - endpoints: where the daemon listens.
  /// - Throws: how the viewer ended, unless the user simply left.
  package static func run(
    session: String?,
    content: ContentDescription?,
    configuration source: ViewerConfigurationSource,
    endpoints: Endpoints
  ) throws(ClientExit) {
    var configuration = try LiveConfiguration(source)
    let options = configuration.configuration.options
    try endpoints.checkDaemon()
    // Before the first thread starts, so that none of them takes a signal.
    let signals = nav_signalfd_open(Self.watched, Self.watched.count)
    guard signals >= 0 else { throw ClientExit(.unreachable, "can't watch signals") }
    let knowledge: TerminalKnowledge
    let terminal: Terminal
    do throws(TerminalError) {
      knowledge = try TerminalKnowledge(environment: processEnvironment(), options: options)
      terminal = try Terminal(modes: knowledge.capabilities.modes(mouse: options.mouse))
    } catch {
      throw ClientExit(.usage, error.description)
    }
    _ = configuration.learn(knowledge.capabilities.appearance)
    let name = if let session { session } else { try chosenSession(endpoints) }
    let sockets: ClientSockets
    do throws(ZeroMQError) {
      sockets = try ClientSockets(endpoints)
    } catch {
      throw ClientExit(.unreachable, error.description)
    }
    let core = ClientCore(
      options: ClientCore.Options(
        session: name,
        content: content ?? .tour(joining: name),
        isContentAsked: content != nil,
        invitation: Invitation.command(joining: name),
        firstPause: endpoints.firstPause,
        reducedMotion: options.reducedMotion,
        fit: options.fit
      ),
      viewport: terminal.size.clamped,
      random: SystemRandomNumberGenerator(),
      now: monotonicNow()
    )
    var viewer = Viewer(
      core: core,
      terminal: terminal,
      sockets: sockets,
      signals: signals,
      knowledge: knowledge,
      configuration: configuration
    )
    let exit = viewer.live()
    guard exit.code == .success, exit.text == nil else { throw exit }
  }

  private init(
    core: consuming ClientCore,
    terminal: consuming Terminal,
    sockets: consuming ClientSockets,
    signals: Int32,
    knowledge: TerminalKnowledge,
    configuration: consuming LiveConfiguration
  ) {
    self.core = core
    self.terminal = terminal
    self.sockets = sockets
    self.signals = signals
    self.knowledge = knowledge
    painter = ScreenPainter(knowledge.capabilities, colors: configuration.theme)
    pacer = FramePacer(framesPerSecond: configuration.configuration.options.framesPerSecond)
    pacer.hasReceipts = knowledge.capabilities.statusReports
    self.configuration = configuration
    if let complaint = self.configuration.complaint {
      self.core.messages.show(complaint, at: monotonicNow())
    }
  }

  static func chosenSession(_ endpoints: Endpoints) throws(ClientExit) -> String {
    var commands = try Commands(endpoints: endpoints)
    let sessions = try commands.sessions()
    return sessions.isEmpty ? "tour" : try commands.only(of: sessions)
  }

  // MARK: The loop

  private mutating func live() -> ClientExit {
    do {
      try terminal.enter()
      try loop()
    } catch let error as TerminalError {
      exit = ClientExit(.usage, error.description)
    } catch {
      exit = ClientExit(.unreachable, "\(error)")
    }
    if exit?.code != .hungUp { takeLastAnswers() }
    terminal.leave()
    return exit ?? ClientExit(.success)
  }

  private mutating func loop() throws {
    var poller = Poller()
    poller.add(sockets.input, token: Token.input, events: .readable)
    poller.add(sockets.layout, token: Token.layout, events: .readable)
    poller.add(sockets.inputEvents, token: Token.inputEvents, events: .readable)
    poller.add(sockets.layoutEvents, token: Token.layoutEvents, events: .readable)
    poller.add(descriptor: terminal.fileDescriptor, token: Token.terminal, events: .readable)
    poller.add(descriptor: signals, token: Token.signals, events: .readable)
    if let files = configuration.fileDescriptor {
      poller.add(descriptor: files, token: Token.files, events: .readable)
    }
    while true {
      let now = monotonicNow()
      reconfigure(at: now)
      core.tick(at: now)
      try adoptKnowledge(knowledge.probe.tick(at: now))
      try perform(core.takeActions())
      paint(at: now)
      if exit != nil { return }
      poller.setEvents(
        token: Token.terminal,
        events: terminal.hasOutput ? [.readable, .writable] : .readable
      )
      let wakes = [
        core.nextWake(at: now), escapeDeadline, pacer.nextWake, knowledge.probe.deadline,
        configuration.nextWake,
      ].compactMap(\.self)
      _ = try poller.wait(timeout: wakes.min().map { max(.zero, $0 - monotonicNow()) })
      try receive(poller)
    }
  }

  private mutating func receive(_ poller: borrowing Poller) throws {
    let now = monotonicNow()
    if !poller.isReady(token: Token.signals).isEmpty { try receiveSignals(at: now) }
    if !poller.isReady(token: Token.files).isEmpty { configuration.heard(at: now) }
    if !poller.isReady(token: Token.terminal).isEmpty {
      _ = terminal.flush()
      try receiveKeys(at: now)
    }
    if let deadline = escapeDeadline, now >= deadline {
      escapeDeadline = nil
      try receive(parser.flush(), at: now)
    }
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
    if !poller.isReady(token: Token.input).isEmpty { try receiveReplies(at: now) }
    if !poller.isReady(token: Token.layout).isEmpty { try receiveLayout(at: now) }
  }

  private mutating func receiveReplies(at now: Duration) throws {
    while let frames = try sockets.input.receive() {
      guard let bytes = frames.last, let reply = try? Reply(decoding: bytes) else { continue }
      core.receive(reply, at: now)
    }
  }

  /// All that has arrived is applied before anything is painted: only the newest is shown.
  private mutating func receiveLayout(at now: Duration) throws {
    while let frames = try sockets.layout.receive() {
      guard frames.count == 2, let message = try? LayoutMessage(decoding: frames[1]) else {
        continue
      }
      core.receive(message, on: frames[0], at: now)
    }
  }

  /// Takes over what has been saved in the configuration and in themes.
  private mutating func reconfigure(at now: Duration) {
    let before = configuration.configuration.options
    guard let change = configuration.change(at: now) else { return }
    painter.setColors(change.theme)
    if change.options.mouse != before.mouse { terminal.setMouse(change.options.mouse) }
    if let complaint = change.complaint { core.messages.show(complaint, at: now) }
  }

  private mutating func perform(_ actions: [ClientAction]) throws {
    for action in actions {
      switch action {
      case .send(let bytes): _ = try sockets.input.send([[], bytes])
      case .subscribe(let topic): try sockets.layout.subscribe(topic)
      case .unsubscribe(let topic): try sockets.layout.unsubscribe(topic)
      case .exit(let exit): self.exit = self.exit ?? exit
      case .copy(let text): terminal.enqueue(Clipboard.sequence(for: text))
      case .setMouse(let isOn): terminal.setMouse(isOn)
      case .suspend:
        takeLastAnswers()
        try terminal.suspend()
        painter.forget()
        terminal.setMouse(core.isMouseOn)
        core.resize(to: terminal.size.clamped, at: monotonicNow())
      }
    }
  }
}

/// The variables of the environment.
func processEnvironment() -> [String: String] {
  var environment: [String: String] = [:]
  let names = [
    "TERM", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "VTE_VERSION", TerminalOverrides.variable,
    "TMUX", "LC_ALL", "LC_CTYPE", "LANG",
  ]
  for name in names {
    environment[name] = getenv(name).map { String(cString: $0) }
  }
  return environment
}

extension CellSize {
  /// The nearest size that the daemon lays out.
  var clamped: CellSize {
    CellSize(columns: min(max(1, columns), 1000), rows: min(max(1, rows), 500))
  }
}
