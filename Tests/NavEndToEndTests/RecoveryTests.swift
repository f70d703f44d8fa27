import Foundation
import Testing

/// The end and the restart of the daemon.
@Suite(.waiting) struct RecoveryTests {
  private let deck = Deck.short

  @Test func viewersSurviveAKilledDaemon() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let narrow = try sandbox.viewer("narrow", opening: deck)
    let wide = try sandbox.terminal("wide", size: (200, 60), "--session", "talk")
    try wide.wait(forPage: 1, of: deck)

    for round in 1...Programs.kills {
      try wide.type("2", "G")
      for terminal in [narrow, wide] { try terminal.wait(forPage: 2, of: deck) }
      #expect(try daemon.end(SIGKILL) == 128 + SIGKILL)
      for terminal in [narrow, wide] {
        let screen = try terminal.wait(until: "says that it reconnects (round \(round))") {
          $0.status.contains("reconnecting")
        }
        // The last content stays readable.
        #expect(screen.contains(Deck.marker(2)), "\(screen)")
      }
      try daemon.restart()
      // The session continues at its place with both viewers, without user action.
      for terminal in [narrow, wide] {
        try terminal.wait(until: "is live on the second page (round \(round))") {
          deck.isShown(2, on: $0) && !$0.status.contains("reconnecting")
        }
      }
      try narrow.type("Right")
      for terminal in [narrow, wide] { try terminal.wait(forPage: 3, of: deck) }
    }
    #expect(!narrow.hasEnded && !wide.hasEnded)
  }

  @Test func keysWaitForTheDaemon() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let terminal = try sandbox.viewer(opening: deck)
    #expect(try daemon.end(SIGKILL) == 128 + SIGKILL)
    try terminal.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    try terminal.type("3", "G", "Left")
    try terminal.wait(until: "says that they wait") {
      $0.status.contains("3 keys wait, Esc gives up")
    }
    try daemon.restart()
    try terminal.wait(forPage: 2, of: deck)
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aStoppedDaemonSaysSoAndExitsCleanly(signal: Int32) throws
  {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let terminal = try sandbox.viewer(opening: deck)
    #expect(try daemon.end(signal) == 0)
    #expect(daemon.log.hasSuffix("navd: navd stops\n"), "\(daemon.log)")
    try terminal.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    for name in ["input", "layout"] {
      #expect(!FileManager.default.fileExists(atPath: "\(sandbox.socketDirectory)/\(name)"))
    }
    try daemon.restart()
    try terminal.wait(until: "is live again") {
      deck.isShown(1, on: $0) && !$0.status.contains("reconnecting")
    }
    try terminal.type("Right")
    try terminal.wait(forPage: 2, of: deck)
  }

  @Test func aSuspendedDaemonKeepsItsViewers() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let terminal = try sandbox.viewer(opening: deck)
    kill(daemon.id, SIGSTOP)
    defer { kill(daemon.id, SIGCONT) }
    try terminal.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    kill(daemon.id, SIGCONT)
    try terminal.wait(until: "is live again") { !$0.status.contains("reconnecting") }
    try terminal.type("Right")
    try terminal.wait(forPage: 2, of: deck)
  }

  @Test func leavingWorksWithoutADaemon() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let terminal = try sandbox.viewer(opening: deck)
    try daemon.end(SIGKILL)
    try terminal.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    try terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.modesAfter == terminal.modesBefore)
  }
}
