import Testing

@testable import NavBase

@Suite struct FlowTests {
  @Test(arguments: [(30, goldenAt30), (60, goldenAt60), (90, goldenAt90)])
  func sample(columns: Int, golden: String) {
    let rows = painted(FlowedText(sampleDocument, columns: columns))
    let expected = golden.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(rows.count == expected.count)
    for (index, pair) in zip(rows, expected).enumerated() {
      #expect(pair.0 == pair.1, "row \(index) at \(columns) columns")
    }
  }

  @Test("rows of a list share the styles of their markers, and no memory stays behind the rows")
  func memory() {
    let items = (0..<5_000).map { TextListItem(blocks: [.paragraph(StyledText("item \($0)"))]) }
    let list = TextList(start: nil, isTight: true, items: items)
    let rows = FlowedText(TextDocument(blocks: [.list(list)]), columns: 40).rows
    let styles = rows.map { row in
      row.row.runs.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(rows.count == 5_000 && Set(styles).count == 1)
    #expect(rows.capacity <= 5_000 + 5_000 / 8)
  }

  @Test func roles() {
    let flowed = FlowedText(sampleDocument, columns: 90)
    func row(_ start: String) -> TextRow? {
      flowed.rows.first { $0.row.text.hasPrefix(start) }?.row
    }
    func run(_ length: Int, _ role: TextRole, _ attributes: TextAttributes = []) -> StyledRun {
      StyledRun(length: length, style: TextStyle(role: role, attributes: attributes))
    }
    #expect(row("A sample")?.runs == [run(44, .heading1, .bold)])
    #expect(row("━")?.runs == [run(132, .headingRule)])
    #expect(row("Lists")?.runs == [run(5, .heading2, .bold)])
    #expect(row("A table")?.runs == [run(7, .heading3, .bold)])
    #expect(row("• a")?.runs == [run(3, .listMarker)])
    #expect(row("9. nine") == TextRow("9. nine", runs: [run(2, .listMarker)], indent: 3))
    #expect(
      row("• ☑ ready")?.runs == [run(3, .listMarker), run(1, .plain), run(3, .taskDone)]
    )
    #expect(row("☐ waiting") == TextRow("☐ waiting", runs: [run(3, .taskOpen)], indent: 2))
    #expect(row("•")?.indent == 0)
    #expect(
      row("▎ ▎ Or")?.runs
        == [run(3, .quoteBar), run(1, .plain), run(3, .quoteBar), run(1, .plain), run(7, .quote)]
    )
    #expect(
      row(" func")
        == TextRow(" func greet() {", runs: [run(15, .codeBlock)], indent: 0, fill: .codeBlock)
    )
    #expect(
      row("City")?.runs == [
        run(4, .tableHeader, .bold), run(5, .plain), run(5, .tableRule), run(10, .plain),
        run(9, .tableHeader, .bold), run(10, .plain), run(5, .tableRule),
        run(6, .tableHeader, .bold),
      ]
    )
    #expect(row("────────────────────────")?.runs == [run(270, .rule)])
  }

  @Test(
    arguments: [
      // Both columns keep their width; the wide one shrinks, as far as its words allow; no width for columns.
      (20, ["ab │ a longer cell", "───┼──────────────", "12 │ x"]),
      (17, ["ab │ a longer", "   │ cell", "───┼─────────────", "12 │ x"]),
      (11, ["ab │ a", "   │ longer", "   │ cell", "───┼───────", "12 │ x"]),
      (10, ["ab: 12", "a longer", "cell: x"]), (8, ["ab: 12", "a longer", "cell: x"]),
      (7, ["ab: 12", "a", "longer", "cell: x"]),
      (2, ["ab", ":", "12", "a", "lo", "ng", "er", "ce", "ll", ":", "x"]),
    ]
  )
  func table(columns: Int, expected: [String]) {
    let table = TextTable(
      alignments: [.left, .left],
      header: [StyledText("ab"), StyledText("a longer cell")],
      rows: [[StyledText("12"), StyledText("x")]]
    )
    #expect(
      painted(FlowedText(TextDocument(blocks: [.table(table)]), columns: columns)) == expected
    )
  }

  @Test(
    "rules tell rows of several lines apart, and a record's lines are indented behind its first"
  )
  func tallRows() {
    let table = TextTable(
      alignments: [.left, .left],
      header: ["name", "use"].map { StyledText($0) },
      rows: [["one", "prints it all"], ["configuration", "x"]].map { $0.map { StyledText($0) } }
    )
    func shown(_ columns: Int) -> [String] {
      painted(FlowedText(TextDocument(blocks: [.table(table)]), columns: columns))
    }
    let rule = "──────────────┼──────────"
    #expect(
      shown(25) == [
        "name          │ use", rule, "one           │ prints it", "              │ all", rule,
        "configuration │ x",
      ]
    )
    #expect(shown(40).filter { $0.contains("┼") }.count == 1)
    #expect(
      shown(21) == [
        "name: one", "  use: prints it all", "", "name: configuration", "  use: x",
      ]
    )
  }

  @Test func raggedTablesAreFilled() {
    let table = TextTable(
      alignments: [.left, .right],
      header: [StyledText("a")],
      rows: [[], [StyledText("1"), StyledText("2"), StyledText("3")]]
    )
    let flowed = FlowedText(TextDocument(blocks: [.table(table)]), columns: 20)
    #expect(painted(flowed) == ["a │", "──┼──", "  │", "1 │ 2"])
    let none = TextTable(alignments: [], header: [], rows: [[]])
    #expect(FlowedText(TextDocument(blocks: [.table(none)]), columns: 20).rows.isEmpty)
  }

  @Test(
    arguments: [
      (["a\tb", "\tc", "abc\td", "abcd\te"], 20, [" a   b", "     c", " abc d", " abcd    e"]),
      (["日\tx"], 20, [" 日  x"]),
      (["abcdef"], 4, [" abc", " def"]),
      (["abcdefg"], 4, [" abc", " def", " g"]),
      (["日本語"], 4, [" 日", " 本", " 語"]),
      (["abc"], 2, ["ab", "c"]),
      (["日"], 1, ["…"]),
      ([], 9, [""]),
      (["", "x", ""], 9, ["", " x", ""]),
      (["\u{1B}[0m", "a\u{200B}b"], 9, [" \u{FFFD}[0m", " ab"]),
    ] as [([String], Int, [String])]
  )
  func code(_ lines: [String], columns: Int, expected: [String]) {
    let document = TextDocument(blocks: [.code(language: "", lines: lines)])
    let flowed = FlowedText(document, columns: columns)
    #expect(painted(flowed) == expected)
    #expect(flowed.rows.allSatisfy { $0.row.fill == .codeBlock })
  }

  @Test("the colours of a line continue in the next row, and a tab has that of its position")
  func coloursOfCode() {
    let keyword = TextStyle(role: .codeKeyword)
    var line = StyledText("let", style: keyword)
    line.append(" abc", style: TextStyle(foreground: .indexed(3)))
    line.append("\tx")
    line.append("日", style: TextStyle(attributes: .inverse))
    let ground = TextStyle(role: .codeBlock)
    var yellow = ground
    yellow.foreground = .indexed(3)
    let document = TextDocument(blocks: [.code(TextCode(lines: [line]))])
    let rows = FlowedText(document, columns: 6).rows.map(\.row)
    #expect(rows.map(\.text) == [" let", " abc x", " 日"])
    #expect(rows[0].runs.map(\.style) == [ground, keyword])
    #expect(rows[0].runs.map(\.length) == [1, 3])
    #expect(rows[1].runs.map(\.style) == [ground, yellow, ground])
    #expect(rows[2].runs.last?.style == TextStyle(role: .codeBlock, attributes: .inverse))
    let plain = StyledText("let abc = 1", style: keyword)
    for columns in 1...12 {
      let flowed = FlowedText(TextDocument(blocks: [.preformatted([plain])]), columns: columns)
      #expect(flowed.rows.map(\.row.text.count).reduce(0, +) >= 8)
      for row in flowed.rows where !row.row.text.isEmpty {
        #expect(row.row.runs.map(\.style) == [keyword])
      }
    }
  }

  @Test func looseListsHaveBlankRows() {
    let items = ["a", "b"].map { TextListItem(blocks: [.paragraph(StyledText($0)), .rule]) }
    let list = TextBlock.list(TextList(start: nil, isTight: false, items: items))
    let flowed = FlowedText(TextDocument(blocks: [list]), columns: 5)
    #expect(painted(flowed) == ["• a", "", "  ───", "", "• b", "", "  ───"])
  }

  @Test func nestingStopsWithoutSpace() {
    var block = TextBlock.paragraph(StyledText("one two three four"))
    for _ in 0..<20 { block = .quote([block]) }
    let flowed = FlowedText(TextDocument(blocks: [block]), columns: 20)
    #expect(flowed.rows.map(\.row.text) == ["▎ ▎ ▎ ▎ ▎ one two", "▎ ▎ ▎ ▎ ▎ three four"])
    let item = TextListItem(blocks: [.paragraph(StyledText("ab"))])
    let list = TextBlock.list(TextList(start: 1, isTight: true, items: [item, item]))
    #expect(
      painted(FlowedText(TextDocument(blocks: [list]), columns: 3)) == ["1.", "ab", "2.", "ab"]
    )
  }

  @Test func anEmptyDocumentHasNoRows() {
    #expect(FlowedText(TextDocument(), columns: 1).rows.isEmpty)
    let nothing = TextDocument(blocks: [.paragraph(StyledText()), .quote([])])
    #expect(FlowedText(nothing, columns: 10).rows.isEmpty)
  }

  @Test(arguments: [
    (5, 5, "five"), (4, 4, "… cut off here: more than 4 rows"),
    (1, 1, "… cut off here: more than 1 rows"),
  ])
  func rowLimit(limit: Int, count: Int, last: String) {
    let text = StyledText("one\ntwo\nthree\nfour\nfive")
    let flowed = FlowedText(
      TextDocument(blocks: [.paragraph(text)]),
      columns: 40,
      rowLimit: limit
    )
    #expect(flowed.rows.count == count)
    #expect(flowed.rows.last?.row.text == last)
  }

  @Test func aPlaceIsFoundAtEveryWidth() {
    let document = numberedWords()
    let widths = [20, 30, 45, 60, 90, 200]
    for (from, to) in widths.flatMap({ from in widths.map { (from, $0) } }) {
      let source = FlowedText(document, columns: from)
      let target = FlowedText(document, columns: to)
      for row in source.rows {
        guard let word = row.row.text.split(separator: " ").first(where: { $0.hasPrefix("w") })
        else { continue }
        let found = target.rows[target.row(of: row.position)].row.text
        #expect(found.split(separator: " ").contains(word), "\(word) of \(from) columns in \(to)")
      }
    }
  }

  /// A document of unique words.
  private func numberedWords() -> TextDocument {
    var count = 0
    func words() -> StyledText {
      let words = (count..<count + 40).map { "w\($0)" }
      count += 40
      return StyledText(words.joined(separator: " "))
    }
    let item = { TextListItem(blocks: [.paragraph(words()), .quote([.paragraph(words())])]) }
    return TextDocument(blocks: [
      .heading(level: 1, words()),
      .paragraph(words()),
      .list(TextList(start: 1, isTight: false, items: [item(), item(), item()])),
      .code(language: "", lines: (0..<5).map { _ in String(words().text.prefix(19)) }),
      .heading(level: 2, words()),
      .preformatted(lines: (0..<5).map { _ in String(words().text.prefix(19)) }),
      .quote([.paragraph(words()), .rule, .paragraph(words())]),
    ])
  }

  @Test func aRowOfATableIsFoundAtEveryWidth() {
    let rows = (0..<30).map { row in
      [StyledText("r\(row)"), StyledText("some words that wrap"), StyledText("and more of them")]
    }
    let header = ["a", "b", "c"].map { StyledText($0) }
    let alignments = [TextTable.Alignment](repeating: .left, count: 3)
    let table = TextTable(alignments: alignments, header: header, rows: rows)
    let document = TextDocument(blocks: [.table(table)])
    let widths = [10, 20, 30, 60]
    for (from, to) in widths.flatMap({ from in widths.map { (from, $0) } }) {
      let source = FlowedText(document, columns: from)
      let target = FlowedText(document, columns: to)
      for row in source.rows {
        guard let name = row.row.text.split(separator: " ").first(where: { $0.hasPrefix("r") })
        else { continue }
        let found = target.rows[target.row(of: row.position)].row.text
        #expect(found.contains(name), "\(name) of \(from) columns in \(to)")
      }
    }
  }

  @Test func rowOfAPlace() {
    let document = TextDocument(blocks: [
      .heading(level: 1, StyledText("ab cd")), .paragraph(StyledText("ef")),
    ])
    let flowed = FlowedText(document, columns: 3)
    #expect(painted(flowed) == ["ab", "cd", "━━", "", "ef"])
    let places = [
      (0, 0, 0), (0, 2, 0), (0, 3, 1), (0, 4, 1), (0, 5, 2), (0, 6, 3), (1, 0, 4), (1, 9, 4),
      (7, 0, 4),
    ]
    for (block, grapheme, row) in places {
      #expect(flowed.row(of: TextPosition(block: block, grapheme: grapheme)) == row)
    }
  }
}

