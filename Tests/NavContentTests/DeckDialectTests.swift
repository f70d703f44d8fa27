import NavBase
import Testing

@testable import NavContent

/// Decks of remark, reveal-md, Marp, slidev and others, recognised by their front matter or by marks in their text.
@Suite("Dialects of decks") struct DeckDialectTests {
  private func deck(_ markdown: String) -> Deck { Deck(markdown: markdown, name: "x") }

  /// Returns the text of a slide in one line.
  private func text(_ slide: Slide, step: Int? = nil) -> String {
    FlowedText(slide.document, columns: 100, step: step).rows
      .flatMap { $0.row.text.split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
  }

  @Test(
    "the tool of a deck",
    arguments: [
      ("# A\n\n---\n\nb", .plain), ("---\nauthor: a\npaging: x\n---\n# A", .slides),
      ("---\nmarp: true\nclass: lead\n---\n# A", .marp), ("# A\n\n<!-- _class: lead -->\n", .marp),
      ("---\npaginate: true\ntheme: gaia\n---\n# A", .marp),
      ("---\n_class: lead\n---\n# A", .marp),
      ("![bg right](a.png)\n\n# A", .marp), ("---\nheadingDivider: 2\n---\n# A", .marp),
      ("---\nseparator: <!--s-->\ncss: a.css\n---\n# A", .reveal),
      ("# A\n\n<!-- .slide: data-background=\"#f00\" -->", .reveal),
      ("- a <!-- .element: class=\"fragment\" -->", .reveal),
      ("# A\n\n<p class=\"fragment\">a</p>\n\nNote: b", .reveal),
      ("---\nhighlighter: shiki\n---\n# A", .slidev), ("---\ntheme: seriph\n---\n# A", .slidev),
      ("# A\n\n---\nlayout: center\n---\n\n# B", .slidev),
      ("```yaml\nlayout: cover\n```\n\n# A", .slidev),
      ("# A\n\n---\n\n## layout: two-cols\n", .slidev),
      ("# A\n\n::right::\n\nb", .slidev), ("<v-clicks depth=\"2\">\n\n- a\n\n</v-clicks>", .slidev),
      ("<p class=\"x\" v-click>\na\n</p>", .slidev), ("<<< @/a.ts", .slidev),
      ("class: center, middle\n\n# A\n\n---\n\n# B", .remark), ("layout: true\n\n# A", .remark),
      ("# A\n\n???\n\nnote\n\n---\n\n.left-column[\na\n]", .remark),
      ("# A\n\n---\nname: b\nclass: impact\n\n# B", .remark),
      ("# A\n\n---\nname: b\nlayout: true\n# B\n---\n# C", .remark),
      ("# A\n\n---\nname: b\nclass: impact\n# B\n---\n# C", .remark),
      ("# A\n\n---\nclass: impact\nbackground-image: url(a.png)\n---\n# B", .remark),
      ("# A\n\n---\nclass: text-center\n---\n\n# B", .slidev),
      ("# A\n\n--\n\nb\n\n???\n\nnote", .remark), ("---\npatat: {wrap: true}\n---\na", .patat),
      ("---\noptions: {}\n---\na", .presenterm), ("---\nstyles: {}\n---\na", .lookatme),
      // Those of no tool.
      ("# A\n\n???\n\nnote", .plain), ("# A\n\n---\n\n## layout: a word about layout", .plain),
      ("# A\n\n---\n\nclass: a noun\n\n- item --", .plain),
      ("# A\n\n---\n\nclass: a noun\n\n---\n\nclass: no verb\n", .plain),
      ("# A\n\n---\nimage: nginx\n---", .plain),
      ("# A\n\n---\n\n```yaml\nimage: nginx\nname: web\n```", .plain),
      ("```html\n<v-click>\n::right::\n<!-- _class: x -->\n```", .plain),
      ("# A\n\nNote: for everybody\n\na `<!-- .element: -->`", .plain),
      ("# A\n\n::right::\n\n<!-- end_slide -->\n\n# B", .plain),
    ] as [(String, DeckDialect)]
  )
  func dialects(markdown: String, dialect: DeckDialect) {
    #expect(DeckDialect(FrontMatter(of: markdown)) == dialect, "\(markdown)")
  }

  // MARK: Notes

  @Test(
    "notes of any tool are notes, and never shown",
    arguments: [
      "# A\n\n???\nsecret\n\nsecret two", "# A\n\nNote:\nsecret\n\n- secret two",
      "# A\n\nnotes:\nsecret secret two\n\n---\n\n# B",
      "class: center, middle\n\n# A\n\n???\nsecret\nsecret two\n\n---\n# B",
      "<!-- .slide: x -->\n# A\n\nNote: secret\nsecret two",
      "# A\n\n???\nsecret\nsecret two\n\n<!-- end_slide -->\n\n# B",
      "---\nmarp: true\n---\n# A\n\n<!-- secret -->\n\ntext\n\n<!-- secret two -->\n",
    ]
  )
  func notes(markdown: String) {
    let deck = deck(markdown)
    for slide in deck.slides {
      #expect(!text(slide).contains("secret") && !text(slide).contains("??"), "\(markdown)")
    }
    #expect(deck.slides[0].title == "A")
    #expect(deck.slides[0].notes.text.contains("secret two"), "\(markdown)")
  }

  @Test(
    "a comment that is no note is none, and replaces none",
    arguments: [
      "vim: set ft=markdown:", "vi: x", "-*- mode: markdown -*-", "{{{1", "}}}", "#region a",
      "endregion", "prettier-ignore", "markdownlint-disable MD013", "cspell:disable", "TOC",
      "START doctoc", "TODO: fix this", "FIXME", "pasue", "speaker_notes: misspelt", "_class: lead",
      "user_note: x", ".slide: data-background=\"#f00\"", "pause: x", "// a", "comment: a", "",
    ]
  )
  func remarks(comment: String) {
    let slide = deck("# A\n\ntext\n\n<!-- the real note -->\n\n<!-- \(comment) -->\n").slides[0]
    #expect(slide.notes.text == "the real note", "\(comment)")
    #expect(text(slide) == "A text" || text(slide).hasSuffix("text"))
  }

  @Test(
    "notes of plain text",
    arguments: ["say this", "note: hi there", "Do not pause here", "hm"]
  )
  func plainNotes(comment: String) {
    #expect(deck("# A\n\n<!-- \(comment) -->").slides[0].notes.text == comment)
  }

  // MARK: Tools

  @Test("remark: properties, layouts, templates, increments and classes")
  func remark() {
    let slides = deck(
      """
      class: center, middle
      name: title

      # Remark deck

      ---

      layout: true

      ## Section A

      ---

      .left-column[
      ### What
      ]
      .right-column[
      Text .red[in `.b[x]` [link](a)]
      ]

      --

      incremental part

      ???

      Secret: the boss is wrong

      ---
      layout: false
      template: title

      .footnote[ bye ]
      """
    ).slides
    #expect(slides.map(\.title) == ["Remark deck", "Section A", "Remark deck"])
    #expect(slides[0].document.placement == .middle)
    #expect(slides[1].document.stepCount == 1)
    #expect(!text(slides[1], step: 0).contains("incremental"))
    for (slide, words) in [(slides[1], ["What", "Text in .b[x] link"]), (slides[2], ["bye"])] {
      for word in words { #expect(text(slide).contains(word), "\(text(slide))") }
      for mark in ["column", "footnote", "???", "layout", "template", "boss"] {
        #expect(!text(slide).contains(mark), "\(text(slide))")
      }
    }
    #expect(slides[1].notes.text.contains("boss"))
  }

  @Test("remark: properties behind others and in comments are not shown")
  func remarkProperties() {
    let slides = deck(
      """
      # Title

      ---
      name: a
      class: impact
      background-image: url(a.png)
      count: false
      level: 2
      # A

      ---
      name: b
      layout: true
      ## B
      ---
      name: c

      one

      <!-- class: wide -->
      ---
      layout: false
      template: a

      two
      ---
      continued: true

      Note of a word: shown
      """
    ).slides
    #expect(slides.map(\.title) == ["Title", "A", "B", "A"])
    for mark in ["name", "class", "url", "count", "level", "layout", "template", "continued"] {
      #expect(!slides.contains { text($0).contains(mark) }, "\(mark)")
    }
    #expect(slides.count == 4 && text(slides[2]).hasSuffix("one"))
    #expect(slides.last?.document.stepCount == 1)
    #expect(slides.last.map { text($0).hasSuffix("two Note of a word: shown") } == true)
    #expect(!slides.contains { !$0.notes.isEmpty })
  }

  @Test("reveal-md: separators of the front matter, fragments, notes")
  func reveal() {
    let slides = deck(
      """
      ---
      title: Reveal
      separator: <!--s-->
      verticalSeparator: <!--v-->
      theme: solarized
      ---

      # One

      <!--s-->

      ## Two

      - a <!-- .element: class="fragment" -->
      - b

      ---

      <!--v-->

      ### Vertical

      Note:
      my speaker note

      <!--s-->

      <!-- .slide: data-background="#ff0000" -->
      ## Three
      """
    ).slides
    // With other separators a rule is a rule.
    #expect(slides.map(\.title) == ["One", "Two", "Vertical", "Three"])
    #expect(slides[1].document.stepCount == 1)
    #expect(slides.map(\.notes.text).joined().contains("my speaker note"))
    #expect(!slides.contains { text($0).contains("my") || text($0).contains("element") })
  }

  @Test("Marp: headings that divide, directives, fragments, backgrounds")
  func marp() throws {
    let head = "---\nmarp: true\nheadingDivider: 2\nfooter: Foot\npaginate: true\n---\n\n"
    let deck = deck(
      head
        + """
        # Marp deck

        ![bg](red)
        ![bg](linear-gradient(to right, rgba(0, 0, 0, 0.5), #fff))
        ![bg left:40% 80%](a/marp.svg)

        ## Second

        <!-- _class: invert -->

        ![w:200 A picture](b.png)

        * one
        * two

        ---

        ## Third

        ### Same slide

        - three
        """
    )
    #expect(deck.slides.map(\.title) == ["Marp deck", "Second", "Third"])
    #expect(text(deck.slides[0]).contains("a/marp.svg") && !text(deck.slides[0]).contains("red"))
    #expect(!text(deck.slides[0]).contains("gradient") && !text(deck.slides[0]).contains("fff"))
    #expect(deck.slides[1].document.stepCount == 2 && deck.slides[2].document.stepCount == 0)
    #expect(!text(deck.slides[1]).contains("w:200") && !text(deck.slides[1]).contains("invert"))
    #expect(text(deck.slides[2]).contains("Same slide"))
    let footer = try #require(deck.footer).texts(slide: 2, of: 3)
    #expect([footer.left, footer.center, footer.right] == ["Foot", "", "2"])
  }

  @Test("Marp: footers and numbers of the slides behind a directive, and of one slide")
  func marpFooters() {
    let deck = deck(
      """
      ---
      header: Head
      footer: Foot
      paginate: true
      _footer: ''
      _paginate: false
      ---
      # One

      ---

      # Two <!-- _footer: Special -->

      text

      ---
      <!--
        header: Head
        footer: New *feet*
        paginate: false
      -->
      # Three

      ---

      # Four

      <!-- _paginate: true --> <!-- _header: Head -->

      ---

      <!-- footer: Foot -->
      <!-- paginate: hold -->
      # Five

      ---
      <!-- _paginate: skip -->
      # Six

      ---
      <!-- paginate: true -->
      # Seven
      """
    )
    #expect(deck.slides.map(\.title) == ["One", "Two", "Three", "Four", "Five", "Six", "Seven"])
    let footers = deck.slides.indices.map { index in
      deck.footer(ofSlide: index).map { [$0.left, $0.center, $0.right] } ?? []
    }
    #expect(
      footers == [
        [], ["Special", "", "2"], ["New feet", "", ""], ["New feet", "", "4"], ["Foot", "", "4"],
        ["Foot", "", ""], ["Foot", "", "5"],
      ]
    )
    for slide in deck.slides {
      #expect(slide.notes.isEmpty)
      for word in ["Head", "Foot", "feet", "Special", "footer", "paginate"] {
        #expect(!text(slide).contains(word), "\(text(slide))")
      }
    }
  }

  @Test(
    "slidev: settings in any form are settings",
    arguments: [
      "# A\n\n---\nlayout: two-cols\n---\n\n# B\n\nleft\n\n::right::\n\nright",
      "# A\n\n---\n\n```yaml\nlayout: two-cols\nclass: x\n```\n\n# B\n\nleft\n\n::right::\n\nright",
      "---\ntheme: seriph\ntitle: T\n---\n\n# A\n\n---\n\n## layout: two-cols class: x\n\n# B\n\n"
        + "<template v-slot:default>\n\nleft\n\n</template>\n<template v-slot:right>\n\nright\n\n</template>",
    ]
  )
  func slidevSettings(markdown: String) {
    let slides = deck(markdown).slides
    #expect(slides.map(\.title) == ["A", "B"], "\(markdown)")
    guard slides.count == 2 else { return }
    #expect(text(slides[0]).hasPrefix("A") && !text(slides[0]).contains("layout"))
    let shown = text(slides[1])
    for word in ["left", "right"] { #expect(shown.contains(word), "\(shown)") }
    for mark in ["::", "template", "layout"] { #expect(!shown.contains(mark), "\(shown)") }
    #expect(slides[1].document.blocks.contains { if case .columns = $0 { true } else { false } })
  }

  private static let slidevText = """
    ---
    theme: seriph
    ---

    # `unref` - B <MarkerCore /> <Foo a="b > c" /> `<Shown />`

    # `useTitle` <Marker class="text-blue-400">Case</Marker>

    {{ $slidev.nav.currentPage }} `{{ shown }}`

    <v-clicks depth="2" every="1">

    - a

    </v-clicks>

    <div class="grid gap-3" style="grid-template-columns: repeat(2, 1fr) 1.5fr">
      <div v-after.up class="p-3">
        <div class="mb-1">label one</div>

        <div>Slide from bottom</div>
      </div>
      <div v-click.fade-in>
        <div>label two</div>
      </div>
    </div>

    <div class="grid grid-cols-3"><div>1</div><div>2</div><div>3</div></div>

    <v-switch>
    <template #1> one </template>
    </v-switch>
    """

  @Test("slidev: components and directives are never shown, what they contain is")
  func slidevComponents() {
    let slide = deck(Self.slidevText).slides[0]
    let shown = text(slide)
    for mark in ["Marker", "Foo", "v-", "::", "$slidev", "grid", "template", "div", "123", "\" />"]
    {
      #expect(!shown.contains(mark), "\(mark): \(shown)")
    }
    for word in ["<Shown />", "Case", "{{ shown }}", "label one", "Slide", "label two", "one"] {
      #expect(shown.contains(word), "\(word): \(shown)")
    }
    #expect(!slide.document.blocks.contains { if case .code = $0 { true } else { false } })
  }

  @Test("presenterm: lines of quotes stay lines, as in no other deck")
  func quotes() {
    let text = "A\n===\n\n> Repeatable\n> Best\n> Built\n\none\ntwo"
    func rows(_ text: String) -> [String] {
      FlowedText(deck(text).slides[0].document, columns: 60).rows.map(\.row.text)
    }
    let kept = rows(text + "\n\n<!-- end_slide -->\n")
    #expect(kept.filter { $0.hasPrefix("▎") } == ["▎ Repeatable", "▎ Best", "▎ Built"])
    #expect(kept.contains("one two"))
    #expect(rows(text).filter { $0.hasPrefix("▎") } == ["▎ Repeatable Best Built"])
  }

  @Test("slides: lines behind /// are not shown")
  func hiddenLines() {
    let code = "```go\n///\npackage main\n///\nfunc main() {}\n```\n"
    #expect(text(deck("---\nauthor: me\n---\n" + code).slides[0]) == "package main func main() {}")
    #expect(text(deck(code).slides[0]).contains("///"))
  }

  private static let longRows = """
    # Multi

    -------------------------------------------------------------
     Centered   Default           Right Left
      Header    Aligned         Aligned Aligned
    ----------- ------- --------------- -------------------------
       First    row                12.0 Example of a row that
                                        spans multiple lines.

      Second    row                 5.0 Here's another one.
    -------------------------------------------------------------

    +---------+-------+
    | Fruit   | Price |
    +=========+=======+
    | Bananas | $1.34 |
    |         | each  |
    +---------+-------+
    """

  @Test(
    "pandoc: tables with several lines in a row, and grids",
    arguments: ["", "---\ntitle: P\npatat: {wrap: true}\n---\n"]
  )
  func longTables(head: String) throws {
    let slides = deck(head + Self.longRows).slides
    #expect(slides.count == 1)
    let tables = slides[0].document.blocks.compactMap { block -> TextTable? in
      if case .table(let table) = block { table } else { nil }
    }
    try #require(tables.count == 2)
    #expect(
      tables[0].header.map(\.text) == [
        "Centered Header", "Default Aligned", "Right Aligned", "Left Aligned",
      ]
    )
    #expect(
      tables[0].rows.map { $0.map(\.text) } == [
        ["First", "row", "12.0", "Example of a row that spans multiple lines."],
        ["Second", "row", "5.0", "Here's another one."],
      ]
    )
    #expect(tables[1].header.map(\.text) == ["Fruit", "Price"])
    #expect(tables[1].rows.map { $0.map(\.text) } == [["Bananas", "$1.34 each"]])
  }

  // MARK: Title slides

  private static let head = """
    ---
    title: "Debugging distributed queues"
    sub_title: "What 14 months of on-call taught us"
    author: Ada Newcomer
    event: TermConf 2026
    date: 2026-11-28
    duration: 20min
    ---


    """

  @Test(
    "a title slide shows each of its things once",
    arguments: ["# Debugging distributed queues\n\n---\n\n", ""]
  )
  func titleSlide(first: String) {
    let deck = deck(Self.head + first + "## Why this talk\n\ntext\n\n---\n\nend")
    #expect(deck.slides.map(\.title) == ["Debugging distributed queues", "Why this talk", "end"])
    #expect(
      text(deck.slides[0])
        .hasSuffix("What 14 months of on-call taught us Ada Newcomer · TermConf 2026 · 2026-11-28")
    )
    #expect(deck.slides[0].document.placement == .middle)
  }

