import Testing

/// Several contents behind side tabs, with nested containers.
@Suite(.waiting) struct TabsTests {
  @Test func tabsOfADeckAndATree() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let folder = try Folder.music(in: sandbox)
    try folder.write(
      "---\ntitle: Blue\n---\n\n## First slide\n\n---\n\n## Second slide\n",
      to: "albums/deck.md"
    )
    let deck = try Deck.short.write(in: sandbox, as: "talk.md")
    let narrow = try sandbox.terminal(
      "narrow",
      ["--session", "x", "--open", deck, "--open", folder.path]
    )
    // The first viewer's content is the session's content.
    try narrow.wait(until: "shows the deck") { $0.contains("Heading 1") }
    let wide = try TerminalSession(in: sandbox, "wide", columns: 200, rows: 60, "--session", "x")
    let small = try TerminalSession(in: sandbox, "small", columns: 40, rows: 12, "--session", "x")
    let all = [narrow, wide, small]
    func expect(_ condition: String, _ holds: (Screen) -> Bool) throws {
      for terminal in all { try terminal.wait(until: condition) { holds($0) } }
    }
    try expect("shows the deck") { $0.contains("Heading 1") }
    for terminal in [narrow, wide] {
      try terminal.wait(until: "shows both tabs, and how much is behind them") {
        $0.contains("talk") && $0.contains("music") && $0.contains("8")
      }
    }
    // A bar would take too many of 40 columns.
    #expect(try small.screen().body.allSatisfy { !$0.contains("music") })
    #expect(try small.screen().statusWords.contains("talk"))
    try narrow.type("Tab")
    try expect("shows the directory") { $0.contains("albums/") && !$0.contains("Heading") }
    // A deck in a directory can be turned there.
    try wide.type("Enter", "j", "j", "j", "j", "Enter")
    try expect("shows the deck's first slide") { $0.contains("First slide") }
    try small.type("Right")
    try expect("turns it") { $0.contains("Second slide") && !$0.contains("First slide") }
    try small.type("g", "1")
    try expect("shows the first tab as it was left") { $0.contains("Heading 1") }
    try wide.type("BTab")
    try expect("shows the second tab as it was left") { $0.contains("Second slide") }
    // Selecting the same tab again goes to its root.
    try narrow.type("g", "2")
    try expect("shows the root") { $0.contains("radio/") && !$0.contains("slide") }
    // A click selects a tab; the item at the bottom shows the sources of the content.
    let row = try #require(narrow.screen().rows.firstIndex { $0.prefix(10).contains("talk") })
    try narrow.click(column: 4, row: row)
    try expect("shows the first tab") { $0.contains("Heading 1") }
    try wide.type("a")
    for terminal in [narrow, wide] {
      try terminal.wait(until: "shows the paths") { $0.contains("talk.md") }
    }
    try wide.type("a")
    for terminal in [narrow, wide] {
      try terminal.wait(until: "hides the paths") { !$0.contains("talk.md") }
    }
    #expect(daemon.isRunning)
  }
}
