import NavBase
import Testing

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

  @Test("wide blocks are centred on a slide, and text keeps its position")
  func middle() {
    let blocks = [Self.text, Self.code(Self.line, "x"), Self.code("narrow")]
    #expect(
      rows(blocks, in: TextWidthLimit(columns: 20, left: 10, right: 10)) == [
        "      one two three four",
        "      five six",
        "",
        " 0123456789abcdefghijklmnopqrst.",
        " x..............................",
        "",
        "       narrow.............",
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
          "   one two three four", "   five six", "", " 0123456789abcdefghijklmn›",
        ]
    )
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
    #expect(shown.first == "         one two three four")
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

  @Test("blocks in a list or a quote keep to the text's width")
  func nested() {
    let shown = rows(
      [.quote([Self.code(Self.line)])],
      in: TextWidthLimit(columns: 20, left: 9, right: 9)
    )
    #expect(shown == ["▎  0123456789abcdef›"])
  }

  @Test("nothing moves while code changes from step to step")
  func versions() {
    let versions = [[Self.line], ["x"]].map { TextCode(lines: $0.map { StyledText($0) }) }
    let room = TextWidthLimit(columns: 20, left: 10, right: 10)
    let places = (0...1).map { step in
      rows([Self.text, .versions(versions)], in: room, step: step)[0]
    }
    #expect(places == ["      one two three four", "      one two three four"])
  }
}
