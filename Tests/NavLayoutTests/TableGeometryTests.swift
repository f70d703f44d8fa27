import NavTestKit
import Testing

@testable import NavLayout

@Suite("TableGeometry: positions of rows and headers")
struct TableGeometryTests {
  @Test("TW-1: heights are rounded and added up from the top, each section's header first")
  func sums() {
    let content = tableSections([[10.4, 9.5], [], [0.5, 0.49]], header: 2.6)
    let geometry = TableGeometry(content, leading: 4.5)
    #expect(geometry.leading == 5)
    let headers = (0..<3).map { geometry.headerExtent(of: $0) }
    #expect(headers == [5..<8, 28..<31, 31..<34])
    #expect((0..<4).map { geometry.extent(of: $0) } == [8..<18, 18..<28, 34..<35, 35..<35])
    #expect(geometry.sectionExtent(of: 0) == 5..<28 && geometry.sectionExtent(of: 1) == 28..<31)
    #expect(geometry.height == 35 && geometry.rowCount == 4 && geometry.sectionCount == 3)
    let wrong = TableGeometry(tableSections([[-3, 1]], header: -1), leading: -2)
    #expect(wrong.height == 1 && wrong.extent(of: 0) == 0..<0)
  }

  @Test("TW-1: names and numbers of rows; sections without rows have none")
  func names() {
    let geometry = TableGeometry(unitSections([0, 2, 0, 0, 1, 0]))
    let names = [TableIndex(1, 0), TableIndex(1, 1), TableIndex(4, 0)]
    #expect((0..<3).map { geometry.index(of: $0) } == names)
    #expect(names.map { geometry.number(of: $0) } == [0, 1, 2])
    let gone = [(0, 0), (1, 2), (1, -1), (2, 0), (4, 1), (5, 0), (6, 0), (-1, 0)]
    for (section, row) in gone { #expect(geometry.number(of: TableIndex(section, row)) == nil) }
    #expect(
      (0..<6).map { geometry.rows(inSection: $0) } == [0..<0, 0..<2, 2..<2, 2..<2, 2..<3, 3..<3]
    )
  }

  @Test("TW-1: the visible rows equal those found by a search of all rows")
  func twin() throws {
    try forSeeds(0..<300) { random in
      let heights = (0..<random.int(in: 0...4)).map { _ in
        (0..<random.int(in: 0...5)).map { _ in Double(random.int(in: 0...3)) }
      }
      let content = tableSections(heights, header: Double(random.int(in: 0...2)))
      let leading = Double(random.int(in: 0...2))
      let geometry = TableGeometry(content, leading: leading)
      let twin = TableTwin(content, leading: leading)
      try demand(geometry.height == twin.height && geometry.rowCount == twin.rows.count)
      for number in twin.rows.indices {
        try demand(geometry.extent(of: number) == twin.rows[number].extent)
        try demand(geometry.index(of: number) == twin.rows[number].index)
        try demand(geometry.number(of: twin.rows[number].index) == number)
      }
      for step in -2...Int(twin.height * 2) + 2 {
        for length in [0, 0.5, 1, 2, 3.5, 100] {
          let range = Double(step) / 2..<Double(step) / 2 + length
          try demand(geometry.rows(intersecting: range) == twin.seen(range), "\(range)")
        }
      }
    }
  }

  @Test("TW-1: rows that only touch the viewport are not visible")
  func touching() {
    let geometry = TableGeometry(tableSections([[2, 2, 2]]))
    let table: [(Range<Double>, [Int])] = [
      (2..<4, [1]), (1.999..<4, [0, 1]), (2..<4.001, [1, 2]), (2..<2, []), (-5..<0, []),
      (6..<9, []),
    ]
    for (range, rows) in table { #expect(geometry.rows(intersecting: range) == rows, "\(range)") }
  }

  // MARK: Headers

  /// Two sections: a header of 2 and three rows of 1 each, so 0..<5 and 5..<10.
  private static let headed = TableGeometry(unitSections([3, 3], header: 2))

  private static func header(_ section: Int, _ y: Double, _ isPinned: Bool) -> TableHeader {
    TableHeader(section: section, y: y, isPinned: isPinned)
  }

  private static let pinning: [(offset: Double, headers: [TableHeader])] = [
    // At rest nothing is pinned; pulled down, headers move with their rows.
    (0, [header(0, 0, false)]), (-1, [header(0, 1, false)]),
    // Scrolled a little, and until the next one comes.
    (0.5, [header(0, 0, true)]), (2, [header(0, 0, true), header(1, 3, false)]),
    (3, [header(0, 0, true), header(1, 2, false)]),
    // Pushed by the next one, which is then pinned.
    (3.5, [header(0, -0.5, true), header(1, 1.5, false)]),
    (4.5, [header(0, -1.5, true), header(1, 0.5, false)]),
    (5, [header(1, 0, false)]), (5.5, [header(1, 0, true)]), (7, [header(1, 0, true)]),
    // The end of the content pushes too.
    (8.5, [header(1, -0.5, true)]), (10, []),
  ]

  @Test("TW-9: a header stays at the top until the next one pushes it", arguments: pinning)
  func pinned(offset: Double, headers: [TableHeader]) {
    #expect(Self.headed.headers(atOffset: offset, height: 4, pins: true) == headers)
    // Without pinning, only headers visible by themselves.
    let own = Self.headed.headers(atOffset: offset, height: 4, pins: false)
    #expect(own.allSatisfy { !$0.isPinned })
    #expect(
      own.map(\.section)
        == [0, 1].filter { section in
          let extent = Self.headed.headerExtent(of: section)
          return extent.lowerBound < offset + 4 && offset < extent.upperBound
        }
    )
  }

