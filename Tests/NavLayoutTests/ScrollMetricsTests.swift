import NavGeometry
import NavLayout
import NavTestKit
import Testing

@Suite("ScrollMetrics: one axis of a scroll view")
struct ScrollMetricsTests {
  @Test("SV-1: defaults")
  func defaults() {
    let metrics = ScrollMetrics.points(bounds: 0, content: 0)
    #expect(metrics.insetLow == 0 && metrics.insetHigh == 0)
    #expect(metrics.bounces && !metrics.alwaysBounce && !metrics.isPaging)
    #expect(metrics.isScrollEnabled && metrics.showsIndicator)
    #expect(metrics.rate == .normal)
    #expect(ScrollsToTop().isWanted)
    let view = ScrollState(horizontal: metrics, vertical: metrics)
    #expect(view.offset(at: .seconds(9)) == .zero)
    #expect(view.activity == .resting)
  }

  @Test("AboutCells: a column is 8 points, a row 16; the stop threshold is 0.5 of any unit")
  func presets() {
    #expect(ScrollMetrics.points(bounds: 1, content: 1).flickSpeed == 300)
    #expect(ScrollMetrics.columns(bounds: 1, content: 1).flickSpeed == 37.5)
    #expect(ScrollMetrics.rows(bounds: 1, content: 1).flickSpeed == 18.75)
    #expect(MotionThreshold.half == 0.5)
  }

  @Test("AboutCells: a preset uses one unit; insets in cells are whole")
  func units() {
    #expect(ScrollMetrics.points(bounds: 3, content: 9) == .init(.point, bounds: 3, content: 9))
    #expect(ScrollMetrics.columns(bounds: 3, content: 9) == .init(.column, bounds: 3, content: 9))
    #expect(ScrollMetrics.rows(bounds: 3, content: 9) == .init(.row, bounds: 3, content: 9))
    for unit in ScrollUnit.allCases {
      let metrics = ScrollMetrics(unit, bounds: 3, content: 9)
      #expect(metrics.flickSpeed * unit.points == 300)
      // One page key leaves a line in view, which is one cell or its 16 points.
      #expect(metrics.line == (unit == .point ? 16 : 1))
    }
    let table: [(ScrollUnit, Double, Double)] = [
      (.column, 100, 12), (.row, 100, 6), (.point, 100, 100), (.column, 96, 12),
      (.column, 95.9, 11),
      (.row, 96, 6), (.row, 95.9, 5), (.point, 95.9, 95.9), (.row, 15.9, 0), (.column, 0, 0),
    ]
    for (unit, points, inset) in table {
      #expect(unit.inset(ofPoints: points) == inset, "\(points) points in a \(unit)")
    }
  }

  @Test("AboutCells: a page key scrolls the bounds less one row")
  func pageKey() {
    for visible in 2...60 {
      let metrics = ScrollMetrics.rows(bounds: Double(visible), content: 1_000)
      #expect(metrics.offset(after: .pageForward, from: 0) == Double(visible - 1))
    }
  }

  @Test(
    "SV-2, D-2: legal offsets, not rounded",
    arguments: [
      (bounds: 100.0, content: 250.5, low: 0.0, high: 0.0, range: 0...150.5),
      (100, 250, 100, 0, -100...150), (100, 250, 0, 30, 0...180),
      (100, 250, 12.25, 3, -12.25...153),
      (100, 100, 0, 0, 0...0), (100, 40, 0, 0, 0...0), (100, 40, 100, 100, -100...40),
      (100, 90, 5, 0, -5...(-5)), (100, 0, 0, 0, 0...0), (0, 0, 0, 0, 0...0), (0, 7, 0, 0, 0...7),
    ] as [(bounds: Double, content: Double, low: Double, high: Double, range: ClosedRange<Double>)]
  )
  func range(
    bounds: Double,
    content: Double,
    low: Double,
    high: Double,
    range: ClosedRange<Double>
  ) {
    var metrics = ScrollMetrics.points(bounds: bounds, content: content)
    metrics.insetLow = low
    metrics.insetHigh = high
    #expect(metrics.range == range)
    #expect(metrics.confined(-.infinity) == range.lowerBound)
    #expect(metrics.confined(.infinity) == range.upperBound)
  }

