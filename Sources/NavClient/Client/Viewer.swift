import CNavSupport
import Glibc
package import NavBase
import NavScene
import NavSystem
package import NavViewer
package import NavWire
import ZeroMQ

/// A running viewer: the terminal, the sockets, the signals, and the poll loop around `ClientCore`.
package struct Viewer: ~Copyable {
  var core: ClientCore
  var terminal: Terminal
  private var link: ViewerLink
  var painter: ScreenPainter
  var configuration: LiveConfiguration
  var pacer: FramePacer
  var keys = KeyStream()
  var knowledge: TerminalKnowledge
  /// The recording that is played in the session; nil for any other viewer.
  private var replay: RecordingRun?
  private var exit: ClientExit?

  private enum Token {
    static let terminal = ViewerLink.firstFreeToken
    static let files = terminal + 1
  }

  /// Attaches to a session and runs until the user leaves, the session ends or a signal arrives.
  ///
  /// - Parameters:
  ///   - session: nil for a name derived from the content; without content nil means the only session, or the tour if
  ///     there is none.
  ///   - content: the content that the user named; nil for whatever the session shows.
  ///   - entry: how the viewer takes part.
  ///   - source: the sources of the viewer's configuration.
  ///   - reading: what was read from them.
  ///   - endpoints: the daemon's endpoints.
  ///   - playback: what is played in a session of its own; nil to play nothing.
  ///   - layout: the size of the layout; nil for that of the terminal.
  /// - Throws: the viewer's result, unless the user simply left.
  package static func run(
    session: String?,
    content: ContentSpec?,
    entry: ViewerEntry,
    configuration source: ViewerConfigurationSource,
    _ reading: ViewerConfigurationSource.Reading,
    endpoints: Endpoints,
    playing playback: Playback? = nil,
    layout: CellSize? = nil
  ) throws(ClientExit) {
    var configuration = LiveConfiguration(source, reading)
    var options = configuration.configuration.options
    options.entry = entry
    options.layout = layout
    let daemon = try ReachedDaemon.reach(endpoints, watching: Self.watched)
    let (endpoints, tunnel) = (daemon.endpoints, daemon.tunnel)
    var knowledge: TerminalKnowledge
    var terminal: Terminal
    do throws(TerminalError) {
      knowledge = try TerminalKnowledge(environment: processEnvironment(), options: options)
      terminal = try Terminal(modes: knowledge.capabilities.modes(mouse: options.mouse))
    } catch {
      throw ClientExit(.usage, error.description)
    }
    knowledge.cell = terminal.cell
    _ = configuration.learn(knowledge.capabilities.appearance)
    let replay: RecordingRun? =
      if let playback {
        // A connection through ssh is the viewer's.
        try RecordingRun(playback, try OneShotCommands(reached: endpoints, through: nil))
      } else { nil }
    let core = try ClientCore(
      joining: session,
      showing: content,
      options,
      fit: options.fit,
      viewport: terminal.size.clamped,
      endpoints: endpoints
    )
    // A terminal with a small character set has no title, and may print one.
    if knowledge.capabilities.symbols { terminal.setTitle(core.options.session) }
    let link = try ViewerLink(daemon)
    var viewer = Viewer(
      core: core,
      terminal: terminal,
      link: link,
      knowledge: knowledge,
      configuration: configuration,
      replay: replay
    )
    let exit = viewer.runToEnd()
    if exit.code == .success { viewer.endReplay() }
    let context = viewer.link.context
    viewer.end()
    // The last message may have to pass through ssh.
    _ = withExtendedLifetime(tunnel) { context.close(within: ClientSockets.closingLimit) }
    guard exit.code == .success, exit.text == nil else { throw exit }
  }

  private init(
    core: consuming ClientCore,
    terminal: consuming Terminal,
    link: consuming ViewerLink,
    knowledge: TerminalKnowledge,
    configuration: consuming LiveConfiguration,
    replay: consuming RecordingRun?
  ) {
    self.core = core
    self.terminal = terminal
    self.link = link
    self.knowledge = knowledge
    painter = ScreenPainter(knowledge.capabilities, colors: configuration.theme)
    pacer = FramePacer(framesPerSecond: configuration.configuration.options.framesPerSecond)
    pacer.hasReceipts = knowledge.capabilities.statusReports
    self.configuration = configuration
    self.replay = replay
    self.replay?.leaveTerminal()
    self.core.showPictures(on: knowledge.capabilities.pictures, at: monotonicNow())
    if let problem = self.configuration.problem {
      self.core.report(problem, at: monotonicNow())
    }
  }

  /// Ends the viewer, with its sockets.
  private consuming func end() {}

  // MARK: Event loop

  private mutating func runToEnd() -> ClientExit {
    do {
      try terminal.enter()
      try loop()
    } catch let error as TerminalError {
      exit = ClientExit(.usage, error.description)
    } catch {
      exit = ClientExit(.unreachable, "\(error)")
    }
    terminal.leaveScreen(writing: painter.removePictures())
    if exit?.code != .hungUp { discardPendingAnswers() }
    terminal.leave()
    return exit ?? ClientExit(.success)
  }

  private mutating func loop() throws {
    var poller = Poller()
    link.add(to: &poller)
    poller.add(descriptor: terminal.fileDescriptor, token: Token.terminal, events: .readable)
    if let files = configuration.fileDescriptor {
      poller.add(descriptor: files, token: Token.files, events: .readable)
    }
    while true {
      let now = monotonicNow()
      reconfigure(at: now)
      play(at: now)
      if core.showsTimeOfDay { core.setTimeOfDay(.now) }
      core.tick(at: now)
      try applyCapabilities(knowledge.probe.tick(at: now))
      try perform(core.takeActions())
      paint(at: now)
      if exit != nil { return }
      poller.setEvents(
        token: Token.terminal,
        events: terminal.hasOutput ? [.readable, .writable] : .readable
      )
      _ = try poller.wait(timeout: nextWake(at: now).map { max(.zero, $0 - monotonicNow()) })
      try receive(poller)
    }
  }

  private func nextWake(at now: Duration) -> Duration? {
    var next = core.nextWake(at: now, nextFrame: pacer.nextFrame)
    func add(_ wake: Duration?) {
      guard let wake else { return }
      next = min(next ?? wake, wake)
    }
    add(keys.deadline)
    add(pacer.nextWake)
    add(knowledge.probe.deadline)
    add(configuration.nextWake)
    add(link.nextWake)
    add(replay?.nextWake(at: now))
    return next
  }

  private mutating func receive(_ poller: borrowing Poller) throws {
    let now = monotonicNow()
    for signal in link.takeSignals(poller) { try receive(signal, at: now) }
    if !poller.isReady(token: Token.files).isEmpty { configuration.heard(at: now) }
    if !poller.isReady(token: Token.terminal).isEmpty {
      _ = terminal.flush()
      try receiveKeys(at: now)
    }
    try receive(keys.tick(at: now), at: now)
    // The keys' requests are sent before the sockets are read.
    try perform(core.takeActions())
    if exit != nil { return }
    try link.receive(poller, for: &core, at: now)
  }

  /// Applies changes that were saved in the configuration and in themes.
  private mutating func reconfigure(at now: Duration) {
    let hadMouse = configuration.configuration.options.mouse
    guard let change = configuration.change(at: now) else { return }
    painter.setColors(change.theme)
    let questions = knowledge.assumed.questions(knowledge.overrides, theme: change.options.theme)
    terminal.enqueue(knowledge.probe.ask(also: questions, at: now).utf8)
    if change.options.mouse != hadMouse { terminal.setMouse(change.options.mouse) }
    if let problem = change.problem { core.report(problem, at: now) }
  }

  // MARK: Playing a recording

  /// Does what a key asks of the replay, and what is due in it.
  mutating func play(_ request: RecordingPlayer.Request? = nil, at now: Duration) {
    do throws(ClientExit) {
      try replay?.play(request, at: now)
    } catch {
      // The session has ended.
      if error.code == .noInput { return core.leave(error) }
      core.report(error.text ?? "navd does not answer", at: now)
      replay?.rest(at: now)
    }
    if let line = replay?.timeLine(at: now) { core.showTimeLine(line, at: now) }
  }

  /// Ends the session of the replay, unless others are in it.
  private mutating func endReplay() {
    if core.currentScene(at: monotonicNow())?.viewers == 1 { replay?.end() }
  }

  private mutating func perform(_ actions: [ClientAction]) throws {
    for action in actions {
      switch try link.perform(action, &exit) {
      case .copy(let text): terminal.enqueue(Clipboard.sequence(for: text))
      case .setMouse(let isOn): terminal.setMouse(isOn)
      case .suspend:
        terminal.leaveScreen(writing: painter.removePictures())
        discardPendingAnswers()
        try terminal.suspend()
        painter.forget()
        terminal.setMouse(core.isMouseOn)
        core.resize(to: terminal.size.clamped, at: monotonicNow())
      case .send, .subscribe, .unsubscribe, .exit, nil: break
      }
    }
  }
}