  @Test("TW-9: headers never cover one another, at most one is pinned, none without a height")
  func headerLaws() throws {
    try forSeeds(0..<200) { random in
      let heights = (0..<random.int(in: 1...5)).map { _ in
        (0..<random.int(in: 0...3)).map { _ in Double(random.int(in: 0...3)) }
      }
      let header = Double(random.int(in: 0...3))
      let geometry = TableGeometry(tableSections(heights, header: header))
      for step in -8...Int(geometry.height * 4) + 4 {
        let offset = Double(step) / 4
        let headers = geometry.headers(atOffset: offset, height: 5, pins: true)
        for (upper, lower) in zip(headers, headers.dropFirst()) {
          try demand(upper.y + header <= lower.y, "\(headers) at \(offset)")
        }
        try demand(headers.count { $0.isPinned } <= 1 && (header > 0 || headers.isEmpty))
        let isCovering = headers.first.map { $0.y <= 0 } ?? false
        let isInside = offset >= 0 && offset < geometry.height && header > 0
        try demand(isInside == isCovering, "\(headers) at \(offset) of \(geometry.height)")
      }
    }
  }

  @Test("TW-8, TW-9: a row leaves space for its header only if headers are pinned")
  func covered() {
    #expect(Self.headed.covered(aboveRow: 4, pins: true) == 2)
    #expect(Self.headed.covered(aboveRow: 4, pins: false) == 0)
  }

  // MARK: Views around the rows

  @Test("TW-10: the pull-down view is visible only while the content is pulled")
  func pullDown() {
    let table: [(Double, Range<Double>?)] = [
      (1, nil), (0, nil), (-0.5, -2.5..<0.5), (-3, 0..<3), (-5, 2..<5),
    ]
    for (offset, place) in table {
      #expect(TableGeometry.pullDown(3, atOffset: offset) == place, "\(offset)")
    }
    #expect(TableGeometry.pullDown(0, atOffset: -1) == nil)
  }

  @Test("TW-10: the header view is above the first section and scrolls with it")
  func leadingView() {
    let geometry = TableGeometry(unitSections([5]), leading: 3)
    let table: [(Double, Range<Double>?)] = [
      (0, 0..<3), (2.5, -2.5..<0.5), (3, nil), (-1, 1..<4), (-4, nil), (-3.5, 3.5..<6.5),
    ]
    for (offset, place) in table {
      #expect(geometry.leadingView(atOffset: offset, height: 4) == place, "\(offset)")
    }
    #expect(TableGeometry(unitSections([5])).leadingView(atOffset: 0, height: 4) == nil)
  }

  /// Sections of five and two rows of 10; repeated: a a b - a | a a.
  private static let repeating = TableGeometry(
    tableSections([[10, 10, 10, 10, 10], [10, 10]], header: 5)
  )
  private static let names = ["a", "a", "b", nil, "a", "a", "a"]

  private static func view(_ name: String, _ rows: Range<Int>, _ y: Double) -> TableRepeatedView {
    TableRepeatedView(identifier: name, rows: rows, y: y)
  }

  private static let repeated: [(offset: Double, height: Double, views: [TableRepeatedView])] = [
    // At 5 the first row begins; each group shows its view once, 2 below its top.
    (0, 30, [view("a", 0..<2, 7), view("b", 2..<3, 27)]),
    (
      0, 100,
      [view("a", 0..<2, 7), view("b", 2..<3, 27), view("a", 4..<5, 47), view("a", 5..<7, 62)]
    ),
    // It stays at the top, 2 below the edge, while its group is visible.
    (10, 10, [view("a", 0..<2, 2)]), (17, 8, [view("a", 0..<2, 2)]),
    // It leaves with the end of its group: 2 above it, 4 high.
    (20, 5, [view("a", 0..<2, -1)]), (24, 5, [view("a", 0..<2, -5), view("b", 2..<3, 3)]),
    // Rows without a name have none; the next section begins a new group.
    (36, 8, []), (60, 10, [view("a", 5..<7, 2)]),
  ]

  @Test(
    "TW-11: consecutive rows with one identifier share one view, which stays",
    arguments: repeated
  )
  func repeatedViews(offset: Double, height: Double, views: [TableRepeatedView]) {
    let found = Self.repeating.repeatedViews(
      of: { Self.names[$0] },
      atOffset: offset,
      height: height,
      length: 4,
      padding: 2
    )
    #expect(found == views)
  }

  @Test("TW-11: the padding is the original's in points, and none in cells")
  func padding() {
    #expect(TableMetrics.points.repeatedPadding == 7 && TableMetrics.cells.repeatedPadding == 0)
  }
}
