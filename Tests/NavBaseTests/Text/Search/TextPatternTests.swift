import NavTestKit
import Testing

@testable import NavBase

@Suite("Searching a text for regular expressions")
struct TextPatternTests {
  @Test(
    "an expression begins behind a slash; the longest of the first matches counts",
    arguments: [
      ("/l.ne", "line, lane, lne", ["line", "lane"]), ("/ab*|abc", "abcab", ["abc", "ab"]),
      ("/[a-cx]+", "xacd-bb", ["xac", "bb"]), ("/[^a]b", "ab bb\nb", [" b"]),
      ("/[]x]", "a]x", ["]", "x"]), ("/[a-]+", "b-a-", ["-a-"]),
      ("/^a|b$", "ab\naab", ["a", "b", "a", "b"]),
      ("/(ab){2,3}", "abababab ab", ["ababab"]), ("/a{2}", "aaaaa", ["aa", "aa"]),
      ("/a{,1}b", "aab", ["ab"]), ("/a{x", "a{x", ["a{x"]), ("/\\d+", "a12é3", ["12", "3"]),
      ("/\\bw\\w*", "we won\u{301}t, view", ["we", "won\u{301}t"]), ("/\\Bw", "we vow", ["w"]),
      ("/\\S+\\s", "a b\tc", ["a ", "b\t"]), ("/\\W", "a_1-é", ["-"]),
      ("/\\.\\/\\\\", "./\\", ["./\\"]),
      ("/x.y", "x\u{E9}y xe\u{301}y x\ny", ["x\u{E9}y", "xe\u{301}y"]), ("/x*", "axxb", ["xx"]),
      ("/é", "É é", ["É", "é"]), ("/É", "É é", ["É"]), ("/\\Sé", "xÉ", ["xÉ"]),
      ("/line 000[12]", "line 0001\nline 0003\nline 0002", ["line 0001", "line 0002"]),
      // A slash alone is a word; a slash in an expression is itself.
      ("/", "a/b", ["/"]), ("//b", "a/b", ["/b"]), ("a.", "a.ab", ["a."]),
    ] as [(String, String, [String])]
  )
  func matches(query: String, text: String, found: [String]) throws {
    let query = try #require(TextQuery(query))
    let matches = query.matches(in: text)
    let parts = matches.map { match in
      String(decoding: Array(text.utf8)[match.bytes], as: UTF8.self)
    }
    #expect(parts == found)
    for match in matches {
      let before = String(decoding: Array(text.utf8)[..<match.bytes.lowerBound], as: UTF8.self)
      #expect(match.grapheme == before.count)
    }
    #expect(query.isFound(in: text) == !found.isEmpty)
    #expect(query.matches(in: text, limit: 1) == Array(matches.prefix(1)))
  }

  @Test(
    "the reason why an expression is malformed is said",
    arguments: [
      ("/(", "a ( without its ): \\( is the sign itself"),
      ("/)", "a ) without its (: \\) is the sign itself"),
      ("/[a", "a [ without its ]: \\[ is the sign itself"),
      ("/a**", "two repetitions in a row: put a group around the first one"),
      ("/*", "nothing to repeat before *: \\* is the sign itself"),
      ("/^*", "a place can't be repeated"),
      ("/a{2,1}", "{m,n} goes from 0 to 128, with the smaller number first"),
      ("/a{129}", "{m,n} goes from 0 to 128, with the smaller number first"),
      ("/a\\", "\\ at the end: \\\\ is the sign itself"), ("/(a)\\1", "\\1 is not understood"),
      ("/(?:a)", "(? is not understood"),
      ("/[z-a]", "a range in [ ] without a first and a last sign: \\- is the sign itself"),
      ("/[[:alpha:]]", "[: is not understood: \\d, \\w and \\s are digits, words and blanks"),
      ("/((a{99}){99}){99}", "the expression is too long: the limit is 128 steps"),
      ("/((){128}){128}", "the expression is too long: the limit is 128 steps"),
      ("/" + String(repeating: "(", count: 60), "groups are more than 50 deep"),
    ]
  )
  func errors(text: String, reason: String) {
    let error = #expect(throws: PatternError.self) { try TextQuery.reading(text) }
    #expect(error?.description == reason)
    #expect(TextQuery(text) == nil)
  }

  /// One turn of the daemon searches 1 MiB of text: only a search that hangs takes a minute.
  @Test("no expression takes more than a time that is linear in the text")
  func hostile() throws {
    for (expression, text, count) in [
      ("/(a*)*b", "a", 0), ("/a|a.*b", "a", scaled(1 << 20)), ("/(a|aa)+$", "ab", 0),
      ("/(a|b)*a(a|b){60}x", "abb", 0), ("/\\w{127}!", "QmFzZTY0/", 0), ("/(\\w?){127}!", "ab", 0),
      ("/\\b(\\w\\b|\\B\\w|.){40}!", "a b", 0), ("/(é|[èê]){63}!", "éèê", 0),
    ] {
      let query = try #require(TextQuery(expression))
      let length = scaled(1 << 20) / text.utf8.count
      let all = String(repeating: text, count: length)
      let start = ContinuousClock.now
      let found = query.matches(in: all).count
      #expect(ContinuousClock.now - start < .seconds(60), "\(expression)")
      #expect(found == count, "\(expression)")
    }
  }

