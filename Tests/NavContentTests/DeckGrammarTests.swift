import NavBase
import NavContent
import NavTestKit
import Testing

/// Extensions of Markdown in decks.
@Suite("Grammar of decks") struct DeckGrammarTests {
  private func deck(_ markdown: String) -> Deck { Deck(markdown: markdown, name: "x") }

  private func rows(_ slide: Slide, step: Int? = nil, columns: Int = 60) -> [String] {
    FlowedText(slide.document, columns: columns, step: step).rows.map(\.row.text)
      .filter { !$0.isEmpty }
  }

  @Test(
    "reveals: each form, and the visible parts of each step",
    arguments: [
      ("a\n\n<!-- pause -->\n\nb", [["a"], ["a", "b"]]),
      ("a\n<!-- stop -->\nb", [["a"], ["a", "b"]]),
      ("a\n\n. . .\n\nb\n\n. . .\n", [["a"], ["a", "b"]]),
      ("a\n<!--pause-->\n<!-- pause -->\nb", [["a"], ["a"], ["a", "b"]]),
      // A list with a pause inside is one list.
      ("- a\n<!-- pause -->\n- b\n", [["• a"], ["• a", "• b"]]),
      ("1. a\n<!-- pause -->\n2. b\n", [["1. a"], ["1. a", "2. b"]]),
      ("> a\n>\n> <!-- pause -->\n>\n> b", [["▎ a"], ["▎ a", "▎", "▎ b"]]),
      (
        "<!-- incremental_lists: true -->\n- a\n  - b\n- c\n<!-- incremental_lists: false -->\n\nd",
        [[], ["• a"], ["• a", "◦ b"], ["• a", "◦ b", "• c", "d"]]
      ),
      ("---\noptions:\n  incremental_lists: true\n---\n- a", [[], ["• a"]]),
      ("---\npatat:\n  incrementalLists: true\n---\n- a", [[], ["• a"]]),
      ("```\n<!-- pause -->\n. . .\n```", [[" <!-- pause -->", " . . ."]]),
    ] as [(String, [[String]])]
  )
  func reveals(_ markdown: String, expected: [[String]]) throws {
    let slide = try #require(deck(markdown).slides.first)
    let steps = slide.document.stepCount
    #expect((0...steps).map { rows(slide, step: $0) } == expected, "\(markdown)")
  }

  @Test(
    "columns, and commands without an effect on text",
    arguments: [
      (
        "<!-- column_layout: [2, 1] -->\n<!-- column: 0 -->\na\n\n<!-- column: 1 -->\nb\n"
          + "<!-- reset_layout -->\nc",
        ["a" + String(repeating: " ", count: 42) + "b", "c"]
      ),
      // Text before the first column is above the columns, and an empty column keeps its width.
      (
        "<!-- column_layout: [1, 1] -->\ntop\n\n<!-- column: 1 -->\nb",
        ["top", "b"]
      ),
      ("<!-- column_layout: [] -->\na\n\n<!-- column: 7 -->\n<!-- column: x -->\nb", ["a", "b"]),
      (
        "<!-- jump_to_middle -->\na\n<!-- new_lines: 3 -->\n<!-- font_size: 2 -->\n<!-- huh -->\nb",
        ["a", "b"]
      ),
    ] as [(String, [String])]
  )
  func columns(_ markdown: String, expected: [String]) {
    let slides = deck(markdown).slides
    #expect(slides.count == 1)
    let shown = rows(slides[0], columns: 63)
    #expect(shown.map { $0.trimmed } == expected.map(\.trimmed))
  }

  @Test(
    "notes: commands, and the last comment of a slide",
    arguments: [
      (
        "# A\n<!-- speaker_note: one -->\n\n<!-- speaker_note: |\n  two\n  three\n-->",
        "one\ntwo\nthree"
      ),
      ("# A\n\ntext\n\n<!--\nsay this\nand that\n-->\n", "say this\nand that"),
      ("# A\n\n<!-- not the last -->\n\ntext", ""),
      ("# A\n\n<!-- a -->\n\n<!-- b -->\n\n---\n\n# B\n\n<!-- c -->", "b"),
      ("# A\n\n<!-- \u{1B}[2J -->", "\u{FFFD}[2J"),
    ]
  )
  func notes(_ markdown: String, expected: String) {
    #expect(deck(markdown).slides[0].notes.text == expected)
  }

