import NavClient
import NavContent
import NavSession
import Testing

@Suite("Names of scaffolds")
struct ScaffoldNameTests {
  @Test(
    "the names of sessions are valid, and no others",
    arguments: [
      "a", "7", "app", "a.b-c_d", "", ".", "..", ".a", "-a", "_a", "a/b", "a b", "a\u{0}b", "ä",
      "语",
      "a\n", "../x", String(repeating: "a", count: 64), String(repeating: "a", count: 65),
    ]
  )
  func names(name: String) {
    #expect((Scaffold(name: name) != nil) == (SessionName(name) != nil), "\(name)")
  }

  @Test(
    "a path is quoted as one word of a shell",
    arguments: [
      ("app/scene.yaml", "app/scene.yaml"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
      ("$(x)", "'$(x)'"), ("~/a", "'~/a'"), ("é", "'é'"),
    ]
  )
  func quoting(path: String, word: String) {
    #expect(Invitation.quoted(path) == word)
  }
}
