import NavBase
import NavScene
import Testing

@testable import NavViewer

@Suite("The timer of a talk in words (proto/README.md: Speaker's view)")
struct TalkTimeTests {
  private static let start = Duration.seconds(1_000)

  /// Returns the time of a timer that was changed last at `start`, with so many seconds on it.
  private static func time(
    _ seconds: Double,
    of duration: Int? = nil,
    isRunning: Bool = true
  ) -> TalkTime {
    let timer = TalkTimer(
      isRunning: isRunning,
      elapsed: .seconds(seconds),
      at: start,
      duration: duration.map { .seconds($0) }
    )
    return TalkTime(timer, at: start, timeOfDay: nil)
  }

  @Test(
    "a timer counts up; with a length it says how much of that, and how much over it",
    arguments: [
      (0, nil, true, "0:00"), (7, nil, true, "0:07"), (307, nil, true, "5:07"),
      (3_599, nil, true, "59:59"), (3_600, nil, true, "1:00:00"), (3_907, nil, true, "1:05:07"),
      (36_000, nil, true, "10:00:00"), (760, 1_200, true, "12:40 of 20:00"),
      (0, 1_200, true, "0:00 of 20:00"), (1_200, 1_200, true, "20:00 of 20:00"),
      (1_201, 1_200, true, "0:01 over 20:00"), (1_325, 1_200, true, "2:05 over 20:00"),
      (3_907, 5_400, true, "1:05:07 of 1:30:00"),
      (5_400 + 3_661, 5_400, true, "1:01:01 over 1:30:00"),
      (760, 1_200, false, "paused 12:40 of 20:00"), (760, nil, false, "paused 12:40"),
      (1_325, 1_200, false, "paused 2:05 over 20:00"), (0, 1_200, false, "t starts 20:00"),
      (0, 5_400, false, "t starts 1:30:00"), (0, nil, false, "t starts the timer"),
    ] as [(Int, Int?, Bool, String)]
  )
  func words(seconds: Int, duration: Int?, isRunning: Bool, words: String) {
    let time = Self.time(Double(seconds), of: duration, isRunning: isRunning)
    #expect(time.words == words)
  }

  @Test("parts of a second are not shown")
  func fractions() {
    #expect(Self.time(59.999).words == "0:59" && Self.time(60.001).words == "1:00")
    #expect(Self.time(1_200.9, of: 1_200).words == "20:00 of 20:00")
  }

  @Test(
    "the last fifth of a length is a warning, the last twentieth and all beyond an alarm",
    arguments: [
      (1, 1_200, .plain), (959, 1_200, .plain), (960, 1_200, .alertWarning),
      (1_139, 1_200, .alertWarning), (1_140, 1_200, .error), (1_200, 1_200, .error),
      (1_201, 1_200, .error), (99_999, 1_200, .error), (0, 1_200, .plain), (99_999, nil, .plain),
      (1, 1, .error), (79, 100, .plain), (80, 100, .alertWarning), (94, 100, .alertWarning),
      (95, 100, .error), (69_119, 86_400, .plain), (69_120, 86_400, .alertWarning),
    ] as [(Int, Int?, TextRole)]
  )
  func styles(seconds: Int, duration: Int?, role: TextRole) {
    for isRunning in [true, false] {
      let time = Self.time(Double(seconds), of: duration, isRunning: isRunning)
      #expect(time.style == TextStyle(role: role, attributes: .bold))
    }
  }

  // MARK: Time

  @Test("a running timer follows the daemon's clock, a paused one stays")
  func elapsed() {
    var timer = TalkTimer(isRunning: true, elapsed: .seconds(30), at: Self.start)
    #expect(timer.elapsed(at: Self.start) == .seconds(30))
    #expect(timer.elapsed(at: Self.start + .milliseconds(1_500)) == .milliseconds(31_500))
    #expect(timer.elapsed(at: Self.start - .seconds(29)) == .seconds(1))
    timer.isRunning = false
    for offset in [-1_000, 0, 1_000] {
      #expect(timer.elapsed(at: Self.start + .seconds(offset)) == .seconds(30))
    }
  }

  @Test("no time is below zero, whatever a viewer takes for the daemon's clock")
  func neverNegative() {
    let timer = TalkTimer(isRunning: true, elapsed: .seconds(2), at: Self.start)
    for early in [2, 3, 60, 1_000, 1_000_000] {
      let now = Self.start - .seconds(early)
      #expect(timer.elapsed(at: now) == .zero, "\(early)")
      #expect(TalkTime(timer, at: now, timeOfDay: nil).words == "0:00", "\(early)")
    }
    #expect(timer.elapsed(at: Self.start - .milliseconds(1_500)) == .milliseconds(500))
  }

  @Test("only a speaker's view has a time; the time of day has two digits each")
  func clocks() throws {
    let morning = TimeOfDay(hour: 9, minute: 5)
    #expect(morning.words == "09:05")
    #expect(TimeOfDay(hour: 23, minute: 59).words == "23:59")
    #expect(TimeOfDay(hour: 0, minute: 0).words == "00:00")
    var clocks = TalkClocks()
    clocks.timeOfDay = morning
    #expect(clocks.time(at: Self.start) == nil)
    clocks.timer = TalkTimer(isRunning: true, elapsed: .seconds(5), at: Self.start)
    let time = try #require(clocks.time(at: Self.start + .seconds(2)))
    #expect(time.words == "0:07" && time.timeOfDay == morning && time.isRunning)
  }
}