  @Test(
    "fences: languages, steps of highlighted lines, numbers",
    arguments: [
      ("swift {1|3-4|all} +line_numbers", "swift", 1, [.lines([1...1]), .lines([3...4]), .all]),
      (
        "ts {1,3|5-7}{lines:true,startLine:5}", "ts", 5, [.lines([1...1, 3...3]), .lines([5...7])]
      ),
      ("{.haskell .numberLines}", "haskell", 1, []), ("rust +exec +no_background", "rust", nil, []),
      ("ts {monaco} twoslash", "ts", nil, []),
      ("js{*|2|*}", "js", nil, [.all, .lines([2...2]), .all]),
      ("{all}", "", nil, []), ("+line_numbers", "", 1, []),
      ("c {hide|1}", "c", nil, [.lines([]), .lines([1...1])]),
      ("x {4-2}", "x", nil, []), ("x {1|", "x", nil, []), ("", "", nil, []),
    ] as [(String, String, Int?, [TextCode.LineFocus])]
  )
  func fences(info: String, language: String, number: Int?, focus: [TextCode.LineFocus]) throws {
    let slide = deck("```\(info)\na\n```").slides[0]
    guard case .code(let code)? = slide.document.blocks.first else {
      Issue.record("no code: \(info)")
      return
    }
    #expect(code.language == language, "\(info)")
    #expect(code.firstNumber == number, "\(info)")
    #expect(code.focus == focus, "\(info)")
  }

  @Test(
    "decks of other tools are split as those tools do it",
    arguments: [
      // presenterm: rules stay if slides end by command; a cover from the front matter.
      (
        "---\ntitle: A _talk_\nsub_title: now\nauthor: Me\n---\n\nOne\n===\n\na\n\n---\n\nb\n"
          + "<!-- end_slide -->\nTwo\n---\n", ["A talk", "One", "Two"]
      ),
      (
        "---\noptions:\n  end_slide_shorthand: true\n---\na\n\n---\n\nb\n<!-- end_slide -->\nc",
        ["a", "b", "c"]
      ),
      ("---\ntransition: none\n---\na\n\n---\n\nb\n\n<!-- end_slide -->\n\nc", ["a", "b", "c"]),
      ("a\n<!-- end_slide -->\n<!-- skip_slide -->\nb\n<!-- end_slide -->\nc", ["a", "c"]),
      // slides: front matter without a title.
      ("---\nauthor: Me\ndate: YYYY\npaging: Slide %d / %d\n---\n# A\n---\n# B", ["A", "B"]),
      // patat: headings, if there are no rules.
      (
        "---\ntitle: T\nauthor: Me\n...\n\n# A\n\n## B\n\ntext\n\n### b\n\n## C\n\ntext",
        ["T", "A", "B", "C"]
      ),
      ("---\npatat:\n  slideLevel: 1\n---\n# A\n\n## B\n\ntext\n\n# C", ["A", "C"]),
      ("# A\n\ntext\n\n# B\n\ntext", ["A"]),
      // slidev: slides that begin with keys.
      (
        "---\ntheme: x\nhighlighter: shiki\nlayout: cover\n---\n# A\n\n<Counter :n=\"1\" />\n\n---\n"
          + "layout: two-cols\n---\n\n# B\n\n::right::\n\nright\n\n---\nhide: true\nsrc: x\n---\n\n# C\n\n---\n# D\n",
        ["A", "B", "D"]
      ),
    ] as [(String, [String])]
  )
  func others(_ markdown: String, titles: [String]) {
    #expect(deck(markdown).slides.map(\.title) == titles, "\(markdown)")
  }

