import Foundation
import Testing

/// Files that change while they are shown.
@Suite(.waiting) struct LiveReloadTests {
  private static func deck(_ titles: [String]) -> String {
    titles.map { "# \($0)\n\n\($0) has this text.\n" }.joined(separator: "\n---\n\n")
  }

  @Test func aDeckThatIsEditedIsShownAtTheSameSlide() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try sandbox.write(Self.deck(["One", "Two", "Three"]), to: "talk.md")
    let one = try TerminalSession(in: sandbox, "one", "--session", "x", "--open", path)
    try one.wait(until: "shows the first slide") { $0.contains("One has this text") }
    try one.type("Right")
    try one.wait(until: "shows the second slide") {
      $0.contains("Two has this text") && $0.statusWords.contains("2/3")
    }
    // An editor that writes in place.
    try Self.deck(["Zero", "One", "Two", "Three"])
      .write(toFile: path, atomically: false, encoding: .utf8)
    try one.wait(until: "counts the new slide") {
      $0.contains("Two has this text") && $0.statusWords.contains("3/4")
    }
    // An editor that replaces the file by another one.
    let other = try sandbox.write(Self.deck(["Zero", "One", "Two and a half"]), to: "talk.md~")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: other, toPath: path)
    try one.wait(until: "shows the slide as it was edited") {
      $0.contains("Two and a half has this text") && $0.statusWords.contains("3/3")
    }
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test(
    arguments: [
      ": > talk.md; sleep 0.3; cat new >> talk.md",
      "(head -c 15 new; sleep 0.6; tail -c +16 new) > talk.md",
      ": > talk.md; while IFS= read -r line; do printf '%s\\n' \"$line\" >> talk.md; sleep 0.05; done < new",
      "rm talk.md; sleep 0.1; cp new talk.md",
    ]
  )
  func aDeckThatIsWrittenAnewIsShownAtTheSameSlide(way: String) throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let deck = Self.deck(["One", "Two", "Three", "Four"])
    let path = try sandbox.write(deck, to: "talk.md")
    _ = try sandbox.write(deck.replacingOccurrences(of: "this", with: "other"), to: "new")
    let one = try TerminalSession(in: sandbox, "one", "--session", "x", "--open", path)
    try one.wait(until: "shows the first slide") { $0.contains("One has this text") }
    try one.type("Right", "Right")
    try one.wait(until: "shows the third slide") { $0.contains("Three has this text") }
    #expect(try sandbox.run("/bin/sh", ["-ec", "cd '\(sandbox.directory)'; \(way)"]).code == 0)
    try one.wait(until: "shows the new text of the third slide") {
      $0.contains("Three has other text") && $0.statusWords.contains("3/4")
    }
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test func deletedContentStaysOnTheScreenWithANotice() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let gone = "talk.md is gone; showing what was last read"
    let path = try sandbox.write(Self.deck(["One", "Two"]), to: "talk.md")
    let one = try TerminalSession(in: sandbox, "one", "--session", "x", "--open", path)
    try one.wait(until: "shows the first slide") { $0.contains("One has this text") }
    try one.type("Right")
    try one.wait(until: "shows the second slide") { $0.contains("Two has this text") }
    try FileManager.default.removeItem(atPath: path)
    try one.wait(until: "says that the deck is gone") {
      $0.contains("Two has this text") && $0.status.contains(gone)
    }
    // A new viewer sees the message as well, and keys still work.
    let two = try TerminalSession(in: sandbox, "two", "--session", "x")
    try two.wait(until: "says so, too") {
      $0.contains("Two has this text") && $0.status.contains(gone)
    }
    try two.type("Left")
    for terminal in [one, two] {
      try terminal.wait(until: "shows the first slide") { $0.contains("One has this text") }
    }
    // A directory has replaced the file.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try one.wait(until: "says what there is") { $0.status.contains("talk.md is a directory now") }
    try FileManager.default.removeItem(atPath: path)
    try one.wait(until: "says again that it is gone") { $0.status.contains(gone) }
    _ = try sandbox.write(Self.deck(["One", "Two", "Three"]), to: "talk.md")
    for terminal in [one, two] {
      try terminal.wait(until: "shows what there is now") {
        $0.statusWords.contains("1/3") && !$0.status.contains("gone")
      }
    }
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test func aDirectoryKeepsItsPlaceWhileFilesComeAndGo() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = "\(sandbox.directory)/dir"
    for name in ["b.txt", "d.txt", "f.txt"] {
      _ = try sandbox.write("text of \(name)", to: "dir/\(name)")
    }
    let one = try TerminalSession(in: sandbox, "one", "--session", "x", "--open", path)
    try one.wait(until: "lists the files") { $0.contains("f.txt") }
    try one.type("j", "Right")
    try one.wait(until: "shows the second file") { $0.contains("text of d.txt") }
    _ = try sandbox.write("text of a.txt", to: "dir/a.txt")
    _ = try sandbox.write("other words of d.txt", to: "dir/d.txt")
    try one.wait(until: "shows the file as it is now") { $0.contains("other words of d.txt") }
    try one.type("Left")
    try one.wait(until: "lists the new file too") { $0.contains("a.txt") }
    try one.type("j", "Right")
    try one.wait(until: "goes on from the entry that was selected") { $0.contains("text of f.txt") }
    // A requested reload does not depend on file notifications.
    try one.type("C-r")
    try one.wait(until: "still shows it") { $0.contains("text of f.txt") }
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test func aDirectoryIsShownInTheChosenOrder() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = "\(sandbox.directory)/dir"
    for (number, name) in ["a.txt", "b.txt", "c.txt", ".secret"].enumerated() {
      let file = try sandbox.write(String(repeating: "x", count: 9 - number), to: "dir/\(name)")
      let date = Date(timeIntervalSince1970: Double(1_000_000 * (number + 1)))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }
    let one = try sandbox.terminal("one", "--session", "x", "--open", path, "--sort", "time")
    try one.wait(until: "lists the newest first, and says so") {
      $0.contains("newest first") && Self.names(in: $0) == ["c.txt", "b.txt", "a.txt"]
    }
    try one.type("j")
    try one.type(":")
    for letter in "sort size" { try one.type(letter == " " ? "Space" : String(letter)) }
    try one.type("Enter")
    try one.wait(until: "lists the largest first") {
      $0.contains("largest first") && Self.names(in: $0) == ["a.txt", "b.txt", "c.txt"]
    }
    _ = try sandbox.succeed("send", "-s", "x", "hidden")
    let last = ["a.txt", "b.txt", "c.txt", ".secret"]
    try one.wait(until: "shows the hidden file, too") {
      $0.contains("largest first, with hidden files") && Self.names(in: $0) == last
    }
    #expect(try daemon.end(SIGKILL) == 128 + SIGKILL)
    try daemon.restart()
    let two = try TerminalSession(in: sandbox, "two", "--session", "x")
    try two.wait(until: "has the order that was chosen") {
      $0.contains("largest first, with hidden files") && Self.names(in: $0) == last
    }
    // The selected entry is still selected.
    try two.type("Right")
    try two.wait(until: "opens it") { $0.contains("xxxxxxxx") && !$0.contains("xxxxxxxxx") }
    #expect(try daemon.end(SIGTERM) == 0)
  }

  /// Returns the files that a screen lists, from top to bottom.
  private static func names(in screen: Screen) -> [String] {
    screen.body.compactMap { line in
      line.split(separator: " ").first { $0.hasSuffix(".txt") || $0 == ".secret" }.map(String.init)
    }
  }
}
