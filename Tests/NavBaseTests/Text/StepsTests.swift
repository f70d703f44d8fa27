import NavBase
import NavTestKit
import Testing

@Suite("Steps of a document") struct StepsTests {
  private static func paragraph(_ text: String) -> TextBlock { .paragraph(StyledText(text)) }

  @Test("parts after a pause are blank or missing, and nothing moves when they appear")
  func pauses() {
    let item = { TextListItem(blocks: [.pause, Self.paragraph($0)]) }
    let document = TextDocument(blocks: [
      Self.paragraph("one"), .pause, Self.paragraph("two"),
      .list(TextList(start: nil, isTight: true, items: [item("a"), item("b")])),
      .quote([.pause, Self.paragraph("last")]),
    ])
    #expect(document.stepCount == 4)
    let texts = (0...4).map { step in
      FlowedText(document, columns: 20, step: step).rows.map(\.row.text)
    }
    let all = ["one", "", "two", "", "• a", "• b", "", "▎ last"]
    #expect(texts == [1, 3, 5, 6, 8].map { Array(all.prefix($0)) })
    #expect(FlowedText(document, columns: 20).rows.map(\.row.text) == all)
    #expect((0...4).map(document.step(ofLeaf:)) == [0, 1, 2, 3, 4])
    #expect(document.step(ofLeaf: 9) == 0)
  }

  @Test("highlighted lines of code change by steps, and content after the code is not delayed")
  func focus() {
    let code = TextCode(
      lines: ["a", "b", "c"].map { StyledText($0) },
      focus: [.lines([1...1]), .lines([2...2, 3...9]), .all]
    )
    let document = TextDocument(blocks: [
      .code(code), Self.paragraph("below"), .pause, Self.paragraph("end"),
    ])
    #expect(document.stepCount == 3)
    let dim = (0...3).map { step in
      FlowedText(document, columns: 20, step: step).rows.prefix(3).map {
        $0.row.runs.contains { $0.style.attributes.contains(.dim) }
      }
    }
    let third = [false, false, false]
    #expect(dim == [[false, true, true], [true, false, false], third, third])
    let counts = (0...3).map { FlowedText(document, columns: 20, step: $0).rows.count }
    #expect(counts == [5, 5, 5, 7])
    let whole = FlowedText(document, columns: 20).rows.flatMap(\.row.runs)
    #expect(!whole.contains { $0.style.attributes.contains(.dim) })
  }

  @Test(
    "line numbers precede the first row of a line, if they fit",
    arguments: [
      (30, [" 9 let a = 1", "10 b"]), (13, [" 9 let a = 1", "10 b"]), (11, ["let a = 1", "b"]),
    ]
  )
  func numbers(columns: Int, expected: [String]) {
    let code = TextCode(lines: [StyledText("let a = 1"), StyledText("b")], firstNumber: 9)
    let flowed = FlowedText(TextDocument(blocks: [.code(code)]), columns: columns)
    #expect(flowed.rows.map(\.row.text) == expected.map { " " + $0 })
    let found = TextDocument(blocks: [.code(code)]).matches(of: TextQuery("b")!)
    let marked = flowed.rows(0..<2, marking: FoundText(matches: found[...]))
    #expect(marked[1].runs.last?.style.attributes == .found)
  }

  @Test("a wrapped line has its number once")
  func wrappedNumbers() {
    let code = TextCode(lines: [StyledText(String(repeating: "x", count: 20))], firstNumber: 1)
    let flowed = FlowedText(TextDocument(blocks: [.code(code)]), columns: 20)
    #expect(flowed.rows.map(\.row.text) == [" 1 " + String(repeating: "x", count: 17), "   xxx"])
    // Broken behind blanks and punctuation, with a match at its position.
    for (word, rows) in [
      ("hello", [" 7 print(\"hello", "   world\", abc);"]),
      ("hellö", [" 7 print(\"hellö", "   world\", abc);"]),
    ] {
      let line = StyledText("print(\"\(word) world\", abc);")
      let document = TextDocument(blocks: [.code(TextCode(lines: [line], firstNumber: 7))])
      let flowed = FlowedText(document, columns: 20)
      #expect(flowed.rows.map(\.row.text) == rows)
      #expect(flowed.rows.map(\.position.grapheme) == [0, 13])
      let found = document.matches(of: TextQuery("abc")!)
      let marked = flowed.rows(0..<2, marking: FoundText(matches: found[...]))[1].runs
      let index = marked.firstIndex { $0.style.attributes == .found }
      #expect(index.map { marked[..<$0].reduce(0) { $0 + $1.length } } == 11)
    }
  }