  @Test("slidev: columns, clicks, and no components")
  func slidev() {
    let deck = deck(
      "---\nhighlighter: shiki\n---\n# A\n\n---\nlayout: two-cols\n---\nleft\n\n::right::\n\nright\n\n"
        + "---\n\none\n\n<v-click>\n\ntwo <carbon:arrow /> `<Toc />`\n\n</v-click>\n\n<v-clicks>\n\n- a\n\n</v-clicks>\n"
    )
    #expect(
      rows(deck.slides[1], columns: 50).map { $0.split(separator: " ") } == [["left", "right"]]
    )
    let last = deck.slides[2]
    #expect((0...last.document.stepCount).map { rows(last, step: $0).count } == [1, 2, 3])
    #expect(rows(last)[1].contains("<Toc />"))
  }

  @Test("alerts have a title in the colour of their kind")
  func alerts() {
    let slide = deck("> [!warning] Mind\n> the gap\n\n> [!huh]\n> x").slides[0]
    #expect(rows(slide) == ["▌ ⚠ Warning", "▌ Mind the gap", "▎ [!huh] x"])
    let runs = FlowedText(slide.document, columns: 40).rows[0].row.runs
    #expect(runs.first?.style == TextStyle(role: .alertWarning))
    #expect(runs.last?.style == TextStyle(role: .alertWarning, attributes: .bold))
  }

  @Test("every alert has a bar, an icon and a title of its own role", arguments: AlertKind.allCases)
  func alert(kind: AlertKind) {
    let slide = deck("> [!\(kind.rawValue.uppercased())]\n> Some *text*\n>\n> - and\n> - a list")
      .slides[0]
    let lines = ["▌ \(kind.icon) \(kind.title)", "▌ Some text", "▌", "▌ • and", "▌ • a list"]
    #expect(rows(slide) == lines)
    #expect(
      FlowedText(slide.document, columns: 40).rows.allSatisfy {
        $0.row.runs.first?.style == TextStyle(role: kind.role)
      }
    )
  }

  @Test("footers name the slide")
  func footers() throws {
    let plain = deck(
      "---\ntitle: T\nfooter: \"{title} {current_slide} of {total_slides}\"\n---\n# A"
    )
    #expect(try #require(plain.footer).texts(slide: 2, of: 9).left == "T 2 of 9")
    let sides = deck("---\nauthor: Me\nfooter:\n  left: a\n  right: '{author}'\n---\n# A")
    let texts = try #require(sides.footer).texts(slide: 1, of: 1)
    #expect([texts.left, texts.center, texts.right] == ["a", "", "Me"])
    #expect(deck("---\ntitle: T\n---\n# A").footer == nil)
  }

  @Test(
    "broken front matter is no error",
    arguments: [
      "---\ntitle: [a\n---\n# A", "---\ntitle: A: B: C\n---\n# A",
      "---\ntitle: &a x\nb: *a\n---\n# A",
      "---\ntitle:\n  - [[[[{{{{\n---\n# A", "---\nauthors: {a: b}\ntitle: T\n---\n# A",
    ]
  )
  func broken(_ markdown: String) {
    #expect(deck(markdown).slides.last?.title == "A", "\(markdown)")
  }

  @Test(
    "large amounts of any construct are read in time",
    .timeLimit(.minutes(30)),
    arguments: [
      "<A", "<A-b ", "- a\n<!-- pause -->\n", "<!-- pause -->\n", "---\nlayout: x\n---\n\na\n\n",
      "::right::\n", "<!-- column_layout: [1, 1] -->\n<!-- column: 0 -->\n\na\n\n", "> [!note]\n",
      "```c {1,2|3}\n", "1,", "# a\n", "<!--", "{", "---\n", "a: b\n", "[^1] ", "[^1]: x\n", "<b>",
      "<span style='color:", "```` {title=\"", "-> a <-\n", "<!-- include: x.md -->\n",
      "```file\npath: x\n```\n", "<!-- alignment: center -->\na\n\n",
    ]
  )
  func large(_ piece: String) {
    let many = String(repeating: piece, count: scaled(1 << 17) / piece.utf8.count)
    for start in sampled([
      "", "---\nhighlighter: x\n---\n", "---\ntitle: a\nauthor: b\n---\n", "```c {",
      "%title: a\n\n",
    ]) {
      let deck = Deck(markdown: start + many, name: "x")
      for slide in deck.slides.prefix(2) {
        #expect(FlowedText(slide.document, columns: 80, step: 0).rows.count <= FlowedText.rowLimit)
      }
    }
  }

  @Test("deep nesting and many pauses have limits")
  func bounded() {
    let deep = String(repeating: "> ", count: 5_000) + "x"
    let pauses = String(repeating: "<!-- pause -->\n", count: 5_000)
    let columns = String(
      repeating: "<!-- column_layout: [1,1] -->\n<!-- column: 0 -->\na\n\n",
      count: 500
    )
    for text in [deep, pauses + "x", columns] {
      let slides = deck(text).slides
      #expect(slides.count == 1)
      #expect(slides[0].document.stepCount <= TextDocument.stepLimit)
      #expect(!FlowedText(slides[0].document, columns: 80).rows.isEmpty)
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " })
  }
}
