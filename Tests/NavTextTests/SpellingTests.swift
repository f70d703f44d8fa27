import Testing

@testable import NavText

@Suite("Misspelled names")
struct SpellingTests {
  @Test(
    "the intended name",
    arguments: [
      ("sessions", "sessions"), ("session", "sessions"), ("Sessions", "sessions"),
      ("sesion", "sessions"), ("seso", nil), ("tab", "tabs"), ("ta", "tabs"), ("t", nil),
      ("", nil), (String(repeating: "s", count: 100), nil),
    ] as [(String, String?)]
  )
  func spelling(word: String, meant: String?) {
    #expect(Spelling.nearest(to: word, in: ["sessions", "tabs"]) == meant)
  }

  @Test(
    "typing errors of command names",
    arguments: [
      ("wiat", "wait"), ("wait", "wait"), ("staus", "status"), ("lits", "lint"), ("kil", "kill"),
      ("snapsot", "snapshot"), ("dance", nil), ("x", nil), ("ls", "ls"), ("sl", "ls"), ("", nil),
    ] as [(String, String?)]
  )
  func commandNames(word: String, meant: String?) {
    let names = ["wait", "status", "lint", "kill", "snapshot", "ls", "themes"]
    #expect(Spelling.nearest(to: word, in: names) == meant)
  }
}
