import Foundation
import Testing

/// The client's changes to its terminal, and their restoration.
@Suite(.waiting) struct TerminalTests {
  private let sandbox: Sandbox
  private let daemon: Daemon
  private let deck = Deck.short
  private let path: String

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    path = try deck.write(in: sandbox)
  }

  private func viewer(_ name: String, columns: Int = 80, rows: Int = 24) throws -> TerminalSession {
    let terminal = try sandbox.terminal(
      name,
      size: (columns, rows),
      ["--session", "talk", "--open", path]
    )
    try terminal.wait(until: "is attached") { screen in
      (1...deck.pages).contains { deck.isShown($0, on: screen) }
    }
    return terminal
  }

  private func expectRestored(
    _ terminal: TerminalSession,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(terminal.modesBefore != nil, sourceLocation: location)
    #expect(terminal.modesAfter == terminal.modesBefore, sourceLocation: location)
    #expect(try terminal.leftovers() == [], sourceLocation: location)
  }

  private func page() throws -> Int? {
    try Listing(sandbox.succeed("ls", "--json")).sessions.first { $0.name == "talk" }?.page
  }

  @Test(arguments: ["q", "C-c"]) func leavingKeepsTheSessionAndRestoresTheTerminal(
    key: String
  ) throws {
    let terminal = try viewer("a")
    try terminal.type("Right")
    try terminal.wait(forPage: 2, of: deck)
    try terminal.type(key)
    #expect(try terminal.waitForExit() == 0)
    try expectRestored(terminal)
    #expect(try page() == 2)
    try eventually("no viewer is counted") {
      try Listing(sandbox.succeed("ls", "--json")).sessions.first?.viewers == 0
    }
  }

  /// The exit code equals the one that a shell reports for the signal.
  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT]) func aSignalRestoresTheTerminal(
    signal: Int32
  ) throws {
    let terminal = try viewer("a")
    kill(try terminal.processID(), signal)
    #expect(try terminal.waitForExit() == 128 + signal)
    try expectRestored(terminal)
    #expect(try page() == 1)
  }

  @Test(
    arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP],
    [false, true]
  ) func aCrashRestoresTheTerminal(signal: Int32, backtrace: Bool) throws {
    let sandbox = try Sandbox(backtraces: backtrace)
    let daemon = try Daemon(in: sandbox)
    defer { withExtendedLifetime(daemon) {} }
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "talk", "--open", path)
    try terminal.wait(forPage: 1, of: deck)
    kill(try terminal.processID(), signal)
    #expect(try terminal.waitForExit() == 128 + signal)
    try expectRestored(terminal)
  }

  @Test func aKilledClientReturnsToTheSamePlace() throws {
    let killed = try viewer("a")
    let other = try viewer("b")
    try killed.type("5", "G")
    try killed.wait(forPage: 5, of: deck)
    kill(try killed.processID(), SIGKILL)
    #expect(try killed.waitForExit() == 128 + SIGKILL)
    try other.type("Right")
    try other.wait(forPage: 6, of: deck)
    let back = try TerminalSession(in: sandbox, "c", "--session", "talk")
    try back.wait(forPage: 6, of: deck)
    try back.type("Left")
    try other.wait(forPage: 5, of: deck)
  }

  @Test func aResizeCausesANewLayout() throws {
    let terminal = try viewer("a")
    for (columns, rows) in [(120, 40), (50, 20), (200, 60), (80, 24)] {
      try terminal.resize(columns: columns, rows: rows)
      let size = "\(columns)x\(rows)"
      let expected = Screen(try sandbox.succeed("snapshot", "-s", "talk", "--size", size))
      #expect(expected.rows.count == rows)
      try terminal.wait(until: "shows what a viewer of \(size) has:\n\(expected)") {
        $0 == expected
      }
    }
    try terminal.type("Right")
    try terminal.wait(forPage: 2, of: deck)
  }

  @Test func aTinyTerminalNamesThePageAndRecovers() throws {
    let terminal = try viewer("a")
    try terminal.resize(columns: 20, rows: 2)
    try terminal.wait(until: "has little to show") { $0.rows.count == 2 }
    try terminal.type("2", "G")
    try eventually("the session is at page 2") { try page() == 2 }
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait(forPage: 2, of: deck)
  }

  @Test func helpOpensAndAnyKeyClosesIt() throws {
    let terminal = try viewer("a")
    let before = try terminal.screen()
    try terminal.type("?")
    try terminal.wait(until: "shows the help") { $0.contains("next page") }
    try terminal.type("x")
    try terminal.wait(until: "shows the page as before") { $0 == before }
  }

  @Test func aSnapshotIsTheScreen() throws {
    for (name, columns, rows) in [("a", 80, 24), ("b", 132, 43)] {
      let terminal = try viewer(name, columns: columns, rows: rows)
      try eventually("the snapshot is the screen") {
        let snapshot = try sandbox.succeed(
          "snapshot",
          "-s",
          "talk",
          "--size",
          "\(columns)x\(rows)",
          "--format",
          "text"
        )
        return try Screen(snapshot) == terminal.screen()
      }
      try terminal.type("q")
      _ = try terminal.waitForExit()
    }
  }

  @Test func theEndOfTheSessionEndsItsViewers() throws {
    let terminals = try [viewer("a"), viewer("b", columns: 120, rows: 40)]
    try sandbox.succeed("kill", "-s", "talk")
    for terminal in terminals {
      #expect(try terminal.waitForExit() == 0)
      let screen = try terminal.wait(until: "says why") { $0.contains("has ended") }
      #expect(screen.row(with: "has ended")?.contains("talk") == true, "\(screen)")
      try expectRestored(terminal)
    }
    #expect(try sandbox.succeed("ls", "--json").trimmed(of: "\n") == "[]")
  }

  @Test func withoutAnySessionTheTourOpens() throws {
    let tour = try TerminalSession(in: sandbox, "a")
    try tour.wait(until: "shows the tour") {
      $0.status.contains("tour") && $0.status.contains("1/")
    }
    #expect(try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.name) == ["tour"])
    // The tour is now the only session, so the second client attaches to it.
    let second = try TerminalSession(in: sandbox, "b", columns: 100, rows: 30)
    try second.wait(until: "shows the tour") {
      $0.status.contains("tour") && $0.status.contains("1/")
    }
    try second.type("Right")
    try tour.wait(until: "has turned") { $0.status.contains("2/") }
  }
}

extension String {
  func trimmed(of characters: String) -> String {
    trimmingCharacters(in: CharacterSet(charactersIn: characters))
  }
}
