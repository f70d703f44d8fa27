import NavBase
import NavEngine
import Testing

/// The tables of scrolling in `pager.jsonl`.
extension FixtureTests {
  @Test("SV-4: the visible part of a pull")
  func rubber() throws {
    let lines = try pagerLines("rubber")
    for (number, line) in lines {
      let (low, high) = (try #require(line.lo), try #require(line.hi))
      let dimension = try #require(line.d)
      let value = try #require(line.value)
      let expected = try #require(line.expect.first)
      let band = RubberBand(range: low...high, dimension: dimension)
      #expect(isNear(band.shown(value), expected), "line \(number)")
      #expect(abs(band.pulled(expected) - value) < 1e-6, "line \(number)")
      // The same for content of that size.
      var metrics = ScrollMetrics.points(bounds: dimension, content: high + dimension)
      metrics.insetLow = -low
      #expect(isNear(metrics.rubberBand.shown(value), expected), "line \(number)")
    }
  }

  @Test("SV-5: the position, the end and the duration of a flick")
  func deceleration() throws {
    for (number, line) in try pagerLines("decel") {
      let loss = -1_000 * Double.log(try #require(line.rate))
      let rate = try #require(DecelerationRate.allCases.first { $0.lossPerSecond == loss })
      let motion = Deceleration(from: 0, velocity: try #require(line.v), rate: rate)
      let seconds = try #require(line.t)
      let found = [motion.course(at: seconds), motion.target, motion.duration]
      #expect(areNear(found, line.expect), "line \(number): \(found)")
    }
  }

  @Test("SV-8, D-16: the page after a release")
  func paging() throws {
    for (number, line) in try pagerLines("paging") {
      let page = try #require(line.page)
      let count = try #require(line.count)
      let offset = try #require(line.offset)
      let velocity = try #require(line.velocity)
      let metrics = ScrollMetrics.points(bounds: page, content: page * Double(count))
      #expect(metrics.pageCount == count)
      let landed = metrics.pageOfRelease(at: offset, velocity: velocity, from: line.start)
      #expect(landed == line.expect.first.map { Int($0) }, "line \(number)")
    }
  }

  /// Returns the lines of one kind, with their numbers.
  private func pagerLines(_ kind: String) throws -> [(Int, PagerLine)] {
    let all = try FixtureFile<PagerLine>("pager").lines
    let found = all.enumerated().filter { $0.element.kind == kind }.map {
      ($0.offset + 1, $0.element)
    }
    try #require(!found.isEmpty)
    return found
  }
}

/// A line of `pager.jsonl` of any kind; `expect` as a list of numbers if it is one or several.
private struct PagerLine: Decodable {
  let kind: String
  let lo, hi, d, value: Double?
  let v, t, rate: Double?
  let start: Int?
  let offset, velocity, page: Double?
  let count: Int?
  let expect: [Double]

  enum CodingKeys: CodingKey {
    case kind, lo, hi, d, value, v, t, rate, start, offset, velocity, page, count, expect
  }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    kind = try line.decode(String.self, forKey: .kind)
    guard ["rubber", "decel", "paging"].contains(kind) else {
      (lo, hi, d, value, v, t, rate) = (nil, nil, nil, nil, nil, nil, nil)
      (start, offset, velocity, page, count, expect) = (nil, nil, nil, nil, nil, [])
      return
    }
    func number(_ key: CodingKeys) throws -> Double? {
      try line.decodeIfPresent(Double.self, forKey: key)
    }
    lo = try number(.lo)
    hi = try number(.hi)
    d = try number(.d)
    value = try number(.value)
    v = try number(.v)
    t = try number(.t)
    rate = try number(.rate)
    start = try line.decodeIfPresent(Int.self, forKey: .start)
    offset = try number(.offset)
    velocity = try number(.velocity)
    page = try number(.page)
    count = try line.decodeIfPresent(Int.self, forKey: .count)
    if kind == "decel" {
      expect = try line.decode([Double].self, forKey: .expect)
    } else {
      expect = [try line.decode(Double.self, forKey: .expect)]
    }
  }
}
