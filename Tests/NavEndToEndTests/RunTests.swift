import Foundation
import NavProcessKit
import Testing

/// Scripts that `navclient run` plays.
@Suite(.waiting) struct RunTests {
  private let sandbox: Sandbox
  private let daemon: Daemon
  private let deck = Deck.short
  private let path: String

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    path = try deck.write(in: sandbox)
  }

  private func run(_ lines: String, _ options: String...) throws -> Outcome {
    let script = try sandbox.write(lines, to: "demo.nav")
    return try sandbox.run(Programs.client, ["run", script] + options)
  }

  private func session() throws -> Listing.Session? {
    try Listing(sandbox.succeed("ls", "--json")).sessions.first
  }

  @Test func aScriptOpensMovesAndExpects() throws {
    let lines = """
      # A talk, and what is seen of it.
      open deck.md
      expect page "Heading 1"
      include more/rest.nav
      say "Any questions?"
      """
    _ = try sandbox.write(
      """
      next
      wait settled
      expect place 2/8
      key G
      expect text \(Deck.marker(8))
      expect viewers 0
      text 3G
      snapshot \(sandbox.directory)/page.txt --size 60x20
      snapshot \(sandbox.directory)/page.svg
      """,
      to: "more/rest.nav"
    )
    let outcome = try run(lines)
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    #expect(outcome.output == "Any questions?\n")
    // The session has the name of its content, and each input and sentence was one operation.
    let found = try #require(try session())
    #expect(found.name == "deck" && found.page == 3 && found.version == 4, "\(found)")
    let screen = try sandbox.succeed("snapshot", "--size", "60x20")
    #expect(sandbox.read("page.txt") == screen)
    #expect(sandbox.read("page.svg")?.contains("<svg") == true)

    // A session that shows the content is used as it is, so the script is not met by it.
    let again = try run(lines)
    let place = "\(sandbox.directory)/demo.nav:3:1"
    #expect(again.code == 65 && again.output == "", "\(again)")
    #expect(
      again.errors == "\(place): expect page \"Heading 1\": the page is \"Heading 3\" (3/8)\n"
    )
    _ = try sandbox.write("# Other\n", to: "other.md")
    let other = try run("open other.md", "-s", "deck")
    #expect(other.code == 64 && other.errors.contains("shows something else"), "\(other)")
  }

  @Test func aTextThatIsNotThereIsToldWithTheScreen() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let outcome = try run("next\n  expect text nowhere\nnext", "-s", "talk", "--size", "50x12")
    #expect(outcome.code == 65, "\(outcome)")
    let place = "\(sandbox.directory)/demo.nav:2:3: expect text nowhere"
    let told = "\(place): the page is \"Heading 2\" (2/8); on 50x12 there is"
    #expect(outcome.errorLines.first.map(String.init) == told, "\(outcome)")
    #expect(outcome.errorLines.contains { $0.hasPrefix("  | ") && $0.contains(Deck.marker(2)) })
    #expect(try session()?.page == 2)
  }

  @Test func aCommandThatFailsEndsTheScriptWithItsPlace() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    // The script, its exit code, and what it says.
    let table: [(String, Int32, String)] = [
      ("first\nback\nlast", 1, ":2:1: back: nothing was done: this is the first page"),
      ("tap \"no words\"", 1, ":1:1: tap \"no words\": nothing was done: \"no words\" is not on"),
      ("go-to 9", 64, ":1:1: go-to 9: "), ("wait page Nine 300ms", 75, "waited 300ms for page"),
      ("open gone.md", 65, "demo.nav:1:1: can't open"),
    ]
    for (lines, code, words) in table {
      let outcome = try run(lines, "-s", "talk")
      #expect(outcome.code == code && outcome.errors.contains(words), "\(outcome)")
    }
    #expect(try session()?.page == 1)
    let nobody = try run("next", "-s", "nobody")
    #expect(nobody.code == 66, "\(nobody)")
  }

  @Test func marksAndTapsByWords() throws {
    let folder = try Folder.music(in: sandbox)
    try sandbox.succeed("new", "-s", "x", "--open", folder.path)
    let lines = """
      expect text nowhere
      mark albums
      tap albums/
      wait text about.txt
      tap "about.txt"
      wait text "text of albums/about.txt"
      """
    let outcome = try run(lines, "-s", "x", "--from", "albums")
    #expect(outcome.code == 0, "\(outcome)")
    let unknown = try run(lines, "-s", "x", "--from", "almums")
    #expect(unknown.code == 64 && unknown.errors.contains("did you mean 'albums'?"), "\(unknown)")
    // `send` finds words in the same way.
    try sandbox.succeed("send", "-s", "x", "key", "H")
    try sandbox.succeed("send", "-s", "x", "tap", "list.txt")
    try sandbox.succeed("wait", "-s", "x", "text", "text of list.txt")
  }

  @Test func aDragTurnsAPage() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let outcome = try run(
      "drag \"\(Deck.marker(1))\" -30 0 -80\nexpect place 2\ndrag 20 5 -30 0 -80\nexpect place 3",
      "-s",
      "talk"
    )
    #expect(outcome.code == 0, "\(outcome)")
  }

  @Test func everyInputHappensOnceWhileNavdIsKilled() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let inputs = 40 * (Programs.kills + 1)
    let pairs = String(repeating: "next\nback\n", count: inputs / 2)
    let script = try sandbox.write(
      "pace 20ms\n\(pairs)expect place 1\nsay done",
      to: "demo.nav"
    )
    let running = try sandbox.start(Programs.client, ["run", script, "-s", "talk"])
    for kill in 1...Programs.kills {
      try sandbox.succeed("wait", "-s", "talk", "version", "\(40 * kill)", "--timeout", "60s")
      try daemon.end(SIGKILL)
      #expect(running.exitCode == nil, "\(running.errorText)")
      try daemon.restart()
    }
    #expect(try running.waitForExit("run") == 0, "\(running.errorText)")
    #expect(running.outputText == "done\n")
    // `say` is one more operation.
    #expect(try session()?.version == inputs + 1)
  }

  @Test func itsDriverPausesStepsAndEndsIt() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let script = try sandbox.write("pace 1h\nnext\nnext\nnext\nback", to: "demo.nav")
    let terminal = try sandbox.terminal("driver", ["run", script, "-s", "talk"])
    try sandbox.succeed("wait", "-s", "talk", "page", "Heading 2", "--timeout", "40s")
    try terminal.type("n")
    try sandbox.succeed("wait", "-s", "talk", "page", "Heading 3", "--timeout", "40s")
    try terminal.wait(until: "is paused") { $0.contains("paused before") }
    try terminal.type("Space")
    try sandbox.succeed("wait", "-s", "talk", "page", "Heading 4", "--timeout", "40s")
    try terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.modesAfter == terminal.modesBefore)
    #expect(try session()?.page == 4)

    // Also while it waits for something, and when a signal ends it.
    let waits = try sandbox.write("wait viewers 7 1h\nback", to: "waits.nav")
    let ended = try sandbox.terminal("ended", ["run", waits, "-s", "talk"])
    try ended.wait(until: "waits") { $0.contains("wait viewers 7") }
    try ended.type("q")
    #expect(try ended.waitForExit() == 0)
    let killed = try sandbox.terminal("killed", ["run", waits, "-s", "talk"])
    try killed.wait(until: "waits") { $0.contains("wait viewers 7") }
    kill(try killed.processID(), SIGTERM)
    #expect(try killed.waitForExit() == 128 + SIGTERM)
    #expect(killed.modesAfter == killed.modesBefore)
    #expect(try session()?.page == 4)
  }

  @Test func mistakesAreFoundWithoutADaemon() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write("# One\n", to: "talk.md")
    _ = try sandbox.write("nxet\n", to: "more.nav")
    let good = try sandbox.write("open talk.md\nnext\n", to: "good.nav")
    let bad = try sandbox.write("open gone.md\ninclude more.nav\n  expect pgae x\n", to: "bad.nav")
    let checked = try sandbox.client("run", good, "--check")
    #expect(checked.code == 0 && checked.output + checked.errors == "", "\(checked)")
    #expect(try sandbox.succeed("lint", good) == "")
    let directory = sandbox.directory
    let found = try sandbox.client("lint", bad)
    #expect(found.code == 65, "\(found)")
    for line in [
      "\(directory)/bad.nav:1:1: can't open \(directory)/gone.md",
      "\(directory)/more.nav:1:1: 'nxet' is no command; did you mean `next`?",
      "\(directory)/bad.nav:3:10: 'pgae' can't be expected: use page, text, place or viewers",
      "  nxet", "    expect pgae x",
    ] {
      #expect(found.output.contains(line), "\(line)\n\(found)")
    }
    // A script with mistakes does not begin.
    for options in [["--check"], []] {
      let outcome = try sandbox.run(Programs.client, ["run", bad] + options)
      #expect(outcome.code == 65 && outcome.errors.contains("bad.nav:3:10: "), "\(outcome)")
    }
    let layout = try sandbox.run(
      Programs.daemon,
      ["layout", "\(directory)/talk.md", "--script", bad]
    )
    #expect(layout.code == 65 && layout.errors.contains("bad.nav:3:10: "), "\(layout)")
    let unreachable = try sandbox.client("run", good)
    #expect(unreachable.code == 69, "\(unreachable)")
    #expect(try sandbox.client("run", "\(directory)/gone.nav").code == 66)
  }

  /// The scripts beside the documents, as they are.
  @Test(arguments: ["talk", "library"]) func theExamplesPlay(name: String) throws {
    let repository = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let script = repository.appendingPathComponent("deploy/examples/\(name).nav").path
    let outcome = try sandbox.client("run", script, "-s", name, "--speed", "100")
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    #expect(try sandbox.succeed("ls", "-q").contains(name))
  }
}
