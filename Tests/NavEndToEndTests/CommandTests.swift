import Foundation
import Testing

/// The client's commands: their output and exit codes.
@Suite(.waiting) struct CommandTests {
  private let sandbox: Sandbox
  private let daemon: Daemon
  private let deck = Deck.short
  private let path: String

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    path = try deck.write(in: sandbox)
  }

  private func sessions() throws -> [Listing.Session] {
    try Listing(sandbox.succeed("ls", "--json")).sessions
  }

  private func expect(
    _ code: Int32,
    saying word: String,
    from arguments: String...,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try sandbox.run(Programs.client, arguments)
    #expect(outcome.code == code, "\(outcome)", sourceLocation: location)
    #expect(outcome.errors.contains(word), "\(outcome)", sourceLocation: location)
    #expect(outcome.output == "", "\(outcome)", sourceLocation: location)
  }

  @Test func listing() throws {
    #expect(try sandbox.succeed("ls", "--json").trimmed(of: "\n") == "[]")
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    try sandbox.succeed("new", "-s", "another")
    try sandbox.succeed("send", "-s", "talk", "next")
    let listed = try sessions().sorted { $0.name < $1.name }
    try #require(listed.map(\.name) == ["another", "talk"])
    #expect(listed[0].content == "tour")
    #expect(listed[0].pages > 1)
    let expected = Listing.Session(
      name: "talk",
      content: path,
      viewers: 0,
      page: 2,
      pages: deck.pages,
      version: 1,
      title: "Heading 2",
      top: "2"
    )
    #expect(listed[1] == expected)
    let table = try sandbox.succeed("ls")
    #expect(table.contains("talk") && table.contains("another"), "\(table)")
  }

  @Test func sendingPrintsNothingAndMoves() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let steps: [(words: [String], page: Int)] = [
      (["next"], 2), (["next"], 3), (["back"], 2), (["goto", "5"], 5), (["key", "Right"], 6),
      (["key", "Right", "Enter"], 8), (["key", "Home"], 1), (["key", "G"], 8),
      (["key", "3", "G"], 3),
    ]
    for (words, page) in steps {
      let outcome = try sandbox.run(Programs.client, ["send", "-s", "talk"] + words)
      #expect(outcome.code == 0 && outcome.output + outcome.errors == "", "\(outcome)")
      #expect(try sessions().first?.page == page, "after \(words)")
    }
    // The only session needs no name.
    try sandbox.succeed("send", "next")
    #expect(try sessions().first?.page == 4)
    try expect(64, saying: "8", from: "send", "-s", "talk", "goto", "9")
    try expect(64, saying: "dance", from: "send", "-s", "talk", "dance")
    try expect(64, saying: "Rigt", from: "send", "-s", "talk", "key", "Rigt")
    #expect(try sessions().first?.page == 4)
  }

  @Test func aCommandWithoutEffectFails() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    try expect(1, saying: "this is the first page", from: "send", "-s", "talk", "back")
    try sandbox.succeed("send", "-s", "talk", "last")
    try expect(1, saying: "this is the last page", from: "send", "-s", "talk", "next")
    try expect(1, saying: "there are no tabs", from: "send", "-s", "talk", "tab", "2")
    try expect(1, saying: "there are no tabs", from: "send", "-s", "talk", "attachment")
    try expect(1, saying: "another key has to follow", from: "send", "-s", "talk", "key", "g")
    try expect(1, saying: "does nothing here", from: "send", "-s", "talk", "key", "Esc")
    try expect(
      1,
      saying: "no match for \"nowhere\"",
      from: "send",
      "-s",
      "talk",
      "search",
      "nowhere"
    )
    try expect(1, saying: "nothing is searched for", from: "send", "-s", "talk", "next-match")
    try expect(1, saying: "nothing to filter here", from: "send", "-s", "talk", "filter", "a")
    try expect(64, saying: "a ( without its )", from: "send", "-s", "talk", "search", "/(")
    try expect(64, saying: "each viewer's own", from: "send", "-s", "talk", "key", "q")
    // A command whose target is the current page succeeds.
    try sandbox.succeed("send", "-s", "talk", "last")
    try sandbox.succeed("send", "-s", "talk", "key", "Left", "Esc")
    #expect(try sessions().first?.page == deck.pages - 1)
  }

  @Test func optionsBeforeACommandAndUnknownCommands() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    #expect(try sandbox.succeed("-s", "talk", "status", "--json").contains("\"talk\""))
    #expect(try sandbox.succeed("--json", "ls").contains("\"talk\""))
    try expect(64, saying: "did you mean `wait`?", from: "help", "wiat")
    try expect(64, saying: "did you mean `status`?", from: "staus")
    try expect(66, saying: "No such file", from: "lint", "\(sandbox.directory)/nofile")
    try expect(66, saying: "No such file", from: "\(sandbox.directory)/nofile")
    #expect(try sandbox.succeed("help", "wait").contains("navclient wait"))
  }

  @Test func aPathNamesItsSession() throws {
    let other = try Folder(in: sandbox, "other")
    let name = String(try #require(path.split(separator: "/").last).dropLast(3))
    #expect(try sandbox.succeed("new", path) == name + "\n")
    #expect(try sandbox.succeed("new", path) == name + "-2\n")
    try sandbox.succeed("kill", "-s", name + "-2")
    try expect(64, saying: "exists already", from: "new", "-s", name, path)
    // The same content opens the same session, other content opens a new one.
    let one = try TerminalSession(in: sandbox, "one", path)
    try one.wait(forPage: 1, of: deck)
    #expect(try sessions().map(\.name) == [name])
    let third = "\(other.path)/\(name).md"
    try other.write("# Another\n", to: "\(name).md")
    let two = try TerminalSession(in: sandbox, "two", third)
    try two.wait(until: "shows the other one") { $0.contains("Another") }
    #expect(try Set(sessions().map(\.name)) == [name, name + "-2"])
    try other.makeDirectory("more")
    try other.write("# A third one\n", to: "more/\(name).md")
    #expect(try sandbox.succeed("new", "\(other.path)/more/\(name).md") == name + "-3\n")
    try sandbox.succeed("kill", "-s", name + "-3")
    let three = try TerminalSession(in: sandbox, "three", "--open", third)
    try three.wait(until: "shows the other one, too") { $0.contains("Another") }
    #expect(try sessions().first { $0.name == name + "-2" }?.viewers == 2)
  }

  @Test func sourceAndTextAlone() throws {
    let folder = try Folder(in: sandbox, "files")
    let notes = try sandbox.write("one\n\ttwo\n", to: "notes.txt")
    let viewer = try TerminalSession(in: sandbox, "one", notes)
    try viewer.wait(until: "shows the text") { $0.contains("one") && $0.contains("two") }
    #expect(try sessions().map(\.name) == ["notes"])
    _ = try sandbox.write("one\n\ttwo\nthree\n", to: "notes.txt")
    try viewer.wait(until: "shows what was saved") { $0.contains("three") }
    #expect(try sandbox.succeed("export", notes) == "one\n\ttwo\nthree\n")
    try folder.write("kind: Pod\n# no heading\n---\na: [1]\n", to: "k8s.yaml")
    let yaml = try sandbox.succeed("export", "\(folder.path)/k8s.yaml")
    #expect(yaml == "kind: Pod\n# no heading\n---\na: [1]\n")
    try folder.write("text: hello\n", to: "app.yaml")
    try expect(64, saying: "is a scene", from: "export", "\(folder.path)/app.yaml")
    #expect(try sandbox.succeed("export", "--text", "\(folder.path)/app.yaml").contains(":"))
    try expect(64, saying: "is a directory", from: "export", folder.path)
  }

  @Test func aSnapshotHasTheRequestedSize() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    for (columns, rows) in [(80, 24), (200, 60), (40, 12), (1, 1), (1000, 500)] {
      let text = try sandbox.succeed("snapshot", "-s", "talk", "--size", "\(columns)x\(rows)")
      let screen = Screen(text)
      #expect(screen.rows.count == rows, "\(columns)x\(rows)")
      #expect(screen.rows.allSatisfy { $0.count <= columns }, "\(screen)")
    }
    let screen = Screen(try sandbox.succeed("snapshot", "-s", "talk", "--size", "80x24"))
    #expect(deck.isShown(1, on: screen) && screen.contains(Deck.marker(1)), "\(screen)")
    for size in ["0x24", "80x0", "1001x24", "80x501", "80", "x"] {
      let outcome = try sandbox.client("snapshot", "-s", "talk", "--size", size)
      #expect(outcome.code == 64, "\(outcome)")
    }
  }

  @Test func contentThatCannotBeShown() throws {
    let missing = "\(sandbox.directory)/nothing.md"
    // A pipe without a writer.
    let unknown = "\(sandbox.directory)/pipe"
    #expect(mkfifo(unknown, 0o600) == 0)
    try expect(66, saying: missing, from: "new", "-s", "x", "--open", missing)
    try expect(66, saying: unknown, from: "new", "-s", "x", "--open", unknown)
    try expect(66, saying: sandbox.directory, from: "new", "-s", "x", "--deck", sandbox.directory)
    #expect(try sessions() == [])
    for content in [missing, unknown] {
      let terminal = try TerminalSession(
        in: sandbox,
        content == missing ? "a" : "b",
        "--session",
        "x",
        "--open",
        content
      )
      #expect(try terminal.waitForExit() == 66)
      #expect(terminal.modesAfter == terminal.modesBefore)
      try eventually("nothing is left") { try terminal.leftovers() == [] }
    }
  }

  @Test func invalidNames() throws {
    let long = String(repeating: "n", count: 65)
    for name in ["with space", "", ".hidden", "a/b", long, "a\u{A0}b", "a:b"] {
      let outcome = try sandbox.client("new", "-s", name, "--open", path)
      #expect(outcome.code == 64, "\(outcome)")
      #expect(outcome.errors.contains("name"), "\(outcome)")
    }
    try sandbox.succeed("new", "-s", String(long.dropLast()), "--open", path)
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "with space", "--open", path)
    #expect(try terminal.waitForExit() == 64)
  }

  @Test func aNameCanBeUsedOnce() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    try expect(64, saying: "talk", from: "new", "-s", "talk", "--open", path)
    try sandbox.succeed("kill", "-s", "talk")
    try sandbox.succeed("new", "-s", "talk", "--open", path)
  }

  @Test("kill ends each session that is named, and those that nobody has seen for a time")
  func severalNames() throws {
    for name in ["a", "b", "c"] { try sandbox.succeed("new", "-s", name) }
    try expect(66, saying: "nobody", from: "kill", "-s", "a", "-s", "nobody", "-s", "b")
    #expect(try sessions().map(\.name) == ["c"])
    try sandbox.succeed("kill", "-s", "c", "-s", "c")
    for name in ["d", "e"] { try sandbox.succeed("new", "-s", name) }
    #expect(try sandbox.succeed("kill", "--unseen", "7d") == "")
    #expect(try sandbox.succeed("kill", "--unseen", "0s") == "d\ne\n")
  }

  @Test func missingSessions() throws {
    try expect(66, saying: "nobody", from: "send", "-s", "nobody", "next")
    try expect(66, saying: "nobody", from: "kill", "-s", "nobody")
    try expect(66, saying: "nobody", from: "snapshot", "-s", "nobody", "--size", "80x24")
    // Without sessions the default session is missing; with two it is ambiguous.
    let none = try sandbox.client("send", "next")
    #expect(none.code == 66, "\(none)")
    try sandbox.succeed("new", "-s", "one", "--open", path)
    try sandbox.succeed("new", "-s", "two", "--open", path)
    let several = try sandbox.client("send", "next")
    #expect(several.code == 64 || several.code == 66, "\(several)")
    #expect(several.errors.contains("one") && several.errors.contains("two"), "\(several)")
  }

  @Test func aSessionWithOtherContentIsNotOpened() throws {
    let other = try Deck.tall.write(in: sandbox, as: "other.md")
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "talk", "--open", other)
    #expect(try terminal.waitForExit() == 64)
    try terminal.wait(until: "says why") { $0.contains("deck.md") }
  }

  @Test func aTerminalIsNeededToAttach() throws {
    let outcome = try sandbox.client("--session", "talk", "--open", path)
    #expect(outcome.code == 64, "\(outcome)")
    #expect(outcome.errors.contains("terminal"), "\(outcome)")
  }
}
