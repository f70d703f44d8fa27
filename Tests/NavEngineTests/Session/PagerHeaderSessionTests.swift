import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Session: the header of a pager")
struct PagerHeaderSessionTests {
  private static let sizes = [
    Audience.portrait, Audience.landscape, Audience.phone, CellSize(columns: 24, rows: 14),
  ]
  private static let styles: [PagerStyle] = [
    .sliding, .slide(.vertical, spacing: 1), .none, .curl(.min, isDoubleSided: false),
  ]

  private static func audience(
    _ count: Int,
    _ style: PagerStyle,
    _ header: BarStyle,
    lines: Int = 1
  ) throws -> Audience {
    var audience = try Audience(Audience.pager(count, style, header, lines: lines))
    for size in sizes { audience.join(size) }
    return audience
  }

  @Test(
    "MBX-5, ZX-7: a tap on a tab, a segment or an option turns to its page",
    arguments: [BarStyle.buttons, .segments, .options]
  )
  func columns(_ header: BarStyle) throws {
    for style in Self.styles {
      var audience = try Self.audience(4, style, header)
      for column in [3, 1, 0, 2] {
        let cell = try #require(audience.cell(column), "column \(column)")
        #expect(cell.title == "p\(column)")
        try audience.perform(.tap(cell.id, row: column))
        audience.rest()
        for size in Self.sizes {
          #expect(audience.scene(in: size).pagesInView.contains { $0.title == "p\(column)" })
          #expect(audience.bar(in: size)?.currentPage == column)
          let selected = audience.scene(in: size).cells.filter(\.isSelected)
          #expect(selected.map(\.title) == ["p\(column)"], "\(size)")
        }
      }
    }
  }

  @Test("MBX-5: arrows go back and forward by one; at the ends, and on the title, nothing happens")
  func arrows() throws {
    for style in Self.styles where !style.isBook {
      var audience = try Self.audience(3, style, .arrows)
      let taps = [(0, 0), (1, 0), (2, 1), (1, 1), (2, 2), (2, 2), (0, 1), (0, 0), (0, 0)]
      for (number, (column, page)) in taps.enumerated() {
        let cell = try #require(audience.cell(column))
        let before = audience.session.position.page
        try audience.perform(.tap(cell.id, row: column))
        if before == page + 1 {
          #expect(audience.trajectory().length == 0, "tap \(number) moves nothing")
        }
        audience.rest()
        for size in Self.sizes {
          #expect(audience.bar(in: size)?.currentPage == page, "tap \(number)")
          #expect(audience.cell(1, in: size)?.title == "p\(page)")
          let isDimmed = [0, 2].map { (audience.cell($0, in: size)?.overlay ?? 0) > 0 }
          #expect(isDimmed == [page == 0, page == 2], "tap \(number)")
        }
      }
      // Other columns are no arrows.
      try audience.perform(.goTo(2))
      let cell = try #require(audience.cell(0))
      for column in [7, -1, .max, .min, nil] as [Int?] {
        try audience.perform(.tap(cell.id, row: column))
        #expect(audience.session.position.page == 2, "\(column ?? -99)")
      }
    }
  }

  @Test("MBX-5, D-4: arrows above a book go as far as next does on that viewer")
  func arrowsOfSpreads() throws {
    let sizes = [Audience.portrait, Audience.landscape]
    // The size whose arrow is tapped or typed, the arrow, the active page afterwards, and the
    // arrows that are not dimmed.
    let steps: [(CellSize, Int, page: Int, portrait: [Int], landscape: [Int])] = [
      (sizes[0], 2, 1, [0, 2], [2]), (sizes[1], 0, 1, [0, 2], [2]), (sizes[1], 2, 2, [0, 2], [0]),
      (sizes[1], 2, 2, [0, 2], [0]), (sizes[0], 2, 3, [0], [0]), (sizes[1], 2, 3, [0], [0]),
      (sizes[0], 2, 3, [0], [0]), (sizes[1], 0, 0, [2], [2]),
    ]
    for isTap in [true, false] {
      var audience = try Audience(
        Audience.pager(4, .curl(.min, isDoubleSided: false), .arrows),
        sizes[0],
        sizes[1]
      )
      for (number, (size, column, page, portrait, landscape)) in steps.enumerated() {
        let cell = try #require(audience.cell(column, in: size))
        let command = SessionAction.command(column == 0 ? .previousTab : .nextTab)
        try audience.perform(isTap ? .tap(cell.id, row: column) : command, by: size)
        audience.rest()
        #expect(audience.session.position.page == page + 1, "step \(number)")
        for (size, free) in zip(sizes, [portrait, landscape]) {
          let lit = [0, 2].filter { audience.cell($0, in: size)?.overlay == 0 }
          #expect(lit == free, "step \(number), \(size)")
        }
      }
    }
  }

