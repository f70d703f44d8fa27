import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("ScrollMetrics: one axis of content that scrolls")
struct ScrollMetricsTests {
  @Test("SV-1: defaults")
  func defaults() {
    let metrics = ScrollMetrics.points(bounds: 0, content: 0)
    #expect(metrics.insetLow == 0 && metrics.insetHigh == 0)
    #expect(metrics.bounces && metrics.confined(0) == 0)
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

  @Test(
    "SV-3: content that is not larger than the bounds does not scroll",
    arguments: [
      (content: 50.0, inset: 0.0, scrolls: false), (100, 0, false), (101, 0, true), (100, 1, true),
    ]
  )
  func canScroll(content: Double, inset: Double, scrolls: Bool) {
    var metrics = ScrollMetrics.points(bounds: 100, content: content)
    metrics.insetHigh = inset
    #expect(metrics.canScroll == scrolls)
  }

  @Test(
    "SV-8: pages; the last may be cut short",
    arguments: [
      (bounds: 80.0, content: 240.0, count: 3), (80, 200, 3), (80, 80, 1), (80, 0, 1),
      (0, 500, 1), (0x1p-30, 0x1p40, 1 << 40),
    ]
  )
  func pages(bounds: Double, content: Double, count: Int) {
    #expect(ScrollMetrics.points(bounds: bounds, content: content).pageCount == count)
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
    let metrics = ScrollMetrics.points(bounds: 80, content: 800)
    #expect(metrics.pageOfRelease(at: offset, velocity: velocity, from: 1) == page)
  }

  @Test(
    "SV-5, SV-8: with a limit of several pages a flick leads to where it would stop",
    arguments: [
      (velocity: 301.0, page: 2), (1_000, 2), (1_500, 3), (2_000, 4), (9_000, 4), (300, 1), (0, 1),
      (-301, 1), (-1_000, 0), (-9_000, 0),
    ]
  )
  func flickPages(velocity: Double, page: Int) {
    var metrics = ScrollMetrics.points(bounds: 80, content: 800)
    metrics.flickPages = 3
    #expect(metrics.pageOfRelease(at: 100, velocity: velocity, from: 1) == page)
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
}
