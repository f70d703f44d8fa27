import Testing

@testable import NavBase

@Suite("Letters four rows high")
struct LargeLettersTests {
  @Test("the font has ASCII and the letters of western Europe; each is as wide as it says")
  func letters() throws {
    let ascii = (0x20...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }
    for character in ascii + "áàâäãåéèêëíìîïóòôöõøúùûüñçßÄÖÜÉ–—’“”…·×→" {
      let columns = try #require(LargeLetters.columns(of: String(character)), "\(character)")
      for row in 0..<LargeLetters.rows {
        let blocks = LargeLetters.blocks(of: character, row: row)
        #expect(columnWidth(of: blocks) == columns + 1 && blocks.hasSuffix(" "), "\(character)")
      }
      let rows = (0..<LargeLetters.rows).map { LargeLetters.blocks(of: character, row: $0) }
      #expect(rows.allSatisfy { $0.allSatisfy { $0 == " " } } == (character == " "))
    }
    #expect(LargeLetters.columns(of: "Hi!") == 8)
    #expect(LargeLetters.columns(of: "漢") == nil && LargeLetters.columns(of: "") == nil)
    #expect(Set(ascii.map { c in (0..<4).map { LargeLetters.blocks(of: c, row: $0) } }).count == 95)
  }

  @Test("a row in large letters has the styles of its words")
  func styles() {
    var words = StyledText("H", style: TextStyle(role: .heading1))
    words.append("i!", style: TextStyle(role: .link))
    var row = TextRow(words.text, runs: words.runs, indent: 3)
    row.largeRow = 0
    #expect(row.fill == .plain)
    let rows = (0..<LargeLetters.rows).map { row.large(row: $0) }
    #expect(rows.map(\.text) == ["█  █ ▀ █", "█▀▀█ █ █", "█  █ █ ▄", ""])
    #expect(rows[1].runs.map(\.style.role) == [.heading1, .link] && rows[1].indent == 3)
    #expect(rows[1].runs.map(\.length) == ["█▀▀█ ".utf8.count, "█ █".utf8.count])
    #expect(rows.allSatisfy { $0.largeRow == nil })
  }

  @Test("of all widths, a title is broken at the largest one at which its large letters fit")
  func breaks() {
    let titles = [
      "Short", "A title of some more words", "one-two three four-five six", "aa  bb  cc",
      "one\ntwo three", "", "\n", "\u{300}",
    ]
    for (title, columns) in titles.flatMap({ title in (8...150).map { (title, $0) } }) {
      let text = StyledText(title)
      let all = columnWidth(of: title)
      // A title without width has no line.
      let least = max((all + 1) / 2, longestWord(of: title, keepingUpTo: columns), 1)
      let ways = stride(from: all, through: least, by: -1).lazy.map { width -> [String] in
        var reader = LineReader(text, columns: width, keepsWords: true)
        var lines: [String] = []
        while let line = reader.next() { lines.append(line.content.text) }
        return lines
      }
      let best = ways.first { lines in
        lines.count <= 2 && lines.allSatisfy { LargeLetters.columns(of: $0) ?? 0 <= columns }
      }
      var room = TextWidthLimit(columns: columns)
      room.rows = 40
      let flowed = FlowedText(TextDocument(blocks: [.heading(level: 1, text)]), room: room)
      let large = flowed.rows.map(\.row).filter { $0.largeRow == 0 }.map(\.text)
      #expect(large == (all <= columns ? best ?? [] : []), "\(title) in \(columns)")
    }
  }
}
