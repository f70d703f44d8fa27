import Foundation
import Testing

/// Sessions that show the output of programs.
@Suite(.waiting) struct ProgramTests {
  private let sandbox: Sandbox
  private let daemon: Daemon

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
  }

  private func isRunning(_ number: Substring) -> Bool {
    FileManager.default.fileExists(atPath: "/proc/\(number)")
  }

  /// Starts a terminal that shows a program with a child; returns it with the process IDs of both.
  ///
  /// Each terminal has a unique name: the server of an ended one may still be running.
  private func startParents(
    _ trap: String = "",
    named name: String
  ) throws -> (TerminalSession, [Substring]) {
    let line = "\(trap)sleep 1000 & echo pids $$ $! end; while :; do sleep 1000; done"
    let terminal = try TerminalSession(in: sandbox, name, "--session", "x", "--cmd", line)
    let screen = try terminal.wait(until: "shows both numbers") {
      $0.rows.contains { $0.contains("pids") && $0.contains("end") && !$0.contains("$!") }
    }
    let row = screen.rows.first { $0.contains("pids") && !$0.contains("$!") } ?? ""
    let numbers = row.split(separator: " ").filter { Int($0) != nil }
    try #require(numbers.count == 2, "\(screen)")
    for number in numbers { try #require(isRunning(number)) }
    return (terminal, numbers)
  }

  @Test func aProgramEndsWithItsSession() throws {
    for (name, trap) in [("a", ""), ("b", "trap '' TERM HUP; ")] {
      let (terminal, numbers) = try startParents(trap, named: name)
      try sandbox.succeed("kill", "-s", "x")
      for number in numbers { try eventually("\(number) has ended") { !isRunning(number) } }
      _ = try terminal.waitForExit()
    }
  }

  @Test func aProgramEndsWithTheDaemon() throws {
    for (name, signal) in [("a", SIGKILL), ("b", SIGTERM)] {
      let (_, numbers) = try startParents("trap '' HUP; ", named: name)
      _ = try daemon.end(signal)
      for number in numbers { try eventually("\(number) has ended") { !isRunning(number) } }
      try daemon.restart()
      // It may be unsafe to run a program twice.
      try eventually("it is not run again by itself") {
        try sandbox.client("snapshot", "-s", "x", "--size", "90x20").output
          .contains("Ctrl-R runs it again")
      }
      try sandbox.succeed("kill", "-s", "x")
    }
  }

  @Test func thePageGrowsStaysAtItsEndAndRunsAgain() throws {
    let gate = "\(sandbox.directory)/gate"
    try #require(mkfifo(gate, 0o600) == 0)
    let line = "seq 1 50; read x <\(gate); seq 51 100; exit 3"
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "x", "--cmd", line)
    try terminal.wait(until: "shows all of the first half") {
      $0.contains("10") && $0.status.contains("31 more rows")
    }
    try terminal.type("G")
    try terminal.wait(until: "shows the end") { $0.contains("running since") && $0.contains("50") }
    close(open(gate, O_WRONLY))
    try terminal.wait(until: "follows") { $0.contains("exit 3 after") && $0.contains("100") }
    try terminal.type("C-r")
    try terminal.wait(until: "runs again") { $0.contains("running since") }
    close(open(gate, O_WRONLY))
    try terminal.wait(until: "has ended again") {
      $0.contains("exit 3 after") && $0.contains("100")
    }
  }

  @Test func aLongOutputIsShownFromItsEnd() throws {
    let line = "n=0; while :; do n=$((n + 1)); echo number $n; sleep 0.05; done"
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "x", "--cmd", line)
    try terminal.wait(until: "shows the end of more than a screen") {
      $0.contains("running since") && $0.contains("number 30") && !$0.contains("number 1 ")
    }
    try terminal.type("gg")
    let first = try terminal.wait(until: "is at the beginning") {
      $0.rows.contains { $0.hasSuffix("number 1") || $0.contains("number 1 ") }
    }
    try terminal.wait(until: "stays there while it grows") {
      $0.status != first.status && $0.rows.contains { $0.contains("number 2") }
    }
    try sandbox.succeed("kill", "-s", "x")
  }

  @Test func aFloodOfOutputBlocksNobody() throws {
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "x", "--cmd", "yes")
    try terminal.wait(until: "shows it") { $0.rows.count { $0.hasSuffix("y") } > 10 }
    try sandbox.succeed("new", "-s", "other")
    for _ in 0..<10 {
      let start = ContinuousClock.now
      try sandbox.succeed("send", "-s", "other", "next")
      try sandbox.succeed("send", "-s", "other", "back")
      #expect(ContinuousClock.now - start < deadline)
    }
    try sandbox.succeed("kill", "-s", "x")
  }

  @Test func theHistoryAndTheDifferencesOfARepository() throws {
    let repository = """
      export GIT_CONFIG_GLOBAL=/dev/null; mkdir \(sandbox.directory)/r
      cd \(sandbox.directory)/r; git init -q -b main .
      git config user.name Ada; git config user.email a@x
      echo one >a.txt; git add .; git commit -qm 'First of all'
      echo two >a.txt; git commit -qam 'Second thoughts'; echo three >a.txt
      """
    #expect(try sandbox.run("/bin/sh", ["-ec", repository]).code == 0)
    func start(_ name: String, _ words: String) throws -> TerminalSession {
      let command =
        "cd \(sandbox.directory)/r && exec \(Programs.client) --session \(name) \(words)"
      return try sandbox.terminal(name, running: ["/bin/sh", "-c", command])
    }
    let log = try start("log", "--git-log")
    try log.wait(until: "lists the commits") {
      $0.contains("Second thoughts") && $0.contains("First of all")
    }
    try log.type("Enter")
    try log.wait(until: "shows the newest") { $0.contains("+two") && $0.contains("-one") }
    let diff = try start("diff", "--git-diff HEAD~1")
    try diff.wait(until: "lists the files") { $0.contains("a.txt") && $0.contains("+1  -1") }
    try diff.type("Enter")
    try diff.wait(until: "shows the file") { $0.contains("+three") && $0.contains("-one") }
    let outside = try sandbox.run(
      "/bin/sh",
      ["-c", "cd \(sandbox.directory) && \(Programs.client) new -s none --git-log"]
    )
    #expect(outside.code != 0 && outside.errors.contains("not a git repository"), "\(outside)")
  }

  @Test func standardInput() throws {
    func start(_ name: String, _ command: String) throws -> TerminalSession {
      let line = "\(command) | \(Programs.client) --session \(name) --open -"
      return try sandbox.terminal(name, running: ["/bin/sh", "-c", line])
    }
    let text = try start("text", "(seq 1 99; printf '\\033[31mred\\033[m\\033]0;x\\007\\n')")
    try text.wait(until: "shows the text") { $0.contains("10") }
    // Keys still come from the terminal.
    try text.type("G")
    try text.wait(until: "shows its end") { $0.contains("red") && $0.contains("99") }
    let slides = ["first", "last"].map { "# \($0)\\n\\n\($0) words" }
    let deck = try start("deck", "printf '\(slides.joined(separator: "\\n\\n---\\n\\n"))\\n'")
    try deck.wait(until: "shows a deck") { $0.contains("first words") && $0.isAt(1, of: 2) }
    try deck.type("Right")
    try deck.wait(until: "shows its second slide") { $0.contains("last words") }
    let long = try sandbox.run(
      "/bin/sh",
      ["-c", "head -c 70000000 /dev/zero | \(Programs.client) new -s long --open -"]
    )
    #expect(long.code == 66 && long.errors.contains("--cmd"), "\(long)")
  }

  @Test func aProgramThatCannotRunIsReported() throws {
    let cases: [([String], Int32, String)] = [
      (["--cmd", " "], 64, "command line"),
      (["--man", ""], 64, "page"),
      (["--man=-k x"], 64, "option"),
      (["--git-diff=-p"], 64, "option"),
      (["--cmd", "true", "--man", "ls"], 64, "one of"),
    ]
    for (arguments, code, text) in cases {
      let outcome = try sandbox.run(Programs.client, ["new", "-s", "x"] + arguments)
      #expect(outcome.code == code && outcome.errors.contains(text), "\(outcome)")
    }
    let config = try sandbox.write("[limits]\ncommands = false\n", to: "config.toml")
    _ = try daemon.end(SIGTERM)
    let strict = try Daemon(in: sandbox, arguments: ["--config", config])
    let refused = try sandbox.client("new", "-s", "x", "--cmd", "true")
    #expect(refused.code == 77 && refused.errors.contains("limits.commands"), "\(refused)")
    _ = try strict.end(SIGTERM)
    try daemon.restart()
    let missing = try sandbox.terminal("a", "--session", "x", "--cmd", "navd-no-such-program")
    try missing.wait(until: "says so") { $0.contains("not found") && $0.contains("exit 127") }
  }
}
