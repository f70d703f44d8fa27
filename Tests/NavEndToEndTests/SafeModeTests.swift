import Foundation
import Testing

/// A session whose content ends the daemon does not end it at every start.
@Suite(.waiting) struct SafeModeTests {
  @Test func aSessionThatWasBeingReadWhenNavdDiedTwiceIsSetAside() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let small = try sandbox.write("# Small\n\nA few words.\n", to: "small.md")
    // Later it is so large that reading it takes a while.
    let path = try sandbox.write("# Early\n", to: "large.md")
    try sandbox.succeed("new", "-s", "small", "--open", small)
    try sandbox.succeed("new", "-s", "large", "--open", path)
    try daemon.end(SIGKILL)
    let slide = "# Slide\n\n" + String(repeating: "words *and* `code` of a slide\n", count: 20)
    _ = try sandbox.write(
      String(repeating: slide + "\n---\n\n", count: 8_000),
      to: "large.md"
    )
    let marks = sandbox.directory + "/state/navd/restoring"
    for _ in 0..<2 {
      try daemon.restart()
      try sandbox.succeed("wait", "-s", "small", "text", "A few words.")
      try eventually("the large one alone is being read", found: { marks }) {
        let text = (try? String(contentsOfFile: marks, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count == 1 && text.contains("reading")
      }
      #expect(!daemon.log.contains("is set aside"))
      try daemon.end(SIGKILL)
    }
    try daemon.restart()
    try daemon.wait(forLog: "session 'large' is set aside")
    // The other one is there, and the one that is set aside is listed.
    let names = try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.name)
    #expect(names == ["large", "small"])
    #expect(
      try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.title).contains(
        "large.md is set aside: Ctrl-R tries again"
      )
    )
    try sandbox.succeed("wait", "-s", "small", "text", "A few words.")
    // A reload that a user requests reads it again.
    _ = try sandbox.write("# Early\n", to: "large.md")
    try sandbox.succeed("send", "-s", "large", "reload")
    try sandbox.succeed("wait", "-s", "large", "page", "Early")
    #expect(daemon.isRunning)
  }
}
