import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Slides fill the page that they are shown on")
struct SlideRoomTests {
  /// A size, the rows of a slide's page in it, the row of titles, and the left edge of the text.
  private typealias Case = (size: CellSize, page: Int, title: Int, left: Int)

  private static let cases: [Case] = [
    (CellSize(columns: 40, rows: 12), 10, 1, 4), (CellSize(columns: 80, rows: 24), 22, 3, 4),
    (CellSize(columns: 120, rows: 40), 38, 6, 16), (CellSize(columns: 200, rows: 60), 58, 9, 45),
  ]

  /// A row with text as it stands on the screen.
  private struct Line {
    var y: Int
    var x: Int
    var row: TextRow
  }

  private static func paragraph(_ text: String) -> TextBlock { .paragraph(StyledText(text)) }

  private static func heading(_ text: String, level: Int = 2) -> TextBlock {
    .heading(level: level, StyledText(text))
  }

  private static func list(_ count: Int) -> TextBlock {
    let items = (1...count).map { TextListItem(blocks: [paragraph("entry \($0)")]) }
    return .list(TextList(start: nil, isTight: true, items: items))
  }

  private static func code(columns: Int, lines: Int = 1) -> TextBlock {
    let line = String(repeating: "x", count: columns)
    return .code(language: "", lines: Array(repeating: line, count: lines))
  }

