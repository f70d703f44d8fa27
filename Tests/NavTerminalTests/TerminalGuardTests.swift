import CNavSupport
import Glibc
import NavGeometry
import NavTerminal
import Testing

/// Programs that crash in a terminal, and the terminal afterwards.
@Suite(.serialized, .timeLimit(.minutes(2))) struct TerminalGuardTests {
  /// Tells the crashing process which terminal is meant.
  private static let variable = "NAV_TEST_TERMINAL"

  @Test func aTrapGivesTheTerminalBack() async throws {
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
      // The program lives on only when the signal got lost.
      _ = terminal.size
    }
    #expect(result?.exitStatus == .signal(signal))
    check(pty, modes: before)
  }

  @Test func aTerminalThatWasLeftIsNotTouchedByACrash() async throws {
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

  private func check(_ pty: borrowing PseudoTerminal, modes: [UInt32]) {
    let now = pty.modes
    #expect(now == modes)
    let written = pty.output(upTo: "\u{1B}[?1049l")
    #expect(written.contains("\u{1B}[?1049h"))
    #expect(written.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"), "\(written)")
  }
}

/// The terminal named by the environment, in the process that is to crash.
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
  // This thread may block SIGABRT; abort() lifts that.
  if signal == SIGABRT { abort() }
  raise(signal)
}