@Suite("Tables keep words whole")
struct TableWordsTests {
  private static let table = TextTable(
    alignments: [.left, .left, .right],
    header: ["Command", "What it does", "Since"].map { StyledText($0) },
    rows: [
      ["configuration", "prints the effective configuration", "1.0"],
      ["lint", "tells mistakes in presentations and documents", "1.10"],
      ["well-known", "breaks behind hyphens", "2"],
    ].map { $0.map { StyledText($0) } }
  )

  private static var words: [String] {
    let cells = ([table.header] + table.rows).joined().map(\.text)
    return cells.flatMap { $0.split(separator: " ").map(String.init) }
  }

  @Test("at every width at which the longest word fits, no word is cut")
  func words() {
    for columns in 14...100 {
      let flowed = FlowedText(TextDocument(blocks: [.table(Self.table)]), columns: columns)
      let text = flowed.rows.map(\.row.text).joined(separator: " ")
      let seen = Set(text.split { $0 == " " || $0 == "│" || $0 == "\n" }.map(String.init))
      for word in Self.words where word != "well-known" {
        let asHeader = word + ":"
        #expect(seen.contains(word) || seen.contains(asHeader), "\(columns): \(word) in \(text)")
      }
      #expect(flowed.rows.allSatisfy { $0.row.columns <= columns })
    }
  }

