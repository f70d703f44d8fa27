import Foundation
import Testing

/// Search and filter, shared by several terminals.
@Suite(.waiting) struct FindTests {
  private static let deck = """
    # First

    a red word, and another red one

    ---

    # Second

    nothing here

    ---

    # Third

    Red at last

    ---

    # Fourth
    """

  @Test func anEndlessPasteLeavesTheKeysUsable() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try sandbox.write(Self.deck, to: "find.md")
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "x", "--open", path)
    try terminal.wait(until: "shows the first slide") { $0.contains("a red word") }
    try terminal.type("/")
    try terminal.wait(until: "asks for words") { $0.status.hasPrefix(" /") }
    // The end of the paste is lost: its text is accepted after a timeout, then keys work again.
    try terminal.send("\u{1B}[200~at last")
    try terminal.wait(until: "has what was pasted") { $0.status.contains("/at last") }
    try terminal.type("Enter")
    try terminal.wait(until: "has found it") { $0.contains("Red at last") }
    #expect(daemon.isRunning)
  }

  @Test func aSearchIsSharedAndSurvivesARestart() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try sandbox.write(Self.deck, to: "find.md")
    let one = try TerminalSession(in: sandbox, "one", "--session", "x", "--open", path)
    try one.wait(until: "shows the first slide") { $0.contains("a red word") }
    let two = try TerminalSession(in: sandbox, "two", columns: 30, rows: 9, "--session", "x")
    try two.wait(until: "shows the first slide") { $0.contains("a red word") }
    try one.type("/", "r", "e", "d")
    try one.wait(until: "shows what is typed") { $0.status.contains("/red") }
    #expect(!(try two.screen()).status.contains("/red"))
    try one.type("Enter")
    try wait(for: "1/3", in: one, two)
    // Both highlight the two matches on this slide, one of them as the current match.
    for terminal in [one, two] {
      let styles = try terminal.styledText().components(separatedBy: "red").count
      #expect(styles >= 3)
    }
    try two.type("n", "n")
    try wait(for: "3/3", in: one, two)
    for terminal in [one, two] {
      try terminal.wait(until: "shows the third slide") { $0.contains("Red at last") }
    }
    try one.type("n")
    try one.wait(until: "says that it wraps") { $0.status.contains("search wraps around") }
    try two.wait(until: "is at the first match") { $0.statusWords.contains("1/3") }
    #expect(try daemon.end(SIGKILL) == 128 + SIGKILL)
    try daemon.restart()
    // Until both have joined again, their input is refused.
    _ = try sandbox.succeed("wait", "-s", "x", "viewers", "2", "--timeout", "40s")
    try two.wait(until: "is live again at the first match") {
      $0.statusWords.contains("/red") && $0.statusWords.contains("1/3")
        && !$0.status.contains("reconnecting")
    }
    let status = try sandbox.succeed("status", "-s", "x", "--json")
    #expect(status.contains(#""search":{"match":1,"matches":3,"text":"red"}"#), "\(status)")
    _ = try sandbox.succeed("send", "-s", "x", "previous-match")
    try wait(for: "3/3", in: one, two)
    let refused = try sandbox.client("send", "-s", "x", "search", "no", "such", "words")
    #expect(refused.errors.contains("no match for \"no such words\""), "\(refused.errors)")
    try one.type("Escape")
    for terminal in [one, two] {
      try terminal.wait(until: "searches no more") { !$0.status.contains("/red") }
    }
    try one.type("f")
    try one.wait(until: "has nothing to filter") {
      $0.status.contains("there is nothing to filter here")
    }
  }

  @Test func aFilterIsSharedAndSurvivesARestart() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let folder = try Folder(in: sandbox, "many")
    for number in 1...30 { try folder.write("", to: "file-\(number).txt") }
    try folder.write("", to: "other.md")
    let one = try TerminalSession(in: sandbox, "one", "--session", "x", "--open", folder.path)
    try one.wait(until: "shows the directory") { $0.contains("file-1.txt") }
    let two = try TerminalSession(in: sandbox, "two", columns: 40, rows: 9, "--session", "x")
    try two.wait(until: "shows the directory") { $0.contains("file-1.txt") }
    try one.type("f", "2", "Space", "T", "BSpace", "t", "x", "Enter")
    for terminal in [one, two] {
      try terminal.wait(until: "shows what has the words") {
        $0.statusWords.contains("filter") && $0.contains("file-20.txt")
          && !$0.contains("file-1.txt") && !$0.contains("other.md")
      }
    }
    try two.type("G")
    for terminal in [one, two] {
      try terminal.wait(until: "is at the last one") { $0.statusWords.contains("12/12") }
    }
    #expect(try daemon.end(SIGKILL) == 128 + SIGKILL)
    try daemon.restart()
    // Until both have joined again, their input is refused.
    _ = try sandbox.succeed("wait", "-s", "x", "viewers", "2", "--timeout", "40s")
    try one.wait(until: "is live again, and filtered") {
      $0.statusWords.contains("filter") && $0.statusWords.contains("12/12")
        && !$0.status.contains("reconnecting")
    }
    try one.type("Escape")
    for terminal in [one, two] {
      try terminal.wait(until: "shows all, at the same entry") {
        !$0.statusWords.contains("filter") && $0.contains("file-29.txt")
          && $0.statusWords.contains { $0.hasSuffix("/31") }
      }
    }
    _ = try sandbox.succeed("send", "-s", "x", "filter", "other")
    try two.wait(until: "shows one entry") { $0.statusWords.contains("1/1") }
  }

  private func wait(for place: String, in terminals: TerminalSession...) throws {
    for terminal in terminals {
      try terminal.wait(until: "is at match \(place)") {
        $0.statusWords.contains("/red") && $0.statusWords.contains(place)
      }
    }
  }
}
