import Foundation
import Testing

/// A daemon that navclient starts, and ends.
@Suite(.waiting) struct StartTests {
  private let sandbox: Sandbox
  private let deck = Deck.short

  init() throws { sandbox = try Sandbox() }

  private var log: String { sandbox.read("navd/navd.log") ?? "" }

  @Test(
    "navclient PATH starts a navd that stays, with its log named; stop ends it, and the next one continues"
  )
  func starting() throws {
    defer { _ = try? sandbox.client("stop") }
    let path = try deck.write(in: sandbox)
    let first = try TerminalSession(in: sandbox, "a", columns: 160, path)
    try first.wait(forPage: 1, of: deck)
    try first.type("Right")
    try first.wait(forPage: 2, of: deck)
    try first.type("q")
    #expect(try first.waitForExit() == 0)
    let screen = try first.screen()
    #expect(screen.contains("/navd/navd.log"), "\(screen)")
    #expect(screen.contains("`navclient stop` ends it"), "\(screen)")
    #expect(log.contains("navd listens in \(sandbox.socketDirectory)"), "\(log)")

    #expect(try Listing(sandbox.succeed("ls", "--json")).sessions.count == 1)
    #expect(try sandbox.succeed("stop").contains("has ended"))
    #expect(try sandbox.client("ls").code == 69)
    let none = try sandbox.client("stop")
    #expect(none.code == 69 && none.errors.contains("nothing to end"), "\(none)")

    let second = try TerminalSession(in: sandbox, "b")
    try second.wait(forPage: 2, of: deck)
  }

  @Test("of clients that start at once one starts the navd that serves all of them")
  func race() throws {
    defer { _ = try? sandbox.client("stop") }
    let path = try deck.write(in: sandbox)
    let terminals = try ["a", "b", "c", "d"].map { try TerminalSession(in: sandbox, $0, path) }
    for terminal in terminals { try terminal.wait(forPage: 1, of: deck) }
    let sessions = try Listing(sandbox.succeed("ls", "--json")).sessions
    #expect(sessions.map(\.viewers) == [4])
    #expect(log.components(separatedBy: "navd listens in").count == 2, "\(log)")
  }

  @Test("a navd that can't start is told with its last words")
  func failure() throws {
    let file = try sandbox.write("nonsense = 3", to: ".config/navd/config.toml")
    let terminal = try TerminalSession(in: sandbox, "a", columns: 200, "new", "-s", "x")
    #expect(try terminal.waitForExit() == 69)
    let screen = try terminal.screen()
    #expect(screen.contains("navd has not started: see"), "\(screen)")
    #expect(screen.contains("\(file):1:1: "), "\(screen)")
  }

  @Test(
    "of several sessions one is chosen, whose name is the window's title until the viewer leaves"
  )
  func choice() throws {
    let daemon = try Daemon(in: sandbox)
    for name in ["notes", "talk", "spare"] {
      try sandbox.succeed("new", "-s", name, "--open", deck.write(in: sandbox))
    }
    let terminal = try TerminalSession(in: sandbox, "a")
    try terminal.wait(until: "lists them") { $0.contains("3  talk") && $0.contains("q leaves") }
    try terminal.type("x", "Space", "2", "Enter")
    try terminal.wait(until: "one is ended") { $0.contains("1-2 or a part") }
    try terminal.type("TAL", "Enter")
    try terminal.wait(forPage: 1, of: deck)
    #expect(try terminal.format("pane_title") == "talk")
    #expect(try sandbox.succeed("ls", "-q") == "notes\ntalk\n")
    try sandbox.succeed("rename", "-s", "talk", "keynote")
    try eventually("the title follows") { try terminal.format("pane_title") == "keynote" }
    try terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    #expect(try terminal.format("pane_title") != "keynote")
    #expect(daemon.isRunning)
  }
}