/// Returns the environment variables that concern the terminal and the locale.
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
  /// The nearest size that the daemon supports as a viewport.
  var clamped: CellSize {
    CellSize(columns: min(max(1, columns), 1000), rows: min(max(1, rows), 500))
  }
}

extension TimeOfDay {
  /// The time of day by the machine's calendar and time zone; nil if it has none.
  fileprivate static var now: TimeOfDay? {
    var seconds = time(nil)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    return TimeOfDay(hour: Int(parts.tm_hour), minute: Int(parts.tm_min))
  }
}

/// The viewer's terminal: reading input, querying capabilities, painting.
extension Viewer {
  /// The most reads of the terminal in one turn, so that a flood of input starves nothing else.
  private static let readsPerTurn = 64

  /// The signals that are handled as events.
  static let watched = [SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]

  // MARK: Input

  mutating func receiveKeys(at now: Duration) throws {
    for _ in 0..<Self.readsPerTurn {
      switch terminal.read() {
      case .bytes(let bytes):
        try receive(keys.receive(bytes, at: now), at: now)
        // The next read would find nothing.
        if bytes.count < Terminal.readSize { return }
      case .nothing: return
      case .closed: return core.leave(ClientExit(.hungUp))
      }
    }
  }

  mutating func receive(_ events: [InputEvent], at now: Duration) throws {
    for event in events {
      if case .terminalReport(let report) = event {
        try receive(report)
      } else if case .key(let key) = event, let request = core.takeReplayRequest(key) {
        play(request, at: now)
      } else if case .mouse(let mouse) = event,
        let request = core.takeReplayRequest(mouse, at: now)
      {
        play(request, at: now)
      } else {
        core.receiveEvent(event, at: now)
        if core.leavesReplay { play(.rest, at: now) }
      }
    }
  }

