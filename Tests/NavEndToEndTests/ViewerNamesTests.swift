import Foundation
import Testing

/// The names of viewers, as others see them.
@Suite(.waiting) struct ViewerNamesTests {
  @Test func viewersOfOneNameAreNumbered() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try Deck.short.write(in: sandbox)
    func ada(_ terminal: String) throws -> TerminalSession {
      let command = [Programs.client, "--session", "x", "--open", path, "--name", "ada"]
      let viewer = try sandbox.terminal(terminal, running: command)
      try viewer.wait(forPage: 1, of: .short)
      return viewer
    }
    let (first, second) = (try ada("first"), try ada("second"))
    let unnamed = try TerminalSession(in: sandbox, "unnamed", "--session", "x")
    try unnamed.wait(forPage: 1, of: .short)

    func names() throws -> [String] {
      try sandbox.succeed("viewers").split(separator: "\n").dropFirst().compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
    }
    try eventually("all are listed", found: { "\((try? names()) ?? [])" }) {
      try names().count == 3
    }
    let listed = try names()
    #expect(listed.prefix(2) == ["ada", "ada-2"])
    // Without --name it is the user's name, at the machine's.
    #expect(listed[2].contains("@"), "\(listed)")

    try second.type("v")
    try second.wait(until: "lists the viewers") { screen in
      ["you", "ada", listed[2]].allSatisfy { name in
        screen.rows.contains { $0.contains(" \(name) ") }
      }
    }
    // A viewer that is gone frees its name.
    try first.type("q")
    #expect(try first.waitForExit() == 0)
    let third = try ada("third")
    let left = try names()
    withExtendedLifetime((second, unnamed, third)) {
      #expect(left == ["ada-2", listed[2], "ada"])
      #expect(daemon.isRunning)
    }
  }

  @Test func aNameOfWhichNothingCanBeSeenIsRefused() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.client("--session", "x", "--name", " ")
    #expect(outcome.code == 64 && outcome.errors.contains("--name"), "\(outcome)")
  }
}