  @Test("columns change to records as soon as they would cut a word, and not before")
  func records() {
    func isGrid(_ columns: Int) -> Bool {
      FlowedText(TextDocument(blocks: [.table(Self.table)]), columns: columns).rows
        .contains { $0.row.text.contains("┼") }
    }
    // configuration, presentations or configuration, Since: 13 + 13 + 5, and two separators.
    #expect(!isGrid(36) && isGrid(37))
  }

  @Test(
    "words with hyphens and of wide characters are broken only if nothing else fits",
    arguments: [
      (80, 40), (66, 40), (62, 40), (48, 40), (36, 40), (35, 10),
    ]
  )
  func compounds(columns: Int, limit: Int) {
    let table = TextTable(
      alignments: [.left, .right, .left],
      header: ["Region", "p99 (ms)", "Notes"].map { StyledText($0) },
      rows: [
        ["us-east-1", "140.0", "noisy neighbours, and this cell is so long that it must wrap"],
        ["ap-northeast-1 (東京)", "33.1", "夜間バッチ"],
      ].map { $0.map { StyledText($0) } }
    )
    let flowed = FlowedText(TextDocument(blocks: [.table(table)]), columns: columns)
    let seen = Set(flowed.rows.flatMap { $0.row.text.split { $0 == " " || $0 == "│" } })
    for word in (table.header + table.rows.joined()).flatMap({ $0.text.split(separator: " ") })
    where columnWidth(of: String(word)) <= limit {
      #expect(seen.contains(word), "\(columns): \(word)")
    }
  }

