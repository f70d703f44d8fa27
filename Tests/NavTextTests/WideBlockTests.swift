import NavText
import Testing

@Suite("Code, tables and columns that are wider than text")
struct WideBlockTests {
  private static let text = TextBlock.paragraph(StyledText("one two three four five six"))
  private static let line = "0123456789abcdefghijklmnopqrst"

  /// The rows with their indents; a ground is shown as dots.
  private func rows(_ blocks: [TextBlock], in room: TextRoom, step: Int? = nil) -> [String] {
    FlowedText(TextDocument(blocks: blocks), room: room, step: step, wraps: false).rows.map {
      let row = $0.row.shown()
      let ends = row.text.reversed().prefix { $0 == " " }.count
      return String(repeating: " ", count: row.indent) + row.text.dropLast(ends)
        + String(repeating: ".", count: ends)
    }
  }

  private static func code(_ lines: String...) -> TextBlock { .code(language: "", lines: lines) }

  @Test("stand in the middle of a slide, and text keeps its place")
  func middle() {
    let blocks = [Self.text, Self.code(Self.line, "x"), Self.code("narrow")]
    #expect(
      rows(blocks, in: TextRoom(columns: 20, left: 10, right: 10)) == [
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

  @Test("begin where the text does in pages that are read")
  func beginning() {
    #expect(
      rows([Self.text, Self.code(Self.line), Self.code("x")], in: TextRoom(columns: 20, right: 11))
        == [
          "one two three four", "five six", "", " 0123456789abcdefghijklmnopqrst", "",
          " x..................",
        ]
    )
  }

  @Test("take what there is, and are seen through a window where that is too little")
  func tooLittle() {
    #expect(
      rows([Self.text, Self.code(Self.line)], in: TextRoom(columns: 20, left: 3, right: 3)) == [
        "   one two three four", "   five six", "", " 0123456789abcdefghijklmn›",
      ]
    )
  }

  @Test("tables are wrapped only where all the room is too little")
  func tables() {
    let table = TextTable(
      alignments: [.left, .left],
      header: ["name", "what it is"].map { StyledText($0) },
      rows: [["one", "more words than stand in a row"].map { StyledText($0) }]
    )
    let shown = rows([Self.text, .table(table)], in: TextRoom(columns: 20, left: 10, right: 10))
    #expect(
      shown.suffix(3) == [
        "name │ what it is", "─────┼───────────────────────────────",
        "one  │ more words than stand in a row",
      ]
    )
    #expect(shown.first == "         one two three four")
  }

  @Test("columns give each its share of it, so that the code in them is whole")
  func columns() {
    let columns = TextBlock.columns([
      TextColumn(weight: 2, blocks: [Self.text]),
      TextColumn(weight: 1, blocks: [Self.code("let twenty = 5 + 6 + 9")]),
    ])
    let room = TextRoom(columns: 66, left: 20, right: 20)
    #expect(!rows([columns], in: room).contains { $0.contains("›") })
    #expect(rows([columns], in: TextRoom(columns: 66)).contains { $0.contains("›") })
  }

  @Test("what stands in a list or a quote keeps to the text")
  func nested() {
    let shown = rows([.quote([Self.code(Self.line)])], in: TextRoom(columns: 20, left: 9, right: 9))
    #expect(shown == ["▎  0123456789abcdef›"])
  }

  @Test("nothing moves while code changes from step to step")
  func versions() {
    let versions = [[Self.line], ["x"]].map { TextCode(lines: $0.map { StyledText($0) }) }
    let room = TextRoom(columns: 20, left: 10, right: 10)
    let places = (0...1).map { step in
      rows([Self.text, .versions(versions)], in: room, step: step)[0]
    }
    #expect(places == ["      one two three four", "      one two three four"])
  }
}
