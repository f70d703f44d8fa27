import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Outlines of a session")
struct OutlineTests {
  private static let size = CellSize(columns: 40, rows: 12)

  private static func pages(_ count: Int) -> [PageContent] {
    (1...count).map { number in
      PageContent(number == 2 ? "" : "Slide \(number)", [])
    }
  }

  @Test("the titles of a pager's pages, and the current page")
  func pager() throws {
    var session = Session(pages: Self.pages(3))
    try session.perform(.goTo(2), seenIn: Self.size, at: .zero)
    let outline = session.outline(seenIn: Self.size, limit: 10)
    #expect(outline.entries.map(\.title) == ["Slide 1", "Page 2", "Slide 3"])
    #expect(outline.entries.map(\.number) == [1, 2, 3])
    #expect(outline.current == 1 && !outline.isCut)
  }

  @Test("at most as many entries as requested")
  func limit() throws {
    var session = Session(pages: Self.pages(4))
    try session.perform(.goTo(4), seenIn: Self.size, at: .zero)
    #expect(!session.outline(seenIn: Self.size, limit: 4).isCut)
    let cut = session.outline(seenIn: Self.size, limit: 3)
    #expect(cut.isCut && cut.entries.count == 3 && cut.current == nil)
  }

  @Test("the entries of a list")
  func list() throws {
    let entries = (1...5).map { ListEntry(key: [UInt8($0)], label: "entry \($0)", opens: .text) }
    let page = PageContent(title: "list", list: ListContent(entries: entries))
    var session = Session(root: page, path: [1])
    try session.perform(.goTo(3), seenIn: Self.size, at: .zero)
    let outline = session.outline(seenIn: Self.size, limit: 4)
    #expect(outline.entries.map(\.title) == ["entry 1", "entry 2", "entry 3", "entry 4"])
    #expect(outline.current == 2 && outline.isCut)
  }

  @Test(
    "the outline of a one-slide deck is its headings; numbers and ends refer to its rows"
  )
  func oneSlide() throws {
    let blocks = (1...9).flatMap { part -> [TextBlock] in
      [.heading(level: part == 1 ? 1 : 2, StyledText("Part \(part)"))]
        + Array(repeating: .paragraph(StyledText("some words of it")), count: 5)
    }
    let page = PageContent("long", blocks)
    var session = Session(pages: [page])
    let outline = session.outline(seenIn: Self.size, limit: 100)
    #expect(outline.entries.map(\.title) == (1...9).map { "Part \($0)" })
    #expect(outline.current == 0)
    func top() -> String? {
      let scene = session.rest(in: Self.size, viewers: 1)
      return scene.containers.first { $0.kind == .page }.flatMap { $0.rows[$0.scroll.y]?.text }
    }
    for index in [6, 2, 4] {
      let entry = outline.entries[index]
      try session.perform(.goTo(entry.number), seenIn: Self.size, at: .zero)
      #expect(top() == entry.title)
      #expect(session.outline(seenIn: Self.size, limit: 100).current == index)
    }
    try session.perform(.first, seenIn: Self.size, at: .zero)
    #expect(top() == "Part 1")
    try session.perform(.last, seenIn: Self.size, at: .zero)
    #expect(session.outline(seenIn: Self.size, limit: 100).current == 8)
  }

  @Test("the headings of a text are numbered by the rows of each size, and lead there")
  func headings() throws {
    let long = StyledText(String(repeating: "many words ", count: 60))
    let blocks: [TextBlock] = [
      .heading(level: 1, StyledText("One")), .paragraph(long),
      .list(
        TextList(
          start: nil,
          isTight: true,
          items: [
            TextListItem(blocks: []),
            TextListItem(blocks: [.paragraph(long), .heading(level: 3, StyledText("In a list"))]),
          ]
        )
      ),
      .quote([
        .code(language: "", lines: ["a", "b"]), .heading(level: 2, StyledText("In a quote")),
      ]),
      .table(TextTable(alignments: [.left], header: [StyledText("x")], rows: [[long]])), .rule,
      .heading(level: 2, StyledText("Two")), .paragraph(long), .paragraph(long), .paragraph(long),
    ]
    let page = PageContent("text", blocks)
    let rows = [24, 40, 97].map { columns in
      let size = CellSize(columns: columns, rows: 12)
      var session = Session(root: page, path: [1])
      let outline = session.outline(seenIn: size, limit: 100)
      #expect(outline.entries.map(\.level) == [1, 3, 2, 2])
      #expect(outline.current == 0)
      for (index, entry) in outline.entries.enumerated() {
        try? session.perform(.goTo(entry.number), seenIn: size, at: .zero)
        let shown = session.rest(in: size, viewers: 1).containers.last { $0.kind == .page }
        let row = shown.flatMap { $0.rows[entry.number - 1]?.text }
        #expect(row?.contains(entry.title) == true, "\(entry.title): \(row ?? "none")")
        #expect(session.outline(seenIn: size, limit: 100).current == index, "\(entry.title)")
      }
      return outline.entries.map(\.number)
    }
    #expect(rows[0] != rows[1] && rows[1] != rows[2])
  }
}
