import CNavSupport
import Glibc
package import NavBase
import NavScene
import NavSystem
package import NavViewer
package import NavWire
import ZeroMQ

/// A viewer that prints lines instead of filling the screen.
///
/// If standard input is a terminal, it handles keys. Otherwise each line of it is a command, which is executed after
/// all effects of the previous one were printed; after the last command the viewer exits. The viewport's size is fixed.
package struct PlainViewer: ~Copyable {
  private var core: ClientCore
  private var link: ViewerLink
  /// Nil if standard input is not a terminal.
  private var terminal: Terminal?
  private var keys = KeyStream()
  /// Standard input, if it is not a terminal.
  private var script = LineInput()
  private let hasTerminal: Bool
  private var printer: TranscriptPrinter
  /// When to request the page again, because a program is still printing to it.
  private var readAgainAt: Duration?
  private var exit: ClientExit?

  private static let keyToken = ViewerLink.firstFreeToken
  /// The longest wait of the viewer at its end until the last lines are read, in milliseconds.
  private static let lastFlushTimeout: Int32 = 500
  private static let readSize = 4096
  /// The longest wait of the viewer for an absent daemon after the last command.
  private static let absenceTimeout = Duration.seconds(10)
  private static let rereadInterval = Duration.milliseconds(500)

  /// Attaches to a session and runs until the user leaves, the session ends or a signal arrives.
  ///
  /// - Parameters:
  ///   - session: nil for a name derived from the content; without content nil means the only session, or the tour if
  ///     there is none.
  ///   - content: the content that the user named; nil for whatever the session shows.
  ///   - entry: how the viewer takes part.
  ///   - reading: the viewer's configuration.
  ///   - size: the viewport's size; nil for the terminal's size, or 80x24 without a terminal.
  ///   - endpoints: the daemon's endpoints.
  /// - Throws: the viewer's result, unless the user simply left.
  package static func run(
    session: String?,
    content: ContentSpec?,
    entry: ViewerEntry,
    configuration reading: ViewerConfigurationSource.Reading,
    size: CellSize?,
    endpoints: Endpoints
  ) throws(ClientExit) {
    let daemon = try ReachedDaemon.reach(endpoints, watching: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    let (endpoints, tunnel) = (daemon.endpoints, daemon.tunnel)
    // The reader of the output may exit; SIGPIPE would then end the process with the terminal in raw mode.
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
    options.entry = entry
    // No one watches a script's motions, so their ends are printed at once.
    if isatty(STDIN_FILENO) == 0 { options.reducedMotion = true }
    let core = try ClientCore(
      joining: session,
      showing: content,
      options,
      // Printed lines need no letterbox.
      fit: .relayout,
      viewport: size ?? viewport,
      endpoints: endpoints
    )
    let link = try ViewerLink(daemon)
    var viewer = PlainViewer(core, link, terminal, reading.problems)
    let exit = viewer.runToEnd()
    let context = viewer.link.context
    viewer.end()
    // The last message may have to pass through ssh.
    _ = withExtendedLifetime(tunnel) { context.close(within: ClientSockets.closingLimit) }
    guard exit.code == .success, exit.text == nil else { throw exit }
  }

  private init(
    _ core: consuming ClientCore,
    _ link: consuming ViewerLink,
    _ terminal: consuming Terminal?,
    _ problems: [String]
  ) {
    self.core = core
    self.link = link
    self.terminal = terminal
    // Raw mode affects all output to the terminal.
    hasTerminal = isatty(STDIN_FILENO) == 1
    let isRaw = hasTerminal && isatty(STDOUT_FILENO) == 1
    printer = TranscriptPrinter(TextOutput(STDOUT_FILENO, isRaw: isRaw), notices: problems)
  }

  /// Ends the viewer, with its sockets.
  private consuming func end() {}

  // MARK: Event loop

  private mutating func runToEnd() -> ClientExit {
    do {
      try terminal?.enter()
      while exit == nil { try listen() }
    } catch let error as TerminalError {
      exit = ClientExit(.usage, error.description)
    } catch {
      exit = ClientExit(.unreachable, "\(error)")
    }
    printer.flush(waiting: Self.lastFlushTimeout)
    terminal?.leave()
    let end = exit ?? ClientExit(.success)
    guard end.code == .success, let failure = printer.output.failure else { return end }
    return ClientExit(.unwritten, "can't write standard output: \(failure)")
  }

  /// Runs the loop with one set of descriptors, until `wantsInput` changes.
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
      exitAfterInput(at: now)
      let hasPerformed = performNextCommand(at: now)
      try perform(core.takeActions())
      if exit != nil { return }
      // A command's own output is written at once.
      if hasPerformed { continue }
      // While the reader of the output is slow, flushing is tried again soon.
      let soon = printer.output.isEmpty ? nil : now + .milliseconds(20)
      let wakes = [core.nextWake(at: now), keys.deadline, soon, readAgainAt, link.nextWake]
        .compactMap(\.self)
      _ = try poller.wait(timeout: wakes.min().map { max(.zero, $0 - monotonicNow()) })
      try receive(poller, isListening: isListening)
    }
  }

  /// Whether to read input: a script is read no faster than its commands are executed.
  private var wantsInput: Bool { script.endedAt == nil && (hasTerminal || !script.hasCommands) }

  private var keyDescriptor: Int32 {
    switch terminal {
    case .some(let terminal): terminal.fileDescriptor
    case nil: STDIN_FILENO
    }
  }

  /// Prints the changes since the last lines, once those were written; only the newest state counts.
  private mutating func write(at now: Duration) {
    printer.flush()
    if printer.output.isClosed { return core.leave() }
    guard printer.output.isEmpty else { return }
    if let reading = core.takeReading() { printer.transcript.receive(reading) }
    let screen = core.screen(at: now)
    // With reduced motion, the place is the end of the motion at once.
    let isMoving = !core.options.reducedMotion && core.replica?.nextFrameTime != nil
    printer.print(screen, isMoving: isMoving, version: core.shownVersion)
    if printer.transcript.wantsText, !core.isReading { core.readPage(at: now) }
  }

  /// Whether the effects of all commands have arrived and were printed.
  private var isCaughtUp: Bool { core.isCaughtUp && !core.isReading && printer.isCaughtUp }

  /// Exits after the last command, when all its effects were printed, including the output of running programs.
  private mutating func exitAfterInput(at now: Duration) {
    guard let endedAt = script.endedAt, !script.hasCommands, exit == nil else { return }
    let readAt = readAgainAt
    readAgainAt = nil
    if isCaughtUp, printer.transcript.isComplete {
      core.leave()
    } else if isCaughtUp, core.isLive {
      // The end of a program may change nothing in the visible rows.
      if let readAt, now >= readAt {
        core.readPage(at: now)
      } else {
        readAgainAt = readAt ?? now + Self.rereadInterval
      }
    } else if !core.isLive, now - max(endedAt, core.freshAt) >= Self.absenceTimeout {
      core.leave(
        ClientExit(.unreachable, "navd is not there any more: not everything could be told")
      )
    }
  }

  private mutating func perform(_ actions: [ClientAction]) throws {
    for action in actions {
      switch try link.perform(action, &exit) {
      case .suspend: try terminal?.suspend()
      // From commands that need a screen.
      case .copy, .setMouse: break
      case .send, .subscribe, .unsubscribe, .exit, nil: break
      }
    }
  }

  // MARK: Input

  private mutating func receive(_ poller: borrowing Poller, isListening: Bool) throws {
    let now = monotonicNow()
    for signal in link.takeSignals(poller) {
      if let exit = ClientExit(signal: signal) { core.leave(exit) }
    }
    try perform(core.takeActions())
    if exit != nil { return }
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

  /// Reads the terminal; nil if standard input is not a terminal.
  private func readKeys() -> TerminalInput? {
    switch terminal {
    case .some(let terminal): terminal.read()
    case nil: nil
    }
  }

  /// Reads standard input once; it is readable, so the read does not block.
  private mutating func receiveLines(at now: Duration) {
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, count in
      count = max(0, read(STDIN_FILENO, buffer.baseAddress, buffer.count))
    }
    script.receive(bytes, at: monotonicNow())
  }

  /// Executes the next command, once the effects of all earlier ones were printed.
  ///
  /// - Returns: false if there is none, or if it has to wait.
  private mutating func performNextCommand(at now: Duration) -> Bool {
    guard exit == nil, isCaughtUp, let command = script.next() else { return false }
    perform(command, at: now)
    return true
  }

  private mutating func perform(_ command: PlainCommand, at now: Duration) {
    switch command {
    case .act(let action):
      printer.transcript.expect(action)
      core.sendInput(action, at: now)
    case .part(let command): core.perform(partCommand: command, at: now)
    case .again: printer.transcript.forgetPlace()
    case .help: printer.add(["Commands: \(PlainCommand.words)"])
    case .leave: core.leave()
    case .nothing: break
    case .unknown(let problem): printer.add([problem])
    }
  }

  /// Handles a key; commands that need a screen get a message.
  private mutating func receive(_ event: InputEvent, at now: Duration) {
    guard case .key(let key) = event else { return }
    let scene = core.currentScene(at: now)
    let context = core.keyContext(in: scene)
    switch KeyTable.command(for: key, focus: context.focus, isSpeakers: context.isSpeakers) {
    case .local(.redraw): printer.transcript.forgetPlace()
    case .local(.help): printer.add(Self.keyLines(context))
    case .local(.leave), .local(.suspend), .session, nil: core.receiveEvent(event, at: now)
    case .local(let command) where command.traits.changesPart: core.receiveEvent(event, at: now)
    case .local(.palette):
      printer.add([
        "\(key.name) needs a screen: start without --plain for it, or give commands by a pipe",
        "`navclient ask` asks the speaker a question",
      ])
    case .local: printer.add(["\(key.name) needs a screen: start without --plain for it"])
    }
  }

  private static func keyLines(_ context: KeyContext) -> [String] {
    let help = KeyTable.help(in: context)
    return (help.own + help.everywhere).map { binding in
      "\(binding.keys.map(\.name).joined(separator: " ")): \(binding.help)"
    }
  }
}

