import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("PageBody: scrolling rows, of lists and texts alike")
struct PageBodyTests {
  private static let columns = [1, 2, 19, 20, 38, 40, 78, 200]
  private static let rows = [1, 2, 3, 7, 8, 12, 23, 59]

  /// Returns the rows of a frame that the title takes, as in a stack.
  private static func header(_ rows: Int) -> Int { rows >= 8 ? 2 : rows >= 3 ? 1 : 0 }

  private static func list(_ entries: Int, notes: Int, _ columns: Int, _ rows: Int) -> ListLayout {
    let list = ListContent(
      entries: (0..<entries).map { ListEntry(key: [], label: "entry \($0)", opens: .text) },
      notes: (0..<notes).map { "note \($0)" }
    )
    let frame = CellSize(columns: columns, rows: rows)
    return ListLayout(
      list,
      frame: frame,
      header: header(rows),
      columns: columns,
      uncovered: columns
    )
  }

  /// Lays a page of text out in frames of all heights; it is flowed once.
  private static func texts(_ page: PageContent, _ columns: Int) -> [PageLayout] {
    let room = PageLayout.readingRoom(of: page, inRoom: columns)
    let text = FlowedText(page.document, room: room)
    return rows.map {
      PageLayout(
        reading: text,
        frame: CellSize(columns: columns, rows: $0),
        header: header($0),
        columns: columns
      )
    }
  }

  /// Lays a slide out in frames of all heights; it is flowed once.
  private static func slides(_ page: PageContent, _ columns: Int) -> [PageLayout] {
    let text = FlowedText(page.document, room: PageLayout.textRoom(forPageOf: columns))
    return rows.map {
      PageLayout(page, text: text, frame: CellSize(columns: columns, rows: $0))
    }
  }

  /// Lists, texts and slides of all sizes, from empty ones to some that overflow a hundredfold.
  private func forBodies(_ check: (any PageBody) throws -> Void) throws {
    for rows in Self.rows {
      for (entries, notes) in [(0, 0), (0, 1), (1, 0), (5, 1), (6, 0), (20, 1), (57, 0), (58, 0)] {
        try check(Self.list(entries, notes: notes, 40, rows))
      }
    }
    try check(Self.list(199, notes: 1, 40, 12))
    try check(Self.list(199, notes: 2, 40, 59))
    try check(Self.list(210, notes: 2, 40, 1))
    try forSeeds(0..<4) { generator in
      let page = PageContent(title: "", document: generator.document(blocks: 0...12))
      let lines = (0..<generator.int(in: 0...230)).map { "\($0) \(generator.text(upTo: 40))" }
      let program = PageContent("", [.preformatted(lines: lines)])
      for columns in Self.columns {
        try Self.texts(page, columns).forEach(check)
        try Self.slides(page, columns).forEach(check)
        if columns >= 20 { try Self.texts(program, columns).forEach(check) }
      }
    }
  }

  private static func name(_ body: any PageBody) -> String {
    "\(body.rowCount) rows in \(body.frame)"
  }

  @Test("the anchor of every offset gives that offset again")
  func anchors() throws {
    try forBodies { body in
      for offset in 0...body.maximumOffset {
        let anchor = body.anchor(forOffset: offset)
        try demand(body.offset(for: anchor) == offset, "\(offset) of \(Self.name(body))")
        try demand((anchor == .top) == (offset == 0), "\(offset) of \(Self.name(body))")
        guard body.overflows else { continue }
        let isEnd = offset == body.maximumOffset
        try demand((anchor == body.endAnchor) == isEnd, "\(offset) of \(Self.name(body))")
      }
      // One past either end is the end.
      try demand(body.offset(for: body.anchor(forOffset: -1)) == 0)
      let past = body.anchor(forOffset: body.maximumOffset + 1)
      try demand(body.offset(for: past) == body.maximumOffset)
    }
  }