  private mutating func receive(_ report: TerminalReport) throws {
    if case .ready = report { pacer.receivedReceipt() }
    try applyCapabilities(knowledge.probe.receive(report))
  }

  /// Applies the known capabilities from the next frame on.
  mutating func applyCapabilities(_ action: CapabilityProbe.Action) throws {
    guard action == .adopt else { return }
    let capabilities = knowledge.capabilities
    if let colors = configuration.learn(capabilities.appearance) { painter.setColors(colors) }
    try terminal.adopt(capabilities.modes(mouse: terminal.hasMouse))
    painter.adopt(capabilities)
    core.showPictures(on: capabilities.pictures, at: monotonicNow())
    pacer.hasReceipts = capabilities.statusReports
  }

  /// Awaits and discards the terminal's last answers, which the shell would otherwise get as typed text.
  mutating func discardPendingAnswers() {
    while let end = [knowledge.probe.answersEnd, pacer.receiptEnd].compactMap({ $0 }).max() {
      let left = end - monotonicNow()
      guard left > .zero else { return }
      var ready = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, Int32(left.milliseconds) + 1)
      switch terminal.read() {
      case .bytes(let bytes):
        for case .terminalReport(let report) in keys.receive(bytes, at: end) {
          if case .ready = report { pacer.receivedReceipt() }
          _ = knowledge.probe.receive(report)
        }
      case .nothing: break
      case .closed: return
      }
    }
  }

  // MARK: Signals

  /// Handles a signal, once per turn however often it arrived.
  mutating func receive(_ signal: Int32, at now: Duration) throws {
    switch signal {
    case SIGWINCH: try resize(at: now)
    case SIGTSTP:
      core.cancelDrag(at: now)
      core.suspend()
    case SIGCONT: try resume(at: now)
    default: if let exit = ClientExit(signal: signal) { core.leave(exit) }
    }
  }

  /// Handles the continuation after a stop: a shell may have written to the screen or changed the modes.
  private mutating func resume(at now: Duration) throws {
    _ = try terminal.enterAnew()
    painter.forget()
    try resize(at: now)
  }

  private mutating func resize(at now: Duration) throws {
    core.resize(to: terminal.size.clamped, at: now)
    let cell = terminal.cell
    guard cell != knowledge.cell else { return }
    knowledge.cell = cell
    try applyCapabilities(.adopt)
  }

  // MARK: Painting

  /// Composes and writes a frame, unless the terminal has not accepted the last one or it is too early; the next frame
  /// is then composed from the newest state.
  mutating func paint(at now: Duration) {
    if core.isRedrawWanted {
      painter.forget()
      core.isRedrawWanted = false
    }
    let screen = core.screen(at: now)
    if let wish = screen.scene?.theme,
      let colors = configuration.follow(wish, depth: painter.colorDepth)
    {
      painter.setColors(colors)
    }
    let isBehind = terminal.hasOutput || pacer.isAwaitingReceipt
    if !isBehind { core.paintDelay.ended() }
    guard painter.isOutdated(by: screen) else {
      pacer.skipFrame()
      if !isBehind { core.paintDelay.caughtUp() }
      return
    }
    switch pacer.decide(at: now, hasOutput: terminal.hasOutput) {
    case .wait: break
    case .busy: core.paintDelay.wanted(at: now)
    case .paint: paint(screen, at: now)
    }
  }

  private mutating func paint(_ screen: Screen, at now: Duration) {
    let bytes = painter.frame(ofOutdated: screen)
    guard !bytes.isEmpty else { return core.paintDelay.caughtUp() }
    core.paintDelay.began(at: now)
    terminal.setTitle(screen.session)
    terminal.enqueue(bytes)
    if pacer.painted(bytes.count, at: now) { terminal.enqueue(FramePacer.statusQuery.utf8) }
    let isFirst = knowledge.probe.isIdle
    if isFirst { terminal.enqueue(knowledge.probe.begin(at: now).utf8) }
    _ = terminal.flush()
    if !terminal.hasOutput, !pacer.isAwaitingReceipt { core.paintDelay.caughtUp() }
    // Starting a program takes longer than painting, so it happens after the first frame.
    if isFirst { terminal.startRescue() }
  }
}

