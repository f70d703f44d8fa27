import Foundation
import Testing

/// Two viewers of different sizes, 80x24 and 118x40, on a session that shows a directory.
final class DirectoryPair {
  let sandbox: Sandbox
  let daemon: Daemon
  let folder: Folder
  let first: TerminalSession
  let second: TerminalSession

  /// `fill` is called before the first viewer starts.
  init(confined: Bool = false, fill: (Folder) throws -> Void) throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox, confined: confined)
    folder = try Folder(in: sandbox, "odd")
    try fill(folder)
    let start = ContinuousClock.now
    first = try TerminalSession(in: sandbox, "first", "--session", "x", "--open", folder.path)
    try first.wait(until: "shows the directory") { $0.titles == ["odd"] }
    openingTime = ContinuousClock.now - start
    second = try sandbox.terminal("second", size: (118, 40), "--session", "x")
    try second.wait(until: "shows the directory") { $0.titles == ["odd"] }
  }

  /// The time until the first viewer showed the directory.
  let openingTime: Duration

  /// Selects the root's entry whose row has this prefix.
  func select(_ entry: String, at location: SourceLocation = #_sourceLocation) throws {
    let screen = try first.wait(until: "shows the root alone", at: location) {
      $0.titles == ["odd"] && $0.edges.isEmpty
    }
    let row = try #require(
      screen.rows.firstIndex { $0.trimmed.hasPrefix(entry) },
      "\(entry) is missing: \(screen)",
      sourceLocation: location
    )
    // The title and a rule stand above the first entry.
    let number = row - 1
    try first.type(String(number).map(String.init) + ["G"])
    try first.wait(until: "has \(entry) selected", at: location) {
      $0.statusWords.contains { $0.hasPrefix("\(number)/") }
    }
  }

  /// Opens an entry of the root and waits until both viewers show some words.
  ///
  /// `depth`: the number of pages to open; from the second page on, the first entry is opened.
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

  /// Waits until both screens fulfil a condition.
  func wait(
    until description: String,
    at location: SourceLocation = #_sourceLocation,
    _ isSo: (Screen) throws -> Bool
  ) throws {
    for terminal in [first, second] {
      try terminal.wait(until: description, at: location) { try isSo($0) }
    }
  }

  /// Goes back to the root; this proves that the session still works and both viewers follow it.
  func goBack(depth: Int = 1, at location: SourceLocation = #_sourceLocation) throws {
    // The key presses come from the other viewer.
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
    let viewers = try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.viewers)
    #expect(viewers == [2], sourceLocation: location)
  }
}
