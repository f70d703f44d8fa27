import Foundation
import NavProcessKit
import NavTestKit
import Testing

/// Sessions that show the content of a pipe, by its type.
@Suite(.waiting) struct StandardInputTests {
  private func new(_ text: String, _ options: String, in sandbox: Sandbox) throws -> Int32 {
    let line = "printf '%s' '\(text)' | \(Programs.client) new \(options)"
    return try sandbox.run("/bin/sh", ["-c", line]).code
  }

  @Test func aDocumentIsAnOutline() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    #expect(try new("{\"first\": {\"deep\": 1}}", "-s json --open -", in: sandbox) == 0)
    #expect(try sandbox.succeed("snapshot", "-s", "json").contains("first"))
    try sandbox.succeed("send", "-s", "json", "--wait", "settled", "key", "Enter")
    try sandbox.succeed("wait", "-s", "json", "page", "/first")
    #expect(try new("first: {deep: 1}", "-s yaml --outline -", in: sandbox) == 0)
    try sandbox.succeed("send", "-s", "yaml", "--wait", "settled", "key", "Enter")
    try sandbox.succeed("wait", "-s", "yaml", "page", "/first")
    // Malformed JSON is shown as text.
    #expect(try new("{ this is no JSON }", "-s text --open -", in: sandbox) == 0)
    #expect(try sandbox.succeed("snapshot", "-s", "text").contains("{ this is no JSON }"))
    #expect(try new("# One", "-s deck --deck -", in: sandbox) == 0)
    #expect(try sandbox.succeed("export", "-s", "deck", "--format", "json").contains("\"One\""))
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test("a text that is too long for a request is a file with the daemon, also after its death")
  func aLongText() throws {
    let sandbox = try Sandbox()
    let words = String(repeating: "some words ", count: 8)
    // Laying out takes many times as long under a sanitizer.
    let last = isSanitized ? 6_000 : 10_000
    let line = "seq -f 'line %.0f \(words)' 1 \(last) | \(Programs.client) new -s long --open -"
    let first = try Daemon(in: sandbox)
    #expect(try sandbox.run("/bin/sh", ["-c", line]).code == 0)
    // It may still take longer than a client waits for other replies, on a busy machine.
    func shows(_ words: String) throws {
      try sandbox.succeed("wait", "-s", "long", "--timeout", "4m", "text", words)
    }
    try shows("line 1")
    try first.end(SIGKILL)
    let second = try Daemon(in: sandbox)
    // An input that takes too long changes nothing; the text is laid out by then.
    try eventually("navd moves to the last row") {
      try sandbox.client("send", "-s", "long", "--wait", "settled", "last").code == 0
    }
    try shows("line \(last)")
    #expect(try second.end(SIGTERM) == 0)
    let endless = "yes | head -c 68000000 | \(Programs.client) new -s more --open -"
    let refused = try sandbox.run("/bin/sh", ["-c", endless])
    #expect(refused.code != 0 && refused.errors.contains("standard input is longer than 64 MiB"))
  }

  /// The pipe stays open until the test writes into it and closes it.
  @Test func waitingForTheEndOfInputIsExplained() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let script =
      "cd '\(sandbox.directory)' && mkfifo release pipe; exec 3<>pipe; (cat release >pipe; exec 3>&-) & exec 3>&-; "
    let shell = try sandbox.start(
      "/bin/sh",
      ["-c", "\(script) \(Programs.client) new -s late --open - <pipe"]
    )
    try eventually("the client says what it waits for") {
      shell.errorText.contains("reading standard input until it ends")
    }
    let release = "echo late words >'\(sandbox.directory)/release'"
    #expect(try sandbox.run("/bin/sh", ["-c", release]).code == 0)
    #expect(try shell.waitForExit("navclient new") == 0)
    #expect(try sandbox.succeed("snapshot", "-s", "late").contains("late words"))
    #expect(try daemon.end(SIGTERM) == 0)
  }
}
