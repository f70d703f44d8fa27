import Foundation
import Testing

/// What outlives the daemon, whatever ends it.
@Suite struct DurabilityTests {
  private let deck = Deck.short

  private func sessions(in world: World) throws -> [Listing.Session] {
    try Listing(world.succeed("ls", "--json")).sessions
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func sessionsComeBackByNameWithTheirPlace(signal: Int32) throws {
    let world = try World()
    let daemon = try Daemon(in: world)
    let path = try deck.write(in: world)
    let music = try Folder.music(in: world)
    try world.succeed("new", "-s", "talk", "--open", path)
    try world.succeed("send", "-s", "talk", "goto", "5")
    try world.succeed("new", "-s", "old", "--open", music.path)
    // Into `albums`, and there to the second entry.
    try world.succeed("send", "-s", "old", "key", "Right", "Down")
    try world.succeed("rename", "-s", "old", "music")
    try world.succeed("new", "-s", "gone")
    try world.succeed("kill", "-s", "gone")
    let before = try sessions(in: world)
    #expect(before.map(\.name) == ["music", "talk"])
    let screen = try world.succeed("snapshot", "-s", "music", "--size", "80x24")
    for _ in 0..<2 {
      try daemon.end(signal)
      try daemon.restart()
      #expect(try sessions(in: world) == before)
      #expect(try world.succeed("snapshot", "-s", "music", "--size", "80x24") == screen)
    }
    try world.succeed("send", "-s", "talk", "next")
    #expect(try sessions(in: world).map(\.page) == [before[0].page, 6])
  }

  @Test func contentThatHasVanishedSaysSoAndReturns() throws {
    let world = try World()
    let daemon = try Daemon(in: world)
    let path = try deck.write(in: world)
    let terminal = try TerminalSession(in: world, "a", "--session", "talk", "--open", path)
    try terminal.wait(forPage: 1, of: deck)
    try terminal.type("4", "G")
    try terminal.wait(forPage: 4, of: deck)
    try daemon.end(SIGKILL)
    try FileManager.default.removeItem(atPath: path)
    try daemon.restart()
    try terminal.wait(until: "says what has vanished") {
      $0.contains("deck.md is not there") && !$0.status.contains("reconnecting")
    }
    _ = try deck.write(in: world)
    try terminal.wait(forPage: 4, of: deck)
  }

  @Test func aDamagedDatabaseIsSetAside() throws {
    let world = try World()
    let daemon = try Daemon(in: world)
    try world.succeed("new", "-s", "talk")
    try daemon.end(SIGTERM)
    let state = "\(world.directory)/state/navd"
    let bytes = Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    try bytes.write(to: URL(fileURLWithPath: "\(state)/state.sqlite"))
    try daemon.restart()
    #expect(try sessions(in: world).isEmpty)
    let aside = try FileManager.default.contentsOfDirectory(atPath: state)
      .filter {
        $0.hasPrefix("state.sqlite.damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
      }
    try #require(aside.count == 1, "\(aside)")
    #expect(daemon.log.contains(aside[0]), "\(daemon.log)")
    #expect(FileManager.default.contents(atPath: "\(state)/\(aside[0])") == bytes)
    // And what is new is kept.
    try world.succeed("new", "-s", "talk")
    try daemon.end(SIGKILL)
    try daemon.restart()
    #expect(try sessions(in: world).map(\.name) == ["talk"])
  }

  /// Nobody makes a directory below a regular file, whoever they are.
  @Test func aStateDirectoryThatCanNotBeWritten() throws {
    let world = try World()
    let file = try world.write("", to: "file")
    let daemon = try Daemon(in: world, environment: ["XDG_STATE_HOME": file])
    #expect(daemon.log.contains(file), "\(daemon.log)")
    let path = try deck.write(in: world)
    let terminal = try TerminalSession(in: world, "a", "--session", "talk", "--open", path)
    try terminal.wait(forPage: 1, of: deck)
    try terminal.type("Right")
    try terminal.wait(forPage: 2, of: deck)
    try terminal.wait(until: "says that nothing is saved") { $0.status.contains("not saved") }
    // The disk is mended: everything that happened meanwhile is kept, and nobody has to do anything.
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    try terminal.wait(until: "is saved again") { !$0.status.contains("not saved") }
    try daemon.end(SIGKILL)
    try daemon.restart()
    try terminal.wait(until: "is live where it was") {
      deck.isShown(2, on: $0) && !$0.status.contains("reconnecting")
    }
  }

  @Test func durabilityForALossOfPower() throws {
    let world = try World()
    let daemon = try Daemon(in: world, arguments: ["--durability", "power"])
    let path = try deck.write(in: world)
    try world.succeed("new", "-s", "talk", "--open", path)
    for _ in 0..<3 { try world.succeed("send", "-s", "talk", "next") }
    try daemon.end(SIGKILL)
    try daemon.restart()
    #expect(try sessions(in: world).map(\.page) == [4])
  }
}