/// The commands on standard input that is not a terminal: one a line, each executed after the one before it.
struct LineInput {
  private var lines = CommandLines()
  /// Commands that were read and wait for the effects of earlier ones.
  private var commands: [PlainCommand] = []
  /// When standard input ended; nil while there may be more.
  private(set) var endedAt: Duration?

  var hasCommands: Bool { !commands.isEmpty }

  /// Handles bytes that were read; an empty array is the end of input.
  mutating func receive(_ bytes: [UInt8], at now: Duration) {
    var lines = lines.receive(bytes)
    if bytes.isEmpty {
      endedAt = now
      if let last = self.lines.finish() { lines.append(last) }
    }
    commands += lines.map { PlainCommand($0) }
  }

  /// Removes and returns the next command; nil if there is none.
  mutating func next() -> PlainCommand? {
    commands.isEmpty ? nil : commands.removeFirst()
  }
}

/// Prints the transcript of a session, and other lines, when the reader of the output has taken the ones before.
struct TranscriptPrinter {
  private(set) var output: TextOutput
  var transcript = Transcript()
  /// Lines that don't come from a scene.
  private var notices: [String]

  init(_ output: TextOutput, notices: [String]) {
    self.output = output
    self.notices = notices
  }

  /// Whether everything that was shown is printed and written.
  var isCaughtUp: Bool { transcript.isCaughtUp && notices.isEmpty && output.isEmpty }

