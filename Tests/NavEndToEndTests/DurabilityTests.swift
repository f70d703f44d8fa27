import Foundation
import Testing

/// State that survives every end of the daemon.
@Suite(.waiting) struct DurabilityTests {
  private let deck = Deck.short

  private func sessions(in sandbox: Sandbox) throws -> [Listing.Session] {
    try Listing(sandbox.succeed("ls", "--json")).sessions
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func sessionsComeBackByNameWithTheirPlace(signal: Int32) throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try deck.write(in: sandbox)
    let music = try Folder.music(in: sandbox)
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    try sandbox.succeed("send", "-s", "talk", "goto", "5")
    try sandbox.succeed("new", "-s", "old", "--open", music.path)
    // Opens `albums` and selects its second entry.
    try sandbox.succeed("send", "-s", "old", "key", "Right", "Down")
    try sandbox.succeed("rename", "-s", "old", "music")
    try sandbox.succeed("new", "-s", "gone")
    try sandbox.succeed("kill", "-s", "gone")
    let before = try sessions(in: sandbox)
    #expect(before.map(\.name) == ["music", "talk"])
    let screen = try sandbox.succeed("snapshot", "-s", "music", "--size", "80x24")
    for _ in 0..<2 {
      try daemon.end(signal)
      try daemon.restart()
      // Sessions still being restored are listed as such for a moment.
      try eventually("they are all back") { try sessions(in: sandbox) == before }
      #expect(try sandbox.succeed("snapshot", "-s", "music", "--size", "80x24") == screen)
    }
    try sandbox.succeed("send", "-s", "talk", "next")
    #expect(try sessions(in: sandbox).map(\.page) == [before[0].page, 6])
  }

