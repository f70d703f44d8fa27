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
}
