import CNavSupport
import Glibc
import NavCommands
package import NavGeometry
import NavInput
import NavScene
import NavSync
import NavTerminal
package import NavViewer
package import NavWire
import ZeroMQ

/// A viewer that writes lines instead of filling a screen (experience.md: Screen, the last point).
///
/// Keys work where standard input is a terminal; else each line of it is a command, which is carried out when all
/// that the one before it has led to is told. With the last of them the viewer ends. Its layout keeps one size.
package struct PlainViewer: ~Copyable {
  private var core: ClientCore
  private let link: ViewerLink
  /// Nil where standard input is no terminal.
  private var terminal: Terminal?
  private var keys = KeyStream()
  private var input = CommandLines()
  private let hasTerminal: Bool
  private var hasInput = true
  /// Lines that were read and wait until the daemon can be told, of one read at most.
  private var commands: [PlainCommand] = []
  private var output: TextOutput
  private var transcript = Transcript()
  /// Lines that no scene tells.
  private var asides: [String]
  /// When standard input has ended, where it is no terminal.
  private var endedAt: Duration?
  /// When the page is asked for again, of which a program still prints more.
  private var lookAgainAt: Duration?
  private var exit: ClientExit?

  private static let keyToken = ViewerLink.firstFreeToken
  /// How long the last lines wait for whoever reads them, in milliseconds.
  private static let lastPatience: Int32 = 500
  private static let readSize = 4096
  /// How long a daemon that is not there is waited for once there are no more commands.
  private static let patience = Duration.seconds(10)
  private static let lookInterval = Duration.milliseconds(500)

  /// Attaches to a session and stays until the user leaves, the session ends or a signal comes.
  ///
  /// - Parameters:
  ///   - session: nil for one that is called after the content, and without content for the only session, or the
  ///     tour when there is none.
  ///   - content: what the user asked to see; nil takes what the session shows.
  ///   - source: where the viewer's configuration comes from.
  ///   - size: what it is laid out for; nil for the terminal's size, or 80x24 where there is none.
  ///   - endpoints: where the daemon listens.
  /// - Throws: how the viewer ended, unless the user simply left.
  package static func run(
    session: String?,
    content: ContentDescription?,
    configuration source: ViewerConfigurationSource,
    size: CellSize?,
    endpoints: Endpoints
  ) throws(ClientExit) {
    let reading = try source.read()
    try endpoints.checkDaemon()
    let signals = try ViewerLink.watch([SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    // Who reads the lines may go: that is no reason to die with the terminal in raw mode.
    _ = nav_signal_block(SIGPIPE)
    var terminal: Terminal?
    var viewport = CellSize.standardTerminal
    if isatty(STDIN_FILENO) == 1 {
      do throws(TerminalError) {
        let own = try Terminal(modes: .silent)
        viewport = own.size.clamped
        terminal = consume own
      } catch {
        throw ClientExit(.usage, error.description)
      }
    }
    var options = reading.configuration.options
    // Nobody looks at a motion that a script has begun: what comes of it is told at once.
    if isatty(STDIN_FILENO) == 0 { options.reducedMotion = true }
    let core = try ClientCore(
      joining: session,
      showing: content,
      options,
      // Lines have no margins.
      fit: .relayout,
      viewport: size ?? viewport,
      endpoints: endpoints
    )
    let link = try ViewerLink(endpoints, signals: signals)
    var viewer = PlainViewer(core, link, terminal, reading.complaints)
    let exit = viewer.live()
    guard exit.code == .success, exit.text == nil else { throw exit }
  }

  private init(
    _ core: consuming ClientCore,
    _ link: consuming ViewerLink,
    _ terminal: consuming Terminal?,
    _ complaints: [String]
  ) {
    self.core = core
    self.link = link
    self.terminal = terminal
    // Raw mode is the terminal's, whoever writes to it.
    hasTerminal = isatty(STDIN_FILENO) == 1
    let isRaw = hasTerminal && isatty(STDOUT_FILENO) == 1
    output = TextOutput(STDOUT_FILENO, isRaw: isRaw)
    asides = complaints
  }

  // MARK: The loop

  private mutating func live() -> ClientExit {
    do {
      try terminal?.enter()
      while exit == nil { try listen() }
    } catch let error as TerminalError {
      exit = ClientExit(.usage, error.description)
    } catch {
      exit = ClientExit(.unreachable, "\(error)")
    }
    output.flush(waiting: Self.lastPatience)
    terminal?.leave()
    return exit ?? ClientExit(.success)
  }

  /// The loop, as long as the same things are waited for.
  private mutating func listen() throws {
    let isListening = wantsInput
    var poller = Poller()
    link.add(to: &poller)
    if isListening {
      poller.add(descriptor: keyDescriptor, token: Self.keyToken, events: .readable)
    }
    while exit == nil, wantsInput == isListening {
      let now = monotonicNow()
      core.tick(at: now)
      try perform(core.takeActions())
      write(at: now)
      endWithInput(at: now)
      let hasDone = performWaiting(at: now)
      try perform(core.takeActions())
      if exit != nil { return }
      // What a command says by itself is written at once.
      if hasDone { continue }
      // While somebody is slow to read, it is looked again soon.
      let soon = output.isEmpty ? nil : now + .milliseconds(20)
      let wakes = [core.nextWake(at: now), keys.deadline, soon, lookAgainAt].compactMap(\.self)
      _ = try poller.wait(timeout: wakes.min().map { max(.zero, $0 - monotonicNow()) })
      try receive(poller, isListening: isListening)
    }
  }

  /// A script is read no faster than its lines can be done.
  private var wantsInput: Bool { hasInput && (hasTerminal || commands.isEmpty) }

  private var keyDescriptor: Int32 {
    switch terminal {
    case .some(let terminal): terminal.fileDescriptor
    case nil: STDIN_FILENO
    }
  }

  /// What has changed since the lines before were taken; only the newest is told.
  private mutating func write(at now: Duration) {
    output.flush()
    if output.isClosed { return core.leave() }
    guard output.isEmpty else { return }
    if let reading = core.takeReading() { transcript.hear(reading) }
    let screen = core.screen(at: now)
    // With motions shown as their ends, a place is the end at once.
    let isMoving = !core.options.reducedMotion && core.replica?.nextFrameTime != nil
    let version = core.shownVersion
    output.append(
      asides + transcript.lines(for: screen, isMoving: isMoving, version: version)
    )
    asides = []
    output.flush()
    if transcript.wantsText, !core.isReading { core.readPage(at: now) }
  }

  /// Whether everything that was asked for has come about and is told.
  private var isCaughtUp: Bool {
    core.isCaughtUp && !core.isReading && transcript.isCaughtUp && asides.isEmpty && output.isEmpty
  }

  /// Ends after the last command, when all that it has led to is told, what a program still prints included.
  private mutating func endWithInput(at now: Duration) {
    guard let endedAt, commands.isEmpty, exit == nil else { return }
    let lookAt = lookAgainAt
    lookAgainAt = nil
    if isCaughtUp, transcript.isComplete {
      core.leave()
    } else if isCaughtUp, core.isLive {
      // The end of a program may change nothing that is in view.
      if let lookAt, now >= lookAt {
        core.readPage(at: now)
      } else {
        lookAgainAt = lookAt ?? now + Self.lookInterval
      }
    } else if !core.isLive, now - max(endedAt, core.freshAt) >= Self.patience {
      core.leave(
        ClientExit(.unreachable, "navd is not there any more: not everything could be told")
      )
    }
  }

  private mutating func perform(_ actions: [ClientAction]) throws {
    for action in actions {
      switch try link.perform(action, &exit) {
      case .suspend: try terminal?.suspend()
      // Of commands that need a screen.
      case .copy, .setMouse: break
      case .send, .subscribe, .unsubscribe, .exit, nil: break
      }
    }
  }

  // MARK: What arrives

  private mutating func receive(_ poller: borrowing Poller, isListening: Bool) throws {
    let now = monotonicNow()
    for signal in link.takeSignals(poller) {
      if let exit = ClientExit(signal: signal) { core.leave(exit) }
    }
    if isListening, !poller.isReady(token: Self.keyToken).isEmpty { receiveInput(at: now) }
    for event in keys.tick(at: now) { receive(event, at: now) }
    try link.receive(poller, for: &core, at: now)
  }

  private mutating func receiveInput(at now: Duration) {
    guard let read = readKeys() else { return receiveLines(at: now) }
    switch read {
    case .bytes(let bytes):
      for event in keys.receive(bytes, at: now) { receive(event, at: now) }
    case .nothing: break
    case .closed: core.leave(ClientExit(.hungUp))
    }
  }

  /// Nil where standard input is no terminal.
  private func readKeys() -> TerminalInput? {
    switch terminal {
    case .some(let terminal): terminal.read()
    case nil: nil
    }
  }

  /// Standard input was readable: one read of it does not wait.
  private mutating func receiveLines(at now: Duration) {
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, count in
      count = max(0, read(STDIN_FILENO, buffer.baseAddress, buffer.count))
    }
    var lines = input.receive(bytes)
    if bytes.isEmpty {
      hasInput = false
      endedAt = monotonicNow()
      if let last = input.finish() { lines.append(last) }
    }
    commands += lines.map { PlainCommand($0) }
  }

  /// Carries out the next command, once everything before it is told.
  ///
  /// - Returns: false where there is none, or where it has to wait.
  private mutating func performWaiting(at now: Duration) -> Bool {
    guard !commands.isEmpty, exit == nil, isCaughtUp else { return false }
    perform(commands.removeFirst(), at: now)
    return true
  }

  private mutating func perform(_ command: PlainCommand, at now: Duration) {
    switch command {
    case .act(let action): core.perform(action, at: now)
    case .again: transcript.forgetPlace()
    case .help: asides.append("Commands: \(PlainCommand.words)")
    case .leave: core.leave()
    case .nothing: break
    case .unknown(let problem): asides.append(problem)
    }
  }

  /// What needs a screen is none of this viewer's.
  private mutating func receive(_ event: InputEvent, at now: Duration) {
    guard case .key(let key) = event else { return }
    let context = core.currentScene(at: now)?.keyContext ?? KeyContext(focus: .none)
    switch KeyTable.command(for: key, focus: context.focus) {
    case .local(.redraw): transcript.forgetPlace()
    case .local(.help): asides += Self.keyLines(context)
    case .local(.leave), .local(.suspend), .session, nil: core.receive(event, at: now)
    case .local: asides.append("\(key.name) needs a screen: start without --plain for it")
    }
  }

  private static func keyLines(_ context: KeyContext) -> [String] {
    let help = KeyTable.help(in: context)
    return (help.own + help.everywhere).map { binding in
      "\(binding.keys.map(\.name).joined(separator: " ")): \(binding.help)"
    }
  }
}