  @Test("a first slide with more than the title keeps it, and has the rest of the title slide")
  func titleSlideWithMore() {
    let deck = deck(
      Self.head + "# Debugging distributed queues\n\nWhat 14 months of on-call taught us\n\nHello\n"
        + "\n<!-- say hello -->\n\n---\n\n# B"
    )
    #expect(deck.slides.count == 2 && deck.slides[0].notes.text == "say hello")
    let shown = text(deck.slides[0])
    #expect(shown.split(separator: "What").count == 2 && shown.hasSuffix("Hello"), "\(shown)")
    #expect(shown.contains("Ada Newcomer · TermConf 2026 · 2026-11-28"))
    // It is centred as a whole.
    #expect(
      deck.slides[0].document.blocks.allSatisfy {
        if case .aligned(.center, _) = $0 { true } else { false }
      }
    )
  }

  /// Decks in which a note was shown, or text was lost.
  private static let notesApart: [(deck: String, shown: [String], notes: [String])] = [
    ("a ```npm i``` b\n```npm i``` c\n\n???\n\nSECRET", ["npm i", "c"], ["SECRET"]),
    (
      "# A\n\nNote:\nA ---> B SECRET\nmore --flag SECRET\n\n---\n\nB", ["A"],
      ["B SECRET", "--flag"]
    ),
    ("# A\n\n<!--\nNotes:\n- SECRET\n-->\n\nSEEN\n\n---\n\n# B", ["SEEN"], []),
    ("# A\n\n<aside class=\"notes\">\nSECRET\n</aside>\n\nSEEN\n\n---\n\nB", ["SEEN"], ["SECRET"]),
    ("# A\n\n<aside class=\"notes\">SECRET</aside>\n\nSEEN\n\n---\n\nB", ["SEEN"], ["SECRET"]),
    ("# A\n\n::: notes\nSECRET\n:::\n\nSEEN\n\n---\n\nB", ["SEEN"], ["SECRET"]),
    (
      "---\nnotesSeparator: \"^[Nn]otes?:\"\n---\n# A\n\nNote: SECRET\n\n---\n\nB", ["A"],
      ["SECRET"]
    ),
    (
      "---\ntitle: T\nauthor: U\n---\n# A\n\nNote:\nSECRET\n\n# B\n\nSEEN", ["A", "SEEN"],
      ["SECRET"]
    ),
    ("# A\n\n<!-- More about SECRET -->", ["A"], ["More about SECRET"]),
    ("# A\n\n<!-- Region SECRET grew -->\n\n<!-- TODO: mend it -->", ["A"], ["Region SECRET grew"]),
    ("class: middle\n\n# A [0, 1) b\n\n--\n\nc\n\n???\n\nSECRET", ["[0, 1) b"], ["SECRET"]),
    (
      "name: t\nclass: middle\n\nT {{content}} end\n\n---\ntemplate: t\n\nin\n\n???\nSECRET",
      ["T end", "T in end"], ["SECRET"]
    ),
  ]

  @Test("notes are not shown, and nothing else is lost", arguments: notesApart)
  func notes(markdown: String, shown: [String], notes: [String]) {
    let slides = deck(markdown).slides
    let all = slides.map { text($0) }.joined(separator: " ")
    #expect(shown.allSatisfy(all.contains), "\(all)")
    for word in ["SECRET", "-->", "{{", "</aside>", ":::"] where !shown.contains(word) {
      #expect(!all.contains(word), "\(all)")
    }
    let found = slides.map(\.notes.text).joined(separator: " ")
    #expect(notes.allSatisfy(found.contains), "\(found)")
  }

  @Test("a line of many pictures, tags or dots ends soon")
  func longLines() {
    let head = "---\ntheme: seriph\n---\n"
    let pictures = deck(head + String(repeating: "<img src=\"a.png\" alt=\"b\">", count: 3_000))
    #expect(text(pictures.slides[0]).contains("b (a.png)"))
    #expect(deck(head + String(repeating: "<A/>", count: 20_000)).slides.count == 1)
    let dots = deck("class: middle\n\n" + String(repeating: ".", count: 20_000))
    #expect(dots.slides.count == 1)
  }

  @Test("a nested list of Marp stays nested")
  func nestedList() {
    let slides = deck("---\nmarp: true\n---\n* one\n  - under\n* two\n").slides
    let rows = FlowedText(slides[0].document, columns: 60).rows.map(\.row.text)
    #expect(rows.contains { $0.contains("◦ under") }, "\(rows)")
  }
}