/// Converts screens to the bytes that update the terminal.
struct ScreenPainter {
  private var theme: ResolvedTheme
  /// The theme, independent of the colour depth.
  private var colors: Theme
  private var options: EncoderOptions
  private var encoder: FrameEncoder
  private var live: LiveScreen
  private var pictures: PictureLayer?
  private var terminal: PictureTerminal?

  /// The colours that frames use.
  var colorDepth: ColorDepth { theme.depth }

  /// - Parameters:
  ///   - capabilities: the terminal's capabilities.
  ///   - colors: the theme; nil for the default one of the terminal's background.
  init(_ capabilities: TerminalCapabilities, colors: Theme? = nil) {
    self.colors = colors ?? .default(for: capabilities.appearance)
    theme = ResolvedTheme(self.colors, depth: capabilities.colorDepth)
    options = EncoderOptions(capabilities, page: theme.page)
    encoder = FrameEncoder(options)
    live = LiveScreen(theme)
    usePictures(capabilities.pictures)
  }

  private mutating func usePictures(_ terminal: PictureTerminal?) {
    guard terminal != self.terminal else { return }
    self.terminal = terminal
    pictures = terminal.map { PictureLayer($0, seed: Int(getpid())) }
  }

  /// Changes the capabilities from the next frame on; it is written whole if a used capability
  /// changed.
  mutating func adopt(_ capabilities: TerminalCapabilities) {
    usePictures(capabilities.pictures)
    let theme = ResolvedTheme(colors, depth: capabilities.colorDepth)
    let options = EncoderOptions(capabilities, page: theme.page)
    guard theme != self.theme || options != self.options else { return }
    self.theme = theme
    self.options = options
    encoder = FrameEncoder(options)
    live = LiveScreen(theme)
  }

  /// Changes the theme from the next frame on.
  mutating func setColors(_ colors: Theme) {
    guard colors != self.colors else { return }
    self.colors = colors
    theme = ResolvedTheme(colors, depth: theme.depth)
    live = LiveScreen(theme)
    guard options.page != theme.page else { return }
    options.page = theme.page
    encoder = FrameEncoder(options)
  }

  /// Declares the terminal's contents unknown.
  mutating func forget() {
    encoder.forget()
    pictures?.forget()
  }

  /// Returns the bytes that remove pictures from the terminal's memory.
  mutating func removePictures() -> [UInt8] { pictures?.removal() ?? [] }

  /// Returns whether a screen differs from the last one that was shown.
  mutating func isOutdated(by screen: Screen) -> Bool {
    live.compare(with: screen, covers: pictures?.covers(of: screen.pictures) ?? [])
      || encoder.isUnknown || pictures?.hasUploads(for: screen.pictures) == true
  }

  /// Returns the bytes that show a screen; empty if it is already shown.
  mutating func frame(of screen: Screen) -> [UInt8] {
    isOutdated(by: screen) ? frame(ofOutdated: screen) : []
  }

  /// Returns the bytes that show the screen that was last found to differ from the shown one.
  mutating func frame(ofOutdated screen: Screen) -> [UInt8] {
    live.paint(screen)
    let isWhole = encoder.writesWhole(live.canvas)
    let cells = encoder.encode(live.canvas, rows: live.damage)
    guard pictures != nil else { return cells }
    // Bytes that kitty gets now are for a later frame.
    let uploads = pictures?.uploads(for: screen.pictures) ?? []
    return uploads + cells + (pictures?.drawings(of: screen.pictures, isWhole: isWhole) ?? [])
  }
}

extension EncoderOptions {
  /// Creates the options for a terminal's capabilities.
  fileprivate init(_ capabilities: TerminalCapabilities, page: CellStyle) {
    self.init(
      depth: capabilities.colorDepth,
      synchronizedOutput: capabilities.synchronizedOutput,
      hyperlinks: capabilities.hyperlinks,
      symbols: capabilities.symbols,
      page: page
    )
  }
}