  @Test("SV-2: a view may start before its content: insets of 100 at the top and left")
  func startsInInset() {
    var metrics = ScrollMetrics.points(bounds: 300, content: 900)
    metrics.insetLow = 100
    let start = ScrollPoint(x: -100, y: -100)
    let view = ScrollState(horizontal: metrics, vertical: metrics, offset: start)
    #expect(view.offset(at: .zero) == start)
  }

  @Test(
    "SV-3: content smaller than the bounds scrolls only if it always bounces",
    arguments: [
      (content: 50.0, bounces: true, always: false, enabled: true, scrolls: false),
      (50, true, true, true, true), (50, false, true, true, false), (100, true, false, true, false),
      (101, true, false, true, true), (101, false, false, true, true),
      (50, true, true, false, false),
      (500, true, true, false, false),
    ]
  )
  func canScroll(content: Double, bounces: Bool, always: Bool, enabled: Bool, scrolls: Bool) {
    var metrics = ScrollMetrics.points(bounds: 100, content: content)
    metrics.bounces = bounces
    metrics.alwaysBounce = always
    metrics.isScrollEnabled = enabled
    #expect(metrics.canScroll == scrolls)
    let still = ScrollMetrics.points(bounds: 1, content: 1)
    var view = ScrollState(horizontal: still, vertical: metrics)
    let events = view.beginDrag(at: .zero) + view.drag(to: .init(x: 0, y: -7), at: .zero)
    #expect(events.isEmpty == !scrolls)
    #expect((view.offset(at: .zero).y > 0) == scrolls)
  }

  @Test(
    "SV-8: pages of a view; the last may be cut short, and insets confine its offset",
    arguments: [
      (bounds: 80.0, content: 240.0, count: 3, last: 160.0), (80, 200, 3, 120), (80, 80, 1, 0),
      (80, 0, 1, 0), (0, 500, 1, 0), (0x1p-30, 0x1p40, 1 << 40, 0x1p10),
    ]
  )
  func pages(bounds: Double, content: Double, count: Int, last: Double) {
    let metrics = ScrollMetrics.points(bounds: bounds, content: content)
    #expect(metrics.pageCount == count)
    #expect(abs(metrics.offset(ofPage: count - 1) - last) < 1e-6)
    #expect(metrics.offset(ofPage: 0) == 0)
  }

  @Test(
    "SV-8, D-16: a flick is faster than 300, and half a page is enough to go on",
    arguments: [
      (offset: 100.0, velocity: 300.0, page: 1), (100, 300.001, 2), (160, -300, 2),
      (180, -300.001, 2), (159.9, -300.001, 1), (119.9, 0, 1), (120, 0, 2), (9_999, 0, 2),
      (-9_999, 0, 0), (80, 301, 2), (80, -301, 0),
    ]
  )
  func releases(offset: Double, velocity: Double, page: Int) {
    var metrics = ScrollMetrics.points(bounds: 80, content: 800)
    metrics.isPaging = true
    #expect(metrics.pageOfRelease(at: offset, velocity: velocity, from: 1) == page)
  }

  @Test("SV-12, product: page keys leave one line in view; steps stop at the ends")
  func steps() {
    let rows = ScrollMetrics.rows(bounds: 24, content: 100)
    let table: [(ScrollStep, Double, Double)] = [
      (.pageForward, 0, 23), (.pageForward, 60, 76), (.pageBack, 60, 37), (.pageBack, 5, 0),
      (.lineForward, 3, 4), (.lineForward, 76, 76), (.lineBack, 3.5, 2.5), (.lineBack, 0, 0),
      (.wheel(1), 10, 13), (.wheel(-2), 10, 4), (.wheel(0), 10, 10), (.start, 50, 0),
      (.end, 50, 76), (.wheel(.max), 0, 76), (.wheel(.min), 50, 0),
    ]
    for (step, from, to) in table {
      #expect(rows.offset(after: step, from: from) == to, "\(step) from \(from)")
    }
    #expect(ScrollMetrics.points(bounds: 480, content: 9_000).pageStep == 464)
    #expect(ScrollMetrics.rows(bounds: 1, content: 9).pageStep == 1)
    #expect(ScrollMetrics.rows(bounds: 0, content: 9).pageStep == 1)
    var pages = rows
    pages.isPaging = true
    for step in [ScrollStep.lineForward, .pageForward, .wheel(5)] {
      #expect(pages.offset(after: step, from: 24) == 48)
    }
    #expect(pages.offset(after: .pageBack, from: 24) == 0)
    #expect(pages.offset(after: .pageForward, from: 76) == 76)
  }

