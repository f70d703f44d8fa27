import Testing

/// Mouse drags in one of two terminals.
@Suite(.waiting) struct PanTests {
  @Test func aStackFollowsTheMouseAndSnapsBack() throws {
    let pair = try StackPair()
    try pair.narrow.type("Enter")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
    // The list at the right is dragged by 20 of 80 columns, 50 of 200.
    try pair.narrow.drag(from: (50, 12), through: [(55, 12), (60, 12), (70, 12)])
    try pair.narrow.wait(until: "shows the list where the mouse has it") { $0.edges == [60] }
    try pair.wide.wait(until: "shows it as much further, by its own width") { $0.edges == [150] }
    try pair.narrow.drag(through: [(60, 12), (52, 12)])
    try pair.wide.wait(until: "follows back") { $0.edges == [105] }
    try pair.narrow.release(column: 52, row: 12)
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
  }

  @Test func aReleaseDecidesWhichPageIsActiveForAll() throws {
    let pair = try StackPair()
    try pair.narrow.type("Enter", "Enter")
    try pair.wait(forDepth: 3, showing: ["albums", "blue"], at: "1/3")
    // Both lists slide to the right until no place is nearer than the root's.
    try pair.wide.drag(from: (20, 30), through: [(50, 30), (100, 30), (150, 30), (190, 30)])
    try pair.narrow.wait(until: "shows the root again") { $0.titles.first == "music" }
    try pair.wide.release(column: 190, row: 30)
    try pair.wait(forDepth: 1, showing: ["music"], at: "1/3")
    // Keys go to the page that the pan has made active.
    try pair.narrow.type("Enter")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
  }

  @Test func rowsFollowTheMouse() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let folder = try Folder(in: sandbox, "lines")
    try folder.write((1...200).map { "line \($0).\n" }.joined(), to: "text")
    let narrow = try TerminalSession(in: sandbox, "narrow", "--session", "x", "--open", folder.path)
    try narrow.wait(until: "shows the directory") { $0.titles == ["lines"] }
    let wide = try TerminalSession(in: sandbox, "wide", columns: 200, rows: 60, "--session", "x")
    try narrow.type("Enter")
    for terminal in [narrow, wide] {
      try terminal.wait(until: "rests on the text") {
        $0.edges == [0, 1] && $0.contains("line 1.")
      }
    }
    // Rows follow the mouse; a scrolled page shows only its own rows.
    try narrow.drag(from: (40, 20), through: [(40, 16), (40, 10)])
    for terminal in [narrow, wide] {
      try terminal.wait(until: "has scrolled by ten rows") {
        !$0.contains("line 10.") && $0.contains("line 11.")
      }
    }
    try narrow.drag(through: [(40, 15), (40, 20)])
    try wide.wait(until: "has scrolled back") { $0.contains("line 1.") }
    try narrow.release(column: 40, row: 20)
    try narrow.wait(until: "rests at its top") { $0.contains("line 1.") }
    #expect(daemon.isRunning)
  }

  @Test func escapeCancelsAPan() throws {
    let pair = try StackPair()
    try pair.narrow.type("Enter")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
    try pair.narrow.drag(from: (50, 12), through: [(60, 12), (75, 12)])
    try pair.wide.wait(until: "shows the pan") { $0.edges.contains { $0 > 150 } }
    try pair.narrow.type("Escape")
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
    try pair.narrow.release(column: 75, row: 12)
    try pair.wait(forDepth: 2, showing: ["music", "albums"], at: "1/4")
  }
}