  @Test("for any anchor, the offset is valid")
  func offsetsInRange() throws {
    let positions = [0, 1, 7, 57, 199, 1_000_000].flatMap { block in
      [0, 1, 40, .max].map { TextPosition(block: block, grapheme: $0) }
    }
    try forBodies { body in
      for position in positions {
        for ratio in [0, 0.3, 0.5, 0.999, 1] {
          let anchor = ScrollAnchor(position: position, ratio: ratio)
          let offset = body.offset(for: anchor)
          try demand((0...body.maximumOffset).contains(offset), "\(anchor) of \(Self.name(body))")
          // The row is at its share of the view, unless an end of the page prevents it.
          let row = body.row(of: position)
          if offset > 0, offset < body.maximumOffset {
            let share = Double(row - offset) / Double(max(1, body.visibleRows - 1))
            let step = 1 / Double(max(1, body.visibleRows - 1))
            try demand(share <= ratio + 1e-6 && share > ratio - step - 1e-6, Self.name(body))
          }
        }
      }
    }
  }

  @Test("a share made from whole rows gives whole rows, for every height")
  func wholeRatios() throws {
    for rows in 2...Limits.viewport.rows {
      let body = Self.list(2_000, notes: 0, 40, rows)
      let visible = body.visibleRows
      guard visible > 1 else { continue }
      for shown in 0..<visible {
        let anchor = ScrollAnchor(
          position: TextPosition(block: 1_000, grapheme: 0),
          ratio: Double(shown) / Double(visible - 1)
        )
        try demand(body.offset(for: anchor) == 1_000 - shown, "row \(shown) of \(visible)")
      }
    }
  }

  @Test("a scene has every visible row, at every offset, and of long pages the beginning")
  func heldRows() throws {
    try forBodies { body in
      let all = body.rows(0..<body.rowCount)
      for offset in sampled(0...body.maximumOffset) {
        let held = body.heldRows(at: offset)
        let inView = offset..<min(body.rowCount, offset + body.visibleRows)
        let leading = 0..<(body.overflows ? min(body.rowCount, Limits.leadingRows) : 0)
        let count = inView.count + leading.count - inView.clamped(to: leading).count
        try demand(held.count == count, "\(held.count) at \(offset) of \(Self.name(body))")
        for rows in [inView, leading] {
          for row in rows {
            try demand(held[row] == all[row], "row \(row) at \(offset) of \(Self.name(body))")
          }
        }
        try demand(held.segments.count <= 2)
      }
    }
  }

  @Test(
    "the visible rows, and the largest scroll offset",
    arguments: [
      // Frame rows, entries; visible rows, the largest offset.
      (1, 0, 1, 0), (1, 1, 1, 0), (1, 2, 1, 1), (2, 2, 2, 0), (2, 3, 2, 1), (3, 2, 2, 0),
      (3, 3, 2, 1), (7, 6, 6, 0), (7, 7, 6, 1), (8, 6, 6, 0), (8, 7, 6, 1), (59, 57, 57, 0),
      (59, 58, 57, 1), (59, 1_000, 57, 943),
    ]
  )
  func limits(rows: Int, entries: Int, visible: Int, offset: Int) {
    let body = Self.list(entries, notes: 0, 40, rows)
    #expect(body.visibleRows == visible)
    #expect(body.maximumOffset == offset)
    #expect(body.overflows == (offset > 0))
  }

  @Test(
    "a frame without space below the title counts as one row, to avoid a division by 0"
  )
  func noRoom() {
    let list = ListContent(entries: [ListEntry(key: [], label: "a", opens: .text)])
    for rows in 0...3 {
      let frame = CellSize(columns: 10, rows: rows)
      let body = ListLayout(list, frame: frame, header: 3, columns: 10, uncovered: 10)
      #expect(body.visibleRows == 1 && body.maximumOffset == 0)
      #expect(body.offset(for: body.endAnchor) == 0)
    }
  }

  @Test(
    "a text page has margins if there is space, and a maximum width",
    arguments: [
      (1, 0, 1, 1), (19, 0, 19, 19), (20, 1, 18, 18), (39, 1, 37, 37), (40, 2, 36, 36),
      (92, 2, 88, 88), (93, 2, 88, 89), (244, 2, 88, 240), (245, 2, 88, 240),
    ]
  )
  func reading(columns: Int, x: Int, prose: Int, program: Int) {
    let text = PageContent("", [.paragraph(StyledText("words"))])
    let lines = PageContent("", [.preformatted(lines: ["a line"])])
    for (page, width) in [(text, prose), (lines, program)] {
      for body in Self.texts(page, columns) {
        #expect(body.content.width == width && body.content.x == x)
        #expect(body.content.y == Self.header(body.frame.rows))
      }
    }
  }
}