  @Test(
    "a word that fits in a line stays whole",
    arguments: [
      ("a well-known fact", 7, ["a well-", "known", "fact"], ["a well-", "known", "fact"]),
      ("a well-known fact", 10, ["a well-", "known fact"], ["a", "well-known", "fact"]),
      ("b (東京) c", 6, ["b (東", "京) c"], ["b", "(東京)", "c"]),
      ("日本語の 文章です", 6, ["日本語", "の 文", "章です"], ["日本語", "の 文", "章です"]),
      ("a b-c", 5, ["a b-c"], ["a b-c"]),
    ]
  )
  func keptWords(text: String, columns: Int, broken: [String], kept: [String]) {
    for (keepsWords, expected) in [(false, broken), (true, kept)] {
      var reader = LineReader(StyledText(text), columns: columns, keepsWords: keepsWords)
      var lines: [String] = []
      while let line = reader.next() { lines.append(line.content.text) }
      #expect(lines == expected)
    }
  }

  @Test(
    "the longest word of a text",
    arguments: [
      ("", 0), ("a bcd ef", 3), ("well-known fact", 5), ("-v --verbose", 9), ("日本語の文章", 2),
      ("one\nthree", 5), ("x\u{200B}yz", 2), ("a…b", 3),
    ]
  )
  func longest(text: String, columns: Int) {
    #expect(longestWord(of: text) == columns)
  }

