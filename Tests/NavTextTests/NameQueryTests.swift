import NavText
import Testing

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
