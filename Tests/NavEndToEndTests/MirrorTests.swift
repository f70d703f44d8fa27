import Foundation
import Testing

/// Several terminals on one session: the same place, each in its own layout.
@Suite(.waiting) struct MirrorTests {
  /// A narrow and a wide viewer of one session.
  private final class Pair {
    let sandbox: Sandbox
    let daemon: Daemon
    let deck: Deck
    let narrow: TerminalSession
    let wide: TerminalSession

    init(showing deck: Deck) throws {
      self.deck = deck
      sandbox = try Sandbox()
      daemon = try Daemon(in: sandbox)
      let path = try deck.write(in: sandbox)
      narrow = try sandbox.terminal("narrow", "--session", "talk", "--open", path)
      try narrow.wait(forPage: 1, of: deck)
      wide = try TerminalSession(in: sandbox, "wide", columns: 200, rows: 60, "--session", "talk")
      try wide.wait(forPage: 1, of: deck)
    }

    func wait(forPage page: Int, at location: SourceLocation = #_sourceLocation) throws {
      try narrow.wait(forPage: page, of: deck, at: location)
      try wide.wait(forPage: page, of: deck, at: location)
    }
  }

  @Test func eachSizeHasItsOwnLayout() throws {
    let pair = try Pair(showing: .short)
    let narrow = try pair.narrow.screen()
    let wide = try pair.wide.screen()
    #expect(narrow.rows.count == 24)
    #expect(wide.rows.count == 60)
    for screen in [narrow, wide] {
      #expect(screen.contains(Deck.marker(1)), "\(screen)")
      for word in ["w01", "w30", "w60"] { #expect(screen.contains(word), "\(screen)") }
      #expect(screen.status.contains("talk"), "\(screen)")
    }
    // Each terminal wraps the paragraph at its own width.
    let firstRows = try [narrow, wide].map { try #require($0.row(with: "w01"), "\($0)") }
    #expect(firstRows[0].trimmed != firstRows[1].trimmed)
    #expect(firstRows[1].trimmed.hasPrefix(firstRows[0].trimmed), "\(firstRows)")
  }

  @Test func keysOfOneViewerMoveBoth() throws {
    let pair = try Pair(showing: .short)
    try pair.narrow.type("Right")
    try pair.wait(forPage: 2)
    try pair.wide.type("Right")
    try pair.wait(forPage: 3)
    try pair.wide.type("Left")
    try pair.wait(forPage: 2)
    try pair.narrow.type("h")
    try pair.wait(forPage: 1)
  }

  @Test func keysGoToTheFirstTheLastAndANumberedPage() throws {
    let pair = try Pair(showing: .short)
    // The terminal, the keys typed there, and the page that both show then.
    let steps: [(TerminalSession, keys: [String], page: Int)] = [
      (pair.narrow, ["End"], 8), (pair.wide, ["Home"], 1), (pair.narrow, ["2", "G"], 2),
      (pair.wide, ["G"], 8), (pair.wide, ["g", "g"], 1), (pair.narrow, ["l"], 2),
      (pair.narrow, ["Enter"], 3), (pair.narrow, ["n"], 4), (pair.narrow, ["NPage"], 5),
      (pair.narrow, ["Space"], 6), (pair.narrow, ["j"], 7), (pair.narrow, ["Down"], 8),
      (pair.wide, ["p"], 7), (pair.wide, ["PPage"], 6), (pair.wide, ["BSpace"], 5),
      (pair.wide, ["k"], 4), (pair.wide, ["Up"], 3),
    ]
    for (terminal, keys, page) in steps {
      for key in keys { try terminal.type(key) }
      try pair.wait(forPage: page)
    }
  }

  @Test func theFirstAndTheLastPageAreTheEnds() throws {
    let pair = try Pair(showing: .short)
    try pair.narrow.type("Left", "Right")
    try pair.wait(forPage: 2)
    try pair.narrow.type("End")
    try pair.wait(forPage: 8)
    try pair.wide.type("Right", "Right", "Left")
    try pair.wait(forPage: 7)
  }

  @Test(arguments: ["narrow", "wide"]) func aTurnIsSeenAsAMotion(in size: String) throws {
    let pair = try Pair(showing: .short)
    // The terminal that does not turn the pages.
    let watched = size == "narrow" ? pair.narrow : pair.wide
    let turning = size == "narrow" ? pair.wide : pair.narrow
    // Half-way, the right half of page 1 stands beside the left half of page 2. On a busy machine a motion may fall
    // between two polls: turn until a poll falls into one.
    var page = 1
    var isSeen = false
    try eventually("pages 1 and 2 were seen side by side", found: { "none of the looks did" }) {
      try turning.type(page == 1 ? "Right" : "Left")
      page = 3 - page
      try watched.wait(until: "the turn to page \(page) is over") { screen in
        isSeen = isSeen || (screen.contains("w18") && screen.contains("Heading 2"))
        return pair.deck.isShown(page, on: screen)
      }
      return isSeen
    }
  }

  @Test func fiveSizesAtOnce() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = Deck.short
    let path = try deck.write(in: sandbox)
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let sizes = [(80, 24), (100, 30), (120, 40), (200, 60), (46, 16)]
    let terminals = try sizes.enumerated().map { number, size in
      try sandbox.terminal("t\(number)", size: (size.0, size.1), "--session", "talk")
    }
    for terminal in terminals { try terminal.wait(forPage: 1, of: deck) }
    // Each viewer turns once: no key is lost, and all arrive at the same page.
    for terminal in terminals { try terminal.type("Right") }
    for terminal in terminals { try terminal.wait(forPage: 6, of: deck) }
    try eventually("five viewers are listed") {
      try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.viewers) == [5]
    }
    #expect(daemon.isRunning)
  }
}

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
