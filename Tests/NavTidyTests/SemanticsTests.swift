import Testing

@Suite("Every rule of the engine is proved by a test that names it")
struct SemanticsTests {
  /// Every ID named by a test, with its files.
  private static let named = Result {
    var named: [String: Set<String>] = [:]
    for file in try Repository.files(below: "Tests", endings: ["swift"])
    where !file.hasPrefix("Tests/NavTidyTests/") {
      for text in TestNames.texts(in: try Repository.text(file)) {
        for id in TestNames.identifiers(in: text) { named[id, default: []].insert(file) }
      }
    }
    return named
  }

  @Test("a test names each rule")
  func everyRule() throws {
    let named = try Self.named.get()
    let missing = Semantics.rules.filter { rule in
      named[rule.key] == nil && Semantics.unproven[rule.key] == nil
    }
    let list = missing.map { "\n  \($0.key): \($0.value)" }.joined()
    #expect(missing.count == 0, "\(missing.count) rules are named by no test:\(list)")
  }

  @Test("no rule listed as unproven is named by a test")
  func unproven() throws {
    let named = try Self.named.get()
    let rules = Set(Semantics.rules.map(\.key))
    for (id, reason) in Semantics.unproven {
      #expect(rules.contains(id), "\(id) is no rule")
      let files = named[id, default: []].sorted()
      #expect(files.isEmpty, "\(id) is named in \(files), though it is said: \(reason)")
    }
  }

  @Test("no test names an unknown rule")
  func noOtherRules() throws {
    var known = Set(Semantics.rules.map(\.key)).union(Semantics.otherWords)
    #expect(known.count == Semantics.rules.count + Semantics.otherWords.count, "an ID stands twice")
    for (prefix, count) in Semantics.others {
      known.formUnion((1...count).map { "\(prefix)-\($0)" })
    }
    for (id, files) in try Self.named.get() where !known.contains(id) {
      Issue.record("\(id) is no rule: \(files.sorted())")
    }
  }

  @Test("a name is the first literal in the parentheses of an attribute")
  func texts() {
    let source = #"""
      @Suite("A \" 1") struct S {
        // @Test("no") func no() {}
        @Test(
          "B",
          arguments: ["no"]
        ) func b() { f("no") }
        @Test func c() {}
        @Test(
          """
          C "x"
          """
        ) func d() {}
      }
      """#
    #expect(
      TestNames.texts(in: source).map { $0.filter { $0 != " " } } == [#"A\"1"#, "B", "\nC\"x\"\n"]
    )
  }

  @Test(
    "IDs in a name, and those of a range",
    arguments: [
      ("SN-4, SN-5: a page", ["SN-4", "SN-5"]), ("SN-2 ... SN-5: all", (2...5).map { "SN-\($0)" }),
      ("SV-9...SV-11", ["SV-9", "SV-10", "SV-11"]), ("S15-half, D-4", ["S15-half", "D-4"]),
      ("S15-overshoot-speed: v", ["S15-overshoot-speed"]), ("two-up at -5, A - 5", []),
      ("UTF-8", ["UTF-8"]), ("E7, D-9: a pop", ["E7", "D-9"]), ("row G1 is", []),
      ("SN-5 ... SN-2", ["no range: SN-5 ... SN-2"]),
      ("SN-5 ... NC-7", ["no range: SN-5 ... NC-7"]), ("SN-5 ... and so on", ["SN-5"]),
    ] as [(String, [String])]
  )
  func identifiers(text: String, ids: [String]) {
    #expect(TestNames.identifiers(in: text) == ids)
  }
}

/// The names of tests.
enum TestNames {
  /// Returns the display texts: the first literal in the parentheses of `@Test` and `@Suite`, but for those in lines that
  /// are comments.
  static func texts(in source: String) -> [String] {
    let code = source.replacing(/(?m)^ *\/\/.*$/, with: "")
    let name = /@(?:Test|Suite)\(\s*(?:"""((?s).*?)"""|"((?:[^"\\]|\\.)*)")/
    return code.matches(of: name).map { String($0.1 ?? $0.2 ?? "") }
  }

  /// Returns the IDs in a text: `SN-4`, `S15-half`, of `SN-2 ... SN-5` also those in between, and before a colon also
  /// those without a hyphen.
  static func identifiers(in text: String) -> [String] {
    let one = /\b([A-Z][A-Z0-9]*)-([0-9]+|[a-z]+(?:-[a-z]+)*)\b(?:\s*\.\.\.\s*([A-Z]+)-([0-9]+)\b)?/
    let bare = /(?:^|, )([A-Z]+[0-9]+)(?=[,:])/
    return text.matches(of: bare).map { String($0.1) }
      + text.matches(of: one).flatMap { match -> [String] in
        let (prefix, first) = (String(match.1), String(match.2))
        guard let last = match.4.flatMap({ Int($0) }) else { return ["\(prefix)-\(first)"] }
        guard let low = Int(first), match.3 == match.1, low < last else {
          return ["no range: \(match.0)"]
        }
        return (low...last).map { "\(prefix)-\($0)" }
      }
  }
}
