import NavBase
import NavContent
import NavTestKit
import Testing

@Suite("Mistakes in decks and scenes")
struct LintTests {
  private static func found(
    _ text: String,
    _ kind: Lint.Kind,
    at path: String = "/no/x"
  ) -> [String] {
    Lint.findings(in: text, path: path, as: kind).map {
      "\($0.line):\($0.column) \($0.problem)"
    }
  }

  private static func check(_ text: String, _ kind: Lint.Kind, _ expected: [String]) {
    let found = found(text, kind)
    #expect(found.count == expected.count, "\(text): \(found)")
    for (line, wanted) in zip(found, expected) {
      let place = wanted.prefix { $0 != " " }
      let words = wanted.dropFirst(place.count + 1)
      #expect(line.hasPrefix(place + " ") && line.contains(words), "\(line), not \(wanted)")
    }
  }

  @Test("conflicting constraints, each at its location")
  func conflicts() {
    let board = "board:\n  boxes: [{name: a}, {name: b}]\n  constraints:\n"
    func rules(_ rules: String...) -> String {
      board + rules.map { "    - \"\($0)\"\n" }.joined()
    }
    let table: [(String, [String])] = [
      (rules("a.left = 2", "b.left = a.right"), []), (rules("a.left = 2", "a.left = 9 @low"), []),
      (
        rules("a.left = 2", "a.left = 9"),
        ["5:7 dropped: a.left = page.left + 9, against a.left = page.left + 2"]
      ),
      (
        rules("a.height = page.height * 2"),
        ["4:7 the page's height depends on itself: compare with screen.height"]
      ),
      (rules("a.height = screen.height * 2", "a.width = screen"), []),
      // There is space for it on a wide page only.
      (
        rules("a.left = 0", "a.width = 50", "a.right <= page.right"),
        ["6:7 (in 36 columns)"]
      ),
      (
        "tabs:\n  items:\n    - title: A\n      content:\n        board:\n          boxes: [{name: a}]\n"
          + "          constraints: [a.top = 1, a.top = 2]\n",
        ["7:36 dropped: a.top"]
      ),
    ]
    for (text, expected) in table {
      Self.check(text, .scene, expected)
      let findings = Lint.findings(in: text, path: "/no/x", as: .scene)
      #expect(findings.allSatisfy { $0.severity == .warning })
    }
  }

  @Test("a screen has a width and a height, which stand behind the relation")
  func screens() {
    let board = "board:\n  boxes: [{name: a}]\n  constraints: "
    for text in ["[a.bottom = screen.bottom]", "[a.left = screen]"] {
      Self.check(board + text, .scene, ["3:17 the screen has a width and a height"])
    }
    Self.check(board + "[screen.height = 3]", .scene, ["3:17 put screen behind it"])
  }

