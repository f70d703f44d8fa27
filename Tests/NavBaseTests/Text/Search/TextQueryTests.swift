import NavTestKit
import Testing

@testable import NavBase

@Suite("Searching words in a text")
struct TextQueryTests {
  private static let examples: [(query: String, text: String, found: [Int])] = [
    ("a", "banana", [1, 3, 5]), ("ana", "banana", [1]), ("blue", "Kind of Blue", [8]),
    ("Blue", "Kind of Blue, blue", [8]), ("BLUE", "Kind of Blue", []),
    ("of b", "Kind of Blue", [5]),
    ("x", "", []), ("abc", "ab", []), ("aab", "aaab", [1]), ("abab", "abababab", [0, 4]),
    // All blanks and line breaks are equal.
    ("of blue", "Kind of\nBlue", [5]), ("a b", "a\tb", [0]), ("a b", "a\u{A0}b", [0]),
    ("a b", "a  b", []), (" ", "a b\nc", [1, 3]),
    // Only whole clusters match.
    ("e", "e\u{301}e", [1]), ("\u{e9}", "e\u{301}x\u{e9}", [0, 2]), ("É", "é", []), ("é", "É", [0]),
    ("\u{1F468}", "\u{1F468}\u{200D}\u{1F469}", []), ("strasse", "Straße", []),
    ("größe", "die GRÖSSE, die Größe", [16]), ("中", "日中中", [1, 2]),
    ("\u{1F1E9}\u{1F1EA}", "\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", [0]),
  ]

  @Test("matches are reported by the number of clusters before them", arguments: examples)
  func matches(query: String, text: String, found: [Int]) throws {
    let query = try #require(TextQuery(query))
    let matches = query.matches(in: text)
    #expect(matches.map(\.grapheme) == found)
    #expect(query.isFound(in: text) == !found.isEmpty)
    for (match, grapheme) in zip(matches, found) {
      let start = text.prefix(grapheme).utf8.count
      let end = text.prefix(grapheme + query.text.count).utf8.count
      #expect(match.bytes == start..<end)
    }
  }

  @Test("an empty query matches nothing")
  func empty() {
    #expect(TextQuery("") == nil)
    #expect(TextWords("") == nil && TextWords(" \t ") == nil)
  }

  @Test("at most as many matches as requested", arguments: [0, 1, 2, 3, 4])
  func limit(count: Int) throws {
    for text in ["a a a", "á á á"] {
      let query = try #require(TextQuery(String(text.prefix(1))))
      #expect(query.matches(in: text, limit: count).count == min(count, 3))
    }
  }

  @Test("the result equals that of a comparison at every position")
  func twin() throws {
    let pool = [
      "a", "b", "A", "ab", " ", "\n", "\t", "e", "e\u{301}", "\u{301}", "\u{e9}", "\u{c9}", "中",
      "\u{1F468}\u{200D}\u{1F469}", "\u{AD}", "ß",
    ]
    var found = 0
    try forSeeds(0..<3_000) { random in
      let few = (0..<random.int(in: 1...4)).map { _ in random.pick(pool) }
      let text = (0..<random.int(in: 0...40)).map { _ in random.pick(few) }.joined()
      let words = (0..<random.int(in: 1...4)).map { _ in random.pick(few) }.joined()
      guard let query = TextQuery(sanitized(words)) else { return }
      let expected = Self.matches(of: sanitized(words), in: text)
      let matches = query.matches(in: text)
      try demand(
        matches.map(\.grapheme) == expected,
        "\(words.debugDescription) in \(text.debugDescription)"
      )
      found += matches.count
    }
    try demand(found > expected(1_000), "only \(found)")
  }

  private static func matches(of words: String, in text: String) -> [Int] {
    let foldsCase = !words.contains(where: \.isUppercase)
    func folded(_ character: Character) -> String {
      character.isWhitespace ? " " : foldsCase ? character.lowercased() : String(character)
    }
    let pattern = words.map(folded)
    let clusters = text.map(folded)
    var matches: [Int] = []
    var place = 0
    while place + pattern.count <= clusters.count {
      if Array(clusters[place..<place + pattern.count]) == pattern {
        matches.append(place)
        place += pattern.count
      } else {
        place += 1
      }
    }
    return matches
  }

  @Test(
    "all words of a filter, in any order",
    arguments: [
      ("kind blue", "Kind of Blue", true), ("blue kind", "Kind of Blue", true),
      ("Kind blue", "Kind of Blue", false), ("k b", "Kind of Blue", true), ("x", "Kind", false),
      (" kind  ", "Kind of Blue", true), ("kind kind", "Kind", true), ("é", "CAFÉ", true),
    ]
  )
  func words(words: String, line: String, isFound: Bool) throws {
    #expect(try #require(TextWords(words)).isFound(in: line) == isFound)
  }
}

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
