import ArgumentParser
import NavBase
import NavClient
import NavScene
import NavViewer
import NavWire
import Testing

@testable import navclient

/// Parsing of the command line.
@Suite struct CommandLineTests {
  private static let commands: [any ParsableCommand.Type] = Navclient.configuration.subcommands

  /// `CommandWords` compares with these names, and deriving a name from a type takes a part of every start.
  @Test func everyCommandStatesItsName() {
    for command in Self.commands { #expect(command.configuration.commandName != nil, "\(command)") }
  }

  @Test func everyCommandShowsAnExample() {
    for command in Self.commands {
      let name = name(of: command)
      let discussion = command.configuration.discussion
      #expect(discussion.contains("navclient \(name)"), "\(name)")
      #expect(!command.configuration.abstract.isEmpty, "\(name)")
    }
  }

  /// A command line and its error; nil if it is valid.
  @Test(
    arguments: [
      ("", nil), ("-s x", nil), ("--session x --open a.md", nil), ("--session=x", nil),
      ("--open a --deck b", "give one of"), ("--deck a --tree b", "give one of"),
      ("--open a --tree b", "give one of"), ("new -s x --tree a", nil),
      ("new -s x --scene a", nil), ("--scene a --open b", "give one of"),
      ("--scene a --tree b", "give one of"), ("new", "-s NAME"),
      ("ls", nil), ("ls -q", nil), ("ls --quiet", nil), ("ls --json", nil),
      ("ls -q --json", "not both"), ("status", nil), ("status -s x --json", nil),
      ("viewers --session x --json", nil), ("kill -s x", nil), ("rename -s x y", nil),
      ("rename y", nil), ("rename -s x", "name"), ("snapshot", nil),
      ("snapshot --size 1x1 --format ansi --color 256", nil), ("snapshot --size 1000x500", nil),
      ("snapshot --size 1001x500", "1001x500"), ("snapshot --size 1000x501", "1000x501"),
      ("snapshot --size 0x1", "0x1"), ("snapshot --format png", "png"),
      ("snapshot --color 8", "'8'"), ("send next", nil), ("send goto 5 -s x", nil),
      ("send goto 0", "'0' is no page"), ("send goto", "goto takes"), ("send", "words"),
      ("send next-tab", nil), ("send previous-tab -s x", nil), ("send tab 1", nil),
      ("send tab 9", nil), ("send attachment --wait settled", nil),
      ("send tab 0", "'0' is no tab"), ("send tab 65", "'65' is no tab"),
      ("send tab two", "'two' is no tab"), ("send tab", "one number"),
      ("send next-tab 2", "'next-tab 2'"), ("send key", "names of keys"),
      ("send key Rigt", "'Rigt'"), ("send dance", "'dance'"),
      ("send next twice", "'next twice'"), ("send --wait settled next", nil),
      ("send key Down Enter --wait settled --timeout 60s", nil),
      ("send --wait forever next", "forever"), ("send --timeout 1s next", "--wait settled"),
      ("send --wait settled --timeout 9999h next", "at most 8760h"),
      ("send key q", "each viewer's own"), ("send key Right x", "'x' does nothing"),
      ("wait settled", nil),
      ("wait -s x page Title --timeout 1m", nil), ("wait text abc --size 80x24", nil),
      ("wait version 12 -s x", nil), ("wait version", "a number"),
      ("send next --if-version 12", nil), ("send --if-version x next", "'x'"),
      ("send --if-version -1 next", "if-version"), ("send --if-top 3/a next --if-version 0", nil),
      ("wait viewers 3", nil), ("wait viewers", "a number"), ("wait page", "one title"),
      ("wait", "words"), ("wait settled --size 80x24", "--size"),
      ("wait settled --timeout 5", "500ms"), ("wait settled --timeout 61s", nil),
      ("wait settled --timeout 10m", nil),
      ("drive", nil), ("drive -s x --take", nil), ("drive --timeout 2m", nil),
      ("drive --take --timeout 2m", "waits for nothing"), ("drive --timeout 5", "500ms"),
      ("drive ada", "'ada'"), ("release -s x", nil), ("release ada", "'ada'"), ("grant", nil),
      ("grant ada@quiet -s x", nil), ("grant ada bob", "'bob'"), ("deny", nil), ("deny ada", nil),
      ("kick bob -s x", nil), ("kick bob --for 1h", nil), ("kick bob --for 25h", "at most 24h"),
      ("kick", "name"), ("kick bob --for 5", "500ms"),
      ("policy", nil), ("policy --json -s x", nil), ("policy open", nil), ("policy request", nil),
      ("policy locked -s x", nil), ("policy shut", "'shut'"),
      ("policy open --json", "leave 'open'"),
      ("--readonly", nil), ("attach -s x --readonly --plain", nil), ("ls --readonly", "--readonly"),
      ("config --readonly", "--readonly"), ("--name ada --readonly", nil),
      ("completions bash", nil), ("completions zsh", nil), ("completions fish", nil),
      ("completions tcsh", "tcsh"), ("completions", "shell"), ("dance", "'dance' is no command"),
      ("staus", "did you mean `status`?"), ("./dance", nil),
      ("-s x talk.md", nil), ("attach a.md b.md", nil), ("a.md --deck b.md", "give one of"),
      ("new talk.md", nil), ("a.md -", "give it alone"),
    ] as [(String, String?)]
  )
  func lines(line: String, complaint: String?) {
    let words = line.split(separator: " ").map(String.init)
    guard let complaint else {
      #expect(throws: Never.self) { try Navclient.parseAsRoot(words) }
      return
    }
    do {
      _ = try Navclient.parseAsRoot(words)
      Issue.record("'\(line)' was taken")
    } catch {
      #expect(Navclient.exitCode(for: error).rawValue == NavViewer.ExitCode.usage.rawValue)
      let message = Navclient.message(for: error)
      #expect(message.contains(complaint), "\(message)")
    }
  }

  @Test func keysAreOneRequest() throws {
    let most = Request.Input.maximumKeys
    let send = try Send.parse(["key"] + Array(repeating: "Down", count: most))
    #expect(try send.action() == .keys(Array(repeating: Key(.down), count: most)))
    #expect(throws: (any Error).self) {
      try Send.parse(["key"] + Array(repeating: "Down", count: most + 1))
    }
  }

