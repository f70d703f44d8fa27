import NavTestKit
import Testing

@testable import NavEngine

@Suite("ColumnWidths: sums of widths before each column")
struct ColumnWidthsTests {
  /// Every list of up to three widths, columns of zero width among them.
  private static let lists: [[Double]] = (0...3).reduce(into: [[]]) { lists, length in
    if length > 0 {
      lists += lists.filter { $0.count == length - 1 }.flatMap { list in
        [0, 1, 2.5, 6].map { list + [$0] }
      }
    }
  }

  @Test("ZX-2, ZXQ-1, ZXQ-7: origins are the sums of earlier widths, the total is the sum of all")
  func sums() throws {
    #expect(Self.lists.count == 1 + 4 + 16 + 64)
    for list in Self.lists {
      let widths = ColumnWidths(list)
      try #require(widths.count == list.count)
      #expect(isNear(widths.total, list.reduce(0, +)))
      for column in list.indices {
        #expect(isNear(widths.span(of: column).origin, list[..<column].reduce(0, +)), "\(list)")
        #expect(widths.span(of: column).width == list[column], "\(list)")
      }
    }
  }

  @Test(
    "ZX-3, D-3: columns in a range share more than an edge with it; zero widths are never in it"
  )
  func intersections() throws {
    for list in Self.lists {
      let widths = ColumnWidths(list)
      let edges = stride(from: -1.25, through: widths.total + 1.25, by: 0.625)
      for low in edges {
        for high in edges where high >= low {
          let found = widths.columns(intersecting: low..<high)
          let expected = OptionBarTwin.columns(of: list, in: low, high)
          let solid = found.filter { list[$0] > 0 }
          try demand(solid == expected, "\(list), \(low)..<\(high): \(found), not \(expected)")
          // Neither end of the found range has a zero width.
          try demand(found.isEmpty == expected.isEmpty)
          try demand(found.first == expected.first && found.last == expected.last)
        }
        let hit = list.indices.first { column in
          let origin = list[..<column].reduce(0, +)
          return origin <= low && low < origin + list[column]
        }
        try demand(widths.column(at: low) == hit, "\(list) at \(low)")
      }
    }
  }

  @Test("ZXQ-2: no columns, and columns of zero width, intersect nothing")
  func empty() {
    for widths in [ColumnWidths(), ColumnWidths([]), ColumnWidths(repeatElement(0, count: 9))] {
      #expect(widths.total == 0)
      #expect(widths.columns(intersecting: -100..<100).isEmpty)
      #expect(widths.column(at: 0) == nil)
      #expect(widths.offset(ofLeftColumn: 1) == 0)
    }
    let none = ColumnWidths()
    #expect(none.leftColumn(atOffset: 0) == 0)
    #expect(none.offset(centering: 0.0, inViewport: 80) == 0)
    #expect(none.span(at: 0) == ColumnWidths.Span(origin: 0, width: 0))
  }

  @Test("ZXQ-7: a million columns of one width are one run; those of many widths are found at once")
  func large() {
    let count = 1_000_000
    var equal = ColumnWidths()
    equal.append(7, count: count)
    #expect(equal.span(of: count - 1).origin == 6_999_993)
    #expect(equal.columns(intersecting: 6_999_986.5..<8e6) == count - 2..<count)
    #expect(equal == ColumnWidths(repeatElement(7, count: count)))
    var mixed = ColumnWidths((0..<count).lazy.map { Double(6 + $0 % 3) })
    #expect(mixed.span(of: count - 1).origin == 6_999_993)
    #expect(mixed.columns(intersecting: 21..<42) == 3..<6)
    mixed.append(1)
    #expect(mixed.count == count + 1)
    #expect(mixed.column(at: mixed.total - 1) == count)
  }

  @Test("S15-tab-widths: tabs share a width by largest remainder, the first ones take one more")
  func sharing() {
    for room in 0...100 {
      for count in 1...12 {
        let widths = ColumnWidths(sharing: room, among: count)
        let list = (0..<count).map { widths.span(of: $0).width }
        let expected = (0..<count).map { Double(room / count + ($0 < room % count ? 1 : 0)) }
        #expect(list == expected)
        #expect(widths.total == Double(room))
      }
    }
    #expect(ColumnWidths(sharing: 80, among: 0).count == 0)
  }

