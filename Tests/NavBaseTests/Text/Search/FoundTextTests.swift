import NavBase
import NavTestKit
import Testing

@Suite("Matches in flowed text")
struct FoundTextTests {
  /// Checks the rows of a paragraph, with matches in brackets and the current one in braces.
  private func check(
    _ words: String,
    in document: TextDocument,
    columns: Int,
    current: Int? = nil,
    _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let query = try #require(TextQuery(words))
    let found = FoundText(matches: document.matches(of: query)[...], current: current)
    let flowed = FlowedText(document, columns: columns)
    let rows = flowed.rows(0..<flowed.rows.count, marking: found)
    #expect(rows.map(\.bracketed) == expected, sourceLocation: sourceLocation)
  }

  private func paragraph(_ text: StyledText) -> TextDocument {
    TextDocument(blocks: [.paragraph(text)])
  }

  @Test("a match across runs, and on both rows if it is wrapped")
  func wrapped() throws {
    var styled = StyledText("kind of ")
    styled.append("blue", style: TextStyle(attributes: .bold))
    styled.append(" notes")
    try check("of blue", in: paragraph(styled), columns: 40, ["kind [of blue] notes"])
    try check("of blue", in: paragraph(styled), columns: 8, ["kind [of]", "[blue]", "notes"])
    try check("e", in: paragraph(styled), columns: 40, current: 1, ["kind of blu[e] not{e}s"])
    try check("d o", in: paragraph(StyledText("kind\nof")), columns: 40, ["kin[d]", "[o]f"])
    try check(
      "longword",
      in: paragraph(StyledText("alongwordy")),
      columns: 4,
      ["a[lon]", "[gwor]", "[d]y"]
    )
  }

  @Test("matches if the painted text differs from the written one")
  func painted() throws {
    let invisible = paragraph(StyledText("a\u{AD}b soft"))
    try check("soft", in: invisible, columns: 20, ["ab [soft]"])
    try check("\u{AD}b", in: invisible, columns: 20, ["a[b] soft"])
    let wide = paragraph(StyledText("a中b"))
    try check("中", in: wide, columns: 1, ["a", "[…]", "b"])
    try check("b", in: wide, columns: 1, ["a", "…", "[b]"])
    let code = TextDocument(blocks: [.code(language: "", lines: ["\tif x {", "", "}"])])
    try check("if", in: code, columns: 20, ["     [if] x {", "", " }"])
    try check(" if", in: code, columns: 20, [" [    if] x {", "", " }"])
    try check("{  }", in: code, columns: 20, ["     if x [{]", "", " [}]"])
    let lines = TextDocument(blocks: [.preformatted(lines: ["abcdef", "ghi"])])
    try check("cd", in: lines, columns: 3, ["ab[c]", "[d]ef", "ghi"])
    try check("f g", in: lines, columns: 3, ["abc", "de[f]", "[g]hi"])
  }

  @Test("matches after the markers of lists and the bars of quotes")
  func margins() throws {
    let list = TextDocument(blocks: [
      .quote([
        .list(
          TextList(
            start: nil,
            isTight: true,
            items: [TextListItem(blocks: [.paragraph(StyledText("one two three"))])]
          )
        )
      ]),
      .rule, .paragraph(StyledText("two")),
    ])
    try check(
      "two",
      in: list,
      columns: 14,
      ["▎ • one [two]", "▎   three", "", "──────────────", "", "[two]"]
    )
  }

  @Test("matches in cells of tables, in columns and as records")
  func tables() throws {
    let table = TextDocument(blocks: [
      .table(
        TextTable(
          alignments: [.left, .right],
          header: [StyledText("name"), StyledText("no")],
          rows: [
            [StyledText("the name"), StyledText("1")], [StyledText("no"), StyledText("name")],
          ]
        )
      )
    ])
    try check(
      "name",
      in: table,
      columns: 30,
      current: 1,
      ["[name]     │   no", "─────────┼─────", "the {name} │    1", "no       │ [name]"]
    )
    // A record repeats the names of its columns.
    try check(
      "no",
      in: table,
      columns: 4,
      ["name", ":", "the", "name", "[no]:", "1", "", "name", ": [no]", "[no]:", "name"]
    )
  }

  @Test("the marked text is the matched text, at every width")
  func law() throws {
    var marked = 0
    try forSeeds(0..<400) { random in
      let document = random.document()
      let words = random.pick([
        "a", "of", "e", "that everybody", "n", "中", "é", "12,500", "once a", "s a", "caf\u{e9} of",
        "=", "ee", "Z",
      ])
      guard let query = TextQuery(words) else { return }
      let matches = document.matches(of: query)
      try demand(matches.map(\.position) == matches.map(\.position).sorted())
      try demand(Set(matches.map(\.position)).count == matches.count)
      for columns in [20, random.int(in: 20...100), 200] {
        let flowed = FlowedText(document, columns: columns)
        for index in matches.indices {
          let found = FoundText(matches: matches[index...index], current: index)
          let rows = flowed.rows(0..<flowed.rows.count, marking: found)
          let text = rows.map(\.foundText).joined()
          let isTable = matches[index].cell > 0 || document.isTable(matches[index].position.block)
          // Records repeat the names of their columns, with their marks.
          let isMarked =
            isTable
            ? !text.isEmpty && text.folded.replacing(words.folded, with: "").isEmpty
            : text.folded == words.folded
          try demand(isMarked, "'\(text)' of '\(words)' at \(columns)")
          // The row at a match's position contains the match.
          let first = flowed.row(of: matches[index].position)
          try demand(isTable || !rows[first].foundText.isEmpty, "row \(first) at \(columns)")
          marked += 1
        }
        // Without marks rows are unchanged.
        let plain = flowed.rows(0..<flowed.rows.count, marking: FoundText(matches: []))
        try demand(plain == flowed.rows.map(\.row))
      }
    }
    try demand(marked > expected(1_000), "only \(marked)")
  }
}

extension TextRow {
  /// The text with matches in brackets.
  fileprivate var bracketed: String {
    var result = String(repeating: " ", count: indent)
    var place = text.utf8.startIndex
    for run in runs {
      let end = text.utf8.index(place, offsetBy: run.length)
      let piece = String(text[place..<end])
      let attributes = run.style.attributes
      result +=
        attributes.contains(.foundHere)
        ? "{\(piece)}" : attributes.contains(.found) ? "[\(piece)]" : piece
      place = end
    }
    return (result + text[place...]).replacing("][", with: "").replacing("}{", with: "")
  }

  fileprivate var foundText: String {
    var result = ""
    var place = text.utf8.startIndex
    for run in runs {
      let end = text.utf8.index(place, offsetBy: run.length)
      if run.style.attributes.contains(.found) { result += text[place..<end] }
      place = end
    }
    return result
  }
}

extension String {
  /// The text without blanks, in lower case.
  fileprivate var folded: String { filter { !$0.isWhitespace }.lowercased() }
}

extension TextDocument {
  /// Returns whether a leaf is a table, if no other block contains tables.
  fileprivate func isTable(_ leaf: Int) -> Bool {
    var count = 0
    for block in blocks {
      switch block {
      case .list(let list): count += list.items.count
      case .table:
        if count == leaf { return true }
        count += 1
      case .heading, .paragraph, .picture, .code, .preformatted, .quote, .alert, .rule, .space:
        count += 1
      case .pause, .columns, .aligned, .versions: break
      }
    }
    return false
  }
}
