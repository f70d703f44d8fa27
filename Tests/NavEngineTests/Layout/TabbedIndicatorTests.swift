import NavBase
@testable import NavEngine
import NavTestKit
import Testing

@Suite("Pagers with tabs: the indicator")
struct TabbedIndicatorTests {
  private static func span(at position: Double, _ starts: [Double], _ widths: [Double]) -> TabSpan?
  {
    TabIndicator.span(position: position, count: starts.count) {
      TabSpan(start: starts[$0], width: widths[$0])
    }
  }

  @Test("MBX-15, RKQ-3: both start and width exist, or neither")
  func nothing() {
    #expect(Self.span(at: 0, [], []) == nil)
    #expect(Self.span(at: .nan, [0, 10], [10, 4]) == nil)
    #expect(Self.span(at: .infinity, [0, 10], [10, 4]) == nil)
  }

  @Test(
    "MBX-14, RK-3, RK-4: equal tabs without gaps follow the original formula, not truncated (MBXQ-3)"
  )
  func originalFormula() throws {
    for (width, count) in [(320.0, 3), (375, 7), (80, 8), (81, 2)] {
      let tab = width / Double(count)
      for current in 0..<count {
        for offset in stride(from: 0, through: 2 * width, by: width / 16) {
          let x = tab * Double(current) - 8
          let expected = x - (width - offset) / Double(count)
          let progress = (offset - width) / width
          let span = try #require(
            TabIndicator.span(position: Double(current) + progress, count: count) {
              TabSpan(start: Double($0) * tab - 8, width: tab)
            }
          )
          #expect(isNear(span.start, expected), "\(width) \(count) \(current) \(offset)")
          #expect(isNear(span.width, tab))
        }
      }
    }
  }

  @Test("MBXQ-4: the indicator never jumps and never leaves the tabs between the ends")
  func continuous() throws {
    try forSeeds(0..<50) { generator in
      let count = generator.int(in: 1...9)
      let widths = (0..<count).map { _ in Double(generator.int(in: 0...30)) }
      var starts: [Double] = []
      var next = 0.0
      for width in widths {
        next += Double(generator.int(in: 0...3))
        starts.append(next)
        next += width
      }
      var before = Self.span(at: -1, starts, widths)
      for step in -100...(count * 100) {
        let position = Double(step) / 100
        let span = Self.span(at: position, starts, widths)
        let moved = try #require(span).start - (try #require(before).start)
        try #require(moved >= -1e-9 && moved <= 0.34, "\(position): \(moved)")
        if (0...Double(count - 1)).contains(position), let span {
          try #require(span.start >= starts[0] - 1e-9 && span.start + span.width <= next + 1e-9)
        }
        before = span
      }
    }
  }
}