  @Test(
    "words up to a limit count as a whole",
    arguments: [
      ("well-known fact", 9, 5), ("well-known fact", 10, 10), ("日本語の文章 ab", 11, 2),
      ("日本語の文章 ab", 12, 12), ("x\u{200B}yz", 9, 2), ("a-b one", 2, 3),
    ]
  )
  func longest(text: String, limit: Int, columns: Int) {
    #expect(longestWord(of: text, keepingUpTo: limit) == columns)
  }
}

@Suite("Code, tables and columns wider than text")
struct WideBlockTests {
  private static let text = TextBlock.paragraph(StyledText("one two three four five six"))
  private static let line = "0123456789abcdefghijklmnopqrst"

  /// Returns the rows with their indents; a background is shown as dots.
  private func rows(_ blocks: [TextBlock], in room: TextWidthLimit, step: Int? = nil) -> [String] {
    FlowedText(TextDocument(blocks: blocks), room: room, step: step, wraps: false).rows.map {
      let row = $0.row.shown()
      let ends = row.text.reversed().prefix { $0 == " " }.count
      return String(repeating: " ", count: row.indent) + row.text.dropLast(ends)
        + String(repeating: ".", count: ends)
    }
  }

  private static func code(_ lines: String...) -> TextBlock { .code(language: "", lines: lines) }

