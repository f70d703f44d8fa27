import CNavSupport
import Glibc
import NavBase
import NavSystem
import NavViewer

/// The viewer's terminal: reading input, querying capabilities, painting.
extension Viewer {
  /// The most reads of the terminal in one turn, so that a flood of input starves nothing else.
  private static let readsPerTurn = 64
  /// The longest wait of an exiting viewer for answers that the shell would otherwise get as typed text.
  private static let answerTimeout = Duration.milliseconds(150)

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
      } else {
        core.receive(event, at: now)
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
    pacer.hasReceipts = capabilities.statusReports
  }

  /// Discards the terminal's last answers, waiting at most `answerTimeout`.
  mutating func discardPendingAnswers() {
    let end = monotonicNow() + Self.answerTimeout
    while knowledge.probe.isUnanswered || pacer.pendingQueries > 0 {
      let left = end - monotonicNow()
      guard left > .zero else { return }
      let isWriting = terminal.hasOutput
      var ready = pollfd(
        fd: terminal.fileDescriptor,
        events: Int16(isWriting ? POLLIN | POLLOUT : POLLIN),
        revents: 0
      )
      poll(&ready, 1, Int32(left.milliseconds) + 1)
      _ = terminal.flush()
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
    case SIGWINCH: core.resize(to: terminal.size.clamped, at: now)
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
    core.resize(to: terminal.size.clamped, at: now)
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