  @Test func missingContentIsReportedAndReturns() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try deck.write(in: sandbox)
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "talk", "--open", path)
    try terminal.wait(forPage: 1, of: deck)
    try terminal.type("4", "G")
    try terminal.wait(forPage: 4, of: deck)
    try daemon.end(SIGKILL)
    try FileManager.default.removeItem(atPath: path)
    try daemon.restart()
    try terminal.wait(until: "says what has vanished") {
      $0.contains("deck.md is not there") && !$0.status.contains("reconnecting")
    }
    _ = try deck.write(in: sandbox)
    try terminal.wait(forPage: 4, of: deck)
  }

  @Test func oneMissingContentOfSeveralDoesNotBlockTheOthers() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let notes = "# First\n\nWords of the first.\n\n---\n\n# Second\n\nWords of the second.\n"
    let path = try sandbox.write(notes, to: "notes.md")
    let other = try sandbox.write("# Other\n\nOther words.\n", to: "other.md")
    let terminal = try sandbox.terminal("a", "--session", "talk", "--open", path, "--open", other)
    try terminal.wait(until: "shows the first tab") { $0.contains("Words of the first") }
    try terminal.type("Right")
    try terminal.wait(until: "turns") { $0.contains("Words of the second") }
    // One file disappears while it is shown: its content stays, all viewers see a message, and the other file is still
    // watched.
    try FileManager.default.removeItem(atPath: path)
    let gone = "notes.md is gone; showing what was last read"
    try terminal.wait(until: "says that one is gone") {
      $0.contains("Words of the second") && $0.status.contains(gone)
    }
    _ = try sandbox.write("# Other\n\nChanged words.\n", to: "other.md")
    try terminal.type("Tab")
    try terminal.wait(until: "shows the other as it is now") {
      $0.contains("Changed words") && $0.status.contains(gone)
    }
    // The file is also missing at a start.
    try daemon.end(SIGKILL)
    try daemon.restart()
    try terminal.wait(until: "is there again") {
      $0.contains("Changed words") && !$0.status.contains("gone")
        && !$0.status.contains("reconnecting")
    }
    try terminal.type("Tab")
    try terminal.wait(until: "says what has vanished in its place") {
      $0.contains("notes.md is not there") && !$0.status.contains("reconnecting")
    }
    try terminal.type("Tab")
    try terminal.wait(until: "shows the other") { $0.contains("Changed words") }
    _ = try sandbox.write("# Other\n\nNewest words.\n", to: "other.md")
    try terminal.wait(until: "follows the other") { $0.contains("Newest words") }
    _ = try sandbox.write(notes, to: "notes.md")
    try terminal.type("Tab")
    try terminal.wait(until: "has what had vanished, at its place") {
      $0.contains("Words of the second")
    }
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test func aDamagedDatabaseIsSetAside() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    try sandbox.succeed("new", "-s", "talk")
    try daemon.end(SIGTERM)
    let state = "\(sandbox.directory)/state/navd"
    let bytes = Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    try bytes.write(to: URL(fileURLWithPath: "\(state)/state.sqlite"))
    try daemon.restart()
    #expect(try sessions(in: sandbox).isEmpty)
    let aside = try FileManager.default.contentsOfDirectory(atPath: state)
      .filter {
        $0.hasPrefix("state.sqlite.damaged-")
          && $0.wholeMatch(of: /.*-(wal|shm|commits)/) == nil
      }
    try #require(aside.count == 1, "\(aside)")
    #expect(daemon.log.contains(aside[0]), "\(daemon.log)")
    #expect(FileManager.default.contents(atPath: "\(state)/\(aside[0])") == bytes)
    // New sessions are saved.
    try sandbox.succeed("new", "-s", "talk")
    try daemon.end(SIGKILL)
    try daemon.restart()
    #expect(try sessions(in: sandbox).map(\.name) == ["talk"])
  }

  @Test func aDamagedLogIsToldAndKept() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    for number in 1...12 { try sandbox.succeed("new", "-s", "talk\(number)") }
    try daemon.end(SIGKILL)
    let log = URL(fileURLWithPath: "\(sandbox.directory)/state/navd/state.sqlite-wal")
    var bytes = try Data(contentsOf: log)
    // In the second page of the log: SQLite ends reading there.
    bytes[5_000] ^= 1
    try bytes.write(to: log)
    try daemon.restart()
    try eventually("the log says what is missing") {
      let text = daemon.log
      return text.contains("acknowledged commits: it or its log is damaged")
        && text.contains("state.sqlite.damaged-")
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: "\(sandbox.directory)/state/navd"
    )
    let copy = try #require(names.first { $0.contains("damaged") && $0.hasSuffix("-wal") })
    #expect(
      try Data(contentsOf: log.deletingLastPathComponent().appendingPathComponent(copy)) == bytes
    )
    try sandbox.succeed("new", "-s", "next")
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test func aDaemonWithoutItsLockSaysSoAndTakesItAgain() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    try sandbox.succeed("new", "-s", "talk")
    try FileManager.default.removeItem(atPath: "\(sandbox.directory)/state/navd/lock")
    try sandbox.succeed("new", "-s", "other")
    try eventually("it has the lock again") {
      daemon.log.contains("was removed or replaced while navd runs")
        && daemon.log.contains("everything is saved again")
    }
    try daemon.end(SIGKILL)
    try daemon.restart()
    try eventually("both are back") {
      try sessions(in: sandbox).map(\.name).sorted() == ["other", "talk"]
    }
  }

  /// No user can make a directory below a regular file.
  @Test func aReadOnlyStateDirectory() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("", to: "file")
    let daemon = try Daemon(in: sandbox, environment: ["XDG_STATE_HOME": file])
    #expect(daemon.log.contains(file), "\(daemon.log)")
    let terminal = try sandbox.viewer(opening: deck)
    try terminal.type("Right")
    try terminal.wait(forPage: 2, of: deck)
    try terminal.wait(until: "says that nothing is saved") { $0.status.contains("not saved") }
    // Once the disk is writable, everything since the failure is saved without user action.
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    try terminal.wait(until: "is saved again") { !$0.status.contains("not saved") }
    try daemon.end(SIGKILL)
    try daemon.restart()
    try terminal.wait(until: "is live where it was") {
      deck.isShown(2, on: $0) && !$0.status.contains("reconnecting")
    }
  }

  @Test func durabilityAtALossOfPower() throws {
    let sandbox = try Sandbox()
    let daemon = try Daemon(in: sandbox, arguments: ["--durability", "power"])
    let path = try deck.write(in: sandbox)
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    for _ in 0..<3 { try sandbox.succeed("send", "-s", "talk", "next") }
    try daemon.end(SIGKILL)
    try daemon.restart()
    try eventually("it is back at its page") { try sessions(in: sandbox).map(\.page) == [4] }
  }
}
