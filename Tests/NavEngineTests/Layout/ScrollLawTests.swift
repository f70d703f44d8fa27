import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("D-12: conditions on all scroll motions")
struct ScrollLawTests {
  private static let start = Duration.milliseconds(30)

  /// Content of random size, released at a random offset and velocity.
  private struct Release {
    let metrics: ScrollMetrics
    let offset: Double
    let motion: ScrollTrajectory

    init(_ random: inout SplitMix64) {
      let bounds = random.oneIn(12) ? 0 : Double.random(in: 0...300, using: &random)
      let content = random.oneIn(8) ? 0 : Double.random(in: 0...3_000, using: &random)
      var metrics = random.pick([
        ScrollMetrics.points(bounds: bounds, content: content),
        .rows(bounds: bounds, content: content),
      ])
      if random.oneIn(3) { metrics.insetLow = Double.random(in: 0...80, using: &random) }
      if random.oneIn(3) { metrics.insetHigh = Double.random(in: 0...80, using: &random) }
      metrics.bounces = !random.oneIn(4)
      // A pull beyond an end is shown shorter than it is.
      let pulled = Double.random(in: -600...3_600, using: &random)
      offset = metrics.rubberBand.shown(pulled)
      let velocity = Double.random(in: -8_000...8_000, using: &random)
      motion = .release(
        from: offset,
        velocity: random.oneIn(5) ? 0 : velocity,
        metrics: metrics,
        at: ScrollLawTests.start
      )
      self.metrics = metrics
    }
  }

  private func frame(_ number: Int) -> Duration { FrameTime.start(of: number) }

  @Test("SV-2, SV-6: every motion ends in the legal range, at the reported target")
  func ends() throws {
    try forSeeds(0..<2_000) { random in
      let release = Release(&random)
      let way = release.motion
      let rest = way.offset(at: .seconds(100))
      try demand(release.metrics.range.contains(rest), "\(rest) in \(release)")
      try demand(way.target == rest && way.offset(atFrame: way.length) == rest, "\(release)")
      try demand(way.length == 0 || !way.isDone(at: way.startedAt + frame(way.length - 1)))
    }
  }

  @Test("SV-4, SV-5, SV-6: no step between frames is longer than the speed allows")
  func steady() throws {
    try forSeeds(0..<1_000) { random in
      let release = Release(&random)
      let way = release.motion
      var last = way.offset(at: way.startedAt)
      // An offset less than the threshold beyond an edge is set to the edge at once.
      try demand(abs(last - release.offset) <= MotionThreshold.half || !release.metrics.bounces)
      for number in 1...max(1, way.length) {
        // The speed is highest at the start of a leg, or where a spring turns.
        let fastest =
          (0...16).map {
            abs(way.velocity(at: way.startedAt + frame(number - 1) + frame(1) * $0 / 16))
          }.max() ?? 0
        let next = way.offset(atFrame: number)
        let most = fastest * 1.2 / 60 + MotionThreshold.half + 1e-6
        try demand(abs(next - last) <= most, "\(last) -> \(next) in frame \(number) of \(way)")
        last = next
      }
    }
  }

  @Test("SV-4: nothing goes further beyond an edge than its bounds; without bounces not at all")
  func inside() throws {
    try forSeeds(0..<1_000) { random in
      let release = Release(&random)
      let room = release.metrics.bounces ? release.metrics.bounds : 0
      for number in 0...release.motion.length {
        let offset = release.motion.offset(atFrame: number)
        let beyond = abs(offset - release.metrics.confined(offset))
        try demand(beyond <= room, "\(beyond) beyond in frame \(number) of \(release)")
      }
    }
  }

  // MARK: Single laws

  /// 100 points over 1000, released at a velocity in points a second.
  private func released(
    at offset: Double,
    velocity: Double,
    _ change: (inout ScrollMetrics) -> Void = { _ in }
  ) -> ScrollTrajectory {
    var metrics = ScrollMetrics.points(bounds: 100, content: 1_000)
    change(&metrics)
    return .release(from: offset, velocity: velocity, metrics: metrics, at: .zero)
  }

