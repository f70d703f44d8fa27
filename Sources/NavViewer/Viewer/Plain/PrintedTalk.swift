/// The timer and the questions of a speaker's view that were printed last.
struct PrintedTalk: Sendable {
  private var time: TalkTime?
  private var questions = 0

  /// Returns a line for each change of the timer or of the number of questions.
  ///
  /// The timer changes when it is started, paused or reset, and when its time gets short. The questions themselves are
  /// part of the page's text.
  ///
  /// - Parameters:
  ///   - time: the shown time; nil for any other view, of which nothing is printed.
  ///   - questions: the number of questions without an answer.
  /// - Returns: the lines, in order; empty if there is no news.
  mutating func lines(for time: TalkTime?, questions: Int) -> [String] {
    guard let time else {
      self = PrintedTalk()
      return []
    }
    var lines: [String] = []
    if !Self.isCorrection(time, of: self.time) {
      if Self.isNews(time, after: self.time) { lines.append("Timer: \(Self.words(for: time))") }
      self.time = time
    }
    if questions != self.questions { lines.append(Self.words(forQuestions: questions)) }
    self.questions = questions
    return lines
  }

  private static func isNews(_ time: TalkTime, after last: TalkTime?) -> Bool {
    guard let last else { return time.isRunning || time.elapsed > 0 }
    return time.isRunning != last.isRunning || time.shortage != last.shortage
      || time.elapsed < last.elapsed
  }

  /// Whether a running timer is a second behind, because the daemon's clock was estimated anew.
  private static func isCorrection(_ time: TalkTime, of last: TalkTime?) -> Bool {
    guard let last, time.isRunning, last.isRunning, time.duration == last.duration else {
      return false
    }
    return time.elapsed > 0 && time.elapsed == last.elapsed - 1
  }

  // MARK: Words

  private static func words(for time: TalkTime) -> String {
    // The status line names the key that starts it, but a script has no keys.
    guard time.isRunning || time.elapsed > 0 else { return "stopped at zero" }
    guard let duration = time.duration, time.elapsed < duration else { return time.words }
    return switch time.shortage {
    case .none: time.words
    case .warning: "\(time.words), little time left"
    case .alarm: "\(time.words), almost no time left"
    }
  }

  private static func words(forQuestions count: Int) -> String {
    switch count {
    case 0: "No questions"
    case 1: "1 question"
    default: "\(count) questions"
    }
  }
}
