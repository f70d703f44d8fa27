import Foundation
import Testing

/// The terminal is restored, however its client ends or stops.
@Suite(.waiting) struct TerminalLifeTests {
  private let sandbox: Sandbox
  private let daemon: Daemon
  private let path: String
  private let deck = Deck.short

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    path = try deck.write(in: sandbox)
  }

  /// Starts a shell for typed commands.
  private func shell(_ name: String) throws -> TerminalSession {
    let shell = try sandbox.terminal(name, running: ["/bin/bash", "--norc", "--noprofile", "-i"])
    try type("PS1='ready> '", into: shell)
    try shell.wait(until: "asks for a command") { $0.contains("ready>") }
    return shell
  }

  private func type(_ command: String, into shell: TerminalSession) throws {
    try shell.type(["-l", command])
    try shell.type("Enter")
  }

  /// Returns the output of `stty`, run outside the terminal.
  private func modes(of terminal: TerminalSession) throws -> String {
    let tty = try terminal.format("pane_tty")
    let outcome = try sandbox.run("/usr/bin/stty", ["-g", "-F", tty])
    try #require(outcome.code == 0, "\(outcome)")
    return outcome.output
  }

  /// Returns the process ID of the client that the shell runs.
  private func client(of shell: TerminalSession) throws -> pid_t {
    let parent = try shell.processID()
    var found: pid_t?
    try eventually("the shell runs a client") {
      let text = try String(
        contentsOfFile: "/proc/\(parent)/task/\(parent)/children",
        encoding: .utf8
      )
      found = text.split(separator: " ").first.flatMap { pid_t($0) }
      return found != nil
    }
    return try #require(found)
  }

  /// After Ctrl-Z, a SIGTSTP from elsewhere, and a SIGSTOP, which no program can catch, the shell has its terminal;
  /// after `fg` the client has it again, at the newest place.
  @Test(arguments: [0, 1, 2]) func aStoppedClientResumes(how: Int) throws {
    let shell = try shell("a")
    try type("\(Programs.client) --session talk --open \(path)", into: shell)
    try shell.wait(forPage: 1, of: deck)
    let raw = try modes(of: shell)
    let client = try client(of: shell)
    switch how {
    case 0: try shell.type("C-z")
    case 1: kill(client, SIGTSTP)
    default: kill(client, SIGSTOP)
    }
    if how < 2 {
      try shell.wait(until: "the shell is back") { $0.contains("Stopped") }
      try eventually("nothing is left", found: { (try? shell.leftovers())?.description ?? "" }) {
        try shell.leftovers() == []
      }
    }
    try eventually("the shell has its modes") { try modes(of: shell) != raw }
    try sandbox.succeed("send", "-s", "talk", "goto", "3")
    try type("fg", into: shell)
    try shell.wait(forPage: 3, of: deck)
    #expect(try modes(of: shell) == raw)
    try shell.type("Right")
    try shell.wait(forPage: 4, of: deck)
    try shell.type("q")
    try shell.wait(until: "the shell is back") { $0.contains("ready>") }
    try eventually("nothing is left") { try shell.leftovers() == [] }
  }

  @Test func theTerminalOfAKilledClientIsRestored() throws {
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "talk", "--open", path)
    try terminal.wait(forPage: 1, of: deck)
    let client = try terminal.processID()
    try eventually("the helper has been started") {
      let children = try String(
        contentsOfFile: "/proc/\(client)/task/\(client)/children",
        encoding: .utf8
      )
      return !children.isEmpty
    }
    kill(client, SIGKILL)
    #expect(try terminal.waitForExit() == 128 + SIGKILL)
    let tty = try terminal.format("pane_tty")
    try eventually("stty says what it said before", found: { (try? modes(of: terminal)) ?? "" }) {
      try sandbox.run("/usr/bin/stty", ["-a", "-F", tty]).output == terminal.modesBefore
    }
    try eventually("nothing is left", found: { (try? terminal.leftovers())?.description ?? "" }) {
      try terminal.leftovers() == []
    }
  }

  /// When a terminal is closed, its client exits, and the session loses a viewer.
  @Test func aClosedTerminalEndsItsClient() throws {
    let other = try TerminalSession(in: sandbox, "b", "--session", "talk", "--open", path)
    try other.wait(forPage: 1, of: deck)
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "talk")
    try terminal.wait(forPage: 1, of: deck)
    let client = try terminal.processID()
    try terminal.tmux(["kill-server"])
    try eventually("the client has gone") { kill(client, 0) != 0 }
    try eventually("one viewer is left") {
      try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.viewers) == [1]
    }
  }

  /// A thousand resizes as fast as possible: the last size is laid out, and the daemon receives only a few requests.
  @Test func theLastOfAThousandSizesCounts() throws {
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "talk", "--open", path)
    try terminal.wait(forPage: 1, of: deck)
    for step in 0..<1000 {
      try terminal.setSize(columns: 40 + step % 60, rows: 12 + step % 20)
    }
    try terminal.setSize(columns: 72, rows: 21)
    try eventually("the daemon lays out 72x21 alone") {
      try sandbox.succeed("status", "-s", "talk", "--json")
        .contains(#""sizes":[{"columns":72,"rows":21}]"#)
    }
    try terminal.setSize(columns: 80, rows: 24)
    try terminal.type("Right")
    try terminal.wait(forPage: 2, of: deck)
  }

  @Test func theDoctorLeavesTheTerminalAlone() throws {
    let terminal = try TerminalSession(in: sandbox, "a", columns: 100, rows: 40, "doctor")
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.modesAfter == terminal.modesBefore)
    try eventually("nothing is left") { try terminal.leftovers() == [] }
    let screen = try terminal.screen()
    #expect(screen.row(with: "answers")?.contains("tmux") == true, "\(screen)")
    #expect(screen.row(with: "size")?.contains("100x40") == true, "\(screen)")
    #expect(screen.row(with: "navd ")?.contains("answers") == true, "\(screen)")
    #expect(screen.row(with: "receipts")?.contains("(answer)") == true, "\(screen)")
  }
}