  @Test("wide blocks stand below the text on a slide, and extend to the right")
  func middle() {
    let blocks = [Self.text, Self.code(Self.line, "x"), Self.code("narrow")]
    #expect(
      rows(blocks, in: TextWidthLimit(columns: 20, left: 10, right: 10)) == [
        "one two three four",
        "five six",
        "",
        " 0123456789abcdefghijklmnopqrst",
        " x.............................",
        "",
        " narrow.............",
      ]
    )
  }

  @Test("in text pages wide blocks begin at the text's left edge")
  func beginning() {
    #expect(
      rows(
        [Self.text, Self.code(Self.line), Self.code("x")],
        in: TextWidthLimit(columns: 20, right: 11)
      )
        == [
          "one two three four", "five six", "", " 0123456789abcdefghijklmnopqrst", "",
          " x..................",
        ]
    )
  }

  @Test("wide blocks take the available width, and scroll sideways if it is too small")
  func tooLittle() {
    #expect(
      rows([Self.text, Self.code(Self.line)], in: TextWidthLimit(columns: 20, left: 3, right: 3))
        == [
          "one two three four", "five six", "", " 0123456789abcdefghijklmn›",
        ]
    )
  }

  @Test(
    "the slide starts further left only for what does not fit on the right",
    arguments: [(10, 11, 0, 31), (11, 11, 0, 31), (40, 40, 0, 31), (8, 8, 3, 31), (5, 5, 5, 30)]
  )
  func shift(left: Int, right: Int, outdent: Int, columns: Int) {
    let room = TextWidthLimit(columns: 20, left: left == right ? left : 0, right: right)
    let document = TextDocument(blocks: [Self.text, Self.code(Self.line)])
    let flowed = FlowedText(document, room: room, wraps: false)
    #expect(flowed.outdent == outdent && flowed.columns == columns)
    #expect(flowed.rows.allSatisfy { $0.row.indent == 0 })
  }

  @Test("tables are wrapped only if the whole width is too small")
  func tables() {
    let table = TextTable(
      alignments: [.left, .left],
      header: ["name", "what it is"].map { StyledText($0) },
      rows: [["one", "more words than stand in a row"].map { StyledText($0) }]
    )
    let shown = rows(
      [Self.text, .table(table)],
      in: TextWidthLimit(columns: 20, left: 10, right: 10)
    )
    #expect(
      shown.suffix(3) == [
        "name │ what it is", "─────┼───────────────────────────────",
        "one  │ more words than stand in a row",
      ]
    )
    #expect(shown.first == "one two three four")
  }

  @Test("columns share the width, so that code in them is not cut")
  func columns() {
    let columns = TextBlock.columns([
      TextColumn(weight: 2, blocks: [Self.text]),
      TextColumn(weight: 1, blocks: [Self.code("let twenty = 5 + 6 + 9")]),
    ])
    let room = TextWidthLimit(columns: 66, left: 20, right: 20)
    #expect(!rows([columns], in: room).contains { $0.contains("›") })
    #expect(rows([columns], in: TextWidthLimit(columns: 66)).contains { $0.contains("›") })
  }

  @Test(
    "blocks in a list or a quote take the available width, too",
    arguments: [
      (9, ["▎  0123456789abcdefghijklmnopqrst"]), (5, ["▎  0123456789abcdefghijklmnop›"]),
      (0, ["▎  0123456789abcdef›"]),
    ]
  )
  func nested(beside: Int, expected: [String]) {
    let room = TextWidthLimit(columns: 20, left: beside, right: beside)
    #expect(rows([.quote([Self.code(Self.line)])], in: room) == expected)
  }

  @Test("nothing moves while code changes from step to step")
  func versions() {
    let versions = [[Self.line], ["x"]].map { TextCode(lines: $0.map { StyledText($0) }) }
    let room = TextWidthLimit(columns: 20, left: 10, right: 10)
    let places = (0...1).map { step in
      rows([Self.text, .versions(versions)], in: room, step: step)[0]
    }
    #expect(places == ["one two three four", "one two three four"])
  }
}
