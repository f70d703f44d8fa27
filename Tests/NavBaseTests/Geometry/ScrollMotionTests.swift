import Foundation
import NavBase
import NavTestKit
import Testing

@Suite("SV-4, SV-5, SV-6, SV-9: the laws of scrolling as functions of time")
struct ScrollMotionTests {
  @Test("exp and log equal those of the mathematics library")
  func exponentials() throws {
    for power in stride(from: -745.0, through: 709, by: 0.37) {
      let twin = Foundation.exp(power)
      try #require(
        abs(Double.exp(power) - twin) <= twin * 1e-15 + Double.leastNonzeroMagnitude,
        "exp \(power)"
      )
    }
    try forSeeds(0..<2_000) { random in
      let value = Double(bitPattern: random.next() >> 1)
      guard value.isFinite, value > 0 else { return }
      let twin = Foundation.log(value)
      try demand(abs(Double.log(value) - twin) <= abs(twin) * 1e-15, "log \(value)")
      let near = 1 + Double(random.int(in: -1_000...1_000)) * 1e-6
      try demand(abs(Double.log(near) - Foundation.log(near)) <= 1e-16, "log \(near)")
    }
  }

  @Test("exp and log at their limits")
  func exponentialLimits() {
    #expect(Double.exp(0) == 1)
    #expect(Double.exp(-746) == 0)
    #expect(Double.exp(-745) > 0)
    #expect(Double.exp(709.78).isFinite)
    #expect(Double.exp(709.79) == .infinity)
    #expect(Double.exp(.nan).isNaN && Double.exp(-.infinity) == 0)
    #expect(Double.log(1) == 0)
    #expect(Double.log(0) == -.infinity && Double.log(.infinity) == .infinity)
    #expect(Double.log(-1).isNaN && Double.log(.nan).isNaN)
    let least = Double.leastNonzeroMagnitude
    #expect(abs(Double.log(least) - Foundation.log(least)) < 1e-12)
  }

  // MARK: SV-4

  @Test(
    "SV-4: the visible part of a pull, for bounds of 960",
    arguments: [(5.0, 2.74), (10, 5.47), (100, 52.02), (400, 178.98), (0, 0)]
  )
  func rubberBand(pull: Double, shown: Double) {
    let band = RubberBand(range: 0...100, dimension: 960)
    #expect(abs(band.shown(-pull) + shown) < 0.01)
    #expect(abs(band.shown(100 + pull) - 100 - shown) < 0.01)
  }

  @Test("SV-4: the band's inverse, its order, its slope and its limits")
  func rubberBandLaws() throws {
    try forSeeds(0..<500) { random in
      let low = Double.random(in: -500...500, using: &random)
      let high = low + Double.random(in: 0...1_000, using: &random)
      let band = RubberBand(
        range: low...high,
        dimension: Double.random(in: 1...1_000, using: &random)
      )
      let pulled = Double.random(in: -3_000...3_000, using: &random)
      let shown = band.shown(pulled)
      let edge = pulled.clamped(to: low...high)
      try demand(abs(band.pulled(shown) - pulled) < 1e-6, "inverse of \(pulled) in \(band)")
      try demand(abs(shown - edge) < band.dimension, "reaches its bounds")
      try demand(abs(shown - edge) <= abs(pulled - edge), "goes further than the finger")
      try demand(band.shown(pulled + 1) > shown, "does not follow")
      let step = 1e-4
      let slope = (band.shown(pulled + step) - band.shown(pulled - step)) / (2 * step)
      let isAtEdge = abs(pulled - low) < 2 * step || abs(pulled - high) < 2 * step
      try demand(isAtEdge || abs(slope - band.slope(at: pulled)) < 1e-4, "slope at \(pulled)")
    }
    let band = RubberBand(range: 0...1, dimension: 10)
    #expect(band.slope(at: 1.000_000_001) > 0.549_999)
    #expect(band.shown(.greatestFiniteMagnitude) <= 11)
    #expect(band.pulled(11).isFinite && band.pulled(999) == band.pulled(11))
    let without = RubberBand(range: 0...1, dimension: 0)
    #expect(without.shown(9) == 1 && without.shown(-9) == 0 && without.pulled(9) == 1)
    #expect(without.slope(at: 9) == 0 && without.slope(at: 0.5) == 1)
  }

  // MARK: SV-5

  @Test("SV-5: the distance of a flick relative to its velocity, for both rates")
  func rates() {
    #expect(abs(Deceleration(from: 7, velocity: 1_000).target - 7 - 499.5) < 0.01)
    #expect(abs(Deceleration(from: 7, velocity: 1_000, rate: .fast).target - 7 - 99.5) < 0.01)
    #expect(DecelerationRate.normal.lossPerSecond == -1_000 * Double.log(0.998))
    #expect(DecelerationRate.fast.lossPerSecond == -1_000 * Double.log(0.99))
  }

  @Test(
    "SV-5: every millisecond takes its share; compared with a sum of milliseconds",
    arguments: [1.0, -1]
  )
  func decelerationTwin(sign: Double) {
    for (rate, share) in [(DecelerationRate.normal, 0.998), (.fast, 0.99)] {
      let motion = Deceleration(from: 0, velocity: 1_500 * sign, rate: rate)
      var velocity = 1_500 * sign
      for millisecond in 1...300 {
        velocity *= share
        let seconds = Double(millisecond) / 1_000
        #expect(abs(motion.velocity(at: seconds) - velocity) < 1e-9)
      }
    }
  }

  @Test("SV-5: a flick ends when less than 0.5 is left, and one that is too slow never moves")
  func decelerationEnds() throws {
    let motion = Deceleration(from: 10, velocity: -800)
    #expect(abs(motion.course(at: motion.duration) - motion.target - 0.5) < 1e-9)
    #expect(motion.position(at: motion.duration) == motion.target)
    #expect(motion.velocity(at: motion.duration) == 0)
    #expect(motion.position(at: -1) == 10 && motion.velocity(at: -1) == -800)
    let least = 0.5 * DecelerationRate.normal.lossPerSecond
    #expect(Deceleration(from: 0, velocity: least * 0.999).duration == 0)
    #expect(Deceleration(from: 0, velocity: least * 1.001).duration > 0)
    #expect(Deceleration(from: 0, velocity: 0).duration == 0)
  }

  @Test("SV-5: the time at which a position is passed")
  func decelerationTimes() throws {
    let motion = Deceleration(from: 10, velocity: 800)
    for position in [10, 10.001, 50, 200, 409] {
      let time = try #require(motion.time(at: position))
      #expect(abs(motion.course(at: time) - position) < 1e-9)
    }
    #expect(motion.time(at: 9) == nil)
    #expect(motion.time(at: motion.target + 1) == nil)
    #expect(Deceleration(from: 10, velocity: 0).time(at: 11) == nil)
    #expect(abs(Deceleration(from: 3, to: 90).target - 90) < 1e-9)
  }

  // MARK: SV-6

  @Test("SV-6: the spring's motion follows from its forces; compared with small steps")
  func springTwin() throws {
    try forSeeds(0..<20) { random in
      let start = Double.random(in: -200...200, using: &random)
      let velocity = Double.random(in: -3_000...3_000, using: &random)
      let spring = SpringBack(from: start, to: 0, velocity: velocity)
      var (x, v) = (start, velocity)
      let step = 1e-5
      for count in 1...20_000 {
        // Mass 1, stiffness 100, and critical damping: 2 sqrt(100).
        let half = v + (-100 * x - 20 * v) * step / 2
        let middle = x + v * step / 2
        x += half * step
        v += (-100 * middle - 20 * half) * step
        let time = Double(count) * step
        guard count % 1_000 == 0, time < spring.duration else { continue }
        try demand(abs(spring.position(at: time) - x) < 1e-3, "\(spring) at \(time): \(x)")
        try demand(abs(spring.velocity(at: time) - v) < 1e-2, "\(spring) at \(time): \(v)")
      }
    }
  }

  @Test("SV-6: a spring ends when it stays within 0.5, not before and not later")
  func springEnds() throws {
    try forSeeds(0..<300) { random in
      let start = Double.random(in: -50...50, using: &random)
      let velocity = random.oneIn(5) ? 0 : Double.random(in: -900...900, using: &random)
      let spring = SpringBack(from: start, to: 0, velocity: velocity)
      try demand(spring.position(at: spring.duration) == 0)
      let almost = spring.duration - 1e-6
      try demand(almost <= 0 || abs(spring.position(at: almost)) >= 0.499, "\(spring) too late")
      let patient = SpringBack(from: start, to: 0, velocity: velocity, threshold: 1e-9)
      for step in 0...400 {
        let later = spring.duration + Double(step) / 200
        try demand(abs(patient.position(at: later)) <= 0.500_001, "\(spring) too early")
      }
    }
  }

  @Test(
    "SV-6: a spring passes its target only if it starts fast towards it",
    arguments: [
      (10.0, 0.0, false), (10, -100, false), (10, -101, true), (10, 500, false), (-10, 99, false),
      (-10, 120, true), (0, 50, false),
    ]
  )
  func crossing(start: Double, velocity: Double, crosses: Bool) throws {
    let spring = SpringBack(from: start, to: 0, velocity: velocity, threshold: 1e-12)
    #expect((spring.crossing != nil) == crosses)
    if let crossing = spring.crossing { #expect(abs(spring.position(at: crossing)) < 1e-9) }
  }

  @Test("SV-6: the greatest distance of a spring from its target, and springs that do not move")
  func springReach() {
    let spring = SpringBack(from: 0, to: 0, velocity: SpringBack.velocity(reaching: 40))
    #expect(abs(spring.position(at: 0.1) - 40) < 1e-9)
    #expect(spring.position(at: 0.09) < 40 && spring.position(at: 0.11) < 40)
    #expect(SpringBack(from: 5, to: 5, velocity: 0).duration == 0)
    #expect(SpringBack(from: 0.49, to: 0, velocity: 0).duration == 0)
    #expect(SpringBack(from: 0.51, to: 0, velocity: 0).duration > 0)
    #expect(SpringBack(from: 0x1p40, to: 0, velocity: 1e9).duration < 10)
  }

  // MARK: SV-9

  @Test("SV-9: the velocity is constant to the end")
  func constantVelocity() {
    let line = ConstantVelocity(from: 10, to: -20, duration: 0.3)
    #expect(line.position(at: -1) == 10 && line.position(at: 0) == 10)
    #expect(abs(line.position(at: 0.1)) < 1e-12)
    #expect(line.position(at: 0.3) == -20 && line.position(at: 9) == -20)
    #expect(abs(line.velocity(at: 0.2) + 100) < 1e-9 && line.velocity(at: 0.3) == 0)
    #expect(!line.isDone(at: 0.299) && line.isDone(at: 0.3))
  }

  @Test("SV-8: the slope of a turn")
  func easeOutVelocity() {
    let turn = EaseOut(from: 0, to: 8, duration: 0.5)
    #expect(turn.velocity(at: 0) == 32 && turn.velocity(at: 0.25) == 16)
    #expect(turn.velocity(at: 0.5) == 0 && turn.velocity(at: -1) == 32)
  }

  @Test("D-12: a value that is not a number is a programming error")
  func notANumber() async {
    await #expect(processExitsWith: .failure) { _ = Deceleration(from: 0, velocity: .nan) }
    await #expect(processExitsWith: .failure) { _ = SpringBack(from: .nan, to: 0, velocity: 0) }
    await #expect(processExitsWith: .failure) { _ = RubberBand(range: 0...1, dimension: -1) }
    await #expect(processExitsWith: .failure) {
      _ = ConstantVelocity(from: 0, to: 1, duration: 0)
    }
  }
}

