import Foundation
import NavProcessKit
import Testing

/// `--plain`: lines of text instead of a screen.
@Suite(.waiting) struct PlainTests {
  /// Starts a viewer that writes its lines to a file and reads commands from a pipe that stays open.
  private static func start(
    _ sandbox: Sandbox,
    _ commands: String,
    _ arguments: String
  ) throws
    -> StartedProcess
  {
    let input = try sandbox.write(commands, to: "commands")
    return try sandbox.start(
      "/bin/sh",
      [
        "-c",
        "mkfifo \(sandbox.directory)/pipe; exec <>\(sandbox.directory)/pipe; cat \(input) >&0; "
          + "exec \(Programs.client) \(arguments) --plain >\(sandbox.directory)/lines",
      ],
      environment: ["TERM": "dumb"]
    )
  }

  private static func wait(_ sandbox: Sandbox, _ viewer: StartedProcess, for line: String) throws {
    try eventually(
      "'\(line)' is told",
      found: { "\(sandbox.read("lines") ?? "")\(viewer.errorText)" }
    ) { sandbox.read("lines")?.split(separator: "\n").contains(Substring(line)) == true }
  }

  @Test func aDeckIsReadLineByLineWithoutATerminal() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = try Deck.short.write(in: sandbox)
    let viewer = try Self.start(sandbox, "goto 3\ndance\n", "--session x --open \(deck)")
    try Self.wait(sandbox, viewer, for: "Page 3 of 8: Heading 3")
    try Self.wait(sandbox, viewer, for: "This is \(Deck.marker(3)).")
    try Self.wait(sandbox, viewer, for: "Session x")
    try eventually("the refusal is told", found: { "\(sandbox.read("lines") ?? "")" }) {
      sandbox.read("lines")?.contains("'dance' is no command") == true
    }
    try sandbox.succeed("send", "-s", "x", "next")
    try Self.wait(sandbox, viewer, for: "Page 4 of 8: Heading 4")
    try sandbox.succeed("kill", "-s", "x")
    let code = try viewer.waitForExit("the viewer")
    #expect(code == 0 && viewer.errorText.contains("has ended"), "\(viewer.errorText)")
    // The output contains no control sequences and no box drawing.
    let text = try #require(sandbox.read("lines"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
    #expect(!text.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) })
    #expect(daemon.isRunning)
  }

  /// The device `/dev/full` stands for a full disk.
  @Test func linesThatCanNotBeWrittenAreAnError() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let line = "exec '\(Programs.client)' --session x --plain </dev/null >/dev/full"
    let outcome = try sandbox.run("/bin/sh", ["-c", line])
    #expect(outcome.code == 74 && outcome.errors.contains("No space left"), "\(outcome)")
    #expect(daemon.isRunning)
  }

  /// The program continues when the test allows it, and prints more than a small screen shows.
  @Test func theEndOfInputWaitsForTheProgramsOutput() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let program = try sandbox.write(
      "echo early; until test -e '\(sandbox.directory)/go'; do sleep 0.02; done; seq 100 200",
      to: "program"
    )
    let line = "exec \(Programs.client) --session p --cmd 'sh \(program)' --plain </dev/null"
    let viewer = try sandbox.start(
      "/bin/sh",
      ["-c", "\(line) >'\(sandbox.directory)/lines'"],
      environment: ["TERM": "dumb"]
    )
    try Self.wait(sandbox, viewer, for: "early")
    try sandbox.succeed("wait", "-s", "p", "settled")
    #expect(viewer.exitCode == nil)
    _ = try sandbox.write("", to: "go")
    #expect(try viewer.waitForExit("the viewer") == 0, "\(viewer.errorText)")
    let lines = try #require(sandbox.read("lines")).split(separator: "\n")
    #expect(lines.contains("200"))
    #expect(lines.last?.contains("Ctrl-R runs it again") == true, "\(lines.suffix(3))")
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test func theTextOfADocumentIsReadBeforeTheEnd() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = try Deck.short.write(in: sandbox)
    let commands = try sandbox.write("text\n", to: "commands")
    let line = "exec \(Programs.client) --session x --open \(deck) --plain <\(commands)"
    let outcome = try sandbox.run("/bin/sh", ["-c", line], environment: ["TERM": "dumb"])
    #expect(outcome.code == 0 && outcome.output.contains("\n## Heading 8\n"), "\(outcome)")
    #expect(daemon.isRunning)
  }

  @Test func tabsAndEntriesAreRead() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let scene = try sandbox.write(
      """
      title: Library
      tabs:
        items:
          - title: Albums
            badge: 3
            content:
              list:
                entries: [Kind of Blue, Blue Train, A Love Supreme]
          - title: About
            content:
              text: |
                # About

                A library of music.
      """,
      to: "app.yaml"
    )
    let viewer = try Self.start(sandbox, "", "--session x --open \(scene)")
    try Self.wait(sandbox, viewer, for: "Tab 1 of 2: Albums, badge 3")
    try Self.wait(sandbox, viewer, for: "Entry 1 of 3: Kind of Blue")
    try sandbox.succeed("send", "-s", "x", "key", "Down")
    try Self.wait(sandbox, viewer, for: "Entry 2 of 3: Blue Train")
    try sandbox.succeed("send", "-s", "x", "tab", "2")
    try Self.wait(sandbox, viewer, for: "Tab 2 of 2: About")
    try Self.wait(sandbox, viewer, for: "A library of music.")
    viewer.send(SIGTERM)
    #expect(try viewer.waitForExit("the viewer") == 143)
    #expect(daemon.isRunning)
  }

  @Test func keysWorkInATerminalThatIsRestored() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = try Deck.short.write(in: sandbox)
    let terminal = try sandbox.terminal("a", "--session", "x", "--open", deck, "--plain")
    try terminal.wait(until: "tells the first page") { $0.contains("Page 1 of 8: Heading 1") }
    try terminal.type("Right")
    let screen = try terminal.wait(until: "tells the second page") {
      $0.contains("Page 2 of 8: Heading 2") && $0.contains(Deck.marker(2))
    }
    // Earlier lines are still on the screen.
    #expect(screen.contains("Page 1 of 8: Heading 1"), "\(screen)")
    try terminal.type("q")
    try eventually("navclient has ended") { sandbox.read("a.code") != nil }
    #expect(sandbox.read("a.code") == "0\n")
    #expect(sandbox.read("a.before") == sandbox.read("a.after"))
    #expect(daemon.isRunning)
  }
}