  @Test("columns are side by side by their weights, or below one another")
  func columns() {
    let left = TextColumn(weight: 2, blocks: [Self.paragraph("left"), Self.paragraph("more")])
    let code = TextBlock.code(language: "", lines: ["x"])
    let right = TextColumn(blocks: [Self.paragraph("right"), .pause, code])
    let document = TextDocument(blocks: [Self.paragraph("above"), .columns([left, right])])
    let wide = FlowedText(document, columns: 63)
    let blanks = { String(repeating: " ", count: $0) }
    let rows = [
      "above", "", "left" + blanks(39) + "right", "", "more" + blanks(39) + " x" + blanks(18),
    ]
    #expect(wide.rows.map(\.row.text) == rows)
    #expect(wide.rows[4].row.runs.last == StyledRun(length: 20, style: TextStyle(role: .codeBlock)))
    let first = FlowedText(document, columns: 63, step: 0)
    #expect(first.rows.map(\.row.text) == Array(rows[..<4]) + ["more"])
    // Leaves: above, left, more, right, x.
    let places = (0...4).map { wide.row(of: TextPosition(block: $0, grapheme: 0)) }
    #expect(places == [0, 2, 4, 2, 4])
    let narrow = FlowedText(document, columns: 60)
    #expect(
      narrow.rows.map(\.row.text) == ["above", "", "left", "", "more", "", "right", "", " x"]
    )
  }

  @Test(
    "empty columns may be very narrow",
    arguments: [(88, 1, 19), (60, 1, 13), (30, 1, 0), (88, 0, 0)]
  )
  func emptyColumns(width: Int, filled: Int, start: Int) {
    // A pause in one column counts for all of them.
    let empty = TextColumn(blocks: [.pause])
    var columns = [empty, TextColumn(weight: 3, blocks: [Self.paragraph("a"), .pause]), empty]
    if filled == 0 { columns[1].blocks = [.pause] }
    columns[1].blocks.append(Self.paragraph("b"))
    let document = TextDocument(blocks: [.columns(columns), Self.paragraph("below")])
    let rows = FlowedText(document, columns: width).rows.map(\.row)
    #expect(rows.last?.text == "below" && rows.last?.indent == 0)
    guard filled == 1 else { return }
    #expect(rows[0].text.last == "a" && rows[0].indent + rows[0].text.count - 1 == start)
  }

  @Test("a match in a column is marked there")
  func found() throws {
    let words = ["a needle", "hay", "needle b"].map { Self.paragraph($0) }
    let document = TextDocument(blocks: [
      .columns([TextColumn(blocks: [words[1], words[0]]), TextColumn(blocks: [words[2]])])
    ])
    let query = try #require(TextQuery("needle"))
    let found = document.matches(of: query)
    #expect(found.map(\.position.block) == [1, 2])
    let flowed = FlowedText(document, columns: 50)
    let rows = flowed.rows(0..<flowed.rows.count, marking: FoundText(matches: found[...]))
    let marked = rows.map { row in
      row.runs.filter { $0.style.attributes.contains(.found) }.map(\.length)
    }
    #expect(marked == [[6], [], [6]])
    #expect(found.map { flowed.row(of: $0.position) } == [2, 0])
  }

  @Test("limits: pauses, columns, steps of highlighted lines")
  func limits() {
    let blocks = Array(repeating: TextBlock.pause, count: TextDocument.stepLimit)
    #expect(TextDocument(blocks: blocks).stepCount == TextDocument.stepLimit)
    #expect(TextDocument(blocks: blocks + [.pause]).stepCount == TextDocument.stepLimit)
    let turns = Array(repeating: TextCode.LineFocus.all, count: TextCode.focusLimit + 1)
    #expect(TextCode(lines: [], focus: turns).focus.count == TextCode.focusLimit)
    let columns = (0...TextColumn.countLimit).map { TextColumn(blocks: [Self.paragraph("\($0)")]) }
    let flowed = FlowedText(TextDocument(blocks: [.columns(columns)]), columns: 400)
    #expect(flowed.rows.count == 1)
    #expect(flowed.rows[0].row.text.split(separator: " ").count == TextColumn.countLimit)
  }

  @Test("in every step all rows are at their final positions", arguments: wanted(0..<200))
  func law(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let document = TextDocument(blocks: Self.blocks(depth: 0, using: &random))
    let columns = random.int(in: 1...120)
    let all = FlowedText(document, columns: columns, step: .max)
    var last = 0
    for step in 0...document.stepCount {
      let rows = FlowedText(document, columns: columns, step: step).rows
      let place = "seed \(seed), \(columns) columns, step \(step)"
      try demand(rows.count >= last && rows.count <= all.rows.count, place)
      last = rows.count
      for (row, final) in zip(rows, all.rows) { try demand(row.position == final.position, place) }
      let query = try #require(TextQuery("needle"))
      for match in document.matches(of: query)
      where document.step(ofLeaf: match.position.block) <= step {
        try demand(
          FlowedText(document, columns: columns, step: step).row(of: match.position)
            == min(all.row(of: match.position), rows.count - 1),
          place
        )
      }
    }
    #expect(last == all.rows.count, "seed \(seed)")
  }

  private static func blocks(depth: Int, using random: inout SplitMix64) -> [TextBlock] {
    (0..<random.int(in: 0...5)).map { _ in
      switch random.int(in: 0...(depth < 3 ? 8 : 4)) {
      case 0, 1: return .pause
      case 2:
        let lines = (0..<random.int(in: 0...3)).map { StyledText("line \($0)") }
        let focus = (0..<random.int(in: 0...3)).map { TextCode.LineFocus.lines([$0...$0 + 1]) }
        return .code(TextCode(lines: lines, focus: focus))
      case 3, 4: return paragraph("some words and a needle \(random.int(in: 0...999))")
      case 5: return .quote(blocks(depth: depth + 1, using: &random))
      case 6:
        let items = (0..<random.int(in: 0...3)).map { _ in
          TextListItem(blocks: blocks(depth: depth + 1, using: &random))
        }
        return .list(TextList(start: nil, isTight: random.oneIn(2), items: items))
      default:
        return .columns(
          (0..<random.int(in: 0...3)).map { _ in
            TextColumn(
              weight: random.int(in: 1...4),
              blocks: blocks(depth: depth + 1, using: &random)
            )
          }
        )
      }
    }
  }

  @Test("a version of code replaces the one before it, and nothing below moves")
  func versions() {
    let code = { (lines: [String], focus: [TextCode.LineFocus]) in
      TextCode(lines: lines.map { StyledText($0) }, focus: focus)
    }
    let document = TextDocument(blocks: [
      Self.paragraph("above"),
      .versions([code(["a"], []), code(["b", "c"], [.all, .lines([2...2])]), code(["d"], [])]),
      Self.paragraph("below"), .pause, Self.paragraph("end"),
    ])
    #expect(document.stepCount == 4)
    let texts = (0...4).map { step in
      FlowedText(document, columns: 20, step: step).rows.map(\.row.text)
    }
    let shown = [["a", ""], ["b", "c"], ["b", "c"], ["d", ""]].map {
      $0.map { $0.isEmpty ? "" : " " + $0 }
    }
    for (step, code) in shown.enumerated() {
      #expect(texts[step] == ["above", ""] + code + ["", "below"])
    }
    #expect(texts[4] == ["above", ""] + shown[3] + ["", "below", "", "end"])
    // A search finds each version, and the step that shows it.
    #expect(document.segments.map(\.text) == ["above", "a", "b\nc", "d", "below", "end"])
    #expect((0...5).map(document.step(ofLeaf:)) == [0, 0, 1, 3, 0, 4])
    let all = FlowedText(document, columns: 20).rows.map(\.row.text)
    #expect(all == ["above", "", " a", "", " b", " c", "", " d", "", "below", "", "end"])
    let dim = (1...2).map { step in
      FlowedText(document, columns: 20, step: step).rows[2].row.runs.contains {
        $0.style.attributes.contains(.dim)
      }
    }
    #expect(dim == [false, true])
  }

  @Test("versions whose lines are not wrapped take one row for each line, however narrow they are")
  func narrowVersions() {
    let versions = [["a long line of code", "b"], ["c"]].map { lines in
      TextCode(lines: lines.map { StyledText($0) })
    }
    let document = TextDocument(blocks: [.versions(versions), Self.paragraph("below")])
    let room = TextWidthLimit(columns: 8)
    for step in 0...1 {
      let rows = FlowedText(document, room: room, step: step, wraps: false).rows.map(\.row)
      #expect(rows.map { $0.fill == .codeBlock } == [true, true, false, false])
      #expect(rows.last?.text == "below")
    }
  }

  @Test("alignment, spacing and titles of code")
  func alignment() {
    let list = TextList(
      start: nil,
      isTight: true,
      items: ["a", "long"].map { TextListItem(blocks: [Self.paragraph($0)]) }
    )
    let document = TextDocument(blocks: [
      .aligned(.center, [Self.paragraph("ab\nabcd"), .list(list)]),
      .aligned(.right, [.heading(level: 2, StyledText("right"))]),
      .space(2), .code(TextCode(lines: [StyledText("x")], title: "x.swift")),
    ])
    let rows = FlowedText(document, columns: 10).rows.map(\.row)
    let shown = rows.map { String(repeating: " ", count: $0.indent) + $0.text }
    #expect(
      shown == [
        "    ab", "   abcd", "", "  • a", "  • long", "", "     right", "", "", "", " x.swift",
        " x",
      ]
    )
    #expect(rows.last?.fill == .codeBlock && rows.dropLast().last?.fill == .codeBlock)
  }
}
