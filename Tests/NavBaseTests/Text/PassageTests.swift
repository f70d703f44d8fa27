import NavBase
import NavTestKit
import Testing

@Suite("A page's text for reading out and copying")
struct PassageTests {
  private static func paragraph(_ text: String) -> TextBlock { .paragraph(StyledText(text)) }

  private static func list(
    _ items: [[TextBlock]],
    start: Int? = nil,
    isTight: Bool = true,
    isDone: Bool? = nil
  ) -> TextBlock {
    .list(
      TextList(
        start: start,
        isTight: isTight,
        items: items.map { TextListItem(blocks: $0, isDone: isDone) }
      )
    )
  }

  private static func alert(_ kind: AlertKind, _ text: String) -> TextBlock {
    let title = StyledText(kind.title, style: TextStyle(role: kind.role, attributes: .bold))
    return .alert(kind, [.paragraph(title), paragraph(text), paragraph("More.")])
  }

  private static func check(_ blocks: [TextBlock], step: Int? = nil, _ text: String) {
    #expect(TextDocument(blocks: blocks).passages(step: step).text == text)
  }

  @Test("a paragraph is one line, however long; its author's breaks stay")
  func paragraphs() {
    let long = String(repeating: "many words ", count: 400) + "end"
    Self.check([Self.paragraph(long)], long + "\n")
    Self.check(
      [.heading(level: 1, StyledText("Title")), Self.paragraph("a\nb"), .rule],
      "Title\n\na\nb\n\n---\n"
    )
    Self.check([], "")
  }

  @Test("the kind of an alert is a word, whatever the role of its title")
  func alerts() {
    for kind in AlertKind.allCases {
      Self.check([Self.alert(kind, "Mind it.")], "\(kind.title): Mind it.\n\n  More.\n")
    }
    Self.check([.quote([Self.paragraph("Said."), Self.paragraph("So.")])], "> Said.\n\n> So.\n")
  }

  @Test("definitions begin with a mark that can be typed")
  func definitions() {
    let items = ["One", "Two"].map { TextListItem(blocks: [Self.paragraph($0)]) }
    let list = TextList(start: nil, isTight: true, hasMarkers: false, items: items)
    Self.check([Self.paragraph("Term"), .list(list)], "Term\n\n: One\n: Two\n")
  }

  @Test("columns come one after the other")
  func columns() {
    let columns = [
      TextColumn(blocks: [Self.paragraph("left 1"), Self.paragraph("left 2")]),
      TextColumn(blocks: [Self.paragraph("right")]),
    ]
    Self.check([.columns(columns)], "left 1\n\nleft 2\n\nright\n")
    let kinds = TextDocument(blocks: [.columns(columns)]).passages().map(\.kind)
    #expect(kinds == [.column(1, of: 2), .text, .text, .column(2, of: 2), .text])
  }

  @Test("code and lines of a program keep indentation, tabs and blank lines")
  func verbatim() {
    let lines = ["if a {", "\tb", "", "  c", "}"]
    let text = lines.map { $0 + "\n" }.joined()
    Self.check([.code(language: "swift", lines: lines)], text)
    Self.check([.preformatted(lines: lines)], text)
    Self.check(
      [Self.list([[Self.paragraph("do"), .code(language: "", lines: ["a", " b"])]], start: 9)],
      "9. do\n   a\n    b\n"
    )
    let code = TextDocument(blocks: [
      Self.list([[Self.paragraph("do"), .code(language: "c", lines: ["a", " b"])]])
    ]).passages()[1]
    #expect(code.kind == .code("c") && code.text == "a\n b", "copied alone it has no margin")
  }

  @Test("cells of a table are separated, one row per line")
  func tables() {
    let table = TextTable(
      alignments: [.left, .right],
      header: [StyledText("Part"), StyledText("Minutes")],
      rows: [[StyledText("Story\ntold"), StyledText("12")], [StyledText("Demo"), StyledText("")]]
    )
    Self.check([.table(table)], "Part | Minutes\nStory told | 12\nDemo | \n")
    #expect(TextDocument(blocks: [.table(table)]).passages()[0].cells[1][0] == "Story\ntold")
  }

