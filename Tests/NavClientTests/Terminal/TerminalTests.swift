import CNavSupport
import Glibc
import NavBase
import NavClient
import NavViewer
import Testing

/// Serialised: a process has only one guard.
@Suite(.serialized, .timeLimit(.minutes(120))) struct TerminalTests {
  private static let entering =
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[m\u{1B}[2J\u{1B}[H"
  private static let leaving =
    "\u{1B}\\\u{1B}[m\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  @Test func leavingUndoesEntering() throws {
    let pty = try PseudoTerminal()
    let before = pty.modes
    var terminal = try Terminal(pty.device)
    #expect(pty.modes == before)
    try terminal.enter()
    try terminal.enter()
    let raw = pty.modes
    #expect(raw != before)
    #expect(raw[3] & UInt32(ICANON | ECHO | ISIG | IEXTEN) == 0)
    #expect(raw[0] & UInt32(ICRNL | IXON) == 0)
    #expect(pty.output(upTo: "\u{1B}[H") == Self.entering)
    terminal.leave()
    #expect(pty.modes == before)
    #expect(pty.output(upTo: "\u{1B}[?1049l") == Self.leaving)
    terminal.leave()
    #expect(pty.output(timeout: 0).isEmpty)
  }

  @Test func deinitLeaves() throws {
    let pty = try PseudoTerminal()
    let before = pty.modes
    do {
      var terminal = try Terminal(pty.device, modes: TerminalModes(mouse: false))
      try terminal.enter()
      let isRaw = pty.modes != before
      #expect(isRaw)
    }
    #expect(pty.modes == before)
    let written = pty.output(upTo: "\u{1B}[?1049l")
    #expect(written.hasSuffix(Self.leaving))
    #expect(!written.contains("\u{1B}[?1002h"))
  }

  @Test func withoutEnteringNothingIsWritten() throws {
    let pty = try PseudoTerminal()
    let before = pty.modes
    do {
      let terminal = try Terminal(pty.device)
      #expect(terminal.fileDescriptor != pty.device)
    }
    #expect(pty.modes == before)
    #expect(pty.output(timeout: 0).isEmpty)
  }

  @Test func leavingEndsAnUnfinishedFrame() throws {
    let pty = try PseudoTerminal()
    let modes = TerminalModes(mouse: true, synchronizedOutput: true, hyperlinks: true)
    var terminal = try Terminal(pty.device, modes: modes)
    try terminal.enter()
    terminal.leave()
    let written = pty.output(upTo: "\u{1B}[?1049l")
    #expect(written.contains("\u{1B}\\\u{1B}[?2026l\u{1B}]8;;\u{1B}\\\u{1B}[m"))
  }

  @Test("the window has a title while the screen is entered, without control characters")
  func title() throws {
    let pty = try PseudoTerminal()
    var terminal = try Terminal(pty.device)
    terminal.setTitle("talk\u{1B}]0;x\u{7}")
    try terminal.enter()
    // A capability that becomes known changes nothing about it.
    try terminal.adopt(TerminalModes(hyperlinks: true))
    terminal.setTitle("keynote")
    let flushed = terminal.flush()
    #expect(flushed == .done)
    terminal.leave()
    let written = pty.output(upTo: "\u{1B}[?1049l")
    #expect(written.contains("\u{1B}[22;2t\u{1B}]2;talk\u{FFFD}]0;x\u{FFFD}\u{1B}\\"))
    #expect(written.contains("\u{1B}]2;keynote\u{1B}\\"))
    #expect(written.contains("\u{1B}[23;2t"))
  }

  /// The shell and its other programs share that description: they would read EAGAIN.
  @Test func theShellsDescriptorStaysBlocking() throws {
    let pty = try PseudoTerminal()
    var terminal = try Terminal(pty.device)
    try terminal.enter()
    #expect(fcntl(pty.device, F_GETFL) & O_NONBLOCK == 0)
    #expect(fcntl(terminal.fileDescriptor, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(terminal.fileDescriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func size() throws {
    let pty = try PseudoTerminal(columns: 132, rows: 43)
    let terminal = try Terminal(pty.device)
    let first = terminal.size
    #expect(first == CellSize(columns: 132, rows: 43))
    nav_set_window_size(pty.master, 20, 5)
    let second = terminal.size
    #expect(second == CellSize(columns: 20, rows: 5))
    nav_set_window_size(pty.master, 0, 0)
    let unknown = terminal.size
    #expect(unknown == CellSize(columns: 80, rows: 24))
  }

  @Test func typedBytesAreRead() throws {
    let pty = try PseudoTerminal()
    var terminal = try Terminal(pty.device)
    try terminal.enter()
    let none = terminal.read()
    #expect(none == .nothing)
    pty.type("\u{3}\r\u{1B}[A")
    var bytes: [UInt8] = []
    while bytes.count < 5 {
      var ready = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&ready, 1, 60_000) > 0)
      if case .bytes(let more) = terminal.read() { bytes += more }
    }
    #expect(bytes == [0x03, 0x0D, 0x1B, 0x5B, 0x41])
  }

  @Test func aHungUpTerminalIsClosed() throws {
    var device: Int32 = -1
    let master = nav_open_pty(80, 24, &device)
    try #require(master >= 0)
    var terminal = try Terminal(device)
    try terminal.enter()
    close(master)
    // A program being started by a concurrent test briefly has a copy of it.
    var ready = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&ready, 1, 60_000) > 0)
    let input = terminal.read()
    #expect(input == .closed)
    terminal.enqueue("lost".utf8)
    let outcome = terminal.flush()
    #expect(outcome == .closed)
    let hasOutput = terminal.hasOutput
    #expect(!hasOutput)
    terminal.leave()
    close(device)
  }

  /// Far more than the kernel buffers, read slowly: every byte arrives once and in order.
  @Test func aPartialWriteKeepsTheOrder() throws {
    let pty = try PseudoTerminal()
    var terminal = try Terminal(pty.device, modes: TerminalModes(mouse: false))
    try terminal.enter()
    _ = pty.output(upTo: "\u{1B}[H")
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
    terminal.enqueue(bytes[..<700_000])
    var outcome = terminal.flush()
    #expect(outcome == .pending)
    terminal.enqueue(bytes[700_000...])
    var read: [UInt8] = []
    while read.count < bytes.count {
      let more = pty.output()
      try #require(!more.isEmpty, "nothing after \(read.count) bytes")
      read += more
      outcome = terminal.flush()
    }
    #expect(outcome == .done)
    #expect(read == bytes)
  }

  @Test func leavingABlockedTerminalEnds() throws {
    let pty = try PseudoTerminal()
    let before = pty.modes
    var terminal = try Terminal(pty.device)
    try terminal.enter()
    // The kernel accepts small pieces after large ones no longer fit, and moves bytes in the background: it is full
    // only when no more space appears.
    let piece: [UInt8] = [0x78]
    var room = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLOUT), revents: 0)
    repeat {
      while write(terminal.fileDescriptor, piece, piece.count) > 0 {}
    } while poll(&room, 1, 100) > 0
    terminal.enqueue([UInt8](repeating: 0x78, count: 1000))
    let start = nav_monotonic_ns()
    terminal.leave()
    let waited = nav_monotonic_ns() - start
    #expect(waited >= 400_000_000 && waited < 60_000_000_000, "\(waited) ns")
    #expect(pty.modes == before)
  }

  @Test func suspendingRestoresTheScreenMeanwhile() throws {
    let pty = try PseudoTerminal()
    let before = pty.modes
    var terminal = try Terminal(pty.device)
    try terminal.enter()
    let raw = pty.modes
    var meanwhile: [UInt32] = []
    try terminal.suspend { meanwhile = pty.modes }
    #expect(meanwhile == before)
    #expect(pty.modes == raw)
    terminal.leave()
    let written = pty.output(upTo: "\u{1B}[?1049l", times: 2)
    #expect(written.hasPrefix(Self.entering + Self.leaving + Self.entering))
  }

  /// Modes learned later are set later, and restored at any end of the program.
  @Test func detectedModesAreAdopted() throws {
    let pty = try PseudoTerminal()
    var terminal = try Terminal(pty.device, modes: TerminalModes(mouse: false))
    try terminal.enter()
    _ = pty.output(upTo: "\u{1B}[H")
    var modes = TerminalModes(mouse: false, synchronizedOutput: true, keyboardProtocol: true)
    try terminal.adopt(modes)
    try terminal.adopt(modes)
    modes.mouse = true
    try terminal.adopt(modes)
    _ = terminal.flush()
    #expect(
      pty.output(upTo: "\u{1B}[?1004h") == "\u{1B}[>1u\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h"
    )
    try terminal.suspend {}
    let again = pty.output(upTo: "\u{1B}[H")
    #expect(again.contains("\u{1B}[?2026l"))
    #expect(again.ranges(of: "\u{1B}[<u").count == 1)
    #expect(again.ranges(of: "\u{1B}[>1u").count == 1)
    modes.keyboardProtocol = false
    try terminal.adopt(modes)
    terminal.leave()
    // Restored once, and not again on exit.
    #expect(pty.output(upTo: "\u{1B}[?1049l").ranges(of: "\u{1B}[<u").count <= 1)
  }

  /// A shell that stopped the program by an uncatchable signal has its own modes back.
  @Test func aResumedTerminalIsEnteredAgain() throws {
    let pty = try PseudoTerminal()
    var cooked = termios()
    tcgetattr(pty.device, &cooked)
    var terminal = try Terminal(pty.device)
    try terminal.enter()
    let raw = pty.modes
    let untouched = try terminal.enterAnew()
    #expect(!untouched)
    tcsetattr(pty.device, TCSANOW, &cooked)
    let before = pty.modes
    let isEntered = try terminal.enterAnew()
    #expect(isEntered)
    #expect(pty.modes == raw)
    _ = terminal.flush()
    terminal.leave()
    #expect(pty.modes == before)
    #expect(pty.output(upTo: "\u{1B}[?1049l") == Self.entering + Self.entering + Self.leaving)
  }

  @Test func theMouseCanBeTurnedOnAndOff() throws {
    let pty = try PseudoTerminal()
    var terminal = try Terminal(pty.device, modes: TerminalModes(mouse: false))
    try terminal.enter()
    terminal.setMouse(true)
    terminal.setMouse(false)
    _ = terminal.flush()
    let written = pty.output(upTo: "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l")
    #expect(
      written.hasSuffix(
        "\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l"
      )
    )
  }

  @Test func aFileThatIsNoTerminalIsRefused() throws {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    var code: TerminalError.Code?
    do throws(TerminalError) {
      _ = try Terminal(null)
    } catch {
      code = error.code
      #expect(error.description.contains("navclient snapshot"))
    }
    #expect(code == .notATerminal)
  }
}

@Suite("The terminal's clipboard")
struct ClipboardTests {
  @Test(
    "a text is encoded in base64",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{1B}\u{FF}?>", "G8O/Pz4="),
    ]
  )
  func sequence(text: String, encoded: String) {
    #expect(
      String(decoding: Clipboard.sequence(for: text), as: UTF8.self)
        == "\u{1B}]52;c;\(encoded)\u{07}"
    )
  }

  @Test("the longest text has 500,000 bytes")
  func limit() {
    let text = String(repeating: "a", count: Clipboard.byteLimit)
    #expect(Clipboard.byteLimit == 500_000)
    #expect(Clipboard.sequence(for: text).count == 7 + 666_668 + 1)
  }
}
