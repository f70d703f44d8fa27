import NavBase
import Testing

@Suite("Lines of files: their numbers, and the line of each row")
struct LineNumberTests {
  private static let lines = (1...12).map {
    $0 == 2 ? String(repeating: "ab ", count: 20) : "line \($0)"
  }

  private static func text(columns: Int, isNumbered: Bool = true) -> FlowedText {
    FlowedText(
      TextDocument(blocks: [.preformatted(lines: lines)]),
      columns: columns,
      isNumbered: isNumbered
    )
  }

  @Test("numbers are right-aligned in their column, only at the first row of a line")
  func column() {
    let rows = Self.text(columns: 40).rows.map(\.row.text)
    #expect(rows[0] == " 1 line 1")
    #expect(rows[1].hasPrefix(" 2 ab ab"))
    #expect(rows[2].hasPrefix("   "))
    #expect(rows.last == "12 line 12")
    #expect(rows.allSatisfy { columnWidth(of: $0) <= 40 })
  }

  @Test("every row belongs to the line that begins at it or above")
  func rows() {
    for isNumbered in [true, false] {
      let text = Self.text(columns: 40, isNumbered: isNumbered)
      #expect(text.lineRows.count == Self.lines.count)
      for (line, row) in text.lineRows.enumerated() {
        #expect(text.line(ofRow: row) == line)
        if row + 1 < text.rows.count, !text.lineRows.contains(row + 1) {
          #expect(text.line(ofRow: row + 1) == line)
        }
      }
    }
  }

  @Test("a page that is too narrow has no numbers, and loses nothing of its text")
  func narrow() {
    let text = Self.text(columns: 18)
    #expect(text.rows.first?.row.text == "line 1")
  }

  @Test(
    "a place is the same with and without numbers, so that switching them keeps it"
  )
  func places() {
    let (with, without) = (Self.text(columns: 40), Self.text(columns: 40, isNumbered: false))
    for row in without.lineRows {
      let place = without.rows[row].position
      #expect(with.rows[with.row(of: place)].position == place)
    }
  }

  @Test("a match is marked at its position after the number")
  func marks() throws {
    let document = TextDocument(blocks: [.preformatted(lines: Self.lines)])
    let query = try #require(TextQuery("line 12"))
    let text = Self.text(columns: 40)
    let found = FoundText(matches: document.matches(of: query, limit: 10)[...], current: 0)
    let row = try #require(text.rows(text.rows.indices, marking: found).last)
    let marked = row.runs.reduce(into: (offset: 0, text: "")) { state, run in
      let bytes = Array(row.text.utf8)[state.offset..<state.offset + run.length]
      if !run.style.attributes.isDisjoint(with: .anyFound) {
        state.text += String(decoding: bytes, as: UTF8.self)
      }
      state.offset += run.length
    }
    #expect(marked.text == "line 12")
  }

  @Test("code has numbers by default, texts on request, anything else never")
  func settings() {
    let expected: [(FileLines, Bool?, Bool)] = [
      (.none, nil, false), (.none, true, false), (.text, nil, false), (.text, true, true),
      (.text, false, false), (.code, nil, true), (.code, true, true), (.code, false, false),
    ]
    for (lines, setting, isOn) in expected {
      #expect(lines.areNumbered(by: setting) == isOn, "\(lines) \(String(describing: setting))")
    }
  }
}