  @Test(
    "SV-9: the smallest scroll, to the nearest edge; of too large a rect the start",
    arguments: [
      (start: 120.0, length: 50.0, target: 100.0), (100, 100, 100), (90, 20, 90), (190, 20, 110),
      (500, 10, 410), (0, 0, 0), (50, 101, 50), (150, 300, 150), (100, 300, 100), (890, 50, 800),
      (-40, 10, 0), (100, 0, 100), (200, 0, 100), (99, 0, 99),
    ]
  )
  func showing(start: Double, length: Double, target: Double) {
    let metrics = ScrollMetrics.points(bounds: 100, content: 900)
    #expect(metrics.offset(showing: start, length, from: 100) == target)
  }

  @Test(
    "SV-1: the indicator's position in its track",
    arguments: [
      (offset: 0.0, position: 0.0, length: 5.0, eighths: 0..<40), (50, 5, 5, 40..<80),
      (25, 2.5, 5, 20..<60), (26, 2.6, 5, 20..<60), (-10, 0, 4, 0..<32), (60, 6, 4, 48..<80),
      (500, 9, 1, 72..<80), (-500, 0, 1, 0..<8),
    ]
  )
  func indicator(offset: Double, position: Double, length: Double, eighths: Range<Int>) throws {
    let metrics = ScrollMetrics.rows(bounds: 50, content: 100)
    let indicator = try #require(metrics.indicator(at: offset, track: 10))
    #expect(abs(indicator.position - position) < 1e-9)
    #expect(abs(indicator.length - length) < 1e-9)
    #expect(indicator.eighths == eighths)
  }

  @Test("SV-1: no indicator if all is visible or none is wanted; never longer than its track")
  func indicatorLimits() throws {
    var metrics = ScrollMetrics.rows(bounds: 50, content: 50)
    #expect(metrics.indicator(at: 0, track: 10) == nil)
    metrics.content = 51
    #expect(metrics.indicator(at: 0, track: 10) != nil)
    metrics.showsIndicator = false
    #expect(metrics.indicator(at: 0, track: 10) == nil)
    let huge = ScrollMetrics.rows(bounds: 1, content: ScrollMetrics.limit)
    try forSeeds(0..<300) { random in
      let track = Double.random(in: 0.1...60, using: &random)
      let offset = Double.random(in: -1e12...2e12, using: &random)
      guard let indicator = huge.indicator(at: offset, track: track) else { throw Absent() }
      try demand(indicator.position >= 0 && indicator.length <= track)
      try demand(indicator.position + indicator.length <= track + 1e-9)
      try demand(indicator.eighths.count >= min(7, Int(track * 8)))
    }
  }

  @Test("lengths: the limit is accepted, one past it and non-numbers are programming errors")
  func limits() async {
    let limit = ScrollMetrics.limit
    #expect(ScrollMetrics.points(bounds: 0, content: limit).range == 0...limit)
    await #expect(processExitsWith: .failure) {
      _ = ScrollMetrics.points(bounds: 0, content: ScrollMetrics.limit.nextUp)
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollMetrics.points(bounds: .nan, content: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollMetrics.points(bounds: -1, content: 0)
    }
    await #expect(processExitsWith: .failure) {
      var metrics = ScrollMetrics.points(bounds: 1, content: 0)
      metrics.insetHigh = .nan
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollMetrics.points(bounds: 1, content: 9).confined(.nan)
    }
  }

  private struct Absent: Error {}
}
