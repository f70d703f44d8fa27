import Foundation
import Testing

/// Two viewers of different sizes, 80x24 and 118x40, on a session that shows a directory.
final class DirectoryPair {
  let world: World
  let daemon: Daemon
  let folder: Folder
  let first: TerminalSession
  let second: TerminalSession

  /// `fill` is called before anybody looks.
  init(confined: Bool = false, fill: (Folder) throws -> Void) throws {
    world = try World()
    daemon = try Daemon(in: world, confined: confined)
    folder = try Folder(in: world, "odd")
    try fill(folder)
    let start = ContinuousClock.now
    first = try TerminalSession(in: world, "first", "--session", "x", "--open", folder.path)
    try first.wait(until: "shows the directory") { $0.titles == ["odd"] }
    openingTime = ContinuousClock.now - start
    second = try TerminalSession(
      in: world,
      "second",
      columns: 118,
      rows: 40,
      "--session",
      "x"
    )
    try second.wait(until: "shows the directory") { $0.titles == ["odd"] }
  }

  /// How long it took until the first viewer saw the directory.
  let openingTime: Duration

  /// Selects an entry of the root by what its row begins with.
  func select(_ entry: String, at location: SourceLocation = #_sourceLocation) throws {
    let screen = try first.wait(until: "shows the root alone", at: location) {
      $0.titles == ["odd"] && $0.edges.isEmpty
    }
    let row = try #require(
      screen.rows.firstIndex { $0.trimmed.hasPrefix(entry) },
      "\(entry) is missing: \(screen)",
      sourceLocation: location
    )
    // Title and rule stand above the first entry.
    let number = row - 1
    try first.type(String(number).map(String.init) + ["G"])
    try first.wait(until: "has \(entry) selected", at: location) {
      $0.statusWords.contains { $0.hasPrefix("\(number)/") }
    }
  }

  /// Opens an entry of the root and waits until both show some words.
  ///
  /// `depth`: how many pages are opened; of those behind the first, the first entry.
  func open(
    _ entry: String,
    depth: Int = 1,
    expecting words: [String],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    try select(entry, at: location)
    try first.type(Array(repeating: "Enter", count: depth))
    try wait(for: words, at: location)
  }

  func wait(for words: [String], at location: SourceLocation = #_sourceLocation) throws {
    for terminal in [first, second] {
      try terminal.wait(until: "shows \(words)", at: location) { screen in
        words.allSatisfy { word in screen.rows.contains { $0.contains(word) } }
      }
    }
  }

  /// Waits until both show something.
  func wait(
    until description: String,
    at location: SourceLocation = #_sourceLocation,
    _ isSo: (Screen) throws -> Bool
  ) throws {
    for terminal in [first, second] {
      try terminal.wait(until: description, at: location) { try isSo($0) }
    }
  }

  /// Goes back to the root, which shows that the session goes on, in step.
  func goBack(depth: Int = 1, at location: SourceLocation = #_sourceLocation) throws {
    // The other one than who opened it.
    try second.type(Array(repeating: "h", count: depth))
    for terminal in [first, second] {
      try terminal.wait(until: "is back at the root", at: location) {
        $0.titles == ["odd"] && $0.edges.isEmpty
      }
    }
  }

  func expectEverybodyLives(at location: SourceLocation = #_sourceLocation) throws {
    #expect(!first.hasEnded && !second.hasEnded, sourceLocation: location)
    #expect(daemon.isRunning, sourceLocation: location)
    let viewers = try Listing(world.succeed("ls", "--json")).sessions.map(\.viewers)
    #expect(viewers == [2], sourceLocation: location)
  }
}