  @Test(
    arguments: [
      ("next", .forward), ("back", .back), ("goto 5", .goTo(5)), ("next-tab", .nextTab),
      ("previous-tab", .previousTab), ("tab 1", .tab(1)), ("tab 9", .tab(9)),
      ("attachment", .toggleAttachment), ("search word", .search("word")),
      ("search kind of blue", .search("kind of blue")), ("search", .search("")),
      ("next-match", .nextMatch), ("previous-match", .previousMatch),
      ("filter a b", .filter("a b")),
      ("filter", .filter("")),
    ] as [(String, SessionCommand)]
  )
  func wordsAreCommands(words: String, command: SessionCommand) throws {
    let send = try Send.parse(words.split(separator: " ").map(String.init))
    #expect(try send.action() == .command(command))
  }

  @Test(arguments: ["search", "filter"])
  func wordsToLookForAreNotTooLong(command: String) throws {
    let most = String(repeating: "x", count: SessionCommand.textLimit)
    #expect(throws: Never.self) { try Send.parse([command, most]) }
    #expect(throws: (any Error).self) { try Send.parse([command, most + "x"]) }
  }

  @Test(
    arguments: [
      ([], nil), (["--if-version", "12"], .init(version: 12)),
      (["--if-top", "3/a b"], .init(top: "3/a b")),
      (["--if-top", "", "--if-version", "0"], .init(version: 0, top: "")),
    ] as [([String], Request.Precondition?)]
  )
  func preconditions(words: [String], precondition: Request.Precondition?) throws {
    #expect(try Send.parse(["next"] + words).precondition == precondition)
  }

  @Test func defaults() throws {
    let wait = try Wait.parse(["settled"])
    #expect(wait.timeout == .standard)
    #expect(try wait.condition() == .settled(version: 0))
    let snapshot = try Snapshot.parse([])
    #expect(snapshot.size == .standardTerminal)
    #expect(snapshot.format == .text)
    #expect(snapshot.color == .auto)
    #expect(try Send.parse(["next"]).wait == nil)
    #expect(try Drive.parse([]).take == false)
    #expect("\(OneShotCommands.controlTimeout)" == "30s")
    #expect(try Grant.parse([]).name == nil)
    #expect(try Policy.parse([]).policy == nil)
    #expect(try Attach.parse([]).readOnly.isReadOnly == false)
  }

  @Test func namesOfViewersAreTheirWords() throws {
    #expect(try Grant.parse(["  ada  l. "]).name == ViewerName("ada l."))
    #expect(try Deny.parse(["a script"]).name == ViewerName("a script"))
    #expect(throws: (any Error).self) { try Grant.parse([" "]) }
    #expect(try Attach.parse(["--name", "ada"]).viewer.name == ViewerName("ada"))
  }
}

/// Returns the name of a subcommand.
func name(of command: any ParsableCommand.Type) -> String {
  command.configuration.commandName ?? "\(command)".lowercased()
}