  @Test("lists: markers that can be typed, boxes of tasks, nested lists")
  func lists() {
    let inner = Self.list([[Self.paragraph("b")], [Self.paragraph("c")]])
    Self.check(
      [Self.list([[Self.paragraph("a"), inner], [Self.paragraph("d\ne")]]), Self.paragraph("f")],
      "• a\n  • b\n  • c\n• d\n  e\n\nf\n"
    )
    Self.check([Self.list([[Self.paragraph("x")], []], isDone: true)], "[x] x\n[x]\n")
    Self.check([Self.list([[Self.paragraph("x")]], start: 3, isDone: false)], "3. [ ] x\n")
    Self.check(
      [Self.list([[Self.paragraph("a")], [Self.paragraph("b")]], isTight: false)],
      "• a\n\n• b\n"
    )
    Self.check([Self.list([[Self.list([[Self.paragraph("deep")]])]])], "• • deep\n")
  }

  @Test("hidden parts are left out, step by step")
  func steps() {
    let code = TextCode(
      lines: [StyledText("x")],
      focus: [.lines([1...1]), .all]
    )
    let blocks: [TextBlock] = [
      Self.paragraph("a"), .pause,
      Self.list([[Self.paragraph("b")], [.pause, Self.paragraph("c")]]),
      .code(code), .pause,
      .columns([TextColumn(blocks: [.pause]), TextColumn(blocks: [Self.paragraph("d")])]),
    ]
    let texts = [
      "a\n", "a\n\n• b\n", "a\n\n• b\n• c\n\nx\n", "a\n\n• b\n• c\n\nx\n",
      "a\n\n• b\n• c\n\nx\n\nd\n", "a\n\n• b\n• c\n\nx\n\nd\n",
    ]
    #expect(TextDocument(blocks: blocks).stepCount == texts.count - 1)
    for (step, text) in texts.enumerated() { Self.check(blocks, step: step, text) }
    Self.check(blocks, texts[texts.count - 1])
  }

  @Test("columns that pause are read in the steps in which they are shown")
  func stepsInColumns() {
    func column(_ side: String) -> TextColumn {
      TextColumn(blocks: [Self.paragraph("\(side) 1"), .pause, Self.paragraph("\(side) 2")])
    }
    let blocks: [TextBlock] = [
      Self.paragraph("above"), .columns([column("left"), column("right")]), .pause,
      Self.paragraph("below"),
    ]
    let texts = [
      "above\n\nleft 1\n\nright 1\n",
      "above\n\nleft 1\n\nleft 2\n\nright 1\n\nright 2\n",
      "above\n\nleft 1\n\nleft 2\n\nright 1\n\nright 2\n\nbelow\n",
    ]
    #expect(TextDocument(blocks: blocks).stepCount == texts.count - 1)
    for (step, text) in texts.enumerated() { Self.check(blocks, step: step, text) }
    Self.check(blocks, texts[texts.count - 1])
  }

  @Test(
    "in any document every leaf is there once, in order, at the last step and without steps"
  )
  func leaves() throws {
    func texts(_ passages: [Passage]) -> [Passage] {
      passages.filter { if case .column = $0.kind { false } else { true } }
    }
    try forSeeds(0..<60) { generator throws in
      let document = generator.document()
      let passages = texts(document.passages())
      try #require(passages.count == document.leaves.count)
      try #require(texts(document.passages(step: document.stepCount)) == passages)
      for step in 0..<document.stepCount {
        let seen = document.leaves.indices.filter { document.step(ofLeaf: $0) <= step }
        try #require(texts(document.passages(step: step)).count == seen.count)
      }
    }
  }

  // MARK: Parts

  @Test("parts of any size add up to the whole, and contain no control characters")
  func parts() {
    let passages = TextDocument(blocks: [
      Self.paragraph("a\u{1B}[31m\nb"), .code(language: "s\u{7}", lines: ["1", "\t2", "", "4"]),
      .table(
        TextTable(
          alignments: [.left],
          header: [StyledText("h")],
          rows: [[StyledText("1\r\n2")], [StyledText("3")]]
        )
      ),
    ]).passages()
    let whole = passages.map { $0.sanitized() }
    for limit in [0, 1, 10, 11, 20, 40, 1_000] {
      var line = 0
      var joined: [Passage] = []
      while line < passages.lineCount {
        let part = passages.part(fromLine: line, byteLimit: limit)
        line += part.lineCount
        guard !part.isEmpty else {
          Issue.record("nothing comes from line \(line) on with \(limit) bytes")
          return
        }
        for passage in part {
          guard passage.isContinued else {
            joined.append(passage)
            continue
          }
          joined[joined.count - 1].lines += passage.lines
          joined[joined.count - 1].cells += passage.cells
        }
      }
      #expect(joined == whole, "\(limit) bytes")
    }
    #expect(passages.part(fromLine: passages.lineCount, byteLimit: 100) == [])
    let text = whole.text
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" })
  }
}