  @Test("an expression has as many steps as clusters that it names, with repetitions")
  func steps() throws {
    for (text, isRead) in [
      ("/a{128}", true), ("/a{127}bc", false), ("/a{64,128}", true), ("/(a|b|cd){32}", true),
      ("/(a|b|cd){33}", false), ("/((((a)|(b))?)){64}", true), ("/\\w{127}!", true),
    ] {
      #expect((TextQuery(text) != nil) == isRead, "\(text)")
    }
    let long = String(repeating: "a", count: 130)
    let query = try #require(TextQuery("/a{128}"))
    #expect(query.matches(in: long) == [TextQuery.Match(bytes: 0..<128, grapheme: 0)])
  }

  // MARK: Twin

  private indirect enum Node {
    case one(Character), any, word(Bool), boundary(Bool), start, end
    case set([Character], isOpposite: Bool)
    case sequence([Node]), choice([Node]), repeated(Node, Int, Int?)

    var text: String {
      switch self {
      case .one(let one): ".*+?".contains(one) ? "\\\(one)" : String(one)
      case .any: "."
      case .word(let isOpposite): isOpposite ? "\\W" : "\\w"
      case .boundary(let isOpposite): isOpposite ? "\\B" : "\\b"
      case .start: "^"
      case .end: "$"
      case .set(let signs, let isOpposite): "[\(isOpposite ? "^" : "")\(String(signs))]"
      case .sequence(let nodes): nodes.map { "(\($0.text))" }.joined()
      case .choice(let nodes): nodes.map(\.text).joined(separator: "|")
      case .repeated(let node, 0, nil): "(\(node.text))*"
      case .repeated(let node, 1, nil): "(\(node.text))+"
      case .repeated(let node, 0, 1?): "(\(node.text))?"
      case .repeated(let node, let least, let most):
        "(\(node.text)){\(least),\(most.map(String.init) ?? "")}"
      }
    }

    /// Returns all ends of matches that begin at a place, by trying everything.
    func ends(in line: [Character], from place: Int) -> Set<Int> {
      func isWord(_ index: Int) -> Bool {
        line.indices.contains(index) && (line[index].isLetter || line[index] == "_")
      }
      func step(_ isIn: Bool) -> Set<Int> { place < line.count && isIn ? [place + 1] : [] }
      switch self {
      case .one(let one): return step(place < line.count && line[place] == one)
      case .any: return step(true)
      case .word(let isOpposite): return step(isWord(place) != isOpposite)
      case .boundary(let isOpposite):
        return (isWord(place - 1) != isWord(place)) != isOpposite ? [place] : []
      case .start: return place == 0 ? [place] : []
      case .end: return place == line.count ? [place] : []
      case .set(let signs, let isOpposite):
        return step(place < line.count && signs.contains(line[place]) != isOpposite)
      case .sequence(let nodes):
        return nodes.reduce([place]) { places, node in
          Set(places.flatMap { node.ends(in: line, from: $0) })
        }
      case .choice(let nodes): return Set(nodes.flatMap { $0.ends(in: line, from: place) })
      case .repeated(let node, let least, let most):
        var places: Set<Int> = [place]
        var all: Set<Int> = least == 0 ? [place] : []
        // More repetitions than clusters can only repeat nothing.
        for count in 1...max(1, most ?? least + line.count + 1) {
          places = Set(places.flatMap { node.ends(in: line, from: $0) })
          if count >= least, count <= most ?? .max { all.formUnion(places) }
        }
        return all
      }
    }

    func matches(in line: [Character]) -> [Range<Int>] {
      var matches: [Range<Int>] = []
      var place = 0
      while place < line.count {
        if let end = ends(in: line, from: place).max(), end > place {
          matches.append(place..<end)
          place = end
        } else {
          place += 1
        }
      }
      return matches
    }
  }

  private static let signs: [Character] = ["a", "b", "c", "é", " ", "_", "."]

  private func node(_ depth: Int, _ random: inout SplitMix64) -> Node {
    switch random.int(in: 0...(depth > 0 ? 9 : 4)) {
    case 0, 1: return .one(random.pick(Self.signs))
    case 2: return .any
    case 3:
      let signs = (0..<random.int(in: 1...2)).map { _ in
        random.pick(["a", "b", "é"] as [Character])
      }
      return .set(signs, isOpposite: random.oneIn(2))
    case 4:
      return random.pick([
        .word(false), .word(true), .boundary(false), .boundary(true), .start, .end,
      ])
    case 5, 6:
      return .sequence((0..<random.int(in: 0...3)).map { _ in node(depth - 1, &random) })
    case 7: return .choice((0..<random.int(in: 2...3)).map { _ in node(depth - 1, &random) })
    default:
      let least = random.int(in: 0...2)
      let most = random.oneIn(2) ? nil : least + random.int(in: 0...2)
      return .repeated(node(depth - 1, &random), least, most)
    }
  }

  @Test("the result equals that of trying everything at every position")
  func twin() throws {
    var found = 0
    try forSeeds(0..<2_000) { random in
      let node = node(3, &random)
      let lines = (0..<random.int(in: 1...3)).map { _ in
        (0..<random.int(in: 0...8)).map { _ in random.pick(Self.signs) }
      }
      guard let query = try TextQuery.reading("/" + node.text), node.text != "" else { return }
      var expected: [Int] = []
      var lengths: [Int] = []
      var start = 0
      for line in lines {
        for match in node.matches(in: line) {
          expected.append(start + match.lowerBound)
          lengths.append(String(line[match]).utf8.count)
        }
        start += line.count + 1
      }
      let matches = query.matches(in: lines.map { String($0) }.joined(separator: "\n"))
      #expect(matches.map(\.grapheme) == expected, "\(node.text) in \(lines)")
      #expect(matches.map(\.bytes.count) == lengths, "\(node.text) in \(lines)")
      found += matches.count
    }
    #expect(found > 100)
  }
}
