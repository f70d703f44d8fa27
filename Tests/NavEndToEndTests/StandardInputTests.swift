import Foundation
import Testing

/// Sessions that show the content of a pipe, by its type.
@Suite(.waiting) struct StandardInputTests {
  private func new(_ text: String, _ options: String, in world: World) throws -> Int32 {
    let line = "printf '%s' '\(text)' | \(Programs.client) new \(options)"
    return try world.run("/bin/sh", ["-c", line]).code
  }

  @Test func aDocumentIsAnOutline() throws {
    let world = try World()
    let daemon = try Daemon(in: world)
    #expect(try new("{\"first\": {\"deep\": 1}}", "-s json --open -", in: world) == 0)
    #expect(try world.succeed("snapshot", "-s", "json").contains("first"))
    try world.succeed("send", "-s", "json", "--wait", "settled", "key", "Enter")
    try world.succeed("wait", "-s", "json", "page", "/first")
    #expect(try new("first: {deep: 1}", "-s yaml --outline -", in: world) == 0)
    try world.succeed("send", "-s", "yaml", "--wait", "settled", "key", "Enter")
    try world.succeed("wait", "-s", "yaml", "page", "/first")
    // Malformed JSON is shown as text.
    #expect(try new("{ this is no JSON }", "-s text --open -", in: world) == 0)
    #expect(try world.succeed("snapshot", "-s", "text").contains("{ this is no JSON }"))
    #expect(try new("# One", "-s deck --deck -", in: world) == 0)
    #expect(try world.succeed("export", "-s", "deck", "--format", "json").contains("\"One\""))
    #expect(try daemon.end(SIGTERM) == 0)
  }

  /// The pipe stays open until the test writes into it and closes it.
  @Test func waitingForTheEndOfInputIsExplained() throws {
    let world = try World()
    let daemon = try Daemon(in: world)
    let script =
      "cd '\(world.directory)' && mkfifo release pipe; exec 3<>pipe; (cat release >pipe; exec 3>&-) & exec 3>&-; "
    let shell = try world.start(
      "/bin/sh",
      ["-c", "\(script) \(Programs.client) new -s late --open - <pipe"]
    )
    try eventually("the client says what it waits for") {
      shell.errorText.contains("reading standard input until it ends")
    }
    let release = "echo late words >'\(world.directory)/release'"
    #expect(try world.run("/bin/sh", ["-c", release]).code == 0)
    #expect(try shell.waitForExit("navclient new") == 0)
    #expect(try world.succeed("snapshot", "-s", "late").contains("late words"))
    #expect(try daemon.end(SIGTERM) == 0)
  }
}
