import NavBase
import NavContent
import NavTestKit
import Testing

/// Single lines with a meaning in other tools' decks, and their result.
@Suite("Lines of decks of other tools") struct DeckLinesTests {
  private func deck(_ markdown: String) -> Deck { Deck(markdown: markdown, name: "x") }

  private func rows(_ slide: Slide, step: Int? = nil, columns: Int = 40) -> [String] {
    FlowedText(slide.document, columns: columns, step: step).rows
      .map { String(repeating: " ", count: $0.row.indent) + $0.row.text }
  }

  private func mdp(_ body: String, columns: Int = 40) -> [String] {
    rows(deck("%title: T\n\n" + body).slides[0], columns: columns)
  }

  // MARK: mdp

  @Test(
    "mdp: each line stays one",
    arguments: [
      (
        "keys   *a*, b\n       c\nquit   q",
        ["keys   a, b", "\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}c", "quit   q"]
      ),
      ("a\n\\    b\n\\int c", ["a", "\u{A0}   b", "int c"]),
      ("a\n\n    int *b;\n\nc", ["a", "", " int *b;", "", "c"]),
      ("```\n* a\n-> b\n```", [" * a", " -> b"]),
      ("> a\n> b", ["▎ a", "▎ b"]),
      ("\\* \\* \\*\n3 *\\** or *-*", ["* * *", "3 * or -"]),
      ("snake_case 2 * 3", ["snake_case 2 * 3"]),
      ("`a*b*` \\`c\\`", ["a*b* `c`"]),
    ]
  )
  func lines(body: String, expected: [String]) {
    #expect(mdp(body) == expected, "\(body)")
  }

  @Test("mdp: centred lines may be headings, underlined or not, and need no end")
  func centered() {
    let all = mdp("-> T <-\n===\n\n-> ## b <-\n-> c\n\nd", columns: 9)
    #expect(all == ["    T", "    ━", "", "    b", "", "    c", "", "d"])
  }

  @Test("mdp: lists nest by four blanks, and may contain pauses")
  func lists() {
    let slide = deck("%title: T\n\nAgenda\n<br>\n* a\n<br>\n    * b\n      c\n* d\n  ^\n    - e")
      .slides[0]
    #expect(slide.document.stepCount == 3)
    let steps = (0...3).map { rows(slide, step: $0) }
    #expect(steps[0] == ["Agenda"])
    #expect(steps[1] == ["Agenda", "", "• a"])
    #expect(steps[2] == ["Agenda", "", "• a", "  ◦ b", "    c", "• d"])
    #expect(steps[3] == ["Agenda", "", "• a", "  ◦ b", "    c", "• d", "  ◦ e"])
  }

