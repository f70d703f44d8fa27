import NavBase
import NavTestKit
import Testing

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
