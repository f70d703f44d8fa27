import Testing

@testable import NavClient

/// YAML files that are scenes, and others that are not.
@Suite struct SceneGuessTests {
  @Test(arguments: [
    ("text: hi\n", true), ("title: x\ntabs:\n  items: []\n", true), ("# c\n---\npager: {}\n", true),
    ("\"deck\": a.md\n", true), ("{text: hi}", true), ("stack:\n  root:\n    other: 1\n", true),
    ("name: x\nversion: 1\n", false), ("- 1\n- 2\n", false), ("text: hi\nother: 1\n", false),
    ("title: x\n", false), ("", true), ("# c\n", true), ("just words\n", false),
    ("deckx: 1\n", false),
    ("apiVersion: v1\nkind: List\nlist: []\n", false),
  ])
  func whatAYAMLFileIs(text: String, isScene: Bool) {
    #expect(SceneGuess(text: text).isScene == isScene, "\(text)")
  }

  @Test func whatCannotBeReadIsLeftToTheDaemon() {
    #expect(SceneGuess(path: "/nowhere/at/all.yaml").isScene)
  }
}
