import Testing

@testable import NavBase

@Suite("File names: which match the words, and which match best")
struct NameQueryTests {
  private func best(_ words: String, _ paths: [String]) -> [String] {
    let query = NameQuery(words)
    return
      paths
      .compactMap { path in query.match(Array(path.utf8)).map { (path, $0.score) } }
      .sorted { $0.1 > $1.1 }
      .map(\.0)
  }

  @Test(
    "the better name comes first, and one that lacks a character is left out",
    arguments: [
      // In the name as a whole, then scattered in the name, then in the directories.
      (
        "list", ["list/x.md", "src/l-i-s-t.md", "a/list.md"],
        ["a/list.md", "src/l-i-s-t.md", "list/x.md"]
      ),
      // At the beginning of a word.
      ("row", ["arrow.swift", "FoundRows.swift"], ["FoundRows.swift", "arrow.swift"]),
      ("fr", ["FoundRows.swift", "afar.swift"], ["FoundRows.swift", "afar.swift"]),
      // Short names.
      (
        "tree", ["TreePageWithMuchMore.swift", "Tree.swift"],
        ["Tree.swift", "TreePageWithMuchMore.swift"]
      ),
      // All words, in any order.
      ("swift tree", ["Tree.swift", "Tree.md"], ["Tree.swift"]),
      ("nav tree", ["NavContent/Tree.swift", "Other/Tree.swift"], ["NavContent/Tree.swift"]),
      ("xyz", ["a.md"], []),
      // An upper-case letter matches only an upper-case one.
      ("T", ["tree.md", "Tree.md"], ["Tree.md"]),
      ("", ["b", "a"], ["b", "a"]),
    ] as [(String, [String], [String])]
  )
  func ranking(words: String, paths: [String], expected: [String]) {
    #expect(best(words, paths) == expected)
  }

  @Test("the matched bytes are reported in ascending, disjoint ranges")
  func marks() throws {
    let path = "src/FoundRows.swift"
    let match = try #require(NameQuery("rows fo").match(Array(path.utf8)))
    #expect(match.marks == [4..<6, 9..<13])
    let scattered = try #require(NameQuery("fds").match(Array(path.utf8)))
    let bytes = Array(path.utf8)
    #expect(String(decoding: scattered.marks.flatMap { bytes[$0] }, as: UTF8.self) == "Fds")
  }
}

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