  private func lines(
    _ blocks: [TextBlock],
    _ placement: TextDocument.Placement = .top,
    in size: CellSize,
    isDeck: Bool = true
  ) throws -> (lines: [Line], page: Container) {
    var document = TextDocument(blocks: blocks)
    document.placement = placement
    let pages = [document, TextDocument()].map { PageContent(title: "", document: $0) }
    var pager = PagerContent(title: "deck", pages: .listed(pages.map { .page($0) }))
    pager.isDeck = isDeck
    var session = Session(.pager(pager))
    let page = try #require(
      session.rest(in: size, viewers: 1).containers.first { $0.kind == .page }
    )
    let lines = (0..<page.content.height).compactMap { index -> Line? in
      guard let row = page.rows[index], !row.text.isEmpty else { return nil }
      return Line(y: page.content.y + index, x: page.content.x + row.indent, row: row)
    }
    return (lines, page)
  }

  @Test("titles stand in one row and at one left edge, with wide code, a list or a word below them")
  func titles() throws {
    for (size, page, title, left) in Self.cases {
      for body in [Self.paragraph("word"), Self.list(6), Self.code(columns: 95)] {
        let shown = try lines([Self.heading("Title"), body], in: size)
        #expect(shown.page.frame.height == page)
        #expect(shown.lines[0].row.text == "Title" && shown.lines[0].y == title, "\(size)")
        #expect(shown.lines.allSatisfy { $0.x == left }, "\(size)")
        #expect(shown.lines.allSatisfy { $0.y < page }, "\(size)")
      }
    }
  }

  @Test(
    "a slide that would not fit below that row moves up, and one that is longer begins near the top",
    arguments: [(17, 3), (18, 2), (20, 0), (21, 1), (40, 1)]
  )
  func tall(codeLines: Int, title: Int) throws {
    let blocks = [Self.heading("Title"), Self.code(columns: 9, lines: codeLines)]
    let shown = try lines(blocks, in: CellSize(columns: 80, rows: 24))
    #expect(shown.lines[0].y == title)
    #expect(shown.lines[1].y == title + 2)
  }

  @Test("the rows between blocks and between entries grow with the page")
  func leading() throws {
    let expected: [(first: Int, step: Int)] = [(3, 1), (7, 2), (13, 3), (19, 3)]
    for (size, expected) in zip(Self.cases.map(\.size), expected) {
      let shown = try lines([Self.heading("Title"), Self.list(5)], in: size).lines
      #expect(shown[1].y == expected.first, "\(size)")
      #expect((2...5).allSatisfy { shown[$0].y == shown[$0 - 1].y + expected.step }, "\(size)")
    }
    // Entries of an inner list are closer together than those around them.
    let inner = TextListItem(blocks: [Self.paragraph("entry"), Self.list(2)])
    let nested = TextBlock.list(TextList(start: nil, isTight: true, items: [inner, inner]))
    let shown = try lines([nested], in: Self.cases[3].size).lines
    #expect(shown.map { $0.y - shown[0].y } == [0, 2, 4, 7, 9, 11])
  }

  @Test("a slide with blank rows of its own has no others")
  func ownRows() throws {
    let blocks = [Self.heading("Title"), .space(4), Self.paragraph("word"), Self.paragraph("more")]
    let shown = try lines(blocks, in: Self.cases[3].size).lines
    #expect(shown.map(\.y) == [9, 15, 17])
  }

  @Test("a slide without a title stands in the optical middle")
  func opticalMiddle() throws {
    for (size, page, _, left) in Self.cases {
      let shown = try lines([Self.paragraph("word")], in: size).lines
      #expect(shown.map(\.y) == [(page - 1) * 2 / 5] && shown[0].x == left, "\(size)")
    }
  }

  @Test("a slide in the middle is centred as a block, and so is each of its lines")
  func middle() throws {
    for (size, page, _, left) in Self.cases {
      let blocks = [Self.heading("Thanks"), Self.paragraph("to all of you"), Self.list(1)]
      let shown = try lines(blocks, .middle, in: size).lines
      let above = shown[0].y
      let below = page - 1 - shown[2].y
      #expect(above == (above + below) * 2 / 5, "\(size)")
      for line in shown {
        let width = columnWidth(of: line.row.text)
        #expect((0...1).contains(size.columns - 2 * line.x - width), "\(size)")
      }
      // Alignments of its own are kept.
      let right = try lines([.aligned(.right, [blocks[0]]), blocks[1]], .middle, in: size).lines
      #expect(right[0].x + 6 == size.columns - left && right[1].x == left)
    }
  }

  @Test("hidden parts take their rows: nothing moves when they are revealed")
  func steps() {
    var document = TextDocument(blocks: [
      Self.heading("Title"), Self.list(2), .pause, Self.paragraph("word"),
    ])
    document.placement = .top
    let page = PageLayout.slideRoom(in: PageLayout.textRoom(forPageOf: 120), rows: 38)
    let (first, last) = (
      FlowedText(document, room: page, step: 0), FlowedText(document, room: page, step: 1)
    )
    #expect(first.top == last.top && first.rows.count < last.rows.count)
    #expect(zip(first.rows, last.rows).allSatisfy { $0 == $1 })
  }

  @Test("dots below slides have one row; other pages are laid out as texts")
  func others() throws {
    let size = CellSize(columns: 80, rows: 24)
    let blocks = [Self.heading("Title"), Self.paragraph("word")]
    let shown = try lines(blocks, .automatic, in: size, isDeck: false)
    #expect(shown.page.frame.height == 21)
    #expect(shown.lines.map(\.y) == [1, 3])
  }

  @Test(
    "the measure grows with the screen",
    arguments: [(40, 32), (80, 72), (96, 88), (120, 88), (160, 99), (200, 110), (400, 110)]
  )
  func measure(columns: Int, text: Int) {
    let room = PageLayout.slideRoom(in: PageLayout.textRoom(forPageOf: columns), rows: 9)
    #expect(room.columns == text && room.left == (columns - 8 - text) / 2)
  }

  // MARK: Large titles

  @Test("titles of level 1 have large letters where there is room, and keep their words")
  func large() throws {
    for (size, page, title, _) in Self.cases {
      for placement in [TextDocument.Placement.top, .middle] {
        let blocks = [Self.heading("Queues", level: 1), Self.paragraph("word")]
        let shown = try lines(blocks, placement, in: size)
        let first = shown.lines[0]
        #expect(first.row.text == "Queues")
        #expect(placement == .middle || first.y == title)
        let isLarge = page >= (placement == .middle ? 18 : 36)
        let rows = (0..<4).map { shown.page.rows[first.y - shown.page.content.y + $0]?.largeRow }
        #expect(rows == (isLarge ? [0, 1, 2, 3] : [nil, nil, nil, nil]), "\(size)")
        // Without large letters there is a rule below the title.
        #expect(shown.lines.count == (isLarge ? 2 : 3))
        let columns = isLarge ? LargeLetters.columns(of: "Queues") ?? 0 : 6
        if placement == .middle {
          #expect((0...1).contains(size.columns - 2 * first.x - columns), "\(size)")
        }
      }
    }
  }

  @Test(
    "a title is large in up to two lines, if the font has its letters and the slide fits",
    arguments: [
      ("Debugging distributed queues", 1, 1, ["Debugging distributed", "queues"]),
      ("Debugging distributed queues at a very large scale today", 1, 1, nil), ("漢字", 1, 1, nil),
      ("Queues", 2, 1, nil), ("Queues", 1, 53, ["Queues"]), ("Queues", 1, 54, nil),
    ] as [(String, Int, Int, [String]?)]
  )
  func fits(title: String, level: Int, codeLines: Int, expected: [String]?) throws {
    let blocks = [Self.heading(title, level: level), Self.code(columns: 9, lines: codeLines)]
    let shown = try lines(blocks, in: CellSize(columns: 200, rows: 60)).lines
    let large = shown.filter { $0.row.largeRow == 0 }
    #expect(large.map(\.row.text) == expected ?? [])
    if let expected, expected.count == 2 { #expect(large[1].y == large[0].y + 4) }
    // A search marks the words.
    let marked = shown[0].row.marked([RowMark(bytes: 0..<1, isCurrent: true)])
    #expect(marked.largeRow == shown[0].row.largeRow)
  }
}
