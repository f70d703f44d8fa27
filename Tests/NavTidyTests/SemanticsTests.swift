import Testing

@Suite("Every rule of the engine is proved by a test that names it")
struct SemanticsTests {
  /// Every ID named by a test, with its files.
  private static let named = Result {
    var named: [String: Set<String>] = [:]
    for file in try Repository.files(below: "Tests", endings: ["swift"])
    where !file.hasPrefix("Tests/NavTidyTests/") {
      for text in TestNames(in: try Repository.text(file)).texts {
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

  @Test(
    "a name is the first literal in the parentheses of an attribute",
    arguments: [
      (#"@Test("SN-1: a") func a() {}"#, ["SN-1: a"]),
      (#"@Suite("A") struct S { @Test( "B" ) func b() {} }"#, ["A", "B"]),
      ("@Test(\n    \"A\",\n    arguments: [\"B\"]\n  )", ["A"]),
      ("@Test(\n  \"\"\"\n  A \"x\"\n  B\n  \"\"\")", ["\n  A \"x\"\n  B\n  "]),
      (##"@Test(#"a "b" c"#)"##, [#"a "b" c"#]),
      (#"@Test("a \" b") @Test("c\\")"#, [#"a \" b"#, #"c\\"#]),
      ("@Test(/* a */ // b\n \"c\")", ["c"]),
      ("// @Test(\"a\")\n/* @Test(\"b\") /* */ @Test(\"c\") */", []),
      (##"let a = "@Test(\"a\")"; let b = #"@Test("b")"#"##, []),
      ("@Test func a() {} ; f(\"a\"); @Test(arguments: [\"b\"])", []),
      ("@Test(\"open", ["open"]), ("@Test(", []), ("/* @Test(\"a\")", []), ("", []),
    ] as [(String, [String])]
  )
  func scanner(source: String, names: [String]) {
    #expect(TestNames(in: source).texts == names)
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
