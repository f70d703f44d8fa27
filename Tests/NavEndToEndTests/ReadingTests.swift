import Foundation
import NavProcessKit
import Testing

/// Whole pages: the output of `--plain`, of `y` and for a pipe.
@Suite(.waiting) struct ReadingTests {
  private static let deck = """
    # Everything

    > [!warning]
    > Mind the gap.

    \(words)

    ---

    # Code

    ```swift
    if a {
      b()

    \tc()
    }
    ```

    | Part  | Minutes |
    |-------|---------|
    | Story | 12      |

    ---

    # Columns

    <!-- column_layout: [1, 1] -->
    <!-- column: 0 -->
    left one

    left two
    <!-- column: 1 -->
    right one
    <!-- reset_layout -->

    <!-- pause -->

    revealed

    """

  private static let words = (1...120).map { "word\($0)" }.joined(separator: " ")

  private static let told = """
    Session x
    Page 1 of 3: Everything
    Everything
    Warning: Mind the gap.
    \(words)
    Page 2 of 3: Code
    Code
    Code in swift, 5 lines:
    if a {
      b()

        c()
    }
    Table, 2 columns, 1 row:
    Part | Minutes
    Story | 12
    Page 3 of 3: Columns
    Columns
    Column 1 of 2:
    left one
    left two
    Column 2 of 2:
    right one
    revealed

    """

  /// Runs a viewer whose standard input is a pipe that ends.
  private static func pipe(
    _ sandbox: Sandbox,
    _ commands: String,
    _ arguments: String
  ) throws -> (code: Int32, lines: String, errors: String) {
    let commands = try sandbox.write(commands, to: "commands")
    let viewer = try sandbox.start(
      "/bin/sh",
      [
        "-c",
        "cat \(commands) | \(Programs.client) \(arguments) --plain >\(sandbox.directory)/lines",
      ]
    )
    let code = try viewer.waitForExit("the viewer at the end of its input")
    // Connection messages depend on the daemon's speed and are left out.
    let lines = (sandbox.read("lines") ?? "").split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    .filter { !["Waiting for navd", "Reconnecting", "Connected"].contains($0) }
    return (code, lines.joined(separator: "\n"), viewer.errorText)
  }

  @Test func aPipeOfCommandsIsReadToItsEnd() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = try sandbox.write(Self.deck, to: "deck.md")
    let all = try Self.pipe(
      sandbox,
      "next\nnext\nnext\n",
      "--session x --open \(deck) --size 40x10"
    )
    #expect(all.code == 0 && all.errors == "", "\(all)")
    #expect(all.lines == Self.told)
    // The session stays at the place of the last command; the next pipe begins there.
    let end = try Self.pipe(sandbox, "goto 3\nback\nback\ndance\nback\nback", "--session x")
    #expect(end.code == 0)
    let lines = end.lines.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("'dance' is no command") }, "\(lines)")
    #expect(lines.contains("Page 1 of 3: Everything"), "\(lines)")
    // Without commands it prints the page and exits.
    let none = try Self.pipe(sandbox, "", "--session x")
    #expect(none.code == 0 && none.lines.contains("Warning: Mind the gap."), "\(none)")
    #expect(try sandbox.succeed("ls", "-q") == "x\n")
    #expect(daemon.isRunning)
  }

  @Test func theEndOfTheSessionEndsThePipe() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = try sandbox.write(Self.deck, to: "deck.md")
    _ = try Self.pipe(sandbox, "", "--session x --open \(deck)")
    let left = try Self.pipe(sandbox, "leave\nnext\n", "--session x")
    #expect(left.code == 0 && !left.lines.contains("Page 2"), "\(left)")
    #expect(daemon.isRunning)
  }

  @Test func aLongFileIsCopiedInFullAndInPart() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let lines = (1...1_170).map { "\t\($0) " + String(repeating: "x", count: $0 % 200) }
    let folder = "\(sandbox.directory)/folder"
    _ = try sandbox.write(lines.map { $0 + "\n" }.joined(), to: "folder/long.txt")
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "x", "--open", folder)
    try terminal.tmux(["set", "-s", "set-clipboard", "on"])
    try terminal.wait(until: "lists the file") { $0.contains("long.txt") }
    try terminal.type("Enter")
    try terminal.wait(until: "shows the file") { $0.contains("1 x") }
    try terminal.type("y")
    try terminal.wait(until: "says how much") {
      $0.status.contains("1170 lines, 121 kB: sent to the terminal's clipboard")
    }
    #expect(try terminal.tmux(["show-buffer"]) == lines.map { $0 + "\n" }.joined())

    let deck = try sandbox.write(Self.deck, to: "deck.md")
    let other = try TerminalSession(in: sandbox, "b", "--session", "y", "--open", deck)
    try other.tmux(["set", "-s", "set-clipboard", "on"])
    try other.wait(until: "shows the deck") { $0.contains("Mind the gap") }
    try other.type("Right")
    try other.wait(until: "shows code") { $0.contains("if a {") }
    try other.type("Y")
    try other.wait(until: "offers parts") { $0.contains("Enter copies") && $0.contains("Story") }
    try other.type("s", "t", "o", "r", "y", "Enter")
    try other.wait(until: "says what") {
      $0.status.contains("\"Story\": sent to the terminal's clipboard")
    }
    #expect(try other.tmux(["show-buffer"]).hasPrefix("Story"))
    #expect(daemon.isRunning)
  }
}
