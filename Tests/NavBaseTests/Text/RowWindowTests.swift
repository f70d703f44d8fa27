import Testing

@testable import NavBase

@Suite("Lines longer than their row")
struct RowWindowTests {
  private static func code(_ lines: [String], numbers: Bool = false) -> TextDocument {
    let code = TextCode(lines: lines.map { StyledText($0) }, firstNumber: numbers ? 1 : nil)
    return TextDocument(blocks: [.code(code)])
  }

  private func shown(_ document: TextDocument, columns: Int, shift: Int = 0) -> [String] {
    FlowedText(document, columns: columns, wraps: false).rows.map { $0.row.shown(shiftedBy: shift) }
      .map { String(repeating: " ", count: $0.indent) + $0.text }
  }

  private static let lines = [
    "let alphabet = \"abcdefghijklmnopqrstuvwxyz\"", "  short", "", "日本語の文章です",
  ]

  @Test(
    "each line is one row, and a mark shows at which edges there is more",
    arguments: [
      (60, 0, [" let alphabet = \"abcdefghijklmnopqrstuvwxyz\"", "   short", "", " 日本語の文章です"]),
      (21, 0, [" let alphabet = \"abc›", "   short", "", " 日本語の文章です"]),
      (21, 10, [" ‹t = \"abcdefghijklm›", " ‹", "", " ‹ です"]),
      (21, 23, [" ‹ijklmnopqrstuvwxyz\"", " ‹", "", " ‹"]),
      (12, 0, [" let alphab›", "   short", "", " 日本語の文›"]),
      (12, 1, [" ‹t alphabe›", " ‹short", "", " ‹本語の文 ›"]),
    ]
  )
  func marks(columns: Int, shift: Int, expected: [String]) {
    let rows = shown(Self.code(Self.lines), columns: columns, shift: shift)
    #expect(rows == expected)
    #expect(rows.allSatisfy { columnWidth(of: $0) <= columns })
  }

  @Test("numbers, quotes and bullets stay in place")
  func margins() {
    let block = Self.code(["0123456789012345678901234567890", "x"], numbers: true).blocks
    let rows = shown(TextDocument(blocks: [.quote(block)]), columns: 25, shift: 4)
    #expect(rows == ["▎  1 ‹567890123456789012›", "▎  2 ‹"])
  }