@Suite("D-12: motion is a function of time")
struct MotionTests {
  @Test("D-12: a frame's number and its start agree for all frames of five minutes and more")
  func frameTimes() {
    for frame in 0...20_000 {
      let start = FrameTime.start(of: frame)
      guard FrameTime.frame(at: start) == frame,
        FrameTime.frame(at: start - .nanoseconds(2)) == max(0, frame - 1)
      else {
        Issue.record("frame \(frame) starts at \(start), which is in \(FrameTime.frame(at: start))")
        return
      }
    }
  }

  @Test("D-12: a motion that began in a frame of another one has the same frames")
  func sums() {
    for first in 0...120 {
      for second in 0...120 {
        let time = FrameTime.start(of: first) + FrameTime.start(of: second)
        #expect(FrameTime.frame(at: time) == first + second)
      }
    }
  }

  @Test("frames rise with time, sixty in a second")
  func framesRise() {
    var last = 0
    for milliseconds in 0...5_000 {
      let frame = FrameTime.frame(at: .milliseconds(milliseconds))
      #expect(last <= frame && frame <= last + 1)
      last = frame
    }
    #expect(last == 300)
    #expect(FrameTime.frame(at: .milliseconds(-1)) == 0)
    #expect(FrameTime.seconds(of: 90) == 1.5)
  }

