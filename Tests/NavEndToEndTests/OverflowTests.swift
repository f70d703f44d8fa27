import Foundation
import Testing

/// A page that fits one terminal and overflows another.
@Suite(.waiting) struct OverflowTests {
  private let sandbox: Sandbox
  private let daemon: Daemon
  private let deck = Deck.tall
  private let narrow: TerminalSession
  private let wide: TerminalSession

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    let path = try deck.write(in: sandbox)
    narrow = try sandbox.terminal("narrow", "--session", "talk", "--open", path)
    try narrow.wait(forPage: 1, of: deck)
    try narrow.type("Right")
    try narrow.wait(forPage: 2, of: deck)
    wide = try TerminalSession(in: sandbox, "wide", columns: 200, rows: 60, "--session", "talk")
    try wide.wait(forPage: 2, of: deck)
  }

  private func version() throws -> Int {
    let sessions = try Listing(sandbox.succeed("ls", "--json")).sessions
    return try #require(sessions.first?.version)
  }

  /// The items on a screen, from top to bottom.
  private func items(_ screen: Screen) -> [Int] {
    screen.rows.compactMap { row in
      row.firstMatch(of: #/item-(\d\d)/#).flatMap { Int($0.1) }
    }
  }

  @Test func onlyTheOverflowingViewerCountsRows() throws {
    let small = try narrow.wait(until: "speaks of more rows") { ($0.moreRows ?? 0) > 0 }
    let shown = items(small)
    #expect(shown == Array(1...shown.count), "\(small)")
    #expect(small.moreRows == 40 - shown.count, "\(small)")
    let large = try wide.screen()
    #expect(items(large) == Array(1...40), "\(large)")
    #expect(large.moreRows == nil, "\(large)")
  }

  @Test func spaceScrollsToTheEndAndThenTurnsThePage() throws {
    var top = 1
    var presses = 0
    while try !items(narrow.screen()).contains(40) {
      try narrow.type("Space")
      presses += 1
      let screen = try narrow.wait(until: "scrolled further than item \(top)") {
        (items($0).first ?? 0) > top
      }
      #expect(screen.isAt(2, of: 3), "\(screen)")
      top = try #require(items(screen).first)
      try #require(presses <= 3, "\(screen)")
    }
    #expect(presses > 0)
    let end = try narrow.wait(until: "speaks of no more rows") { $0.moreRows == nil }
    #expect(items(end).last == 40, "\(end)")
    // A viewer that shows all rows has nothing to scroll.
    #expect(try items(wide.screen()) == Array(1...40))
    try narrow.type("Space")
    try narrow.wait(forPage: 3, of: deck)
    try wide.wait(forPage: 3, of: deck)
  }

  @Test func oneRowAtATime() throws {
    try narrow.type("j")
    try narrow.wait(until: "is one row further") { !items($0).isEmpty && !$0.contains("Heading 2") }
    try narrow.type("Down", "Down")
    try narrow.wait(until: "is three rows further") { items($0).first == 2 }
    try narrow.type("k", "Up", "Up")
    try narrow.wait(until: "is at the top") { items($0).first == 1 && $0.contains("Heading 2") }
  }

  @Test func localScrollingMovesNobodyElse() throws {
    let other = try sandbox.terminal("other", "--session", "talk")
    try other.wait(forPage: 2, of: deck)
    let before = try version()
    try narrow.type("S-NPage")
    let alone = try narrow.wait(until: "looks further down") { (items($0).first ?? 0) > 1 }
    #expect(alone.isAt(2, of: 3), "\(alone)")
    // The session is unchanged, so no other viewer scrolls.
    #expect(try version() == before)
    let unmoved = try other.screen()
    #expect(items(unmoved).first == 1, "\(unmoved)")
    try narrow.type("S-PPage")
    try narrow.wait(until: "looks back up") { items($0).first == 1 }
    // The viewer's own scroll offset ends with the page.
    try narrow.type("S-NPage")
    try narrow.wait(until: "looks further down again") { (items($0).first ?? 0) > 1 }
    try other.type("3", "G")
    try narrow.wait(forPage: 3, of: deck)
    try other.type("Left")
    try narrow.wait(until: "is back at the top of page 2") {
      $0.isAt(2, of: 3) && items($0).first == 1
    }
  }
}