  mutating func add(_ lines: [String]) {
    notices += lines
  }

  /// Prints the notices and the changes since the last lines; only called with an empty output.
  mutating func print(_ screen: Screen, isMoving: Bool, version: UInt64) {
    output.append(notices + transcript.lines(for: screen, isMoving: isMoving, version: version))
    notices = []
    output.flush()
  }

  /// Writes what is pending; waits at most `milliseconds` for a reader.
  mutating func flush(waiting milliseconds: Int32 = 0) {
    output.flush(waiting: milliseconds)
  }
}

/// Text that is written to standard output without blocking.
struct TextOutput {
  /// The number of bytes that a writable pipe accepts without blocking (POSIX: PIPE_BUF).
  private static let chunkSize = 4096

  private let descriptor: Int32
  /// The line end; a terminal in raw mode needs a carriage return, too.
  private let lineEnd: String
  private(set) var bytes: [UInt8] = []
  /// Whether the output has no reader any more, or can't be written.
  private(set) var isClosed = false
  /// The reason why the output can't be written, other than the absence of a reader; nil for none.
  private(set) var failure: SystemFailure?

  init(_ descriptor: Int32, isRaw: Bool) {
    self.descriptor = descriptor
    lineEnd = isRaw ? "\r\n" : "\n"
  }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ lines: [String]) {
    for line in lines { bytes += Array((sanitized(line, keeping: .tabs) + lineEnd).utf8) }
  }

  /// Writes pending text; waits at most `milliseconds` for the descriptor to become writable.
  mutating func flush(waiting milliseconds: Int32 = 0) {
    while !bytes.isEmpty, !isClosed {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&ready, 1, milliseconds) > 0 else { return }
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress, min($0.count, Self.chunkSize))
      }
      if count > 0 {
        bytes.removeFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        if errno != EPIPE { failure = .last }
        isClosed = true
      }
    }
  }
}
