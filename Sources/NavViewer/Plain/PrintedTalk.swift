/// The timer and the questions of a speaker's view that were printed last.
struct PrintedTalk: Sendable {
  private var time: TalkTime?
  private var questions = 0

  /// Returns a line for a timer that was started, paused or reset, or whose time is short, and for new questions.
  ///
  /// - Parameters:
  ///   - time: the shown time; nil for any other view, of which nothing is printed.
  ///   - questions: the number of questions without an answer.
  /// - Returns: the lines, in order; empty if there is no news.
  mutating func lines(for time: TalkTime?, questions: Int) -> [String] {
    let last = (time: self.time, questions: self.questions)
    self.time = time
    self.questions = time == nil ? 0 : questions
    guard let time else { return [] }
    var lines: [String] = []
    if Self.isNews(time, after: last.time) { lines.append("Timer: \(time.words)") }
    if questions > last.questions {
      lines.append(questions == 1 ? "1 question" : "\(questions) questions")
    }
    return lines
  }

  private static func isNews(_ time: TalkTime, after last: TalkTime?) -> Bool {
    guard let last else { return time.isRunning || time.elapsed > 0 }
    return time.isRunning != last.isRunning || time.shortage != last.shortage
      || time.elapsed < last.elapsed
  }
}
