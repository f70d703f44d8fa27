import NavBase
import Testing

@Suite("The text of a command")
struct CommandEntryTests {
  @Test(
    "the limit of bytes that each command has, and one past it",
    arguments: [
      ("search", "x", 256), ("search", "\u{E9}", 256), ("filter", "\u{1F600}", 256),
      ("follow", "x", 256), ("ask", "x", 4_096), ("ask", "\u{E9}", 4_096),
      ("ask", "\u{1F600}", 4_096),
    ]
  )
  func limits(name: String, letter: String, limit: Int) throws {
    let entry = try #require(CommandTable.entry(named: name))
    let longest = String(repeating: letter, count: limit / letter.utf8.count)
    let command = try entry.command(with: longest)
    #expect(command.name == name)
    do {
      _ = try entry.command(with: longest + "x")
      Issue.record("\(limit + 1) bytes were taken")
    } catch {
      let problem = "\(limit + 1) bytes are too many: \(name) takes \(limit) at most"
      #expect(error.description == problem)
    }
  }

  @Test(
    "a question of 280 characters, whatever a character has in bytes",
    arguments: ["a", "\u{E9}", "e\u{301}", "\u{4E2D}", "\u{1F600}"]
  )
  func question(letter: String) throws {
    let question = String(repeating: letter, count: 280)
    #expect(try CommandTable.command("ask \(question)") == .local(.talk(.ask(question))))
  }
}