  @Test("a clock that has run for ten years still gives frames")
  func longUptime() {
    let years = 10 * 365 * 24 * 3600
    #expect(FrameTime.frame(at: .seconds(years)) == years * 60)
    #expect(FrameTime.frame(at: .seconds(years) + FrameTime.start(of: 7)) == years * 60 + 7)
  }

  @Test(
    "SV-8: a turn begins at its start, never turns back, and ends exactly at its target",
    arguments: [
      (from: 0.0, to: 1.0), (1, 0), (3.25, 7), (0, 0), (-2, 100),
    ]
  )
  func easeOut(from: Double, to: Double) {
    let curve = EaseOut(from: from, to: to, duration: 0.3)
    #expect(curve.position(at: -1) == from)
    #expect(curve.position(at: 0) == from)
    #expect(curve.position(at: 0.3) == to)
    #expect(curve.position(at: 9) == to)
    #expect(!curve.isDone(at: 0.299))
    #expect(curve.isDone(at: 0.3))
    var last = from
    var lastStep = Double.infinity
    for step in 1...300 {
      let position = curve.position(at: Double(step) / 1_000)
      #expect(min(from, to)...max(from, to) ~= position)
      let moved = abs(position - last)
      // It starts fast and comes to rest.
      #expect(moved <= lastStep + 1e-12)
      #expect((position - last) * (to - from) >= 0)
      (last, lastStep) = (position, moved)
    }
  }

  @Test("SV-8: after half of its time a turn has moved three quarters of its distance")
  func easeOutIsQuadratic() {
    #expect(EaseOut(from: 0, to: 8, duration: 0.5).position(at: 0.25) == 6)
  }
}