/// Saves a theme or the viewers' part of the configuration file.
@Suite(.waiting) struct ThemeTests {
  private static func save(_ sandbox: Sandbox, _ text: String, as name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(sandbox.directory)/.config/navd/themes",
      withIntermediateDirectories: true
    )
    _ = try sandbox.write(text, to: ".config/navd/\(name).toml")
  }

  @Test func aSavedThemeIsAppliedAndAMistakeReported() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = try sandbox.write("# Title\n\nwords\n", to: "deck.md")
    let terminal = try sandbox.terminal("a", "--session", "x", "--open", deck, "--color", "16")
    try terminal.wait(until: "shows the deck") { $0.contains("words") }
    // Neither the file nor its directory existed at the start.
    try Self.save(sandbox, "[viewer]\ntheme = \"mine\"\n", as: "config")
    try terminal.wait(until: "misses the theme") { $0.status.contains("no theme 'mine'") }
    try Self.save(
      sandbox,
      "[text]\nheading1 = { color = \"#ff0000\", ansi = 1 }\n",
      as: "themes/mine"
    )
    try eventually("the heading is red") {
      try terminal.styledText().contains("\u{1B}[1m\u{1B}[31m")
    }
    try Self.save(sandbox, "[text]\nheading1 = \"red\"\n", as: "themes/mine")
    try terminal.wait(until: "tells the mistake") { $0.status.contains("mine.toml:2:1: ") }
    #expect(try terminal.styledText().contains("\u{1B}[31m"), "what held before holds on")
    #expect(daemon.isRunning)
  }

  @Test func theThemeFileIsPrintedCheckedAndCreated() throws {
    let sandbox = try Sandbox()
    let none = try sandbox.client("config")
    #expect(none.code == 0 && none.output.hasPrefix("# no file\n\n[viewer]\n"), "\(none)")
    let standard = try sandbox.succeed("config", "--print-default")
    let path = try sandbox.write(standard, to: "default.toml")
    #expect(try sandbox.client("config", "--check", path).code == 0)
    let wrong = try sandbox.write("[viewer]\nfps = 0\nthme = 1\n", to: "wrong.toml")
    let check = try sandbox.client("config", "--check", wrong)
    #expect(check.code == 64 && check.output == "", "\(check)")
    #expect(check.errorLines.count == 2, "\(check)")
    #expect(check.errors.hasPrefix("navclient: \(wrong):2:1: viewer.fps takes"), "\(check)")
    #expect(check.errors.contains("\(wrong):3:1: [viewer] has no such key: did you mean theme?"))
    let option = try sandbox.client("config", "--config", path, "--theme", "light", "--no-mouse")
    #expect(option.code == 0 && option.output.contains("theme = \"light\""), "\(option)")
    // The daemon and the viewers each ignore the other's tables.
    try Self.save(sandbox, "[viewer]\nfps = 30\n[limits]\nsessions = 3\n", as: "config")
    #expect(try sandbox.run(Programs.daemon, ["config"]).code == 0)
    #expect(try sandbox.succeed("config").contains("fps = 30"))
  }

  @Test func themesAreListedAndPrinted() throws {
    let sandbox = try Sandbox()
    try Self.save(sandbox, try sandbox.succeed("themes", "--print", "dark"), as: "themes/mine")
    let lines = try sandbox.succeed("themes").split(separator: "\n")
    #expect(lines.prefix(3) == ["auto", "dark", "light"] && lines.last == "mine")
    let preview = try sandbox.succeed("themes", "--preview")
    for name in lines { #expect(preview.contains(name)) }
    let data = Data(try sandbox.succeed("themes", "--json").utf8)
    let listed = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    let names = listed.map { $0["name"] as? String }
    #expect(
      names.prefix(3) == ["auto", "dark", "light"] && names.count == 12 && names.last == "mine"
    )
    #expect(listed.last?["path"] as? String == "\(sandbox.directory)/.config/navd/themes/mine.toml")
    #expect(try sandbox.succeed("themes", "--print", "mine").contains("inherits = \"dark\""))
    #expect(try sandbox.client("themes", "--print", "none").code == 66)
  }
}
