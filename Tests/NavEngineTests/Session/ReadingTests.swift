import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("The text of the front page")
struct ReadingTests {
  private static let size = CellSize(columns: 20, rows: 5)

  private static func paragraph(_ text: String) -> TextBlock { .paragraph(StyledText(text)) }

  private func text(_ session: Session) throws -> String {
    try #require(session.reading).passages.text
  }

  @Test("of a slide the revealed parts, regardless of the screen's size")
  func steps() throws {
    let long = String(repeating: "many words ", count: 50) + "end"
    let slide = PageContent("a", [Self.paragraph(long), .pause, Self.paragraph("later")])
    let other = PageContent("b", [Self.paragraph("b")])
    var session = Session(pages: [slide, other])
    #expect(try text(session) == long + "\n")
    try session.perform(.forward, seenIn: Self.size, at: .zero)
    #expect(try text(session) == long + "\n\nlater\n")
    try session.perform(.forward, seenIn: Self.size, at: .zero)
    #expect(try text(session) == "b\n")
    #expect(session.reading?.title == "b")
    try session.perform(.back, seenIn: Self.size, at: .zero)
    #expect(try text(session) == long + "\n\nlater\n")
  }

  @Test("of a list the filtered entries, and the selected name")
  func list() throws {
    let name = String(repeating: "long", count: 20) + ".txt"
    let entries = [
      ListEntry(key: [1], label: name, detail: "3 B", opens: .text),
      ListEntry(key: [2], label: "b.md", opens: .text),
    ]
    let list = ListContent(
      entries: entries,
      sections: [ListSection(title: "Files", entries: 0..<2)],
      notes: ["2 are hidden"]
    )
    var session = Session(root: PageContent(title: "list", list: list), path: [1])
    #expect(session.reading?.selected == name)
    #expect(try text(session) == "Files\n\n\(name), 3 B\nb.md\n\n2 are hidden\n")
    try session.perform(.filter("b.md"), seenIn: Self.size, at: .zero)
    #expect(session.reading?.selected == "b.md")
    #expect(try !text(session).contains(name))
  }

  @Test("a part of a long list is made of the entries that can be in it")
  func parts() throws {
    let entries = (UInt8(0)..<9).map { ListEntry(key: [$0], label: "entry \($0)", opens: .text) }
    let list = ListContent(
      entries: entries,
      sections: [
        ListSection(title: "a", entries: 2..<2), ListSection(title: "b", entries: 2..<7),
        ListSection(title: "c", entries: 7..<9),
      ],
      notes: ["a note"]
    )
    let session = Session(root: PageContent(title: "list", list: list), path: [1])
    let whole = try #require(session.reading).passages
    #expect(whole.lineCount == list.rowCount)
    for line in 0...list.rowCount {
      for bytes in [8, 40, 100] {
        let some = try #require(session.reading(of: line..<line + bytes / 8)).passages
        #expect(some.lineCount == whole.lineCount)
        #expect(
          some.part(fromLine: line, byteLimit: bytes)
            == whole.part(fromLine: line, byteLimit: bytes)
        )
      }
    }
  }

  @Test("of a board its boxes in order")
  func board() throws {
    let board = try BoardContent(
      boxes: [
        BoardBox(name: "a", title: "Left", lines: ["1", "2"]), BoardBox(name: "b", lines: ["3"]),
        BoardBox(name: "c", title: "Empty"),
      ],
      constraints: []
    )
    let session = Session(pages: [PageContent(title: "board", board: board)])
    #expect(try text(session) == "Left\n1\n2\n\n3\n\nEmpty\n")
  }
}