  @Test("mdp: stars make red, underscores underline, within one line")
  func styles() {
    let row = FlowedText(deck("%title: T\n\n_a_ *b* _*c*_ *d").slides[0].document, columns: 40)
      .rows[0].row
    #expect(row.text == "a b c *d")
    let red = TextColor.indexed(9)
    #expect(
      row.runs.map(\.style) == [
        TextStyle(attributes: .underline), TextStyle(), TextStyle(foreground: red), TextStyle(),
        TextStyle(attributes: .underline, foreground: red),
      ]
    )
  }

  // MARK: lookatme, patat

  @Test("lookatme: colons alone are a pause, unless they end a box")
  func colons() {
    let slide = deck("- a\n\n:::\n\n- b\n\n:::\n\nc").slides[0]
    #expect((0...2).map { rows(slide, step: $0).last } == ["• a", "• b", "c"])
    #expect(deck("::: note\n\na\n\n:::\n\nb").slides[0].document.stepCount == 0)
  }

  @Test("patat: a list alone in a quote is revealed the other way, and has no quote")
  func quotedLists() {
    let text = "- a\n\n    > * b\n    > * c\n\n- d\n"
    let some = deck("---\npatat: {incrementalLists: true}\n---\n" + text).slides[0]
    #expect(some.document.stepCount == 2)
    #expect(rows(some, step: 1) == ["• a", "", "  ◦ b", "  ◦ c"])
    let none = deck("---\npatat: {wrap: true}\n---\n" + text).slides[0]
    #expect(none.document.stepCount == 2)
    #expect(rows(deck(text).slides[0]).contains("  ▎ ◦ b"))
  }

  @Test("patat: settings in comments are no notes")
  func settings() {
    let text = "# A\n\nb\n\n<!--config:\nslideNumber: false\n-->"
    #expect(deck(text).slides[0].notes.isEmpty)
    #expect(deck("# A\n\nb\n\n<!-- say this -->").slides[0].notes.text == "say this")
  }

  // MARK: presenterm

  @Test("a pause in one column delays later parts of all columns")
  func columnPauses() {
    let slide = deck(
      """
      # T

      <!-- column_layout: [1, 1] -->
      <!-- column: 1 -->

      a

      <!-- pause -->
      <!-- column: 0 -->

      b

      <!-- pause -->
      <!-- column: 1 -->

      c

      <!-- pause -->
      <!-- reset_layout -->

      d
      """
    ).slides[0]
    func seen(_ step: Int, columns: Int = 60) -> String {
      rows(slide, step: step, columns: columns).dropFirst(2).joined()
        .filter { !$0.isWhitespace && $0 != "T" && $0 != "━" }
    }
    #expect(slide.document.stepCount == 3)
    #expect((0...3).map { seen($0) } == ["a", "ba", "bac", "bacd"])
    // The same for columns below one another.
    #expect((0...3).map { seen($0, columns: 30) } == ["a", "ba", "bac", "bacd"])
    #expect((0..<5).map { slide.document.step(ofLeaf: $0) } == [0, 1, 0, 2, 3])
  }

  @Test("titles of presenterm are centred, at the top of the page")
  func titles() {
    let text = "Title\n===\n\nb\n\n<!-- end_slide -->\n\nNext\n---\n\n# c\n"
    let slides = deck(text).slides
    #expect(rows(slides[0], columns: 11) == ["   Title", "   ━━━━━", "", "b"])
    #expect(rows(slides[1], columns: 10) == ["   Next", "   ━━━━", "", "c"])
    #expect(slides.map(\.document.placement) == [.top, .top])
    let left = deck("---\ntheme: {override: {slide_title: {alignment: left}}}\n---\n" + text).slides
    #expect(rows(left[0], columns: 11)[0] == "Title")
    // Underlined headings of any other deck are headings.
    #expect(rows(deck("Title\n===\n\nb").slides[0], columns: 11)[0] == "Title")
  }

  // MARK: slidev

  /// A deck whose second slide has a text: the first slide is centred.
  private func slidev(_ body: String) -> Deck {
    deck("---\nhighlighter: shiki\n---\n# Cover\n\n---\n\n" + body)
  }

  @Test("slidev: formulas are shown as written")
  func formulas() {
    let slide = slidev("# A\n\nSo $a\\,b$ for $5 and $6\n\n$$ {1|2}\nx \\\\\n\ny\n$$\n\n$$z\\,$$")
      .slides[1]
    #expect(
      rows(slide) == ["A", "━", "", "So a\\,b for $5 and $6", "", " x \\\\", "", " y", "", " z\\,"]
    )
    #expect(slide.document.stepCount == 1)
  }

  @Test("slidev: a grid becomes columns, its cells the elements or blocks in it")
  func grids() {
    let cells = "<div>\n\na\n\n</div>\n<div>\n\nb\n\n</div>"
    let blocks = "```\na\n```\n\n```\nb\n```"
    for inner in [cells, blocks] {
      let slide = slidev("<div class=\"grid grid-cols-2\">\n\(inner)\n</div>\n\nc").slides[1]
      guard case .columns(let columns)? = slide.document.blocks.first else {
        Issue.record("\(slide.document.blocks)")
        continue
      }
      #expect(columns.map(\.blocks.count) == [1, 1], "\(inner)")
      #expect(rows(slide, columns: 60).last == "c")
    }
  }

  @Test("slidev: a table of contents lists the first heading of each slide, as links")
  func contents() {
    let deck = slidev(
      "# A\n\n<Toc maxDepth=\"1\" />\n\n---\n\n## B\n\n---\nclass: x\n---\n\n# C\n\n# D\n"
    )
    #expect(rows(deck.slides[1]).suffix(2) == ["2. A", "4. C"])
    let links = FlowedText(deck.slides[1].document, columns: 40).rows.flatMap(\.row.runs)
      .compactMap(\.style.link)
    #expect(links.count == 3 && links.allSatisfy { TextStyle.page(ofAddress: $0) != nil })
  }

  @Test("a table without column names has no header")
  func headerless() {
    let slide = deck("| | |\n|-|-|\n| a | b |\n| c | d |").slides[0]
    #expect(rows(slide) == ["a │ b", "c │ d"])
  }

  // MARK: Front matter

  @Test("an ampersand in front matter leaves nested keys alone; aliases are refused")
  func ampersands() {
    func entries(_ line: String) -> Int {
      let text = "---\n\(line)\noptions:\n  incremental_lists: true\n---\n- a\n- b\n"
      return deck(text).slides.last?.document.stepCount ?? 0
    }
    for line in [
      "title: Q & A", "title: 'R&D'", "title: A &B", "author: &me Me", "title: '**A** & *B*'",
    ] {
      #expect(entries(line) == 2, "\(line)")
    }
    #expect(entries("author: &me Me\nauthors: [*me]") == 0)
    // Ten lines that would expand to ten thousand million values.
    let bomb = (1...9).map {
      "k\($0): &k\($0) [\(Array(repeating: "*k\($0 - 1)", count: 10).joined(separator: ","))]\n"
    }
    #expect(entries("k0: &k0 [a]\n" + bomb.joined()) == 0)
  }
}
