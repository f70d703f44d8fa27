import NavBase
@testable import NavContent
import Testing

@Suite struct DeckTests {
  @Test(
    "the theme of the front matter, or the nearest to that of another tool",
    arguments: [
      ("theme: night", BuiltInTheme.night), ("theme:\n  name: catppuccin-mocha", .dusk),
      ("theme: seriph", .own), ("theme:\n  override: {}", .own), ("title: x", .own),
    ]
  )
  func theme(matter: String, name: BuiltInTheme) {
    let deck = Deck(markdown: "---\n\(matter)\n---\n# A\n", name: "x")
    #expect(deck.theme == name && SessionContent(.deck(deck)).theme == name)
  }

  @Test(
    arguments: [
      // An empty deck has one slide that says so.
      ("", ["This deck is empty"]),
      ("\n \n", ["This deck is empty"]),
      ("---\n", ["This deck is empty"]),
      ("<!-- only a note -->", ["This deck is empty"]),
      // Rules of hyphens at the root split.
      ("# A", ["A"]),
      ("# A\n\n---\n\n# B", ["A", "B"]),
      ("# A\n---\n# B\n---\n# C", ["A", "B", "C"]),
      ("A\n\n- - -\nB", ["A", "B"]),
      ("A\n\n   -----------  \n\nB", ["A", "B"]),
      ("# A\r\n\r\n---\r\n\r\n# B\r\n", ["A", "B"]),
      ("# A\r\r---\r\r# B", ["A", "B"]),
      // Other rules do not.
      ("# A\n\n***\n\n# B", ["A"]),
      ("# A\n\n___\n\n# B", ["A"]),
      ("# A\n\n* * *\n\n---\n\n# B", ["A", "B"]),
      // Hyphens below text make a heading.
      ("text\n---\nmore", ["text"]),
      ("A\n\n---\n\nB\n---\n\nC\n\n---\nD", ["A", "B", "D"]),
      // Nothing splits inside of other blocks.
      ("# A\n\n```\n---\n```\n\n~~~md\n---\n<!-- end_slide -->\n~~~\n", ["A"]),
      ("# A\n\n    ---\n", ["A"]),
      ("# A\n\n> ---\n\n- x\n\n  ---\n", ["A"]),
      ("# A\n\n```\n---\n# B", ["A"]),
      // Empty slides are left out.
      ("---\n\n# A\n\n---\n\n---\n\n# B\n\n---\n", ["A", "B"]),
      ("---\n# A\ntext\n\n---\n# B", ["A", "B"]),
      // Comments.
      ("# A\n<!-- end_slide -->\n# B", ["A", "B"]),
      ("# A\n\n<!--end_slide-->\n\n<!-- end_slide -->\n\n# B", ["A", "B"]),
      ("# A\n\n<!-- end_slides -->\n\n<!-- x\nend_slide\n\n--- -->\n\n# B", ["A"]),
      ("A\n\n<!-- x --> <!-- end_slide --> B\n", ["A", "B"]),
      ("A <!-- end_slide --> B", ["A  B"]),
      // Titles.
      ("first\nsecond\n\n# Heading", ["Heading"]),
      ("first  \nsecond", ["first"]),
      ("#\n\n- \n- item", ["item"]),
      ("> ## *Quoted* `code`", ["Quoted code"]),
      ("***", ["Slide 1"]),
      ("A\n\n---\n\n#\n\n---\n\nC", ["A", "Slide 2", "C"]),
      ("```\n\n  code\n```", ["code"]),
      ("| a | b |\n|---|---|\n| 1 | 2 |", ["a"]),
      ("# \u{1B}[31m&#27;red", ["\u{FFFD}[31m\u{FFFD}red"]),
    ] as [(String, [String])]
  )
  func slides(_ markdown: String, titles: [String]) {
    let deck = Deck(markdown: markdown, name: "deck")
    #expect(deck.slides.map(\.title) == titles, "\(markdown.debugDescription)")
    #expect(deck.title == "deck")
  }