  @Test("text after a long line in columns begins at its usual column")
  func columns() {
    let document = TextDocument(blocks: [
      .columns([
        TextColumn(blocks: Self.code(["let a = [1, 2, 3, 4, 5, 6, 7]", "b"]).blocks),
        TextColumn(blocks: [.paragraph(StyledText("right")), .paragraph(StyledText("below"))]),
      ])
    ])
    let rows = [0, 3].map { shown(document, columns: 45, shift: $0) }
    #expect(
      rows[0].map(trimmed) == [
        " let a = [1, 2, 3, 4›   right", " b", "                        below",
      ]
    )
    #expect(
      rows[1].map(trimmed) == [
        " ‹a = [1, 2, 3, 4, 5›   right", " ‹", "                        below",
      ]
    )
    let ground = FlowedText(document, columns: 45, wraps: false).rows[1].row.shown()
    #expect(ground.runs.allSatisfy { $0.style.role == .codeBlock } && ground.columns == 21)
  }

  @Test("code without a background has none after a long line", arguments: [true, false])
  func ground(hasGround: Bool) {
    var line = StyledText("let a = ", style: TextStyle(role: .codeKeyword))
    line.append("1234567890123456789012345678", style: TextStyle(role: .codeNumber))
    let code = TextCode(lines: [line], hasGround: hasGround)
    let columns = [TextColumn(blocks: [.code(code)]), TextColumn(blocks: [.rule])]
    for block in [TextBlock.code(code), .columns(columns)] {
      let document = TextDocument(blocks: [block])
      let row = FlowedText(document, columns: 45, wraps: false).rows[0].row.shown(shiftedBy: 20)
      let isOnGround = row.fill == .codeBlock || row.runs.contains { $0.style.role == .codeBlock }
      #expect(isOnGround == hasGround)
    }
  }

  @Test("a visible column is mapped to the whole line")
  func places() {
    let document = TextDocument(blocks: [
      .columns([
        TextColumn(blocks: Self.code(["abcdefghijklmnopqrstuvwxyz01234"]).blocks),
        TextColumn(blocks: [.paragraph(StyledText("right"))]),
      ])
    ])
    let row = FlowedText(document, columns: 45, wraps: false).rows[0].row
    let characters = Array(row.text)
    for shift in [0, 5] {
      let shown = row.shown(shiftedBy: shift).text.enumerated().filter { $0.element.isLetter }
      #expect(shown.count > 20)
      for (column, character) in shown {
        let place = row.column(shownAt: column, shiftedBy: shift)
        #expect(characters[place] == character, "\(column) \(shift)")
      }
    }
    #expect(characters[row.column(shownAt: 10, shiftedBy: 1_000)] == "4")
  }

  @Test(
    "at every width and position, the windows together show the whole line, within the width"
  )
  func everyPlace() {
    let line = "fn main() { println!(\"日本語 {}\", 中文); } // e\u{301}nd"
    for columns in 8...60 {
      let row = FlowedText(Self.code([line]), columns: columns, wraps: false).rows[0].row
      var seen: Set<Character> = []
      for shift in 0...row.hiddenColumns {
        let shown = row.shown(shiftedBy: shift)
        #expect(shown.columns <= columns)
        #expect(shown.windows.isEmpty)
        seen.formUnion(shown.text)
        let end = shown.text.last
        #expect((end == "›") == (shift < row.hiddenColumns), "\(columns) \(shift) \(shown.text)")
      }
      #expect(seen.isSuperset(of: line.filter { !$0.isWhitespace }), "\(columns)")
    }
  }

  @Test("wrapped on request, every character is visible at once")
  func wrapped() {
    let rows = FlowedText(Self.code(Self.lines), columns: 21).rows.map(\.row)
    #expect(rows.allSatisfy { $0.windows.isEmpty } && rows.count > Self.lines.count)
  }

  @Test("a line that is too long for a window is wrapped")
  func tooLong() {
    let long = String(repeating: "x", count: RowWindow.textColumns + 1)
    let rows = FlowedText(Self.code([long, "abc"]), columns: 101, wraps: false).rows
    #expect(rows.count == 11 + 1 && rows.allSatisfy { $0.row.columns <= 101 })
  }

  @Test("prose among lines is wrapped at words, drawings and tables are not")
  func prose() throws {
    let document = TextDocument(blocks: [
      .preformatted(lines: [
        "  A sentence of a manual that is longer than its row.  Another one.",
        "name          size   modified   owner   group   rights   kind",
        "├── a/very/long/path of a tree that is drawn with lines of boxes",
      ])
    ])
    #expect(
      shown(document, columns: 30) == [
        "  A sentence of a manual that", "  is longer than its row.", "  Another one.",
        "name          size   modified›", "├── a/very/long/path of a tre›",
      ]
    )
    let query = try #require(TextQuery("Another"))
    let found = FoundText(matches: document.matches(of: query)[...], current: 0)
    let flowed = FlowedText(document, columns: 30, wraps: false)
    let marked = flowed.rows(0..<5, marking: found).map { row in
      row.runs.contains { $0.style.attributes.contains(.found) }
    }
    #expect(marked == [false, false, true, false, false])
  }

  @Test("the current match is visible")
  func matches() throws {
    let document = Self.code(["0123456789 0123456789 needle 0123456789", "needle"])
    let query = try #require(TextQuery("needle"))
    let flowed = FlowedText(document, columns: 21, wraps: false)
    let row = flowed.rows(
      0..<1,
      marking: FoundText(matches: document.matches(of: query)[...], current: 0)
    )[0]
    #expect(row.columnsToMatch > 0)
    #expect(row.shown(shiftedBy: row.columnsToMatch).text.contains("needle"))
    #expect(flowed.rows[0].row.columnsToMatch == 0)
  }

  private func trimmed(_ row: String) -> String {
    String(row.reversed().drop { $0 == " " }.reversed())
  }
}
