import Foundation
import Testing

/// A terminal of 200x60 that shows the layout of one of 80x24, with `--fit letterbox`.
@Suite(.waiting) struct LetterboxTests {
  private struct Pair {
    let sandbox: Sandbox
    let daemon: Daemon
    let small: TerminalSession
    let large: TerminalSession

    init() throws {
      sandbox = try Sandbox()
      daemon = try Daemon(in: sandbox)
      let path = try Deck.short.write(in: sandbox)
      small = try TerminalSession(in: sandbox, "small", "--session", "x", "--open", path)
      try small.wait(forPage: 1, of: .short)
      large = try sandbox.terminal("large", size: (200, 60), "--session", "x", "--fit", "letterbox")
    }

    /// Waits until the large terminal shows the small one's screen, centred.
    func waitForMirror(
      _ columns: Int,
      _ rows: Int,
      page: Int,
      at location: SourceLocation = #_sourceLocation
    ) throws {
      let left = String(repeating: " ", count: (200 - columns) / 2)
      let top = (60 - rows) / 2
      try large.wait(until: "shows \(columns)x\(rows) in its middle", at: location) { screen in
        let shown = try small.screen()
        guard screen.isAt(page, of: Deck.short.pages), Deck.short.isShown(page, on: shown) else {
          return false
        }
        let inner = shown.body.map { $0.isEmpty ? "" : left + $0 }
        let above = Array(repeating: "", count: top)
        let below = Array(repeating: "", count: 59 - top - inner.count)
        return screen.body == above + inner + below && screen.status.count > 150
      }
    }
  }

  @Test func itShowsTheOtherLayoutInItsMiddle() throws {
    let pair = try Pair()
    try pair.waitForMirror(80, 24, page: 1)
    try pair.large.type("Right")
    try pair.waitForMirror(80, 24, page: 2)
    try pair.small.type("Left")
    try pair.waitForMirror(80, 24, page: 1)

    // A click inside the letterboxed area works: the third dot. A click outside does nothing.
    let screen = try pair.large.screen()
    let row = try #require(screen.body.lastIndex { !$0.isEmpty })
    let column = try #require(screen.rows[row].firstIndex { $0 != " " })
    let first = screen.rows[row].distance(from: screen.rows[row].startIndex, to: column)
    try pair.large.click(column: 3, row: 3)
    try pair.large.click(column: first - 60 + 4, row: row)
    try pair.large.click(column: first + 4, row: row)
    try pair.waitForMirror(80, 24, page: 3)
    #expect(try Listing(pair.sandbox.succeed("ls", "--json")).sessions.map(\.version) == [3])

    // The viewers list contains the borrowed size.
    let table = try pair.sandbox.succeed("viewers")
    #expect(table.split(separator: "\n").contains { $0.contains("200x60  80x24") }, "\(table)")
    let status = try pair.sandbox.succeed("status")
    #expect(status.contains("sizes    80x24\n"), "\(status)")
  }

  @Test func itFollowsTheOtherSizeAndItsEnd() throws {
    let pair = try Pair()
    try pair.waitForMirror(80, 24, page: 1)
    try pair.small.resize(columns: 100, rows: 30)
    try pair.waitForMirror(100, 30, page: 1)
    // A key typed during a change of layout is not lost.
    try pair.small.resize(columns: 90, rows: 26)
    try pair.large.type("Right")
    try pair.waitForMirror(90, 26, page: 2)
    try pair.small.type("q")
    #expect(try pair.small.waitForExit() == 0)
    let own = Screen(try pair.sandbox.succeed("snapshot", "-s", "x", "--size", "200x60"))
    try pair.large.wait(until: "has a layout of its own:\n\(own)") { $0.body == own.body }
    try pair.large.type("q")
    #expect(try pair.large.waitForExit() == 0)
    #expect(pair.large.modesAfter == pair.large.modesBefore)
    #expect(pair.daemon.isRunning)
  }

  @Test func withTooManySizesAnotherOneIsLetterboxed() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("[limits]\nstreams_per_session = 1\n", to: "navd.toml")
    let daemon = try Daemon(in: sandbox, arguments: ["--config", file])
    let path = try Deck.short.write(in: sandbox)
    let small = try TerminalSession(in: sandbox, "small", "--session", "x", "--open", path)
    try small.wait(forPage: 1, of: .short)
    let large = try TerminalSession(in: sandbox, "large", columns: 120, rows: 40, "--session", "x")
    try large.wait(until: "says why it is letterboxed") {
      $0.status.contains("too many terminal sizes in this session: showing the layout of 80x24")
    }
    try large.wait(until: "shows the layout of 80x24") { screen in
      let inner = try small.screen().body.map { row in
        row.isEmpty ? "" : String(repeating: " ", count: 20) + row
      }
      let blank = Array(repeating: "", count: 8)
      return screen.body == blank + inner + blank
    }
    // Once a stream is free, it gets its own size.
    try small.type("q")
    #expect(try small.waitForExit() == 0)
    let own = Screen(try sandbox.succeed("snapshot", "-s", "x", "--size", "120x40"))
    try large.wait(until: "has a layout of its own:\n\(own)") { $0.body == own.body }
    #expect(daemon.isRunning)
  }
}
