import NavScene
import Testing

@testable import NavViewer

@Suite("Plain mode prints the timer and the questions of a talk")
struct PrintedTalkTests {
  /// A moment of a talk of 100 s.
  private struct Moment {
    var seconds: Int
    var isRunning = true
    var questions = 0
    var expected: [String] = []
  }

  @Test("starts, pauses, resets, warnings and the number of questions, each once")
  func lines() {
    var printed = PrintedTalk()
    let short = "Timer: 1:20 of 1:40, little time left"
    let paused = "Timer: paused 1:25 of 1:40, little time left"
    let moments = [
      Moment(seconds: 0, isRunning: false),
      Moment(seconds: 0, expected: ["Timer: 0:00 of 1:40"]),
      Moment(seconds: 1),
      Moment(seconds: 60, questions: 1, expected: ["1 question"]),
      Moment(seconds: 79, questions: 1),
      Moment(seconds: 80, questions: 3, expected: [short, "3 questions"]),
      // A new estimate of the daemon's clock is no news.
      Moment(seconds: 79, questions: 3),
      Moment(seconds: 80, questions: 3),
      Moment(seconds: 94, questions: 2, expected: ["2 questions"]),
      Moment(seconds: 95, questions: 2, expected: ["Timer: 1:35 of 1:40, almost no time left"]),
      Moment(seconds: 100, questions: 0, expected: ["No questions"]),
      Moment(seconds: 101),
      Moment(seconds: 101, isRunning: false, expected: ["Timer: paused 0:01 over 1:40"]),
      Moment(seconds: 0, isRunning: false, expected: ["Timer: stopped at zero"]),
      Moment(seconds: 1, expected: ["Timer: 0:01 of 1:40"]),
      Moment(seconds: 0, expected: ["Timer: 0:00 of 1:40"]),
      Moment(seconds: 85, isRunning: false, expected: [paused]),
    ]
    for moment in moments {
      let timer = TalkTimer(
        isRunning: moment.isRunning,
        elapsed: .seconds(moment.seconds),
        duration: .seconds(100)
      )
      let time = TalkTime(timer, at: .zero, timeOfDay: nil)
      let lines = printed.lines(for: time, questions: moment.questions)
      #expect(lines == moment.expected, "\(moment.seconds) s")
    }
  }

  @Test("a timer that runs when the view opens is printed; in other views nothing is")
  func views() {
    var printed = PrintedTalk()
    let timer = TalkTimer(isRunning: true, elapsed: .seconds(5))
    let time = TalkTime(timer, at: .zero, timeOfDay: nil)
    #expect(printed.lines(for: nil, questions: 0) == [])
    for _ in 1...2 {
      #expect(printed.lines(for: time, questions: 1) == ["Timer: 0:05", "1 question"])
      #expect(printed.lines(for: nil, questions: 0) == [])
    }
  }
}
