import Foundation
import NavProcessKit
import Testing

/// A program that watches a session without a screen.
@Suite(.waiting) struct WatchTests {
  @Test func eachEventIsALine() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try Deck.short.write(in: sandbox)
    try sandbox.succeed("new", "-s", "talk", path)
    let watch = try sandbox.start(Programs.client, ["watch", "-s", "talk"])
    func see(_ condition: String, _ parts: String...) throws {
      try eventually(condition, found: { watch.outputText + watch.errorText }) {
        let line = watch.outputText.split(separator: "\n").last ?? ""
        return parts.allSatisfy { line.contains($0) }
      }
    }
    let control = #""control":{"driver":null,"policy":"open","requests":[]}"#
    try see("the present state is printed", "\"name\":\"talk\"", "\"page\":1", control)
    try sandbox.succeed("send", "-s", "talk", "next")
    try see("a turned page is printed", "\"event\":\"settled\"", "\"title\":\"Heading 2\"")
    let pages = watch.outputText.split(separator: "\n").filter { $0.contains("\"event\":\"page_") }
    #expect(pages.count == 3)
    #expect(pages.first?.contains("\"page_will_appear\"") == true)
    #expect(pages.dropFirst().first?.contains("\"subject\":{\"container\":") == true)
    #expect(pages.last?.contains("\"page_did_appear\"") == true)
    let ada = try sandbox.terminal(
      "ada",
      running: [Programs.client, "-s", "talk", "--name", "ada"]
    )
    try see("a viewer is counted", "\"viewers\":1")
    try sandbox.succeed("policy", "request", "-s", "talk")
    try see("the driver is named", "\"driver\":\"ada\"", "\"policy\":\"request\"")
    // Each line is another one, and all of them are JSON.
    let lines = watch.outputText.split(separator: "\n")
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
    for line in lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    try daemon.end(SIGKILL)
    try daemon.restart()
    try sandbox.succeed("policy", "open", "-s", "talk")
    try see("it goes on after a restart", "\"policy\":\"open\"", "\"page\":2")
    try sandbox.succeed("kill", "-s", "talk")
    #expect(try watch.waitForExit("watch") == 0)
    #expect(watch.errorText.contains("session 'talk' has ended"), "\(watch.errorText)")
    #expect(try sandbox.client("watch", "-s", "talk").code == 66)
    withExtendedLifetime(ada) {}
  }
}
