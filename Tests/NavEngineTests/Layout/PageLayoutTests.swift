import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("PageLayout: one page of text in its frame")
struct PageLayoutTests {
  private let widths = [1, 7, 20, 39, 40, 80, 120]
  private let heights = [1, 2, 7, 8, 13, 40]

  private func layout(_ page: PageContent, _ columns: Int, _ rows: Int) -> PageLayout {
    let text = FlowedText(page.document, room: PageLayout.textRoom(forPageOf: columns))
    return PageLayout(page, text: text, frame: CellSize(columns: columns, rows: rows))
  }

  /// Lays a page out in all sizes; the text is flowed once for each width.
  private func layouts(_ page: PageContent) -> [PageLayout] {
    widths.flatMap { columns in
      let text = FlowedText(page.document, room: PageLayout.textRoom(forPageOf: columns))
      return heights.map {
        PageLayout(page, text: text, frame: CellSize(columns: columns, rows: $0))
      }
    }
  }

  @Test("the end of a page on one size is its end on every size (r = 1)")
  func endAnchors() throws {
    try forSeeds(0..<60) { generator in
      let layouts = layouts(PageContent(title: "", document: generator.document(blocks: 3...10)))
      for layout in layouts where layout.overflows {
        let end = layout.anchor(forOffset: layout.maximumOffset)
        try demand(end.ratio == 1)
        for other in layouts {
          let shown = other.offset(for: end)
          try demand(shown == other.maximumOffset, "\(layout.frame) seen on \(other.frame)")
        }
      }
    }
  }

  @Test("the text lies inside the frame, and all of it can be reached")
  func contentFits() throws {
    try forSeeds(85..<105) { generator in
      let page = PageContent(title: "", document: generator.document())
      for columns in 1...60 {
        let text = FlowedText(page.document, room: PageLayout.textRoom(forPageOf: columns))
        for rows in 1...20 {
          let frame = CellSize(columns: columns, rows: rows)
          let layout = PageLayout(page, text: text, frame: frame)
          let content = layout.content
          try demand(content.x >= 0 && content.maxX <= columns, "\(frame)")
          try demand(content.y >= 0 && content.y < rows, "\(frame)")
          try demand(content.height == text.rows.count, "\(frame)")
          try demand(layout.visibleRows >= 1, "\(frame)")
          try demand(layout.maximumOffset + layout.visibleRows >= text.rows.count, "\(frame)")
          try demand(layout.overflows == (content.y + content.height > rows), "\(frame)")
        }
      }
    }
  }

  @Test(
    "the text's maximum width leaves margins",
    arguments: [
      (1, 1), (19, 19), (20, 18), (29, 27), (30, 26), (39, 35), (40, 32), (80, 72), (96, 88),
      (97, 88), (1000, 88),
    ]
  )
  func textWidths(columns: Int, text: Int) {
    #expect(PageLayout.textRoom(forPageOf: columns).columns == text)
  }

  @Test("a title page is centred, a little above the middle")
  func titlePages() {
    let title = PageContent(
      "Talk",
      [
        .heading(level: 1, StyledText("A talk")), .paragraph(StyledText("by somebody")),
      ]
    )
    #expect(title.document.isTitle)
    let layout = layout(title, 80, 21)
    let used = layout.text.usedColumns
    #expect(layout.content.x == (80 - used) / 2)
    #expect(layout.content.y == (21 - layout.text.rows.count) * 2 / 5)
    #expect(!layout.overflows)
    // If it does not fit, it is laid out like any other page.
    let narrow = self.layout(title, 4, 3)
    #expect(narrow.content.y == 0)
    #expect(narrow.overflows)
  }

  @Test(
    "wide code stands below its title, which moves only for what does not fit on its right",
    arguments: [
      (columns: 160, code: 100, x: 36), (160, 119, 36), (160, 140, 15), (100, 140, 4), (60, 80, 4),
    ]
  )
  func wideCode(columns: Int, code: Int, x: Int) {
    let heading = TextBlock.heading(level: 2, StyledText("Title"))
    let line = String(repeating: "x", count: code)
    let blocks = [heading, .code(language: "", lines: [line])]
    let page = PageContent("", blocks)
    let room = PageLayout.textRoom(forPageOf: columns)
    let text = FlowedText(page.document, room: room, wraps: false)
    let layout = PageLayout(page, text: text, frame: CellSize(columns: columns, rows: 20))
    #expect(layout.content.x == x && layout.content.maxX <= columns - 4)
    #expect(layout.text.rows.allSatisfy { $0.row.indent == 0 })
  }

  @Test("a title page is a first-level heading and at most two short companions")
  func whatATitlePageIs() {
    let heading = TextBlock.heading(level: 1, StyledText("T"))
    let paragraph = TextBlock.paragraph(StyledText("p"))
    let table: [([TextBlock], Bool)] = [
      ([heading], true),
      ([heading, paragraph, paragraph], true),
      ([heading, .heading(level: 2, StyledText("s"))], true),
      ([heading, paragraph, paragraph, paragraph], false),
      ([.heading(level: 2, StyledText("T"))], false),
      ([paragraph, heading], false),
      ([heading, .rule], false),
      ([heading, .code(language: "", lines: ["x"])], false),
      ([heading, .quote([paragraph])], false),
      ([], false),
    ]
    for (blocks, expected) in table {
      #expect(TextDocument(blocks: blocks).isTitle == expected, "\(blocks)")
    }
  }
}
