import NavBase
import NavEngine
import NavScene
import Testing

@Suite("D-4: the constants of a stack, in cells")
struct PresetStackTests {
  /// Checks a number in cells of some widths.
  private func check(
    _ number: KeyPath<StackMetrics, Double>,
    _ cells: KeyValuePairs<Int, Double>,
    _ location: SourceLocation = #_sourceLocation
  ) {
    for (columns, value) in cells {
      let found = StackMetrics.cells(columns: columns)[keyPath: number]
      let isClose = abs(found - value) < 1e-9
      #expect(isClose, "\(columns) columns: \(found), not \(value)", sourceLocation: location)
    }
  }

  /// Checks a number that is the same for any width, from a number of columns on.
  private func check(
    _ number: KeyPath<StackMetrics, Double>,
    _ value: Double,
    from least: Int = 1,
    _ location: SourceLocation = #_sourceLocation
  ) {
    for columns in [1, 39, 40, 41, 80, 200, 944] where columns >= least {
      check(number, [columns: value], location)
    }
  }

  private static func pages(_ count: Int, size: (Int) -> StackPageSize) -> StackPages {
    StackPages(count: count) { index in
      StackPage(id: ContainerID(rawValue: UInt32(1 + index)), size: size(index))
    }
  }

  @Test("S15-half, D-4: half of the viewport is half of its columns, and all of them under 40")
  func halfPages() {
    check(\.halfPage, [944: 472, 200: 100, 80: 40, 41: 20.5, 40: 20, 39: 39])
    for columns in [944, 200, 81, 80, 41, 40, 39, 20, 1, 0] {
      let metrics = StackMetrics.cells(columns: columns)
      #expect(metrics.viewport == Double(columns))
      #expect(metrics.width(of: .full) == Double(columns))
      #expect(metrics.width(of: .half) == metrics.halfPage)
    }
  }

  @Test(
    "S15-half, S15-rounding, D-2, D-4: on the grid the upper page of a pair has the odd column",
    arguments: [(944, 472, 472), (200, 100, 100), (80, 40, 40), (41, 20, 21), (40, 20, 20)]
  )
  func pairs(columns: Int, lower: Int, upper: Int) {
    let metrics = StackMetrics.cells(columns: columns)
    for count in 2...4 {
      let geometry = StackGeometry(Self.pages(count) { _ in .half }, metrics: metrics)
      let cells = geometry.frames(at: geometry.maxScroll).suffix(2).map {
        CellGrid.cells(from: $0.raw, length: $0.width)
      }
      #expect(cells == [0..<lower, lower..<columns], "\(count) pages")
      #expect(cells[1].count == upper)
    }
  }

  @Test("S15-edges, D-4: edges are a column apart; under 40 columns there are no edges")
  func edges() {
    check(\.edge.step, 1, from: 40)
    check(\.edge.room, 2, from: 40)
    check(\.edge.step, [39: 0, 20: 0, 1: 0])
    check(\.edge.room, [39: 0, 20: 0, 1: 0])
    #expect(StackMetrics.edges == 3)
    // The worked example of SN-11, in either unit: a root and three half pages at the right end.
    for (metrics, expected) in [
      (StackMetrics.points(viewport: 944), [0.0, 3, 6, 472]), (.cells(columns: 80), [0, 1, 2, 40]),
      (.cells(columns: 200), [0, 1, 2, 100]), (.cells(columns: 41), [0, 1, 2, 20.5]),
      (.cells(columns: 944), [0, 1, 2, 472]),
    ] {
      let pages = Self.pages(4) { $0 == 0 ? .full : .half }
      let geometry = StackGeometry(pages, metrics: metrics)
      #expect(geometry.frames(at: geometry.maxScroll).map(\.x) == expected)
    }
  }

  @Test("S15-overlay, D-5: 0.3 for each own width that is covered, at most 1, in either unit")
  func overlay() {
    check(\.overlayPerWidth, 0.3)
    for metrics in [StackMetrics.points(viewport: 944), .cells(columns: 80), .cells(columns: 39)] {
      let geometry = StackGeometry(Self.pages(6) { _ in .full }, metrics: metrics)
      let found = geometry.frames(at: geometry.maxScroll).map(\.overlay)
      for (one, other) in zip(found, [1, 1, 0.9, 0.6, 0.3, 0]) { #expect(abs(one - other) < 1e-12) }
    }
  }

  @Test("S15-stretch: beyond the ends a stack moves half as far, in either unit")
  func stretch() {
    check(\.endStretch, 2)
    let metrics = StackMetrics.cells(columns: 80)
    let geometry = StackGeometry(Self.pages(1) { _ in .full }, metrics: metrics)
    for (pull, cells) in [(0.0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (9, 4)] {
      #expect(CellGrid.cells(ofPull: geometry.origin(at: -pull)) == cells)
      #expect(CellGrid.cells(ofPull: geometry.origin(at: pull)) == -cells)
    }
  }

  @Test(
    """
    S15-bounce, S15-gain, S15-speeds, S15-margins, S15-overshoot, S15-overshoot-speed, S15-flings: \
    motions and releases in columns
    """
  )
  func motions() {
    // 30 k columns, at least 2.
    check(
      \.motion.bounceDistance,
      [944: 30, 200: 6_000.0 / 944, 80: 2_400.0 / 944, 62: 2, 41: 2, 39: 2]
    )
    // 14 a second for each unit that is left, in either unit.
    check(\.motion.speedPerDistance, 14)
    // 20 k and 4000 k columns a second, at least 4 and 40.
    check(
      \.motion.slowest,
      [944: 20, 200: 4_000.0 / 944, 188: 4, 80: 4, 41: 4, 39: 4, 1: 4]
    )
    check(
      \.motion.fastest,
      [944: 4_000, 200: 800_000.0 / 944, 80: 320_000.0 / 944, 39: 156_000.0 / 944, 9: 40]
    )
    // A motion ends at a quarter of a column; an overshoot at a half.
    check(\.motion.doneMargin, 0.25)
    check(\.motion.overshootMargin, 0.5)
    // A 150th of the speed, in either unit, at least a column.
    check(\.release.overshootPerSpeed, 1.0 / 150)
    check(\.release.leastOvershoot, 1)
    // 5500 k and 8500 k columns a second go one and two pages further.
    check(
      \.release.passingOne,
      [944: 5_500, 200: 1_100_000.0 / 944, 80: 440_000.0 / 944, 41: 225_500.0 / 944]
    )
    check(
      \.release.passingTwo,
      [944: 8_500, 200: 1_700_000.0 / 944, 80: 680_000.0 / 944, 39: 331_500.0 / 944]
    )
  }

  @Test("D-4: no motion is longer than a timeline; a layout has the constants of its size")
  func longestDistances() {
    check(\.motion.longestDistance, 3)
    check(\.release.longestOvershoot, 1)
    for columns in [944, 200, 81, 80, 41, 40, 39, 1, 0] {
      let layout = StackLayout(room: CellSize(columns: columns, rows: 23))
      #expect(layout.metrics == .cells(columns: columns))
    }
  }
}
