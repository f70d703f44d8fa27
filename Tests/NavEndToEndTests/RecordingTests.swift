import Foundation
import Glibc
import NavProcessKit
import NavTestKit
import Testing

/// A talk is recorded, and shown again in other sizes.
@Suite(.waiting) struct RecordingTests {
  private let sandbox: Sandbox
  private let daemon: Daemon
  private let deck = Deck.short
  private let file: String

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    file = sandbox.directory + "/talk.navrec"
  }

  /// What a session shows in some sizes, without the status line.
  private func screens(of session: String) throws -> [[Substring]] {
    try sandbox.succeed("wait", "-s", session, "settled")
    return try ["80x24", "200x60", "40x12"].map { size in
      let text = try sandbox.succeed("snapshot", "-s", session, "--size", size)
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2)
    }
  }

  private func recorded() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file)) }

  /// Marks the moment, and waits until the mark is in the file.
  private func mark(_ name: String) throws {
    try sandbox.succeed("mark", "-s", "talk", name)
    try eventually("the mark \(name) is written") {
      try recorded().range(of: Data(name.utf8)) != nil
    }
  }

  @Test func aTalkIsPlayedAgainAfterDaemonAndRecorderWereKilled() throws {
    let secret = "<!-- speaker_note: secret words -->\n"
    let path = try sandbox.write(deck.markdown + "\n" + secret, to: "deck.md")
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "talk")
    try terminal.wait(forPage: 1, of: deck)
    let recorder = try sandbox.start(Programs.client, ["record", "-s", "talk", "-o", file])
    try eventually("the viewer sees that it is recorded") {
      try terminal.screen().contains("rec")
    }
    try sandbox.succeed("send", "-s", "talk", "next")
    try sandbox.succeed("send", "-s", "talk", "goto", "4")
    try mark("before")
    _ = try daemon.end(SIGKILL)
    try daemon.restart()
    try sandbox.succeed("send", "-s", "talk", "next")
    try mark("afterwards")
    let shown = try screens(of: "talk")
    kill(recorder.id, SIGKILL)

    let played = try sandbox.succeed("play", file, "-s", "replay", "--speed", "16")
    #expect(played == "mark: before\nmark: afterwards\n")
    #expect(try screens(of: "replay") == shown)
    try sandbox.succeed("play", file, "-s", "middle", "--speed", "16", "--from", "afterwards")
    #expect(try screens(of: "middle") == shown)
    #expect(try recorded().range(of: Data("secret".utf8)) == nil)
    try editAndPlay(shown)
    try look(at: shown)
  }

  /// Plays the recording in a terminal, and goes back and forth in it, also behind the death of the daemon.
  private func look(at end: [[Substring]]) throws {
    let viewer = try TerminalSession(
      in: sandbox,
      "b",
      "play",
      file,
      "-s",
      "shown",
      "--speed",
      "16"
    )
    func wait(for texts: String...) throws {
      try viewer.wait(until: "shows \(texts)") { screen in texts.allSatisfy(screen.contains) }
    }
    try wait(for: "mark: afterwards", "Heading 5")
    #expect(try screens(of: "shown") == end)
    try viewer.type(",")
    try wait(for: "paused", "Heading 4")
    try viewer.type("<", ",")
    try wait(for: "paused", "Heading 2")
    #expect(try sandbox.succeed("snapshot", "-s", "shown").contains("Heading 2"))
    try viewer.type("3", "Enter")
    try wait(for: "paused", "Heading 3")
    try viewer.type(".", ".")
    try wait(for: "paused", "Heading 5")
    #expect(try screens(of: "shown") == end)
    try viewer.type("q")
    #expect(try viewer.waitForExit() == 0)
    #expect(try !sandbox.succeed("ls").contains("shown"))
  }

  /// Not with a sanitizer: it has no room in the memory that a replay may take.
  @Test(.enabled(if: !isSanitized)) func aRecordingIsExported() throws {
    try sandbox.succeed("new", "-s", "talk", "--open", try deck.write(in: sandbox))
    let recorder = try sandbox.start(Programs.client, ["record", "-s", "talk", "-o", file])
    try eventually("a recording is there") { FileManager.default.fileExists(atPath: file) }
    try sandbox.succeed("send", "-s", "talk", "next")
    try sandbox.succeed("run", try sandbox.write("say This is two.", to: "a.nav"), "-s", "talk")
    try mark("two")
    kill(recorder.id, SIGKILL)
    _ = try daemon.end(SIGKILL)

    let cast = try sandbox.succeed("export", file, "--format", "cast", "--size", "60x20")
    #expect(cast.hasPrefix("{\"version\": 2, \"width\": 60, \"height\": 20, "), "\(cast)")
    #expect(cast.contains("\"m\", \"two\"]\n"))
    #expect(try sandbox.succeed("export", file, "--format", "cast", "--size", "60x20") == cast)
    let text = try sandbox.succeed("export", file)
    #expect(text.contains("Page 2 of 8") && text.contains("Mark: two\n"), "\(text)")
    let titles = try sandbox.succeed("export", file, "--format", "vtt")
    #expect(titles.hasPrefix("WEBVTT\n\n") && titles.contains("\nThis is two.\n"), "\(titles)")
    for format in ["svg", "html"] {
      #expect(try sandbox.succeed("export", file, "--format", format).contains(Deck.marker(2)))
    }
    for words in [["--format", "gif"], ["--format", "json"], ["--deck"]] {
      let refused = try sandbox.run(Programs.client, ["export", file] + words)
      #expect(refused.code == 64, "\(refused)")
    }
  }

  @Test func whatIsDoneIsAScriptThatDoesItAgain() throws {
    let path = try deck.write(in: sandbox)
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let script = sandbox.directory + "/talk.nav"
    let writer = try sandbox.start(Programs.client, ["script", "-s", "talk", "-o", script])
    func awaitLine(_ line: String) throws {
      try eventually("the script has \(line)") {
        // The file is made when the program has its first line.
        (try? String(contentsOfFile: script, encoding: .utf8))?.contains(line + "\n") == true
      }
    }
    try awaitLine("expect place 1/\(deck.pages)")
    try sandbox.succeed("send", "-s", "talk", "next")
    try sandbox.succeed("send", "-s", "talk", "go-to", "4")
    try sandbox.succeed("send", "-s", "talk", "key", "Left")
    try sandbox.succeed("mark", "-s", "talk", "the end")
    try awaitLine("mark \"the end\"")
    kill(writer.id, SIGKILL)
    try sandbox.succeed("new", "-s", "again", "--open", path)
    try sandbox.succeed("run", script, "-s", "again", "--speed", "16")
    #expect(try screens(of: "again") == screens(of: "talk"))
    let again = try sandbox.client("run", script, "-s", "again")
    #expect(again.code == 65 && again.errors.contains("expect place"), "\(again)")
  }

  /// Edits what was recorded; at its end, it shows the same screens.
  private func editAndPlay(_ shown: [[Substring]]) throws {
    let short = sandbox.directory + "/short.navrec"
    let edits = ["--cut", "0s", "before", "--idle", "0.5", "--redact", "1", "-o", short]
    let edited = try sandbox.run(Programs.client, ["record", file] + edits)
    #expect(edited.code == 0, "\(edited)")
    #expect(try sandbox.succeed("play", short, "-s", "short") == "mark: afterwards\n")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: short))
    #expect(bytes.range(of: Data(Deck.marker(1).utf8)) == nil)
    #expect(bytes.range(of: Data(Deck.marker(2).utf8)) != nil)
    #expect(try screens(of: "short") == shown)
    for arguments in [
      [file], [file, "--from", "never"], [file, "--cut", "0s"], ["--idle", "2"],
      [file, "--redact", "nothing"], [file, "-s", "talk", "--idle", "2"],
    ] {
      let wrong = try sandbox.run(Programs.client, ["record"] + arguments + ["-o", short + "2"])
      #expect(wrong.code == 64, "\(arguments): \(wrong)")
    }
  }

  @Test func filesThatAreNoRecordings() throws {
    let path = try deck.write(in: sandbox)
    let nothing = try sandbox.client("play", path, "-s", "replay")
    #expect(nothing.code == 65 && nothing.errors.contains("navclient record"), "\(nothing)")
    let gone = try sandbox.client("play", path + ".gone", "-s", "replay")
    #expect(gone.code == 66, "\(gone)")
    let fast = try sandbox.client("play", path, "--speed", "99")
    #expect(fast.code == 64, "\(fast)")
    try sandbox.succeed("new", "-s", "talk", "--open", path)
    let there = try sandbox.client("record", "-s", "talk", "-o", path)
    #expect(there.code == 66 && there.errors.contains("exists"), "\(there)")
  }
}