  @Test(
    "decks",
    arguments: [
      (
        "# Good\n\n<!-- pause -->\n\nmore <!-- remark -->\n\n---\n\n```swift {1|2}\na\nb\n```\n", []
      ),
      ("", []), ("---\ntitle: a\n---\n# One\n", []),
      ("<!-- paus -->", ["1:1 did you mean pause?"]),
      ("a\n\n<!-- one --> <!-- speaker_notes: b -->", ["3:14 did you mean speaker_note?"]),
      ("<!-- shake_it -->", ["1:1 no command 'shake_it': use one of end_slide"]),
      ("<!-- a remark: of mine -->\n\n<!-- todo -->\n\n<!-- note: later -->", []),
      ("<!--\nspeaker_note: |\n  one\n  two\n-->\n", []),
      ("<!-- pause: 3 -->", ["1:1 stands alone"]),
      ("a\n\n<!-- never\n\n# Closed", ["3:1 comment is never closed"]),
      ("<!-- column: 0 -->", ["1:1 no columns here"]),
      ("<!-- column_layout: 2 -->", ["1:1 widths of the columns"]),
      ("<!-- column_layout: [1, 1] -->\n\n<!-- column: 1 -->", []),
      ("<!-- column_layout: [1, 1] -->\n\n<!-- column: 2 -->", ["3:1 column: 0 to 1"]),
      ("<!-- column_layout: [1, 1] -->\n\n---\n\n<!-- column: 1 -->", ["5:1 no columns here"]),
      (
        "<!-- column_layout: [1, 1] -->\n\n<!-- reset_layout -->\n\n<!-- column: 1 -->",
        ["5:1 no columns"]
      ),
      ("<!-- incremental_lists: maybe -->", ["1:1 true or false"]),
      ("```\na\n```\n\n~~~~\n```\n~~~~\n", []), ("# a\n\n```swift\nlet b\n", ["3:1 never closed"]),
      ("````\n```\n", ["1:1 write ```` below"]), ("- a\n\n  ```\n  b\n\nc", ["3:3 never closed"]),
      ("> ```\n> a\n> ```\n", []), ("    indented\n", []),
      (
        "---\ntitle: a\n---\n::: columns\n::: column\na\n:::\n\n---\n\n::: incremental\n- b\n:::\n",
        ["4:1 div is never closed"]
      ),
      ("[a](gone.md) and [b](gone.md#c)", ["1:5 /no/gone.md", "1:22 /no/gone.md"]),
      ("a\n![p](x%20y.png)", ["2:6 image leads to /no/x y.png"]),
      ("[a](https://x.org/y) [b](mailto:a@b.c) [c](#d) <https://a.b> [d](//x/y)\n\n# D", []),
      ("---\ntitle: a\nspin: mid\n---\n# b\n", ["3:1 did you mean spine"]),
      ("---\ntitle: a\nspine: mox\n---\n", ["3:8 did you mean max"]),
      ("---\ntitle: a\nwhatever: b\n---\n", ["3:1 no key 'whatever'"]),
      ("---\ntitle: [a\n---\n<!-- paus -->", ["3:1 no YAML", "4:1 pause"]),
      ("---\ntitle: a\ntitle: b\n---\n", ["2:1 twice"]),
      ("---\ntitle: *a\n---\n", ["2:7 anchors"]),
      (
        "[a](#two) [b](#onne) [c](#One-1)\n\n# One\n\n# One",
        ["1:5 heading of that name", "1:15 did you mean #one"]
      ),
      ("---\ntransition: crul\n---\n# a", ["2:13 did you mean curl"]),
      ("---\ntransition: slide-left\n---\n# a", []),
      (
        "---\noptions:\n  incremental_list: true\n  command_prefix: x\n---\n# a",
        ["3:3 did you mean incremental_lists", "4:3 no prefix here"]
      ),
      ("```swift +line_numbrs\na\n```", ["1:10 did you mean +line_numbers"]),
      ("```sh +exec +id:x\na\n```", ["1:7 never run", "1:13 never run"]),
      ("```mermaid +render\na\n```\n\n```latex +render\nb\n```", ["5:10 never run"]),
      ("```c {1|2-3}\na\n```", ["1:11 line 3 is not there to stand out: the code has 1 line"]),
      ("```rust {2}\n# hidden\na\n```", ["1:10 line 2"]),
      ("```c {1-|2}\na\n```", ["1:7 no lines"]),
      ("```c titel=\"a b\" {lines:true} [x.c] twoslash\na\n```", ["1:6 did you mean title"]),
      ("```plantuml\na\n```\n\n```terminal8\nb\n```", ["1:4 not drawn", "5:4 terminals"]),
      ("```file\npath: no.c\n```\n\n```file\nno\n```", ["1:1 no such file", "5:1 path: FILE"]),
      (
        "a\n\n<!-- include: no.md -->\n<!-- include: -->",
        ["3:1 there is no such file", "4:1 names no file"]
      ),
      (
        "<!-- jump_to_middle -->\na\n<!-- end_slide -->\nb\n<!-- jump_to_middle -->",
        ["5:1 before everything"]
      ),
      (
        "<!-- alignment: middle -->\n<!-- newlines: x -->",
        ["1:1 left, center or right", "2:1 newlines: 2"]
      ),
      ("<!-- font_size: 2 -->\n<!-- snippet_output: a -->", ["1:1 one size", "2:1 never run"]),
      ("<!-- // remark -->\n<!-- comment: b -->", []),
      ("---\ntitle: a\n\n# Text\n", ["1:1 never closed"]),
      ("---\ntitle: a\nand words\n---\n", ["1:1 above line 4 is no front matter"]),
    ] as [(String, [String])]
  )
  func decks(text: String, expected: [String]) {
    Self.check(text, .deck, expected)
  }

  @Test(
    "scenes: all mistakes, not only the first one",
    arguments: [
      ("text: a", []), ("", ["1:1 is empty"]), ("text: 'a", ["1:9 YAML"]),
      ("tex: a", ["1:1 did you mean 'text'"]), ("title: a", ["1:1 without content"]),
      (
        "tabs:\n  items:\n    - {titel: a, content: {txt: b}}\n    - {content: {file: no.md}}\n"
          + "    - {badge_role: alrt, content: {text: c}}\n",
        [
          "3:8 did you mean 'title'", "3:28 did you mean 'text'",
          "4:24 /no/no.md: no such file", "5:20 did you mean 'alert'",
        ]
      ),
      ("tree: gone", ["1:7 /no/gone is not there"]),
      ("pager: {pages: [{text: a}], transition: slid, spine: mid}", ["1:41 did you mean 'slide'"]),
      (
        "pager: {numbered: {count: x}, axis: up, spacing: y}",
        ["1:27 1 to", "1:37 axis", "1:50 0 to"]
      ),
      (
        "list: {entries: [a, [b], {}, ''], notes: [{}]}",
        ["1:21 map", "1:26 needs 'label'", "1:30 nothing", "1:43 text"]
      ),
      ("board: {boxes: [{name: 1}], constraints: [a.left = b]}", ["1:24 a letter"]),
      (
        "board: {boxes: [{name: a}], constraints: [a.lft = 1, b.top = 1]}",
        ["1:43 lft", "1:54 'b'"]
      ),
    ] as [(String, [String])]
  )
  func scenes(text: String, expected: [String]) {
    Self.check(text, .scene, expected)
  }

