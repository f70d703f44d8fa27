import Testing

/// Overlays of one viewer, in real terminals.
@Suite(.waiting) struct OverlayTests {
  @Test func paletteOutlineAndViewers() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = Deck.short
    let wide = try sandbox.viewer("wide", session: "x", opening: deck)
    let small = try sandbox.terminal("small", size: (40, 12), "--session", "x")
    try small.wait(forPage: 1, of: deck)
    // The palette runs a command by its name.
    try wide.type(":")
    try wide.wait(until: "shows the commands") { $0.contains("Commands") }
    #expect(try !small.screen().contains("Commands"))
    try wide.type("-l", "go-to 3")
    try wide.type("Enter")
    for terminal in [wide, small] { try terminal.wait(forPage: 3, of: deck) }
    // An unknown command is reported in the palette.
    try wide.type(":")
    try wide.type("-l", "dance")
    try wide.wait(until: "says that there is none") { $0.contains("'dance' is no command") }
    try wide.type("Escape")
    try wide.wait(forPage: 3, of: deck)
    // The outline opens a slide by its title.
    try small.type("o")
    try small.wait(until: "lists the slides") { $0.contains("Outline") && $0.contains("Heading 1") }
    try small.type("-l", "ng 7")
    try small.wait(until: "lists one slide") {
      $0.contains("Heading 7") && !$0.contains("Heading 6")
    }
    try small.type("Enter")
    for terminal in [wide, small] { try terminal.wait(forPage: 7, of: deck) }
    // The list of viewers.
    try small.type("v")
    try small.wait(until: "lists both viewers") {
      $0.contains("Viewers: 2") && $0.contains("you") && $0.contains("80x24")
    }
    try small.type("Escape")
    try small.wait(forPage: 7, of: deck)
    // The help lists the keys and closes at a click outside.
    try wide.type("?")
    try wide.wait(until: "shows the keys") { $0.contains("Keys") && $0.contains("Everywhere") }
    try wide.click(column: 0, row: 23)
    try wide.wait(forPage: 7, of: deck)
    #expect(daemon.isRunning)
  }

  @Test func textAndTheMouseGoToTheTerminal() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = Deck.short
    let terminal = try sandbox.viewer("wide", session: "x", opening: deck)
    try terminal.tmux(["set", "-s", "set-clipboard", "on"])
    try terminal.type("y")
    try terminal.wait(until: "says that it has copied") {
      $0.status.contains("sent to the terminal's clipboard")
    }
    let copied = try terminal.tmux(["show-buffer"])
    #expect(copied.contains(Deck.marker(1)) && copied.contains("w60"), "\(copied)")
    #expect(copied.split(separator: "\n").contains { $0.contains("w01 ") && $0.contains(" w60") })
    for (news, flag) in [("mouse off", "0"), ("mouse on", "1")] {
      try terminal.type("m")
      try terminal.wait(until: "says \(news)") { $0.status.contains(news) }
      try eventually("the terminal has the mouse's mode") {
        try terminal.format("mouse_any_flag") == flag
      }
    }
    // A key in the last row can be clicked.
    let row = try terminal.screen().status
    let start = try #require(row.firstRange(of: "? help")?.lowerBound)
    try terminal.click(column: row.distance(from: row.startIndex, to: start), row: 23)
    try terminal.wait(until: "shows the keys") { $0.contains("Everywhere") }
    #expect(daemon.isRunning)
  }
}
