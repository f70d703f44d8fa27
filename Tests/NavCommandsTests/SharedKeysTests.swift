import NavCommands
import Testing

@Suite("Keys that are sent by name")
struct SharedKeysTests {
  @Test(
    "what can be sent",
    arguments: ["Right", "Enter", "G", "g", "3", "Esc", "n", "N", "Tab", "Shift-Tab", "ctrl-r"]
  )
  func sent(name: String) throws {
    #expect(try SharedKeys.read([name, "Right"]).map(\.name).last == "Right")
  }

  @Test(
    "a viewer's own keys, those that mean nothing anywhere, and what names none",
    arguments: [
      ("q", "'q' is each viewer's own"), ("/", "each viewer's own"), ("?", "each viewer's own"),
      ("ctrl-c", "'Ctrl-c' is each viewer's own"), ("x", "'x' does nothing"),
      ("F12", "'F12' does nothing"), ("Rigt", "'Rigt' names no key"),
    ]
  )
  func refused(name: String, words: String) throws {
    let error = try #require(throws: CommandError.self) { try SharedKeys.read(["Right", name]) }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test("every reason why nothing has come of a command has words of its own, short ones")
  func reasons() {
    let words = NoEffect.allCases.map(\.description)
    #expect(Set(words).count == NoEffect.allCases.count)
    for text in words { #expect((1...32).contains(text.count) && !text.hasSuffix(".")) }
  }
}

@Suite("The name that was meant")
struct NearestNameTests {
  @Test(
    "typing errors, and words that are none",
    arguments: [
      ("wiat", "wait"), ("wait", "wait"), ("staus", "status"), ("lits", "lint"), ("kil", "kill"),
      ("snapsot", "snapshot"), ("dance", nil), ("x", nil), ("ls", "ls"), ("sl", "ls"), ("", nil),
    ] as [(String, String?)]
  )
  func names(word: String, meant: String?) {
    let names = ["wait", "status", "lint", "kill", "snapshot", "ls", "themes"]
    #expect(NearestName.of(word, among: names) == meant)
  }
}
