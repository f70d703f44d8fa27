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
