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
}
