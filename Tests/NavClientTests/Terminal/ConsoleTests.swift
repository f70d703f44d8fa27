import Glibc
import NavSystem
import Testing

@testable import NavClient

private let hostile =
  "a\u{1B}]0;owned\u{7}\u{9B}2J\u{9D}52;c;eA==\u{9C}\u{90}q\u{202E}\u{2066}\u{200F}\u{0}\u{7F}\u{8}\tb\nc"

/// Standard output and standard error of a program at a terminal.
@Suite(.serialized, .timeLimit(.minutes(120))) struct ConsoleTests {
  @Test func nothingThatIsPrintedControlsTheTerminal() async throws {
    let pty = try PseudoTerminal()
    setenv("NAV_TEST_CONSOLE", pty.path, 1)
    await #expect(processExitsWith: .success) {
      let named = try #require(getenv("NAV_TEST_CONSOLE"))
      let device = open(String(cString: named), O_RDWR | O_NOCTTY)
      dup2(device, STDOUT_FILENO)
      dup2(device, STDERR_FILENO)
      Console.print(hostile)
      Console.print(document: hostile + "\n")
      Console.print(parserMessage: hostile, isError: false)
      Console.print(parserMessage: hostile, isError: true)
      Console.printError(hostile)
      Console.printNote(hostile)
      Console.printNote("the end")
    }
    let written = pty.output(upTo: "the end")
    // At its end the process of the test writes random bytes of the testing library.
    let end = try #require(written.ranges(of: "the end").first).upperBound
    // Each of six texts has two lines, and the terminal's own line discipline adds carriage returns.
    let lines = written[..<end].replacing("\r\n", with: "\n").split(separator: "\n")
    #expect(lines.count == 13, "\(lines)")
    check(lines.joined())
  }

  @Test func outputThatCanNotBeWrittenEndsTheProgram() async {
    await #expect(processExitsWith: .exitCode(74)) {
      dup2(open("/dev/null", O_RDONLY), STDOUT_FILENO)
      Console.print("a")
    }
    await #expect(processExitsWith: .success, "without a reader") {
      signal(SIGPIPE, SIG_IGN)
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[1], STDOUT_FILENO)
      close(ends[0])
      Console.print("a")
    }
  }

  @Test func neitherDoesALineOfAPlainViewer() throws {
    let pty = try PseudoTerminal()
    var output = TextOutput(pty.device, isRaw: false)
    output.append([hostile, "the end"])
    output.flush(waiting: 10_000)
    let lines = pty.output(upTo: "the end").replacing("\r\n", with: "\n").split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    check(lines.joined())
  }

  private func check(_ text: String) {
    for scalar in text.unicodeScalars where scalar != "\t" {
      let properties = scalar.properties
      #expect(!properties.isBidiControl && properties.generalCategory != .control, "\(text)")
    }
  }
}
