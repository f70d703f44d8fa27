import Foundation
import Testing

/// Parts side by side in a wide terminal and below one another in a narrow one.
@Suite(.waiting) struct SplitTests {
  private static let scene = """
    split:
      parts:
        - pager:
            title: left
            pages: [{text: "one A"}, {text: "two A"}, {text: "three A"}]
        - pager:
            title: right
            pages: [{text: "one B"}, {text: "two B"}, {text: "three B"}]
    """

  /// The first column of a word; nil if it is not there.
  private static func column(of word: String, on screen: Screen) -> Int? {
    screen.row(with: word).flatMap { row in
      row.range(of: word).map { row.distance(from: row.startIndex, to: $0.lowerBound) }
    }
  }

  /// The first row of a word; nil if it is not there.
  private static func row(of word: String, on screen: Screen) -> Int? {
    screen.rows.firstIndex { $0.contains(word) }
  }

  private static func border(_ symbols: String, on screen: Screen) -> Int? {
    let row = screen.rows[2]
    return row.firstIndex(where: { symbols.contains($0) })
      .map { row.distance(from: row.startIndex, to: $0) }
  }

  @Test func partsBordersAndFocus() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try sandbox.write(Self.scene, to: "desk.yaml")
    let wide = try TerminalSession(in: sandbox, "wide", "--session", "desk", "--scene", path)
    try wide.wait(until: "shows both parts") { $0.contains("one A") && $0.contains("one B") }
    let small = try sandbox.terminal("small", size: (40, 12), "--session", "desk")
    try small.wait(until: "shows both parts") { $0.contains("one A") && $0.contains("one B") }
    func expect(_ condition: String, _ holds: (Screen) -> Bool) throws {
      for terminal in [wide, small] { try terminal.wait(until: condition) { holds($0) } }
    }
    // Side by side, and below one another.
    let (first, second) = (try wide.screen(), try small.screen())
    #expect(Self.row(of: "one A", on: first) == Self.row(of: "one B", on: first))
    let rows = (Self.row(of: "one A", on: second), Self.row(of: "one B", on: second))
    #expect(try #require(rows.0) < #require(rows.1))
    // Keys go to the part that has the focus.
    try wide.type("Right")
    try expect("turns the first part") { $0.contains("two A") && $0.contains("one B") }
    try small.type("C-w", "Right")
    try expect("turns the second part") { $0.contains("two A") && $0.contains("two B") }
    try wide.type("C-w", "Right")
    try expect("turns the first part again") { $0.contains("three A") && $0.contains("two B") }
    // A click gives the focus.
    let column = try #require(Self.column(of: "two B", on: wide.screen()))
    try wide.click(column: column, row: try #require(Self.row(of: "two B", on: wide.screen())))
    try wide.wait(until: "has the focus in the second part") {
      Self.border("▐", on: $0) == 40
    }
    try small.type("Right")
    try expect("turns the second part again") { $0.contains("three A") && $0.contains("three B") }
    // The border follows the mouse, and stays.
    try wide.drag(from: (40, 5), through: [(41, 5), (47, 6), (50, 9)])
    try wide.wait(until: "moves the border") { Self.border("▐", on: $0) == 50 }
    try wide.release(column: 50, row: 9)
    func layouts() throws -> [String] {
      try ["80x24", "40x12"].map { size in
        try sandbox.succeed("snapshot", "-s", "desk", "--size", size)
      }
    }
    try sandbox.succeed("wait", "-s", "desk", "settled")
    let before = try layouts()
    // All of it is there again after the daemon was killed.
    try daemon.end(SIGKILL)
    try expect("says that it reconnects") { $0.status.contains("reconnecting") }
    try daemon.restart()
    try expect("is live again") { !$0.status.contains("reconnecting") }
    try small.type("Left")
    try expect("turns the second part back") { $0.contains("three A") && $0.contains("two B") }
    try small.type("Right")
    try expect("turns it again") { $0.contains("three A") && $0.contains("three B") }
    try eventually("everything is where it was") { try layouts() == before }
    try wide.wait(until: "shows the border where it was") { Self.border("▐", on: $0) == 50 }
    #expect(daemon.isRunning)
  }
}
