import NavBase
@testable import NavEngine
import NavScene
import Testing

/// The tables of pages, tabs and scrolling in `pager.jsonl`.
extension FixtureTests {
  /// The tables' names of the modes of MBX-5.
  private static let modes: [String: BarStyle] = [
    "freeButtons": .buttons, "leftRightArrows": .arrows, "arrows": .arrows, "segment": .segments,
    "segmentController": .segments,
  ]

  @Test("MBX-6, MBX-7, MBX-13, D-16: the steps of a jump, and its reports")
  func steps() throws {
    for (number, line) in try FixtureFile<StepsLine>("pager", kind: "steps").numbered {
      let mode = try #require(
        Self.modes[line.mode],
        "line \(number): mode \(line.mode)"
      )
      let (from, to) = (line.current, line.destination)
      let pages = from == to ? [] : TabbedPagerTests.reports(from: from, to: to, in: .buttons)
      let direction = to < from ? "reverse" : "forward"
      let steps = pages.map { StepsLine.Step(page: $0, direction: direction) }
      #expect(steps == line.expect.steps, "line \(number)")
      let reports = TabbedPagerTests.reports(from: from, to: to, in: mode)
      #expect(reports == line.expect.callbacks, "line \(number)")
    }
  }

  @Test("MBX-14, MBXQ-3, MBXQ-4, RKQ-2, D-16: the indicator between tabs and beyond them")
  func indicators() throws {
    for (number, line) in try FixtureFile<IndicatorLine>("pager", kind: "indicator").numbered {
      let span = try #require(
        TabIndicator.span(
          position: Double(line.index) + line.progress,
          count: line.starts.count
        ) { TabSpan(start: line.starts[$0], width: line.widths[$0]) }
      )
      #expect(areNear([span.start, span.width], line.expect), "line \(number): \(span)")
    }
  }

  @Test("PC-8, PCQ-1: the spread of a page, and its neighbours")
  func spreads() throws {
    let book = BookLayout(
      room: CellSize(columns: 120, rows: 24),
      spine: .mid,
      isDoubleSided: true
    )
    for (number, line) in try FixtureFile<SpreadLine>("pager", kind: "twoup").numbered {
      let (index, count) = (line.index, line.count)
      func halves(_ page: Int?) -> [Int?]? {
        page.map { BookSpread(of: $0, count: count) }.map { [$0.left, $0.right] }
      }
      #expect(halves(index) == line.expect, "line \(number)")
      #expect(halves(book.next(from: index, of: count)) == line.next, "line \(number)")
      #expect(halves(book.previous(from: index, of: count)) == line.prev, "line \(number)")
    }
  }

  @Test("SV-4: the visible part of a pull")
  func rubber() throws {
    for (number, line) in try FixtureFile<RubberLine>("pager", kind: "rubber").numbered {
      let band = RubberBand(range: line.lo...line.hi, dimension: line.d)
      #expect(isNear(band.shown(line.value), line.expect), "line \(number)")
      #expect(abs(band.pulled(line.expect) - line.value) < 1e-6, "line \(number)")
      // The same for content of that size.
      var metrics = ScrollMetrics.points(bounds: line.d, content: line.hi + line.d)
      metrics.insetLow = -line.lo
      #expect(isNear(metrics.rubberBand.shown(line.value), line.expect), "line \(number)")
    }
  }

  @Test("SV-5: the position, the end and the duration of a flick")
  func deceleration() throws {
    for (number, line) in try FixtureFile<FlickLine>("pager", kind: "decel").numbered {
      let loss = -1_000 * Double.log(line.rate)
      let rate = try #require(DecelerationRate.allCases.first { $0.lossPerSecond == loss })
      let motion = Deceleration(from: 0, velocity: line.v, rate: rate)
      let found = [motion.course(at: line.t), motion.target, motion.duration]
      #expect(areNear(found, line.expect), "line \(number): \(found)")
    }
  }

  @Test("SV-8, D-16: the page after a release")
  func paging() throws {
    for (number, line) in try FixtureFile<PagingLine>("pager", kind: "paging").numbered {
      let metrics = ScrollMetrics.points(
        bounds: line.page,
        content: line.page * Double(line.count)
      )
      #expect(metrics.pageCount == line.count)
      let landed = metrics.pageOfRelease(
        at: line.offset,
        velocity: line.velocity,
        from: line.start
      )
      #expect(landed == line.expect, "line \(number)")
    }
  }
}

private struct StepsLine: Decodable {
  let current, destination: Int
  let mode: String
  let expect: Expectation

  struct Expectation: Decodable {
    let steps: [Step]
    let callbacks: [Int]
  }

  struct Step: Decodable, Equatable {
    let page: Int
    let direction: String

    init(page: Int, direction: String) {
      self.page = page
      self.direction = direction
    }

    init(from decoder: any Decoder) throws {
      var pair = try decoder.unkeyedContainer()
      page = try pair.decode(Int.self)
      direction = try pair.decode(String.self)
    }
  }
}

private struct IndicatorLine: Decodable {
  let starts, widths: [Double]
  let index: Int
  let progress: Double
  let expect: [Double]
}

private struct SpreadLine: Decodable {
  let index, count: Int
  let expect, next, prev: [Int?]?
}

private struct RubberLine: Decodable {
  let lo, hi, d, value, expect: Double
}

private struct FlickLine: Decodable {
  let v, t, rate: Double
  let expect: [Double]
}

private struct PagingLine: Decodable {
  let start: Int?
  let offset, velocity, page: Double
  let count, expect: Int
}