  @Test(
    arguments: [
      ("---\ntitle: A talk\n---\n# A", "A talk", ["A"]),
      ("---\nauthor: Me\nTitle: \"A: talk\"\n...\n# A", "A: talk", ["A: talk", "A"]),
      ("---\r\ntitle: 'A'\r\n---\r\n# B\r\n", "A", ["B"]),
      ("\u{FEFF}---\ntitle: A\n---\nB", "A", ["B"]),
      ("\u{FEFF}# B", "deck", ["B"]),
      ("---  \n# comment\ntitle: \u{1B}A\n\nlist:\n- x\n  y: z\n---\nB", "\u{FFFD}A", ["B"]),
      ("---\ntitle:\n---\nB", "deck", ["B"]),
      ("---\ntitle: A\ntitle: B\n---\nC", "A", ["C"]),
      ("---\n\n---\n# B", "deck", ["B"]),
      ("---\ntitle: A\n---", "A", ["This deck is empty"]),
      // Not front matter: the first line is a rule, and its empty slide is left out.
      ("---\ntitle: A\n", "deck", ["title: A"]),
      ("---\n# A\n---\n# B", "deck", ["A", "B"]),
      ("---\n- A\n---\n# B", "deck", ["A", "B"]),
      ("---\na title: A\n\n---\n\nB", "deck", ["a title: A", "B"]),
      ("---\ntitle:A\n\n---\n\nB", "deck", ["title:A", "B"]),
      (" ---\ntitle: A\n\n---\nB", "deck", ["title: A", "B"]),
      ("# A\n\n---\ntitle: B\n\n---\nC", "deck", ["A", "title: B", "C"]),
    ] as [(String, String, [String])]
  )
  func frontMatter(_ markdown: String, title: String, titles: [String]) {
    let deck = Deck(markdown: markdown, name: "deck")
    #expect(deck.title == title, "\(markdown.debugDescription)")
    #expect(deck.slides.map(\.title) == titles, "\(markdown.debugDescription)")
  }

  @Test(
    arguments: [
      (3, ["a", "b", "c"]),
      (2, ["a", "This deck has more than 2 slides; the rest is left out"]),
      (1, ["This deck has more than 1 slides; the rest is left out"]),
    ] as [(Int, [String])]
  )
  func slideLimit(limit: Int, titles: [String]) {
    var limits = Deck.Limits()
    limits.slides = limit
    let deck = Deck(markdown: "a\n\n---\n\nb\n\n---\n\nc", name: "x", limits: limits)
    #expect(deck.slides.map(\.title) == titles)
  }

  /// The limit counts the rule and each row below it as wide as the header.
  @Test(
    arguments: [
      ("a|b|c\n-|-|-\n1|2|3\n4", 9),
      ("a|b|c\r\n-|-|-\r\n1|2|3\r\n4\r\n\r\ntext\r\n", 9),
      ("> a|b|c\n> :-|:-:|-\n> 1|2|3\n> 4\n>\n> text\n> text", 9),
      ("no table\n---\nat all\n\na|b|c\n-|-|-\n1|2|3\n4", 9),
    ]
  )
  func tableLimit(markdown: String, cells: Int) {
    for (limit, hasTable) in [(cells, true), (cells - 1, false)] {
      var limits = Deck.Limits()
      limits.tableCells = limit
      let rows = Deck(markdown: markdown, name: "x", limits: limits).slides.flatMap {
        FlowedText($0.document, columns: 40).rows
      }
      #expect(rows.contains { $0.row.text.contains("─┼─") } == hasTable, "\(limit)")
    }
  }

  /// Three hundred kilobytes from which a parser would make two hundred million cells.
  @Test func aWideAndLongTableIsText() {
    let header = String(repeating: "|", count: 2_001) + "\n" + String(repeating: "|-", count: 2_000)
    let deck = Deck(
      markdown: header + "|\n" + String(repeating: "a|\n", count: 100_000),
      name: "x"
    )
    guard case .paragraph = deck.slides[0].document.blocks.first else {
      Issue.record("the table was parsed")
      return
    }
  }

  @Test(arguments: [(120, 120), (121, 120)])
  func titlesAreCut(length: Int, columns: Int) {
    let deck = Deck(
      markdown: "# " + String(repeating: "x", count: length),
      name: String(repeating: "y", count: length)
    )
    #expect(columnWidth(of: deck.title) == columns)
    #expect(columnWidth(of: deck.slides[0].title) == columns)
    #expect(deck.title.hasSuffix("…") == (length > 120))
  }

  @Test func aDeckWithoutANameHasATitle() {
    #expect(Deck(markdown: "", name: " \n").title == "Untitled")
  }
}
