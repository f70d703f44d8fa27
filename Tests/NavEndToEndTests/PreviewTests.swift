import Foundation
import Testing

/// The preview of the selected entry beside its list, and finding files by name.
@Suite(.waiting) struct PreviewTests {
  @Test func aWideTerminalHasAPreviewAndANarrowOneHasNone() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let folder = try Folder.music(in: sandbox)
    let narrow = try TerminalSession(in: sandbox, "narrow", "--session", "x", "--open", folder.path)
    try narrow.wait(until: "shows the directory") { $0.titles == ["music"] }
    let wide = try TerminalSession(in: sandbox, "wide", columns: 120, rows: 40, "--session", "x")
    try wide.wait(until: "shows what is selected beside it") { $0.titles == ["music", "albums"] }
    #expect(try narrow.screen().titles == ["music"])

    try narrow.type("j")
    try wide.wait(until: "follows") { $0.titles == ["music", "radio"] && $0.edges == [60] }
    try narrow.type("j")
    try wide.wait(until: "shows the beginning of a file") { $0.contains("text of list.txt") }
    #expect(try narrow.screen().titles == ["music"])

    #expect(try daemon.end(SIGKILL) == 128 + SIGKILL)
    try wide.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    try daemon.restart()
    try wide.wait(until: "has it again, at the same entry") {
      $0.statusWords.contains("3/3") && $0.contains("text of list.txt")
        && !$0.status.contains("reconnecting")
    }

    try wide.type("p")
    try wide.wait(until: "shows the list alone") { $0.titles == ["music"] }
    try narrow.type("p")
    for terminal in [narrow, wide] {
      try terminal.wait(until: "shows both, as was asked for") {
        $0.titles == ["music", "list.txt"]
      }
    }
  }

  @Test func aFoundFileOpensForAllViewers() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let folder = try Folder.music(in: sandbox)
    let first = try TerminalSession(in: sandbox, "first", "--session", "x", "--open", folder.path)
    try first.wait(until: "shows the directory") { $0.titles == ["music"] }
    let second = try TerminalSession(in: sandbox, "second", "--session", "x")
    try second.wait(until: "shows the directory") { $0.titles == ["music"] }
    try first.type("F", "t", "x", "t")
    try first.wait(until: "has found all texts") { $0.contains("5 of 5") }
    #expect(try second.screen().titles == ["music"])
    try first.type("BSpace", "BSpace", "BSpace", "d", "e", "e", "p")
    try first.wait(until: "has found one") { $0.contains("1 of 5") && $0.contains("live/deep.txt") }
    try first.type("Enter")
    for terminal in [first, second] {
      try terminal.wait(until: "shows what was found") { $0.contains("the deepest words") }
    }
    // The directories on the path to the file are open, too.
    try second.type("h")
    for terminal in [first, second] {
      try terminal.wait(until: "is in its directory") { $0.titles.last == "live" }
    }
    #expect(daemon.isRunning)
  }
}
