import Foundation
import Testing

/// Terminals that are very small, very large, or often resized.
@Suite(.waiting) struct SizesTests {
  private struct Size: CustomTestStringConvertible {
    let columns: Int
    let rows: Int

    var text: String { "\(columns)x\(rows)" }
    var testDescription: String { text }
  }

  private static let sizes = [
    Size(columns: 1, rows: 1), Size(columns: 20, rows: 2), Size(columns: 10, rows: 3),
    Size(columns: 20, rows: 6), Size(columns: 500, rows: 150),
  ]

  /// The visible words for each size: on the deck's first page, on its second, in the directory, and in its first
  /// entry.
  private static let words: [String: [[String]]] = [
    "1x1": [["…"], ["…"], ["…"], ["…"]],
    "20x2": [
      ["Heading 1: terminal…"], ["Heading 2: terminal…"], ["music: terminal too…"],
      ["music/albums: termi…"],
    ],
    "10x3": [["Heading 1", "1/8"], ["Heading 2", "2/8"], ["albums/", "1/3"], ["blue/", "1/4"]],
    "20x6": [
      ["Heading 1", "This is", "1/8"], ["Heading 2", "This is", "2/8"],
      ["music", "albums/", "radio/", "list.txt", "1/3"],
      ["albums", "blue/", "green/", "red/", "1/4"],
    ],
    "500x150": [
      ["Heading 1", Deck.marker(1), "w60", "1/8"], ["Heading 2", Deck.marker(2), "2/8"],
      ["music", "albums/", "radio/", "list.txt", "1/3"],
      ["albums", "blue/", "about.txt", "live/", "one.txt", "1/4"],
    ],
  ]

  @Test(arguments: sizes, ["deck", "directory"])
  private func everySizeShowsWhereItIs(size: Size, content: String) throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let isDeck = content == "deck"
    let path = isDeck ? try Deck.short.write(in: sandbox) : try Folder.music(in: sandbox).path
    let terminal = try sandbox.terminal(
      "a",
      size: (size.columns, size.rows),
      ["--session", "x", "--open", path]
    )
    let words = try #require(Self.words[size.text])
    let (first, second) = isDeck ? (words[0], words[1]) : (words[2], words[3])
    // In a deck Enter would show the rest of a page first.
    let next = isDeck ? ["2", "G"] : ["Enter"]
    for (keys, page) in [([], first), (next, second), (["BSpace"], first)] {
      if !keys.isEmpty { try terminal.type(keys) }
      // At rest the whole screen equals a snapshot of that size.
      try eventually("shows \(page)", found: { (try? terminal.screen().description) ?? "" }) {
        let screen = try terminal.screen()
        guard page.allSatisfy(screen.contains) else { return false }
        return try screen == Screen(sandbox.succeed("snapshot", "-s", "x", "--size", size.text))
      }
      #expect(try terminal.screen().rows.count == size.rows)
    }
    // Keys work even if the screen is too small to show anything.
    try terminal.type(next)
    try eventually("the session is at its second page") {
      try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.page) == [2]
    }
    if size.columns == 500, !isDeck {
      try terminal.wait(until: "has two halves") { $0.edges == [0, 1, 250] }
    }
    try terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.modesAfter == terminal.modesBefore)
    try eventually("nothing is left") { try terminal.leftovers() == [] }
    #expect(daemon.isRunning)
  }

  private struct Status: Decodable {
    struct Size: Decodable, Equatable {
      var columns: Int
      var rows: Int
    }
    var sizes: [Size]
    var viewers: Int
  }

  private struct ViewerEntry: Decodable, Equatable {
    var id: String
    var attached_ms: Int
  }

  @Test func theLastOfManySizesIsShown() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = Deck.short
    let other = try sandbox.viewer("other", session: "x", opening: deck)
    let known = try viewers(of: sandbox)
    let stormy = try TerminalSession(in: sandbox, "stormy", columns: 90, rows: 28, "--session", "x")
    try stormy.wait(forPage: 1, of: deck)

    var page = 1
    let start = ContinuousClock.now
    for number in 0..<50 {
      try stormy.setSize(columns: 40 + 3 * number, rows: 10 + number % 30)
      // Meanwhile another viewer continues undisturbed.
      if number % 10 == 0 {
        page += 1
        try other.type("Right")
      }
      guard number.isMultiple(of: 5) else { continue }
      let screen = try other.screen()
      #expect(!screen.status.contains("reconnecting"), "after \(number) sizes: \(screen)")
    }
    let time = ContinuousClock.now - start
    try other.wait(forPage: page, of: deck)
    try stormy.resize(columns: 100, rows: 30)
    let expected = Screen(try sandbox.succeed("snapshot", "-s", "x", "--size", "100x30"))
    #expect(deck.isShown(page, on: expected), "\(expected)")
    try stormy.wait(until: "shows what a viewer of 100x30 has:\n\(expected)") { $0 == expected }

    // Streams without subscribers end after 10 s (proto/README.md: Streams and topics).
    var sizes: [Status.Size] = []
    try eventually("only the sizes of the two are laid out", found: { "\(sizes)" }) {
      let json = Data(try sandbox.succeed("status", "--json").utf8)
      let status = try JSONDecoder().decode(Status.self, from: json)
      #expect(status.viewers == 2)
      sizes = status.sizes
      return sizes == [.init(columns: 80, rows: 24), .init(columns: 100, rows: 30)]
    }
    // The other viewer has not joined again.
    let now = try viewers(of: sandbox)
    #expect(now.count == 2)
    let before = try #require(known.first)
    let after = try #require(now.first { $0.id == before.id })
    #expect(after.attached_ms - before.attached_ms >= Int(time / .milliseconds(1)))
    // Both are still on the same page.
    try stormy.type("Left")
    for one in [other, stormy] { try one.wait(forPage: page - 1, of: deck) }
    #expect(daemon.isRunning && !other.hasEnded && !stormy.hasEnded)
    if ProcessInfo.processInfo.environment["NAV_MEASURE"] != nil { print("50 sizes in \(time)") }
  }

  @Test func keysTypedRightAfterAResizeAreHandled() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try Deck.short.write(in: sandbox)
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "x", "--open", path)
    try terminal.wait(forPage: 1, of: .short)
    // Keys typed while the viewer joins again are not lost.
    for number in 1...20 {
      try terminal.setSize(columns: 80 - number, rows: 24)
      try terminal.type(number.isMultiple(of: 2) ? "Left" : "Right")
    }
    try terminal.type("Right")
    try eventually("all keys have arrived", found: { (try? sandbox.succeed("ls")) ?? "" }) {
      try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.version) == [21]
    }
    #expect(daemon.isRunning)
  }

  private func viewers(of sandbox: Sandbox) throws -> [ViewerEntry] {
    let json = Data(try sandbox.succeed("viewers", "--json").utf8)
    return try JSONDecoder().decode([ViewerEntry].self, from: json)
  }
}
