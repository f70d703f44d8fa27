import NavTestKit
import Testing

@testable import NavViewer

@Suite("The timer of everything that is repeated until it succeeds")
struct RetryTimerTests {
  private static let start = Duration.seconds(10)

  private static var timer: RetryTimer {
    RetryTimer(firstPause: .milliseconds(100), longestPause: .milliseconds(500))
  }

  @Test("a timer without a scheduled attempt is never due")
  func idle() {
    var timer = Self.timer
    #expect(timer.nextAttempt == nil && !timer.isDue(at: .seconds(1_000_000)))
    timer.schedule(at: Self.start)
    #expect(!timer.isDue(at: Self.start - .nanoseconds(1)) && timer.isDue(at: Self.start))
    timer.cancel()
    #expect(timer.nextAttempt == nil && !timer.isDue(at: Self.start))
  }

  @Test("pauses double up to the longest; reset begins with the first again")
  func pauses() {
    var timer = Self.timer
    for pause in [100, 200, 400, 500, 500] {
      timer.attempted(at: Self.start)
      #expect(timer.nextAttempt == Self.start + .milliseconds(pause))
    }
    timer.reset()
    timer.attempted(at: Self.start)
    #expect(timer.nextAttempt == Self.start + .milliseconds(100))
  }

  @Test("a scheduled time does not change the pauses")
  func scheduling() {
    var timer = Self.timer
    timer.attempted(at: Self.start)
    timer.schedule(at: Self.start + .seconds(9))
    timer.attempted(at: Self.start)
    #expect(timer.nextAttempt == Self.start + .milliseconds(200))
  }

  @Test("pauses after failures are shortened at random, by a half at most")
  func failures() throws {
    try forSeeds(0..<50) { generator in
      var timer = Self.timer
      for pause in [100, 200, 400, 500, 500] {
        timer.failed(at: Self.start, using: &generator)
        let next = try #require(timer.nextAttempt) - Self.start
        try demand(next >= .milliseconds(pause) / 2 && next <= .milliseconds(pause))
      }
    }
  }

  @Test(
    "a pause that a daemon asks for is limited at both ends",
    arguments: [
      (Duration.zero, Duration.milliseconds(1)), (.seconds(-3), .milliseconds(1)),
      (.milliseconds(1), .milliseconds(1)), (.seconds(5), .seconds(5)),
      (.seconds(5) + .nanoseconds(1), .seconds(5)),
    ]
  )
  func bounds(asked: Duration, kept: Duration) {
    #expect(RetryTimer.bounded(asked) == kept)
  }
}