  @Test(
    "MBX-13: the current page's tab again scrolls that page to its top",
    arguments: BarStyle.allCases
  )
  func again(_ header: BarStyle) throws {
    guard header != .arrows else { return }
    for style in Self.styles {
      var audience = try Self.audience(4, style, header, lines: 100)
      try audience.perform(.goTo(2))
      try audience.perform(.screenDown)
      audience.rest()
      #expect(try #require(audience.page("p1")).scroll.y > 0)
      let cell = try #require(audience.cell(1))
      try audience.perform(.tap(cell.id, row: 1))
      audience.rest()
      #expect(audience.page("p1")?.scroll.y == 0)
      #expect(audience.session.position.page == 2)
    }
  }

  @Test("D-9, MBXQ-2, RK-7: a tap during a motion counts, from the current positions")
  func busy() throws {
    for style in Self.styles {
      for (first, second) in [(3, 1), (1, 3), (2, 0), (3, 3)] {
        var audience = try Self.audience(4, style, .buttons)
        try audience.perform(.tap(try #require(audience.cell(first)).id, row: first))
        audience.pass(.milliseconds(100))
        let before = audience.mark()?.markStart
        try audience.perform(.tap(try #require(audience.cell(second)).id, row: second))
        if style != .none { #expect(audience.mark()?.markStart == before, "\(first), \(second)") }
        audience.rest()
        #expect(audience.session.position.page == second + 1)
        #expect(audience.scene().pagesInView.contains { $0.title == "p\(second)" })
      }
      // The second arrow counts from the target page, not from the page still visible.
      var audience = try Self.audience(5, style, .arrows)
      let forward = try #require(audience.cell(2))
      for _ in 0..<3 {
        try audience.perform(.tap(forward.id, row: 2))
        audience.pass(.milliseconds(50))
      }
      audience.rest()
      #expect(audience.session.position.page == 4)
    }
  }

  @Test("ST-5, MBX-5: without side tabs, Tab and g with a number choose among pages")
  func keys() throws {
    let steps: [(keys: [String], page: Int)] = [
      (["Tab"], 2), (["Tab"], 3), (["Tab"], 3), (["Shift-Tab"], 2), (["g", "1"], 1),
      (["Shift-Tab"], 1), (["g", "3"], 3), (["g", "4"], 3), (["g", "9"], 3), (["l"], 3),
    ]
    for header in BarStyle.allCases {
      var audience = try Self.audience(3, .sliding, header)
      for (number, step) in steps.enumerated() {
        for key in step.keys.map({ Key(name: $0) }) { #expect(key != nil) }
        try audience.perform(.keys(step.keys.compactMap { Key(name: $0) }))
        #expect(audience.session.position.page == step.page, "\(header), step \(number)")
      }
    }
    // Without a header there is nothing to choose from.
    var audience = try Audience(Audience.pager(3), Audience.portrait)
    try audience.type("Tab", "g", "3")
    #expect(audience.session.position.page == 1)
  }

  @Test("ST-5: inside side tabs, Tab and g with a number select side tabs")
  func sideTabs() throws {
    let pagers = [Audience.pager(3, .sliding, .buttons), Audience.pager(4, .none, .segments)]
    var audience = try Audience(.sideTabs(pagers), Audience.portrait)
    try audience.type("l", "Tab")
    #expect(audience.bar()?.pageCount == 4)
    try audience.type("l", "l", "g", "1")
    #expect(audience.bar()?.pageCount == 3)
    #expect(audience.session.position.page == 2)
    // The same tab again: the pager goes to its root, its first page.
    try audience.type("g", "1")
    #expect(audience.session.position.page == 1)
    try audience.type("g", "2")
    #expect(audience.session.position.page == 3)
  }

  @Test("ST-5, MBX-5: of nested pagers the inner one's header handles the key first")
  func nested() throws {
    let inner = Audience.pager(2, .sliding, .buttons)
    let outer = PagerContent(
      title: "outer",
      pages: .listed([inner, Audience.text("q")]),
      header: .segments
    )
    var audience = try Audience(.pager(outer), Audience.portrait)
    let path = [["Tab"], ["Tab"], ["Shift-Tab"], ["Shift-Tab"], ["Tab"]]
    let titles = ["p1", "q", "p1", "p0", "p1"]
    for (keys, title) in zip(path, titles) {
      try audience.perform(.keys(keys.compactMap { Key(name: $0) }))
      #expect(audience.session.position.title == title)
    }
  }

  @Test("MBX-14, MBXQ-4, RKQ-2: the indicator follows a drag on every size")
  func indicator() throws {
    for header in [BarStyle.buttons, .segments, .options] {
      for count in [2, 3, 9] {
        for mover in [Audience.portrait, Audience.phone] {
          for quarter in -4...4 {
            var audience = try Self.audience(count, .slide(.horizontal, spacing: 2), header)
            try audience.perform(.goTo(2))
            audience.rest()
            let page = try #require(audience.page("p1", in: mover))
            let distance = -(mover.columns + 2) * quarter / 4
            audience.drag(page.id, by: distance, of: mover)
            let share = -Double(distance) / Double(mover.columns + 2)
            for size in Self.sizes {
              try Self.checkMark(audience, at: 1 + share, of: count, in: size)
            }
          }
        }
      }
    }
  }

  /// Demands that the indicator is at the position given by the tabs.
  private static func checkMark(
    _ audience: Audience,
    at position: Double,
    of count: Int,
    in size: CellSize
  ) throws {
    let mark = audience.mark(in: size)
    guard audience.bar(in: size)?.frame.height == 2 else { return #expect(mark == nil) }
    let last = Double(count - 1)
    // Beyond the last page the resistance grows, for the indicator as for the pages.
    let end = min(max(0, position), last)
    let left = Int(end)
    let cells = audience.scene(in: size).cells
    let tabs = [left, min(left + 1, count - 1)].compactMap { column in
      cells.first { $0.selection == column }
    }
    guard tabs.count == 2, position <= last else { return }
    let part = end - Double(left)
    func between(_ value: (CellRect) -> Int) -> Double {
      let ends = tabs.map { Double(value($0.frame)) }
      return ends[0] + part * (ends[1] - ends[0])
    }
    let start = Int((between(\.x) * 8 + 1e-9).rounded(.down))
    let found = try #require(mark)
    #expect(found.markStart == start, "\(position) in \(size)")
    let width = between(\.width) * 8
    #expect(abs(Double(found.markLength) - width) <= 1, "\(position) in \(size)")
  }

  @Test("PC-1: pages without a transition do not move, and can't be dragged")
  func none() throws {
    for header in BarStyle.allCases {
      var audience = try Self.audience(3, .none, header)
      try audience.perform(.forward)
      for size in Self.sizes {
        #expect(audience.trajectory(in: size).length == 0)
        #expect(audience.titles(in: size) == ["p1"])
      }
      let page = try #require(audience.page("p1"))
      for axis in [PanAxis.horizontal, .vertical] {
        let before = audience.scene()
        let isMoved = audience.drag(page.id, axis, by: -50)
        #expect(!isMoved)
        try audience.release(velocity: -900)
        #expect(audience.scene() == before)
      }
    }
  }

  @Test("S15-title-bar: one row has no bar, two rows its titles, ten rows its indicator")
  func smallRooms() throws {
    // From three rows on, the last one is the status line.
    for (rows, bar, page) in [(1, 0, 1), (2, 1, 1), (3, 1, 1), (4, 1, 2), (10, 1, 8), (11, 2, 8)] {
      for header in BarStyle.allCases {
        let size = CellSize(columns: 40, rows: rows)
        var audience = try Audience(Audience.pager(3, .sliding, header), size, Audience.portrait)
        #expect((audience.bar(in: size)?.frame.height ?? 0) == bar, "\(rows) rows")
        #expect((audience.mark(in: size) != nil) == (bar == 2), "\(rows) rows")
        #expect(audience.page("p0", in: size)?.frame.height == page, "\(rows) rows")
        try audience.perform(.tab(3), by: size)
        audience.rest()
        #expect(audience.titles(in: size) == ["p2"])
      }
    }
  }

  @Test("MBX-12, ZX-7: a drag on a bar that does not scroll moves the pages")
  func dragOnBar() throws {
    var audience = try Audience(Audience.pager(3, .sliding, .segments), Audience.portrait)
    let cell = try #require(audience.cell(2))
    audience.drag(cell.id, by: -60)
    #expect(audience.titles() == ["p0", "p1"])
    try audience.release()
    audience.rest()
    #expect(audience.titles() == ["p1"])
  }
}

extension PagerStyle {
  fileprivate var isBook: Bool {
    if case .curl = self { true } else { false }
  }
}
