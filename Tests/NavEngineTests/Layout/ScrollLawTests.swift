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
      let trajectory = release.motion
      let rest = trajectory.offset(at: .seconds(100))
      try demand(release.metrics.range.contains(rest), "\(rest) in \(release)")
      try demand(
        trajectory.target == rest && trajectory.offset(atFrame: trajectory.length) == rest,
        "\(release)"
      )
      try demand(
        trajectory.length == 0
          || !trajectory.isDone(at: trajectory.startedAt + frame(trajectory.length - 1))
      )
    }
  }

  @Test("SV-4, SV-5, SV-6: no step between frames is longer than the speed allows")
  func steady() throws {
    try forSeeds(0..<1_000) { random in
      let release = Release(&random)
      let trajectory = release.motion
      var last = trajectory.offset(at: trajectory.startedAt)
      // An offset less than the threshold beyond an edge is set to the edge at once.
      try demand(abs(last - release.offset) <= MotionThreshold.half || !release.metrics.bounces)
      for number in 1...max(1, trajectory.length) {
        // The speed is highest at the start of a leg, or where a spring turns.
        let fastest =
          (0...16).map {
            abs(
              trajectory.velocity(at: trajectory.startedAt + frame(number - 1) + frame(1) * $0 / 16)
            )
          }.max() ?? 0
        let next = trajectory.offset(atFrame: number)
        let most = fastest * 1.2 / 60 + MotionThreshold.half + 1e-6
        try demand(
          abs(next - last) <= most,
          "\(last) -> \(next) in frame \(number) of \(trajectory)"
        )
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

  @Test("SV-6: a flick that reaches an edge bounces with its velocity; without bounces it stops")
  func edges() throws {
    let trajectory = released(at: 800, velocity: 2_000)
    #expect(trajectory.legs.count == 2 && trajectory.target == 900)
    let hit = try #require(trajectory.legs.first?.duration)
    guard case .spring(let spring)? = trajectory.legs.last?.curve,
      case .deceleration(let flick)? = trajectory.legs.first?.curve
    else {
      Issue.record("\(trajectory)")
      return
    }
    #expect(abs(flick.position(at: hit) - 900) < 1e-9)
    #expect(spring.initialVelocity == flick.velocity(at: hit))
    #expect(spring.start == 900 && spring.target == 900)
    #expect(trajectory.offset(at: .seconds(hit + 0.1)) > 900)

    let dead = released(at: 800, velocity: 2_000) { $0.bounces = false }
    #expect(dead.legs.count == 1 && dead.target == 900)
    #expect((0...9_000).allSatisfy { dead.offset(at: .milliseconds($0)) <= 900 })
  }

  @Test("SV-6: a bounce takes at most 0.9 of the bounds out of view")
  func deepBounce() {
    let trajectory = released(at: 851, velocity: ScrollMetrics.fastest)
    let furthest = (1...2_000).map { trajectory.offset(at: .milliseconds($0)) }.max() ?? 0
    #expect(furthest > 989 && furthest <= 990)
    #expect(trajectory.offset(at: .seconds(99)) == 900)
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
    let trajectory = released(at: -20, velocity: 3_000)
    try #require(trajectory.legs.count == 2)
    #expect(trajectory.target > 100)
    let crossing = trajectory.legs[0].duration
    #expect(abs(trajectory.legs[0].curve.motion.position(at: crossing)) < 1e-9)
    let (before, after) = (
      trajectory.legs[0].curve.motion.velocity(at: crossing),
      trajectory.legs[1].curve.motion.velocity(at: 0)
    )
    #expect(abs(before - after) < 1e-6)
  }

  @Test("D-2: the largest allowed content scrolls like any other")
  func huge() {
    let metrics = ScrollMetrics.points(bounds: 100, content: ScrollMetrics.limit)
    #expect(metrics.rubberBand.shown(1e12 + 0.5) == 1e12 + 0.5)
    #expect(metrics.rubberBand.shown(1e300) <= ScrollMetrics.limit)
    for (offset, velocity) in [(1e12, ScrollMetrics.fastest), (1e12, -ScrollMetrics.fastest)] {
      let trajectory = ScrollTrajectory.release(
        from: offset,
        velocity: velocity,
        metrics: metrics,
        at: .zero
      )
      #expect(metrics.range.contains(trajectory.offset(at: .seconds(100))))
      #expect(trajectory.isDone(at: .seconds(100 * 365 * 24 * 3_600)))
    }
  }
}

extension ScrollTrajectory {
  /// Returns the velocity in units a second; 0 at rest.
  fileprivate func velocity(at now: Duration) -> Double {
    leg(at: now).map { $0.0.curve.motion.velocity(at: $0.seconds) } ?? 0
  }
}
