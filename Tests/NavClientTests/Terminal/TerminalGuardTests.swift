import CNavSupport
import Glibc
import NavBase
import NavClient
import Testing

/// Programs that crash in a terminal, and the terminal afterwards.
@Suite(.serialized, .timeLimit(.minutes(120))) struct TerminalGuardTests {
  /// Names the terminal for the crashing process.
  private static let variable = "NAV_TEST_TERMINAL"

  @Test func aTrapRestoresTheTerminal() async throws {
    let pty = try PseudoTerminal()
    setenv(Self.variable, pty.path, 1)
    let before = pty.modes
    await #expect(processExitsWith: .failure) {
      let terminal = try enteredTerminal()
      let empty: [Int] = []
      print(empty[terminal.size.columns])
    }
    check(pty, modes: before)
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGSYS, SIGTRAP, SIGILL])
  func aCrashSignalGivesTheTerminalBack(_ signal: Int32) async throws {
    let pty = try PseudoTerminal()
    setenv(Self.variable, "\(pty.path) \(signal)", 1)
    let before = pty.modes
    let result = await #expect(processExitsWith: .failure) {
      let terminal = try enteredTerminal()
      crash()
      // The program continues only if the signal was lost.
      _ = terminal.size
    }
    #expect(result?.exitStatus == .signal(signal))
    check(pty, modes: before)
  }

  @Test func aCrashAfterLeavingWritesNothing() async throws {
    let pty = try PseudoTerminal()
    setenv(Self.variable, "\(pty.path) \(SIGABRT)", 1)
    await #expect(processExitsWith: .failure) {
      var terminal = try enteredTerminal()
      terminal.leave()
      crash()
    }
    let written = pty.output(upTo: "\u{1B}[?1049l")
    #expect(written.hasSuffix("\u{1B}[?1049l"))
    #expect(pty.output(timeout: 0).isEmpty)
  }

  @Test func aCrashResetsDetectedModes() async throws {
    let pty = try PseudoTerminal()
    setenv(Self.variable, "\(pty.path) \(SIGABRT)", 1)
    let before = pty.modes
    await #expect(processExitsWith: .failure) {
      var terminal = try enteredTerminal()
      try terminal.adopt(TerminalModes(keyboardProtocol: true))
      _ = terminal.flush()
      crash()
    }
    #expect(pty.modes == before)
    let written = pty.output(upTo: "\u{1B}[?1049l")
    #expect(written.contains("\u{1B}[>1u") && written.contains("\u{1B}[<u"))
  }

  /// At a terminal Swift's backtracer asks what to do next and waits for half a minute: a crash handler after the guard
  /// finds an input that has ended.
  @Test func theNextCrashHandlerCannotHoldTheTerminal() async throws {
    let pty = try PseudoTerminal()
    setenv(Self.variable, "\(pty.path) \(SIGSEGV)", 1)
    let result = await #expect(processExitsWith: .failure) {
      let named = try #require(getenv("NAV_TEST_TERMINAL"))
      let path = String(cString: named).split(separator: " ").first.map(String.init) ?? ""
      dup2(open(path, O_RDWR | O_NOCTTY), STDIN_FILENO)
      signal(SIGSEGV) { _ in
        var byte: UInt8 = 0
        _exit(isatty(STDIN_FILENO) == 0 && read(STDIN_FILENO, &byte, 1) == 0 ? 3 : 4)
      }
      let terminal = try enteredTerminal()
      crash()
      _ = terminal.size
    }
    #expect(result?.exitStatus == .exitCode(3))
  }

  /// After SIGKILL the process can't restore anything: the helper notices its end.
  @Test func theHelperRestoresTheTerminalAfterAKill() async throws {
    try #require(TerminalRescue.path != nil, "apt-get install \(TerminalRescue.package)")
    let pty = try PseudoTerminal()
    setenv(Self.variable, pty.path, 1)
    let result = await #expect(processExitsWith: .failure) {
      var terminal = try enteredTerminal()
      terminal.startRescue()
      try terminal.adopt(TerminalModes(keyboardProtocol: true))
      _ = terminal.flush()
      kill(getpid(), SIGKILL)
      _ = terminal.size
    }
    #expect(result?.exitStatus == .signal(SIGKILL))
    // The line's modes need the helper in the terminal's foreground, which the end-to-end tests have.
    let written = pty.output(upTo: "\u{1B}[?1049l")
    #expect(written.contains("\u{1B}[<u"))
    #expect(written.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"), "\(written)")
  }

  @Test(arguments: [false, true]) func theHelperIgnoresATerminalThatWasLeft(
    bySuspending: Bool
  ) async throws {
    try #require(TerminalRescue.path != nil, "apt-get install \(TerminalRescue.package)")
    let pty = try PseudoTerminal()
    setenv(Self.variable, "\(pty.path) \(bySuspending ? 1 : 0)", 1)
    await #expect(processExitsWith: .failure) {
      var terminal = try enteredTerminal()
      terminal.startRescue()
      let words = getenv("NAV_TEST_TERMINAL").map { String(cString: $0) } ?? ""
      if words.hasSuffix(" 1") {
        try terminal.suspend { kill(getpid(), SIGKILL) }
      } else {
        terminal.leave()
        kill(getpid(), SIGKILL)
      }
    }
    let written = pty.output(upTo: "\u{1B}[?1049l")
    #expect(written.ranges(of: "\u{1B}[?1049l").count == 1)
    #expect(pty.output(timeout: 300).isEmpty)
  }

  private func check(_ pty: borrowing PseudoTerminal, modes: [UInt32]) {
    let now = pty.modes
    #expect(now == modes)
    let written = pty.output(upTo: "\u{1B}[?1049l")
    #expect(written.contains("\u{1B}[?1049h"))
    #expect(written.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"), "\(written)")
  }
}

/// Returns the terminal named by the environment, in the process that is to crash.
private func enteredTerminal() throws -> Terminal {
  let named = try #require(getenv("NAV_TEST_TERMINAL"))
  let path = String(cString: named).split(separator: " ").first.map(String.init) ?? ""
  let device = open(path, O_RDWR | O_NOCTTY)
  var terminal = try Terminal(device)
  try terminal.enter()
  return terminal
}

private func crash() {
  let words = getenv("NAV_TEST_TERMINAL").map { String(cString: $0).split(separator: " ") } ?? []
  let signal = words.last.flatMap { Int32($0) } ?? 0
  // This thread may block SIGABRT; abort() unblocks it.
  if signal == SIGABRT { abort() }
  raise(signal)
}
