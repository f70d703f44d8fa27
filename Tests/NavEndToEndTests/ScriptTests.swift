import Foundation
import NavProcessKit
import Testing

/// Commands for scripts: their conditions, and their output for programs.
@Suite(.waiting) struct ScriptTests {
  private let sandbox: Sandbox
  private let daemon: Daemon
  private let deck = Deck.short
  private let path: String

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    path = try deck.write(in: sandbox)
  }

  private func object(_ json: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return try #require(value as? [String: Any], "\(json)")
  }

  private func objects(_ json: String) throws -> [[String: Any]] {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return try #require(value as? [[String: Any]], "\(json)")
  }

  // MARK: wait

  @Test func aConditionThatHoldsIsAnsweredAtOnce() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let conditions = [
      ["settled"], ["page", "Heading 1"], ["text", Deck.marker(1)], ["viewers", "0"],
      ["text", "w60", "--size", "200x60"],
    ]
    for words in conditions {
      // A timeout of zero allows no waiting.
      let outcome = try sandbox.run(
        Programs.client,
        ["wait", "-s", "talk", "--timeout", "0s"] + words
      )
      #expect(outcome.code == 0 && outcome.output + outcome.errors == "", "\(outcome)")
    }
  }

  @Test func aConditionIsMetByAnotherClient() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    // The condition, and the way in which another client fulfils it.
    let table: [(words: [String], makes: () throws -> Void)] = [
      (["page", "Heading 3"], { try sandbox.succeed("send", "-s", "talk", "goto", "3") }),
      (["text", Deck.marker(5)], { try sandbox.succeed("send", "-s", "talk", "goto", "5") }),
    ]
    for (words, makes) in table {
      let waiting = try sandbox.start(
        Programs.client,
        ["wait", "-s", "talk", "--timeout", "40s"] + words
      )
      // This reply follows the wait's first answer, so the wait has found its condition
      // unfulfilled.
      try sandbox.succeed("status", "-s", "talk")
      #expect(waiting.exitCode == nil, "\(words): \(waiting.errorText)")
      try makes()
      #expect(try waiting.waitForExit("wait \(words)") == 0, "\(waiting.errorText)")
    }

    let viewers = try sandbox.start(
      Programs.client,
      ["wait", "-s", "talk", "viewers", "1", "--timeout", "40s"]
    )
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "talk")
    #expect(try viewers.waitForExit("wait viewers 1") == 0, "\(viewers.errorText)")
    // `settled` waits for the end of the motion in the viewer's stream.
    try terminal.wait(forPage: 5, of: deck)
    try sandbox.succeed("send", "-s", "talk", "goto", "8")
    try sandbox.succeed("wait", "-s", "talk", "settled")
    let status = try object(sandbox.succeed("status", "-s", "talk", "--json"))
    #expect(status["settled"] as? Bool == true)
    let gone = try sandbox.start(
      Programs.client,
      ["wait", "-s", "talk", "viewers", "0", "--timeout", "40s"]
    )
    try terminal.type("q")
    #expect(try gone.waitForExit("wait viewers 0") == 0, "\(gone.errorText)")
  }

  @Test func aWaitEndsWithItsTimeout() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let conditions = [["page", "Heading 9"], ["text", "no such text"], ["viewers", "7"]]
    for words in conditions {
      for (timeout, least) in [("0s", Duration.zero), ("300ms", .milliseconds(300))] {
        let start = ContinuousClock.now
        let outcome = try sandbox.run(
          Programs.client,
          ["wait", "-s", "talk", "--timeout", timeout] + words
        )
        #expect(outcome.code == 75 && outcome.output == "", "\(outcome)")
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains(words[1]), "\(outcome)")
        #expect(ContinuousClock.now - start >= least, "\(outcome)")
      }
    }
  }

  @Test func invalidConditions() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let lines = [
      ["sunrise"], ["page"], ["page", ""], ["page", "a", "b"], ["text"], ["text", ""],
      ["viewers"], ["viewers", "many"], ["viewers", "1000001"], ["settled", "now"],
      ["settled", "--size", "80x24"], ["text", "x", "--size", "0x1"],
      ["settled", "--timeout", "soon"], ["settled", "--timeout", "-1s"], [],
    ]
    for words in lines {
      let outcome = try sandbox.run(Programs.client, ["wait", "-s", "talk"] + words)
      #expect(outcome.code == 64 && outcome.output == "", "\(outcome)")
    }
    let nobody = try sandbox.client("wait", "-s", "nobody", "settled")
    #expect(nobody.code == 66, "\(nobody)")
  }

  // MARK: Output for programs

  @Test func statusAndViewersAsJSON() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    #expect(try objects(sandbox.succeed("viewers", "--json")).isEmpty)
    let terminal = try TerminalSession(in: sandbox, "a", columns: 90, rows: 28, "--session", "talk")
    try terminal.wait(forPage: 1, of: deck)
    try sandbox.succeed("send", "next", "--wait", "settled")

    let status = try object(sandbox.succeed("status", "--json"))
    let keys: Set = [
      "name", "content", "viewers", "page", "pages", "title", "top", "version", "settled", "sizes",
      "durable", "search", "filter", "daemon_version", "uptime_ms",
      "turns", "longest_turn_us", "faults", "control",
    ]
    #expect(Set(status.keys) == keys)
    #expect(status["name"] as? String == "talk")
    #expect(status["title"] as? String == "Heading 2")
    #expect(status["page"] as? Int == 2)
    #expect(status["settled"] as? Bool == true)
    #expect(status["sizes"] as? [[String: Int]] == [["columns": 90, "rows": 28]])
    #expect((status["uptime_ms"] as? Int ?? 0) > 0)

    let viewers = try objects(sandbox.succeed("viewers", "--json"))
    try #require(viewers.count == 1)
    #expect(
      Set(viewers[0].keys) == [
        "id", "name", "standing", "view", "size", "layout", "attached_ms", "silent_ms", "lag_ms",
      ]
    )
    #expect(viewers[0]["size"] as? [String: Int] == ["columns": 90, "rows": 28])
    let id = try #require(viewers[0]["id"] as? String)
    #expect(id.count == 16 && id.allSatisfy(\.isHexDigit), "\(id)")
    #expect((viewers[0]["attached_ms"] as? Int ?? 0) > 0)
  }

  @Test func namesAlone() throws {
    #expect(try sandbox.succeed("ls", "-q") == "")
    for name in ["talk", "another"] { try sandbox.succeed("new", "-s", name, "--open", path) }
    let names = try sandbox.succeed("ls", "-q").split(separator: "\n").map(String.init)
    #expect(names.sorted() == ["another", "talk"])
    let both = try sandbox.client("ls", "-q", "--json")
    #expect(both.code == 64, "\(both)")
  }

  // MARK: snapshot

  @Test func aSnapshotAsJSON() throws {
    let folder = try Folder.music(in: sandbox)
    try sandbox.succeed("new", "-s", "x", "--open", folder.path)
    try sandbox.succeed("send", "key", "Enter", "j")
    for size in ["80x24", "200x60", "39x10"] {
      let snapshot = try object(
        sandbox.succeed("snapshot", "--format", "json", "--size", size)
      )
      #expect(snapshot["session"] as? String == "x")
      let focus = try #require(snapshot["focus"] as? [String: Any])
      #expect(focus["kind"] as? String == "list")
      let containers = try #require(snapshot["containers"] as? [[String: Any]])
      let focused = try #require(
        containers.first { $0["id"] as? Int == focus["container"] as? Int }
      )
      #expect(focused["title"] as? String == "music/albums")
      #expect(focused["selection"] as? Int == 1)
      let rows = try #require(focused["rows"] as? [[String: Any]])
      let texts = rows.compactMap { ($0["text"] as? String)?.split(separator: " ").first }
      #expect(texts == ["blue/", "green/", "red/", "about.txt"])
    }
  }

  /// Coloured output reads the same on a terminal as output without colours.
  @Test(arguments: ["never", "16", "256"]) func aSnapshotWithColours(color: String) throws {
    let folder = try Folder.music(in: sandbox)
    try sandbox.succeed("new", "-s", "x", "--open", folder.path)
    try sandbox.succeed("send", "key", "Enter", "Enter")
    let size = ["-s", "x", "--size", "80x24"]
    let plain = Screen(try sandbox.succeed("snapshot", "-s", "x", "--size", "80x24"))
    let printed = try sandbox.run(
      Programs.client,
      ["snapshot", "--format", "ansi", "--color", color] + size
    )
    #expect(printed.output.contains("\u{1B}[38;5;") == (color == "256"), "\(printed)")
    // One row more than the snapshot, for the cursor after it.
    let terminal = try sandbox.terminal(
      "printed",
      size: (80, 25),
      running: [Programs.client, "snapshot", "--format", "ansi", "--color", color] + size
    )
    #expect(try terminal.waitForExit() == 0)
    try terminal.wait(until: "reads like the plain snapshot:\n\(plain)") {
      Array($0.rows.prefix(24)) == plain.rows
    }
  }

  // MARK: completions

  @Test func completionsLoad() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let script = try sandbox.succeed("completions", "bash")
    let file = try sandbox.write(script, to: "completions.bash")
    let syntax = try sandbox.run("/bin/bash", ["-n", file])
    #expect(syntax.code == 0 && syntax.errors == "", "\(syntax)")
    let loaded = try sandbox.run("/bin/bash", ["-c", ". '\(file)' && complete -p navclient"])
    #expect(loaded.code == 0 && loaded.output.contains("navclient"), "\(loaded)")
    for shell in ["zsh", "fish"] {
      #expect(try sandbox.succeed("completions", shell).contains("navclient"))
    }
    let unknown = try sandbox.client("completions", "csh")
    #expect(unknown.code == 64, "\(unknown)")
  }
}
