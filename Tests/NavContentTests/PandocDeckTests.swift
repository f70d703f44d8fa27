import NavBase
import NavContent
import Testing

/// Pandoc's Markdown in decks of patat.
@Suite("Decks of patat") struct PandocDeckTests {
  private func deck(_ markdown: String) -> Deck { Deck(markdown: markdown, name: "x") }

  private func rows(_ slide: Slide, columns: Int = 50) -> [String] {
    FlowedText(slide.document, columns: columns).rows
      .map { String(repeating: " ", count: $0.row.indent) + $0.row.text }
  }

  private func table(_ slide: Slide) -> TextTable? {
    slide.document.blocks.lazy.compactMap { if case .table(let table) = $0 { table } else { nil } }
      .first
  }

  private static let rulers = """
    # Normal

      Right     Left     Center     Default
    -------     ------ ----------   -------
         12     12        12            a|b
        123     *123*     123          123

    Table:  Demonstration.

    Behind

    # Headless

    -------     ------ ----------   -------
         12     12        12        12
        123     123       123       123
    -------     ------ ----------   -------
    """

  @Test("simple tables, aligned by their headers or first rows relative to the rulers")
  func simpleTables() throws {
    let slides = deck(Self.rulers).slides
    #expect(slides.count == 1)
    let tables = slides[0].document.blocks.compactMap { block -> TextTable? in
      if case .table(let table) = block { table } else { nil }
    }
    try #require(tables.count == 2)
    #expect(tables[0].header.map(\.text) == ["Right", "Left", "Center", "Default"])
    #expect(tables[0].alignments == [.right, .left, .center, .left])
    #expect(
      tables[0].rows.map { $0.map(\.text) } == [
        ["12", "12", "12", "a|b"], ["123", "123", "123", "123"],
      ]
    )
    #expect(tables[0].rows[1][1].runs[0].style.attributes == .italic)
    #expect(tables[1].header.allSatisfy { $0.isEmpty })
    #expect(tables[1].alignments == [.right, .left, .center, .left])
    #expect(tables[1].rows.count == 2)
    let shown = rows(slides[0])
    #expect(shown.contains("Table: Demonstration.") && shown.contains("Behind"))
    #expect(!shown.contains { $0.contains("---") })
  }

  @Test(
    "whether a text is a table, and the number of slides",
    arguments: [
      ("a  b\n-- --\n1  2\n", 1, true), ("a  b\n-- --\n1  2\n\n---\n\nc", 2, true),
      ("a  b\n-- --\n1  2\n-- --\n\nc", 1, true), ("语  b\n--  --\n1   2\n", 1, true),
      // A rule of CommonMark, not a ruler.
      ("a\n\n- - -\n\nb", 2, false), ("a\n\n-- --\n\nb", 2, false),
      // In a deck of patat a ruler ends no slide.
      ("---\npatat: {wrap: true}\n---\na\n\n-- --\n\nb", 1, false),
      ("---\npatat: {wrap: true}\n---\na\n\n- - -\n\nb\n", 2, false),
      // Inside of a fence there are no tables.
      ("```\na  b\n-- --\n1  2\n```", 1, false), ("# a\n-- --\nb", 2, false),
      // Other decks have no such tables.
      ("---\nhighlighter: shiki\n---\na  b\n-- --\n1  2\n", 2, false),
      ("-- --\n1  2\n3  4", 1, false),
    ]
  )
  func rulers(markdown: String, count: Int, isTable: Bool) {
    let slides = deck(markdown).slides
    #expect(slides.count == count, "\(markdown)")
    #expect((table(slides[0]) != nil) == isTable, "\(markdown)")
  }

  @Test("cells are aligned with the columns of the ruler, whatever their characters' width")
  func wideCells() {
    let markdown = "语言  name\n----  ----\n语    abc\n"
    #expect(table(deck(markdown).slides[0])?.header.map(\.text) == ["语言", "name"])
    #expect(table(deck(markdown).slides[0])?.rows[0].map(\.text) == ["语", "abc"])
  }

  @Test("captions are a line of text below simple tables and others")
  func captions() {
    let simple = "a  b\n-- --\n1  2\n\n: One *two*\n\nrest"
    #expect(rows(deck(simple).slides[0]).suffix(3) == ["Table: One two", "", "rest"])
    let piped = "| a | b |\n|---|---|\n| 1 | 2 |\n\n: One\n"
    #expect(rows(deck(piped).slides[0]).last == "Table: One")
  }

  @Test("definitions are indented blocks below their terms")
  func definitions() {
    let markdown = """
      Term 1

      :   Definition 1

      Term 2 with *inline*

      :   Definition 2
          goes on

              { some code }

          Third paragraph.

      ---

      Term 1
        ~ Definition 1

      Term 2
        ~ Definition 2a
        ~ Definition 2b

      Behind
      """
    let slides = deck(markdown).slides
    #expect(
      slides.map { rows($0) } == [
        [
          "Term 1", "", "    Definition 1", "", "Term 2 with inline", "",
          "    Definition 2 goes on", "", "     { some code }", "", "    Third paragraph.",
        ],
        [
          "Term 1", "", "    Definition 1", "", "Term 2", "", "    Definition 2a",
          "    Definition 2b", "", "Behind",
        ],
      ]
    )
    guard case .paragraph(let term)? = slides[0].document.blocks.first,
      case .list(let list) = slides[0].document.blocks[3]
    else {
      Issue.record("\(slides[0].document.blocks)")
      return
    }
    #expect(term.runs.allSatisfy { $0.style.attributes == .bold } && !list.hasMarkers)
    let kinds = list.items[0].blocks.map { if case .code = $0 { "code" } else { "text" } }
    #expect(kinds == ["text", "code", "text"])
  }

  @Test(
    "definitions are visible at once although entries of lists are not",
    arguments: [("Term\n\n:   One\n:   Two", 0), ("- One\n- Two", 2)]
  )
  func definitionsAtOnce(body: String, steps: Int) {
    let matter = "---\npatat:\n  incrementalLists: true\n---\n"
    #expect(deck(matter + body).slides[0].document.stepCount == steps)
  }

  @Test(
    "text without definitions is unchanged",
    arguments: [
      ("a\nb\n~ 5 minutes", "a b ~ 5 minutes"), ("# A\n\n: b", ": b"),
      (":::", ""), ("`a`\n: b", "a : b"), ("---\nmode: pager\n---\na\n\n: b", ": b"),
    ]
  )
  func noDefinitions(markdown: String, last: String) {
    #expect((rows(deck(markdown).slides[0]).last ?? "") == last || last.isEmpty, "\(markdown)")
  }

  @Test(
    "divs of incremental lists reveal their entries, the others not",
    arguments: [("", 4), ("---\npatat:\n  incrementalLists: true\n---\n", 8)]
  )
  func incrementalDivs(matter: String, steps: Int) {
    let body = """
      - a
      - b

      ::: incremental
      - a
      - b

      ::: {.nonincremental}
      - a
      - b
      :::

      - a
      - b
      :::

      ```
      ::: incremental
      ```

      - a
      - b
      """
    let slide = deck(matter + body).slides[0]
    #expect(slide.document.stepCount == steps)
    #expect(rows(slide).count { $0.contains(":::") } == 1)
  }

  @Test(
    "divs of columns are columns of these widths",
    arguments: [
      ([" width=\"40%\"", " width=\"60%\""], [40, 60]), (["", ""], [50, 50]),
      (["", " width=\"30%\"", ""], [35, 30, 35]),
    ]
  )
  func columnDivs(widths: [String], weights: [Int]) throws {
    let parts = widths.map { "::: {.column\($0)}\n- left\n\n::: warning\nbox\n:::\n:::\n" }
    let body = "# A\n\n:::: {.columns}\n\n\(parts.joined(separator: "\n"))\n::::\n\nbehind"
    let blocks = deck(body).slides[0].document.blocks
    let columns = try #require(
      blocks.lazy.compactMap { block -> [TextColumn]? in
        if case .columns(let all) = block { all } else { nil }
      }.first
    )
    #expect(columns.map(\.weight) == weights)
    #expect(columns.allSatisfy { if case .list? = $0.blocks.first { true } else { false } })
    #expect(rows(deck(body).slides[0]).last == "behind")
    // One of another kind stays.
    #expect(columns.allSatisfy { "\($0.blocks)".contains("::: warning") })
    // Notes among them are hidden.
    let noted = deck(body + "\n\n::: incremental\n- a\n::: notes\nsecret\n:::\n:::\n").slides[0]
    #expect(!rows(noted).contains { $0.contains("secret") || $0 == ":::" })
  }

  @Test(
    "a div that is never closed ends with its slide, and a heading in one that is closed ends nothing",
    arguments: [
      ("", "---"), ("", "<!-- end_slide -->"), ("---\npatat: {wrap: true}\n---\n", ""),
      ("---\ntitle: t\nauthor: u\n---\n", ""),
    ]
  )
  func unclosedDivs(matter: String, end: String) throws {
    let parts = "::: columns\n::: column\n## left\n:::\n::: column\n## right\n:::\n"
    let texts = [
      "# A\n\n\(parts)", "# B\n\n\(parts):::\n\nbehind\n",
      "# C\n\n::: incremental\n- a\n- b\n", "# D\n\n- c\n- d\n",
    ]
    let slides = Array(deck(matter + texts.joined(separator: "\n\(end)\n\n")).slides.suffix(4))
    try #require(slides.map(\.title) == ["A", "B", "C", "D"])
    let weights = slides.prefix(2).map { slide in
      slide.document.blocks.compactMap { block -> [Int]? in
        if case .columns(let all) = block { all.map(\.weight) } else { nil }
      }
    }
    #expect(weights == [[[50, 50]], [[50, 50]]])
    #expect(rows(slides[1]).last == "behind")
    #expect(slides.map(\.document.stepCount) == [0, 0, 2, 0])
  }

  @Test("slides of headings alone are centred")
  func titles() {
    func places(_ body: String) -> [TextDocument.Placement] {
      deck("---\npatat: {slideLevel: 1}\n---\n" + body).slides.map(\.document.placement)
    }
    #expect(places("# A\n\na\n\n# B\n\nb\n") == [.top, .top])
    #expect(places("# A\n\n---\n\n# B\n\nb\n") == [.middle, .top])
  }

  @Test("text of many lines is read quickly")
  func manyLines() {
    let blanks = String(repeating: "\n", count: 100_000)
    let text = "Term\n: One" + blanks + "    Two" + blanks + "Three"
    #expect(rows(deck(text).slides[0]).last == "Three")
    let rulers = String(repeating: "-- --\na\n", count: 20_000)
    #expect(!deck(rulers).slides.isEmpty)
  }
}