  @Test("SV-5: a flick coasts 0.4995 times its velocity")
  func flicks() {
    let way = released(at: 50, velocity: 1_000)
    #expect(abs(way.target - 50 - 499.5) < 0.01)
    #expect(way.offset(at: .zero) == 50 && way.offset(at: .seconds(9)) == way.target)
  }

  @Test("SV-6: a flick that reaches an edge bounces with its velocity; without bounces it stops")
  func edges() throws {
    let way = released(at: 800, velocity: 2_000)
    #expect(way.legs.count == 2 && way.target == 900)
    let hit = try #require(way.legs.first?.duration)
    guard case .spring(let spring)? = way.legs.last?.curve,
      case .deceleration(let flick)? = way.legs.first?.curve
    else {
      Issue.record("\(way)")
      return
    }
    #expect(abs(flick.position(at: hit) - 900) < 1e-9)
    #expect(spring.initialVelocity == flick.velocity(at: hit))
    #expect(spring.start == 900 && spring.target == 900)
    #expect(way.offset(at: .seconds(hit + 0.1)) > 900)

    let dead = released(at: 800, velocity: 2_000) { $0.bounces = false }
    #expect(dead.legs.count == 1 && dead.target == 900)
    #expect((0...9_000).allSatisfy { dead.offset(at: .milliseconds($0)) <= 900 })
  }

  @Test("SV-6: a bounce takes at most 0.9 of the bounds out of view")
  func deepBounce() {
    let way = released(at: 851, velocity: ScrollMetrics.fastest)
    let furthest = (1...2_000).map { way.offset(at: .milliseconds($0)) }.max() ?? 0
    #expect(furthest > 989 && furthest <= 990)
    #expect(way.offset(at: .seconds(99)) == 900)
  }

  @Test("SV-6: a release outside springs back at once, and an outward flick adds nothing")
  func outside() {
    let slow = released(at: -20, velocity: 0)
    #expect(slow == released(at: -20, velocity: -1_000))
    #expect(slow.target == 0)
    #expect((0...1_000).allSatisfy { slow.offset(at: .milliseconds($0)) <= 0 })
  }

  @Test("SV-6: a flick inwards from outside springs in, and continues with the rest")
  func inwards() throws {
    let way = released(at: -20, velocity: 3_000)
    try #require(way.legs.count == 2)
    #expect(way.target > 100)
    let crossing = way.legs[0].duration
    #expect(abs(way.legs[0].curve.motion.position(at: crossing)) < 1e-9)
    let (before, after) = (
      way.legs[0].curve.motion.velocity(at: crossing), way.legs[1].curve.motion.velocity(at: 0)
    )
    #expect(abs(before - after) < 1e-6)
  }

  @Test("D-2: the largest allowed content scrolls like any other")
  func huge() {
    let metrics = ScrollMetrics.points(bounds: 100, content: ScrollMetrics.limit)
    #expect(metrics.rubberBand.shown(1e12 + 0.5) == 1e12 + 0.5)
    #expect(metrics.rubberBand.shown(1e300) <= ScrollMetrics.limit)
    for (offset, velocity) in [(1e12, ScrollMetrics.fastest), (1e12, -ScrollMetrics.fastest)] {
      let way = ScrollTrajectory.release(
        from: offset,
        velocity: velocity,
        metrics: metrics,
        at: .zero
      )
      #expect(metrics.range.contains(way.offset(at: .seconds(100))))
      #expect(way.isDone(at: .seconds(100 * 365 * 24 * 3_600)))
    }
  }
}

extension ScrollTrajectory {
  /// Returns the velocity in units a second; 0 at rest.
  fileprivate func velocity(at now: Duration) -> Double {
    leg(at: now).map { $0.0.curve.motion.velocity(at: $0.seconds) } ?? 0
  }
}
