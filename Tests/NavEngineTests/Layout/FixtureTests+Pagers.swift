import NavBase
@testable import NavEngine
import NavScene
import Testing

/// The tables of pages and their tabs in `pager.jsonl`.
extension FixtureTests {
  /// The tables' names of the modes of MBX-5.
  private static let modes: [String: BarStyle] = [
    "freeButtons": .buttons, "leftRightArrows": .arrows, "arrows": .arrows, "segment": .segments,
    "segmentController": .segments,
  ]

  @Test("MBX-6, MBX-7, MBX-13, D-16: the steps of a jump, and its reports")
  func steps() throws {
    let lines = try FixtureFile<StepsLine>("pager").lines.enumerated().compactMap { number, line in
      line.case.map { (number + 1, $0) }
    }
    try #require(!lines.isEmpty)
    for (number, line) in lines {
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
    let lines = try FixtureFile<IndicatorLine>("pager").lines.enumerated().compactMap {
      number,
      line in line.case.map { (number + 1, $0) }
    }
    try #require(!lines.isEmpty)
    for (number, line) in lines {
      let span = try #require(
        TabIndicator.span(
          position: Double(line.index) + line.progress,
          count: line.starts.count
        ) { TabSpan(start: line.starts[$0], width: line.widths[$0]) }
      )
      #expect(areNear([span.start, span.width], line.expect), "line \(number): \(span)")
    }
  }
}

/// A line of one kind; lines of other kinds are skipped.
private protocol LineOfKind: Decodable {
  associatedtype Case: Decodable
  static var kind: String { get }
  init(_ found: Case?)
}

private enum KindKey: CodingKey {
  case kind
}

extension LineOfKind {
  init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: KindKey.self).decode(String.self, forKey: .kind)
    self.init(kind == Self.kind ? try Case(from: decoder) : nil)
  }
}

private struct StepsLine: LineOfKind {
  static let kind = "steps"
  let `case`: Case?

  init(_ found: Case?) { `case` = found }

  struct Case: Decodable {
    let current, destination: Int
    let mode: String
    let expect: Expectation
  }

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

private struct IndicatorLine: LineOfKind {
  static let kind = "indicator"
  let `case`: Case?

  init(_ found: Case?) { `case` = found }

  struct Case: Decodable {
    let starts, widths: [Double]
    let index: Int
    let progress: Double
    let expect: [Double]
  }
}
