import Testing

/// Books, tabbed pagers and option bars of a scene file on terminals of several sizes.
@Suite(.waiting) struct BooksTests {
  @Test("PC-8, D-4: viewers of one page and of a spread turn one book")
  func oneBookInTwoLayouts() throws {
    let pair = try ScenePair("book: {pages: [\(ScenePair.pages(1...5))]}")
    try pair.wait(narrow: ["page 1"], wide: ["page 1", "page 2"])
    try pair.narrow.type("Right")
    // The spread already shows page 2.
    try pair.wait(narrow: ["page 2"], wide: ["page 1", "page 2"])
    try pair.narrow.type("Right")
    try pair.wait(narrow: ["page 3"], wide: ["page 3", "page 4"])
    // The wide viewer turns a whole spread; the narrow one shows its first page.
    try pair.wide.type("Right")
    try pair.wait(narrow: ["page 5"], wide: ["page 5"])
    try pair.wide.type("Left")
    try pair.wait(narrow: ["page 3"], wide: ["page 3", "page 4"])
    #expect(pair.daemon.isRunning)
  }

  @Test("PC-7: a leaf follows the mouse and falls back")
  func aLeafUnderTheMouse() throws {
    let pair = try ScenePair("book: {pages: [\(ScenePair.pages(1...5))]}")
    try pair.wait(narrow: ["page 1"], wide: ["page 1", "page 2"])
    try pair.wide.drag(from: (180, 20), through: [(170, 20), (120, 20), (80, 20)])
    // Half-way, the back of the leaf covers the right page.
    try pair.wide.wait(until: "shows the back of the leaf") {
      $0.contains("page 1") && $0.contains("page 3")
    }
    try pair.narrow.wait(until: "shows the fold of its own leaf") {
      $0.contains("page 1") && $0.rows[10].contains("│")
    }
    try pair.wide.drag(through: [(120, 20), (160, 20)])
    try pair.wide.release(column: 160, row: 20)
    try pair.narrow.wait(until: "has no leaf in the air") { screen in
      screen.contains("page 1") && screen.rows.allSatisfy { !$0.contains("│") }
    }
    try pair.wait(narrow: ["page 1"], wide: ["page 1", "page 2"])
  }

  @Test("MBX-5, MBX-13, ZX-7: a click on a tab turns the pages for all viewers")
  func tabsAreClicked() throws {
    let pair = try ScenePair("pager: {header: buttons, pages: [\(ScenePair.pages(1...4))]}")
    try pair.wait(narrow: ["page 1"], wide: ["page 1"])
    // Four tabs share the width of 80 and 200 columns.
    try pair.narrow.click(column: 50, row: 0)
    try pair.wait(narrow: ["page 3"], wide: ["page 3"])
    try pair.wide.click(column: 190, row: 0)
    try pair.wait(narrow: ["page 4"], wide: ["page 4"])
    try pair.narrow.type("g", "1")
    try pair.wait(narrow: ["page 1"], wide: ["page 1"])
  }

  @Test("ZX-9, MBX-14: an option bar of a million columns")
  func aMillionOptions() throws {
    let pair = try ScenePair("options: {name: Column, count: 1000000}")
    try pair.wait(narrow: ["1 of 1000000"], wide: ["1 of 1000000"])
    try pair.narrow.type("5", "0", "0", "0", "0", "0", "G")
    try pair.wait(narrow: ["500000 of 1000000"], wide: ["500000 of 1000000"])
    for terminal in pair.terminals {
      try terminal.wait(until: "shows the columns beside it") {
        $0.rows[0].contains("Column 499999") && $0.rows[0].contains("Column 500001")
      }
    }
    // The strip scrolls without a new selection.
    try pair.wide.drag(from: (100, 0), through: [(90, 0), (70, 0), (60, 0)])
    try pair.wide.wait(until: "follows the mouse") { $0.rows[0].contains("Column 500008") }
    try pair.wide.release(column: 60, row: 0)
    try pair.wait(narrow: ["500000 of 1000000"], wide: ["500000 of 1000000"])
    try pair.narrow.type("Left")
    try pair.wait(narrow: ["499999 of 1000000"], wide: ["499999 of 1000000"])
    try pair.wide.wait(until: "is centred again") { !$0.rows[0].contains("Column 500008") }
  }

  @Test("the error for a mistake in a scene file contains its location")
  func aMistake() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let folder = try Folder(in: sandbox, "scenes")
    try folder.write("title: x\npager:\n  pagse: []\n", to: "app.yaml")
    let result = try sandbox.run(
      Programs.client,
      ["new", "-s", "x", "--open", folder.path + "/app.yaml"]
    )
    #expect(result.code != 0)
    #expect(result.errors.contains("app.yaml:3:3"), "\(result)")
    #expect(result.errors.contains("pagse"), "\(result)")
    #expect(daemon.isRunning)
  }

  @Test("navd layout prints the same bytes twice, and needs no daemon")
  func layoutWithoutADaemon() throws {
    let sandbox = try Sandbox()
    let folder = try Folder(in: sandbox, "scenes")
    try folder.write("book: {pages: [\(ScenePair.pages(1...5))]}\n", to: "app.yaml")
    let arguments = ["layout", folder.path + "/app.yaml", "--size", "100x24", "next"]
    let first = try sandbox.run(Programs.daemon, arguments)
    #expect(first.code == 0)
    #expect(first.output.contains("page 3") && first.output.contains("page 4"))
    let again = try sandbox.run(Programs.daemon, arguments)
    #expect(again.output == first.output)
    let json = try sandbox.run(
      Programs.daemon,
      arguments + ["--format", "json", "--frames", "rest"]
    )
    #expect(json.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
    let missing = try sandbox.run(Programs.daemon, ["layout", folder.path + "/none.yaml"])
    #expect(missing.code == 66 && missing.errors.contains("none.yaml"))
  }
}

/// A scene file on two terminals.
private struct ScenePair {
  let daemon: Daemon
  let narrow: TerminalSession
  let wide: TerminalSession

  var terminals: [TerminalSession] { [narrow, wide] }

  init(_ scene: String) throws {
    let sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    let folder = try Folder(in: sandbox, "scenes")
    try folder.write(scene + "\n", to: "app.yaml")
    let path = folder.path + "/app.yaml"
    narrow = try TerminalSession(in: sandbox, "narrow", "--session", "x", "--open", path)
    try narrow.wait(until: "shows something") { $0.contains("1") }
    wide = try TerminalSession(in: sandbox, "wide", columns: 200, rows: 60, "--session", "x")
  }

  /// Returns the pages of a scene file, titled by their numbers.
  static func pages(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "{title: Tab \($0), text: \"This is page \($0).\"}" }.joined(separator: ", ")
  }

  /// Waits until each terminal shows exactly these pages.
  func wait(narrow: [String], wide: [String]) throws {
    let all = (1...5).map { "page \($0)" }
    for (terminal, words) in [(self.narrow, narrow), (self.wide, wide)] {
      try terminal.wait(until: "shows \(words)") { screen in
        words.allSatisfy { screen.contains($0) }
          && all.allSatisfy { words.contains($0) || !screen.contains($0) }
      }
    }
  }
}
