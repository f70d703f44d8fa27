import NavBase
import NavContent
import Testing

/// YAML as lists and texts.
@Suite struct YAMLOutlineTests {
  @Test(
    "the place of a value in the text is where its key begins",
    arguments: [
      ("", 0, 0), ("/a", 0, 0), ("/b", 1, 0), ("/b/x/1", 4, 4), ("/b/y", 5, 2), ("/b/y/ä", 6, 4),
      ("/b/y/z", 7, 4), ("/c", nil, 0), ("/a/c", nil, 0),
    ] as [(String, Int?, Int)]
  )
  func places(path: String, line: Int?, column: Int) {
    let text = "a: 1\nb:\n  x:\n  - 1\n  - 2\n  y:\n    ä: ü\n    z: 3\n"
    let place = DataDocument(text, .yaml).place(of: path.utf8)
    #expect(place?.line == line && place?.column ?? 0 == column)
  }

  @Test func listsDescribeTheirContent() {
    let document = DataDocument(
      """
      # a comment
      name: plain text
      quoted: "a\\tb \\u00e4"
      single: 'it''s'
      empty:
      number: 0x1F
      list:
      - 1
      - [a, {b: c}]
      block: |
        one
          two
      folded: >-
        three
        four
      tagged: !color red
      tags: !map {a: 1}
      ? [complex, key]
      : value
      """,
      .yaml
    )
    #expect(document.progress.fault == nil)
    #expect(
      document.lines() == [
        "name: plain text", "quoted: \"a b ä\"", "single: \"it's\"", "empty: ~", "number: 0x1F",
        "list [2]", "block: | one two", "folded: > three four", "tagged: !color red",
        "tags: !map {1}", "? [complex, key]: value",
      ]
    )
    #expect(document.lines(at: "/list") == ["0: 1", "1 [2]"])
    #expect(document.lines(at: "/list/1/1/b") == ["/list/1/1/b", "c"])
    #expect(document.lines(at: "/block") == ["/block", "one", "two"])
    #expect(document.lines(at: "/folded") == ["/folded", "three four"])
    #expect(document.lines(at: "/quoted").count == 2)
    #expect(document.lines(at: "/tagged") == ["/tagged", "red", "!color"])
  }

  @Test(
    "keys that are different values look different",
    arguments: [
      ("1: a\n'1': b", ["1: a", "\"1\": b"], "{1: a, \"1\": b}"),
      (
        "NO: a\n\"NO\": b\nyes: c\n'yes': d", ["NO: a", "\"NO\": b", "yes: c", "\"yes\": d"],
        "{NO: a, \"NO\": b, yes: c, \"yes\": d}"
      ),
      (
        "~: a\n'~': b\nnull: c\n'Null': d", ["~: a", "\"~\": b", "null: c", "\"Null\": d"],
        "{~: a, \"~\": b, null: c, \"Null\": d}"
      ),
      ("?\n: a\n'': b", ["~: a", "\"\": b"], "{~: a, \"\": b}"),
      (
        "-.5: a\n'-.5': b\n2026-11-28: c\n'2026-11-28': d",
        ["-.5: a", "\"-.5\": b", "2026-11-28: c", "\"2026-11-28\": d"],
        "{-.5: a, \"-.5\": b, 2026-11-28: c, \"2026-11-28\": d}"
      ),
      ("!!str 1: a\n1: b", ["!!str 1: a", "1: b"], "{!!str 1: a, 1: b}"),
      ("? |-\n  1\n: a\n1: b", ["\"1\": a", "1: b"], "{\"1\": a, 1: b}"),
      (
        "'a b': 1\n\"/x/{y}\": 2\n'@z/w': 3\nplain: 4",
        ["a b: 1", "/x/{y}: 2", "@z/w: 3", "plain: 4"],
        "{a b: 1, \"/x/{y}\": 2, \"@z/w\": 3, plain: 4}"
      ),
    ]
  )
  func keysLookAsTheyAre(map: String, lines: [String], preview: String) {
    let document = DataDocument("- " + map.split(separator: "\n").joined(separator: "\n  "), .yaml)
    #expect(document.progress.fault == nil, "\(map)")
    #expect(document.lines(at: "/0") == lines)
    #expect(document.entries().map(\.remark) == [" " + preview])
  }

  @Test(arguments: [
    ("a: |2\n   x\n  y\n", [" x", "y"]), ("a:\n  - |1\n    x\n   y\n", [" x", "y"]),
    ("a: >\n  x\n  y\n\n  z\n", ["x y", "z"]), ("a: \"x\n  y\"\n", ["x y"]),
    ("a: x\n  y\n   z\nb: 1\n", ["x y z"]), ("a: ...x\n", ["...x"]), ("a: '#'\n", ["#"]),
    ("a: ä|ö # c\n", ["ä|ö"]), ("😀: 1\na: ü\n", ["ü"]), ("a: |+\n  x\n\nb: 1\n", ["x", ""]),
    ("a: &x !t |-\n  x\n", ["x"]), ("a:   \n", [""]),
  ])
  func valuesAreDecoded(yaml: String, lines: [String]) {
    let document = DataDocument(yaml, .yaml)
    #expect(document.progress.fault == nil, "\(yaml)")
    let path = yaml.contains("- |") ? "/a/0" : "/a"
    guard case .text(let page) = document.page(at: path.utf8).body else {
      Issue.record("\(yaml): no text")
      return
    }
    let code = page.blocks.compactMap { block -> [String]? in
      if case .code(let code) = block { code.lines.map(\.text) } else { nil }
    }
    #expect(code.first == (lines == [""] ? [] : lines), "\(yaml)")
  }

  @Test func severalDocumentsAreAList() {
    let document = DataDocument("a: 1\n---\n- 2\n---\nthree\n", .yaml)
    #expect(document.lines() == ["0 {1}", "1 [1]", "2: three"])
    #expect(document.lines(at: "/1/0") == ["/1/0", "2"])
    #expect(DataDocument("---\na: 1\n...\n", .yaml).lines() == ["a: 1"])
    #expect(DataDocument("just text", .yaml).lines() == ["just text"])
  }

  @Test func aliasesLeadToTheirAnchor() {
    let document = DataDocument(
      """
      one: &a {x: 1}
      two: &a [2, 3]
      base: &s text
      use: *a
      merged:
        <<: *a
        y: *s
      bad: *none
      """,
      .yaml
    )
    #expect(
      document.lines() == [
        "one {1}", "two [2]", "base: text", "use: *a [2]", "merged {2}", "bad: *none",
      ]
    )
    #expect(document.lines(at: "/use") == ["0: 2", "1: 3"])
    #expect(document.lines(at: "/merged") == ["<<: *a [2]", "y: *s"])
    #expect(document.lines(at: "/merged/y").prefix(2) == ["/merged/y", "text"])
    #expect(document.lines(at: "/bad").last?.contains("does not stand before it") == true)
  }

  @Test func aBombDoesNotGrow() {
    var text = "a0: &a0 [x, x]\n"
    for level in 1...60 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    let document = DataDocument(text, .yaml)
    #expect(document.entries().count == 61)
    #expect(document.lines(at: "/a60/1/1/1").count == 2)
    let cycle = DataDocument("&a [*a]", .yaml)
    #expect(cycle.lines(at: "/0/0/0") == ["0: *a [1]"])
  }

  @Test func propertiesAreShownAndNotPartOfTheValue() {
    let document = DataDocument("a: !!str &x 12\nb: &y\n  c: 1\n", .yaml)
    #expect(document.lines() == ["a: !!str 12", "b {1}"])
    #expect(document.lines(at: "/a") == ["/a", "12", "!!str &x"])
  }

  @Test(arguments: [
    ("a: b: c\n", 1, 5), ("a: [1, 2\nb: 3\n", 2, 2), ("a: 1\n\tb: 2\n", 2, 1), ("a: \"x\n", 2, 1),
    ("ä: 1\nb: \u{1}\n", 2, 4), ("a: 1\n- b\n", 2, 1),
  ])
  func faultsSayWhere(yaml: String, line: Int, column: Int) throws {
    let document = DataDocument(yaml, .yaml)
    let fault = try #require(document.progress.fault, "\(yaml)")
    #expect((fault.line, fault.column) == (line, column), "\(yaml): \(fault)")
    #expect(fault.problem.hasPrefix("not YAML: "))
  }

  /// Templates of Helm and Jinja are shown as they are written.
  @Test(
    arguments: [
      (
        "kind: Service\nmetadata:\n  name: ü\n  {{- if .Values.a }}\n  labels: {{ include \"x\" . | nindent 4 }}\n  {{- end }}\n",
        "/metadata", ["name: ü", "labels: {{ include \"x\" . | nindent 4 }}"]
      ),
      ("{{ .key }}: {{ .value }}\nb: 1", "", ["{{ .key }}: {{ .value }}", "b: 1"]),
      (
        "- {{ a: ü }}\n- \"{{ b \"c\" }}\"\n- {d: {e: 1}}", "",
        ["0: {{ a: ü }}", "1: \"{{ b \"c\" }}\"", "2 {1}"]
      ),
      ("{{- range . }}{{ x }}\na: 1\n{{- end }}", "", ["a: 1"]),
      ("a: {{ x: 1 }: 2}", "", ["a {1}"]),
    ] as [(String, String, [String])]
  )
  func templates(yaml: String, path: String, lines: [String]) {
    let document = DataDocument(yaml, .yaml)
    #expect(document.progress.fault == nil, "\(yaml)")
    #expect(document.lines(at: path) == lines)
  }

  @Test func aTemplateIsAText() {
    let document = DataDocument("a: {{ include \"x\" . }}\nb: \"{{ y \"z\" }}\"\n", .yaml)
    #expect(document.lines(at: "/a") == ["/a", "{{ include \"x\" . }}"])
    #expect(document.lines(at: "/b") == ["/b", "{{ y \"z\" }}"])
  }

  /// Of several documents, one that is no YAML is a fault in its place, and all others are shown.
  @Test(
    arguments: [
      (
        "a: 1\n---\nb: c: d\n---\ne: 2\n", ["0 {1}", "1: ⚠ line 3: ", "2 {1}"],
        ["", "---", "b: c: d"]
      ),
      (
        "a: 1\n---\n- [1, 2\n---\ne: \"x\n--- # y\n- ü\n",
        ["0 {1}", "1: ⚠ line 4: ", "2: ⚠ line 6: ", "3 [1]"], []
      ),
      ("ü: ü: ü\r\n---\r\nü: ü\r\n", ["0: ⚠ line 1: ", "1 {1}"], []),
      (
        "--- a\n--- {b\n---x\n---\n{{ c }}: {{ d }}\n", ["0: a", "1: ⚠ line 4: ", "2 {1}"],
        ["--- {b", "---x"]
      ),
      ("a: 1\n---\n&x b: c: d\n---\n*x\n", ["0 {1}", "1: ⚠ line 3: ", "2: *x"], []),
      ("a: 1\n---\n\tb\n...\n---\n1\n", ["0 {1}", "1: ⚠ line 3: ", "2: 1"], []),
      // A character that the parser can't decode is a fault of its document alone.
      (
        "a: 1\n---\nb: [2,\n 3]\n---\nc: \u{1}\n---\nd: 4\n",
        ["0 {1}", "1 {1}", "2: ⚠ line 6: ", "3 {1}"], []
      ),
      ("\u{7}\n---\na: 1\n--- \u{1B}[m\n", ["0: ⚠ line 1: ", "1 {1}"], []),
      (
        "--- 1\n--- {b\n---\r\nü: \u{1}\r\n...\r\n--- \u{2}\n---\n- 5\n",
        ["0: 1", "1: ⚠ line 3: ", "2: ⚠ line 4: ", "3: ⚠ line 6: ", "4 [1]"], []
      ),
    ] as [(String, [String], [String])]
  )
  func aDocumentMayBeBroken(yaml: String, lines: [String], text: [String]) throws {
    // The same where blocks of characters end inside of a document.
    for filler in [0, 1, 4_000, 4_090, 20_000] {
      let comment = filler == 0 ? "" : "#" + String(repeating: "ä", count: filler) + "\n"
      let document = DataDocument(comment + yaml, .yaml)
      let shown = document.lines()
      #expect(shown.count >= lines.count, "\(yaml): \(shown)")
      for (line, wanted) in zip(shown, lines) {
        let number = wanted.firstMatch(of: #/line (\d+)/#).flatMap { Int($0.output.1) }
        guard let number, filler > 0 else {
          #expect(line.hasPrefix(wanted), "\(yaml): \(shown)")
          continue
        }
        #expect(line.contains("⚠ line \(number + 1): "), "\(yaml): \(shown)")
      }
      #expect(document.progress.fault != nil)
      guard !text.isEmpty else { continue }
      let page = document.lines(at: "/1")
      for line in text where !line.isEmpty {
        #expect(page.contains { $0.contains(sanitized(line)) }, "\(page)")
      }
    }
  }

  /// The fault of another document is no reason for the lack of a value, unless nothing behind it is read.
  @Test(
    arguments: [
      ("a: 1\n---\nb: c: d\n---\ne: 2\n", "Nothing is at /5."),
      ("a: 1\n---\nb: c: d\n", "outline:"),
    ]
  )
  func aValueMayBeMissing(yaml: String, text: String) {
    let document = DataDocument(yaml, .yaml)
    #expect(document.progress.fault != nil)
    #expect(document.lines(at: "/5").first?.hasPrefix(text) == true, "\(document.lines(at: "/5"))")
  }

  @Test func contentBeforeAFaultIsShown() {
    let document = DataDocument("a: 1\nb:\n  c: 2\n  d: [3, 4\ne: x\n", .yaml)
    #expect(Array(document.lines().prefix(2)) == ["a: 1", "b {2…}"])
    #expect(document.lines().last == "-- shown as far as it can be read")
  }

  @Test func limitsHold() {
    var limits = DataLimits()
    limits.yaml.depth = 5
    limits.yaml.nodes = 12
    limits.entries = 4
    for depth in [5, 6] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect((DataDocument(text, .yaml, limits).progress.fault == nil) == (depth == 5))
    }
    // The stream, the list and its values count.
    for count in [10, 11] {
      let text = (0..<count).map { "- \($0)\n" }.joined()
      let document = DataDocument(text, .yaml, limits)
      #expect((document.progress.fault == nil) == (count == 10))
      #expect(document.lines().prefix(2) == ["0 … 3 4", "4 … 7 4"])
      #expect(document.lines(at: "/~r4-7/5") == ["/5", "5"])
    }
    let directory = TemporaryDirectory()
    limits.yaml.bytes = 6
    for count in [6, 7] {
      let path = directory.write(Array(repeating: 0x61, count: count), to: "a.yaml")
      let isRefused = (try? DataDocument(path: path, limits: limits)) == nil
      #expect(isRefused == (count == 7))
    }
  }
}