  @Test(
    "ZX-9, ZXQ-8: a column is centred, but near the ends the bar stays within its content",
    arguments: [
      // widths, viewport, column, offset
      ([60, 60, 60, 60, 60, 60, 60, 60], 320.0, 0, 0.0),
      // The left sum is below half of the viewport ...
      ([60, 60, 60, 60, 60, 60, 60, 60], 320, 2, 0),
      // ... and at half of it no longer.
      ([160, 60, 60, 60, 60, 60, 60, 60], 320, 1, 30),
      ([159, 60, 60, 60, 60, 60, 60, 60], 320, 1, 0),
      ([60, 60, 60, 60, 60, 60, 60, 60], 320, 4, 110),
      ([60, 60, 60, 60, 60, 60, 60, 60], 320, 7, 160),
      ([60, 60, 60, 60, 60, 60, 60, 160], 320, 6, 230),
      ([60, 60, 60, 60, 60, 60, 60, 159], 320, 6, 259),
      // Content narrower than the bar.
      ([60, 60], 320, 1, 0), ([170, 60], 320, 1, 0),
      // A column wider than the bar.
      ([400], 320, 0, 0), ([10, 400, 10], 40, 1, 0), ([30, 400, 30], 40, 1, 210),
    ] as [([Double], Double, Int, Double)]
  )
  func centre(list: [Double], viewport: Double, column: Int, expected: Double) {
    let widths = ColumnWidths(list)
    #expect(widths.offset(centering: column, inViewport: viewport) == expected)
    #expect(widths.offset(centering: Double(column), inViewport: viewport) == expected)
  }

  @Test("ZX-9: between two columns the offset is between theirs, and legal everywhere")
  func between() throws {
    try forSeeds(0..<60) { random in
      let list = (0..<random.int(in: 1...30)).map { _ in Double(random.int(in: 6...40)) }
      let widths = ColumnWidths(list)
      let viewport = Double(random.int(in: 1...200))
      let legal = widths.offsets(inViewport: viewport)
      var last = 0.0
      for step in -16...16 * list.count {
        let position = Double(step) / 16
        let offset = widths.offset(centering: position, inViewport: viewport)
        try demand(legal.contains(offset) && offset >= last, "\(list), \(viewport), \(position)")
        last = offset
        let left = min(max(0, step >> 4), list.count - 1)
        let ends = [left, min(left + 1, list.count - 1)].map {
          widths.offset(centering: $0, inViewport: viewport)
        }
        let share = min(1, max(0, position - Double(left)))
        let expected = ends[0] + share * (ends[1] - ends[0])
        try demand(isNear(offset, expected))
      }
    }
  }

  @Test("MBXQ-4, D-16: the indicator's origin and width are between those of its neighbours")
  func indicator() {
    let widths = ColumnWidths([10, 20, 40])
    let cases: [(Double, Double, Double)] = [
      (0, 0, 10), (0.5, 5, 15), (1, 10, 20), (1.25, 15, 25), (2, 30, 40),
      // Beyond the ends by its own width.
      (-0.5, -5, 10), (-2, -20, 10), (2.5, 50, 40), (3, 70, 40),
    ]
    for (position, origin, width) in cases {
      let span = widths.span(at: position)
      #expect(isNear(span.origin, origin) && isNear(span.width, width), "\(position): \(span)")
    }
  }

  @Test("the column at the left edge and the offset determine each other")
  func leftColumns() {
    let widths = ColumnWidths([10, 20, 0, 40])
    let cases: [(Double, Double)] = [(0, 0), (5, 0.5), (10, 1), (15, 1.25), (30, 3), (50, 3.5)]
    for (offset, column) in cases {
      #expect(isNear(widths.leftColumn(atOffset: offset), column), "\(offset)")
      #expect(isNear(widths.offset(ofLeftColumn: column), offset), "\(column)")
    }
    #expect(widths.leftColumn(atOffset: -1) == 0 && widths.leftColumn(atOffset: 99) == 4)
    #expect(widths.offset(ofLeftColumn: -1) == 0 && widths.offset(ofLeftColumn: 4.5) == 70)
  }
}