  @Test("the mark is below the location, in cells")
  func marks() throws {
    let texts = [
      ("tree: gone", "  tree: gone\n        ^"),
      (
        "{title: '语\u{202E}言', tree: x}",
        "  {title: '语\u{FFFD}言', tree: x}\n" + String(repeating: " ", count: 25) + "^"
      ),
    ]
    for (text, shown) in texts {
      let findings = Lint.findings(in: text, path: "/no/\u{1B}.yaml", as: .scene)
      let report = LintReport.text(findings)
      #expect(report.hasSuffix(shown + "\n"), "\(report)")
      #expect(report.hasPrefix("/no/\u{FFFD}.yaml:1:") && !report.contains("\u{1B}"))
    }
    let far = "{title: \(String(repeating: "x", count: 5_000)), tree: gone}"
    let finding = try #require(Lint.findings(in: far, path: "/no/a", as: .scene).first)
    #expect(finding.column == 5_017 && columnWidth(of: finding.excerpt) <= 80)
    #expect(finding.excerpt.hasPrefix("…xxx"))
    #expect(finding.excerpt.dropFirst(finding.caret).hasPrefix("gone"))
  }

  @Test("code that a terminal of 80 columns cuts is named, with the columns that show it")
  func wideCode() {
    func code(_ columns: Int) -> String { String(repeating: "x", count: columns) }
    for (text, expected) in [
      ("```\n\(code(71))\n```", []),
      (
        "---\ntitle: A\n---\n\n```\na\n\(code(72))\n\(code(71))\n```",
        ["7:1 terminals of fewer than 81 "]
      ),
      (
        "# A\n\n---\n\n- a\n\n  ```c\n  b\n  \(code(80))\n  ```",
        ["9:1 terminals of fewer than 91 "]
      ),
      (
        "<!-- column_layout: [1, 1] -->\n\n<!-- column: 1 -->\n\n```\n\(code(40))\n```",
        ["6:1 terminals of fewer than 92 "]
      ),
      ("\(code(80)) \(code(80))", []),
    ] as [(String, [String])] {
      Self.check(text, .deck, expected)
    }
  }

  @Test("existing files are no mistake")
  func present() throws {
    let directory = TemporaryDirectory()
    directory.write([], to: "a b.md")
    directory.makeDirectory("dir")
    let deck = directory.write(Array("[x](a%20b.md#c) ![](dir)".utf8), to: "x.md")
    let scene = directory.write(Array("tree: dir".utf8), to: "x.yaml")
    #expect(try Lint.findings(in: deck, as: .deck).isEmpty)
    #expect(try Lint.findings(in: scene, as: .scene).isEmpty)
    #expect(throws: ContentError.notFound(path: "/no/a.md")) {
      try Lint.findings(in: "/no/a.md", as: .deck)
    }
  }

  @Test("the number of findings per file has a limit")
  func limit() {
    for count in [Lint.mostFindings, Lint.mostFindings + 1] {
      let deck = String(repeating: "<!-- paus -->\n\n", count: count)
      #expect(Self.found(deck, .deck).count == Lint.mostFindings)
      let scene = "list: {entries: [" + String(repeating: "[], ", count: count) + "]}"
      #expect(Self.found(scene, .scene).count == Lint.mostFindings)
    }
    #expect(Self.found(String(repeating: "<!-- paus -->\n\n", count: 3), .deck).count == 3)
  }

  @Test("for any bytes, findings have a location in the text", arguments: wanted(0..<150))
  func anything(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "---\n", "title: a\n", "<!-- ", "-->", "column: 1", "```", "\n", "\r", "\u{2028}", "[a](b)",
      "!",
      "&x ", "*x", "tabs: ", "items:\n", "  - ", "{", "}", "\u{1B}[2J", "\u{0}", "text: x\n", "> ",
      "\u{85}",
      "e\u{301}", "语",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      text += pieces.randomElement(using: &random) ?? ""
    }
    for kind in PathKind.allCases.compactMap(\.lint) {
      for finding in Lint.findings(in: text, path: "/no/x", as: kind) {
        #expect(finding.line >= 1 && finding.column >= 1, "seed \(seed): \(finding)")
        #expect(sanitized(finding.problem) == finding.problem, "seed \(seed)")
        #expect(sanitized(finding.excerpt) == finding.excerpt, "seed \(seed)")
      }
    }
  }
}
