package import NavBase

/// The part of a talk that survives the daemon: its timer and the questions (proto/README.md: Speaker's view), and since
/// when nobody watches.
package struct TalkState: Hashable, Sendable {
  package var timer: Timer
  /// In the order in which they were asked; at most `maximumQuestions`.
  package var questions: [TalkQuestion]
  /// The number that was given last.
  package var lastNumber: Int
  /// When the last viewer left, in milliseconds since 1970; 0 while there are any.
  package var leftAt: Int64

  package static let maximumQuestions = 100
  /// The largest number of a question that is restored; above it there is room for as many again.
  private static let largestNumber = Int.max / 2
  /// The times that are restored, in milliseconds, so that no difference and no sum of them overflows.
  private static let times = -(Int64.max / 8)...Int64.max / 8

  /// The timer; it counts on while no daemon runs.
  package struct Timer: Hashable, Sendable {
    package var isRunning: Bool
    /// The time that had run at `unixTime`.
    package var elapsed: Duration
    /// When it was started, paused or reset last, in milliseconds since 1970.
    package var unixTime: Int64

    package init(isRunning: Bool = false, elapsed: Duration = .zero, unixTime: Int64 = 0) {
      self.isRunning = isRunning
      self.elapsed = elapsed
      self.unixTime = unixTime
    }
  }

  package init(
    timer: Timer = Timer(),
    questions: [TalkQuestion] = [],
    lastNumber: Int = 0,
    leftAt: Int64 = 0
  ) {
    self.timer = timer
    self.questions = questions
    self.lastNumber = lastNumber
    self.leftAt = leftAt
  }
}

/// A question of the audience.
package struct TalkQuestion: Hashable, Sendable {
  /// Above that of every earlier question of the session.
  package var number: Int
  /// The name of who asks.
  package var name: ViewerName
  /// One sanitised line.
  package var text: String

  package init(number: Int, name: ViewerName, text: String) {
    self.number = number
    self.name = name
    self.text = text
  }
}

/// The stored form (state.proto); empty for the state of a new session.
extension TalkState: WireFields {
  package static var blank: Self { Self() }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.bool(1, &timer.isRunning)
    try archive.milliseconds(2, &timer.elapsed)
    try archive.sint64(3, &timer.unixTime)
    try archive.messages(4, &questions)
    try archive.uint64(5, &lastNumber)
    try archive.sint64(6, &leftAt)
    try archive.check(
      questions.count <= Self.maximumQuestions,
      "\(questions.count) questions"
    )
    let numbers = questions.map(\.number) + [lastNumber]
    try archive.check(
      zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 } && lastNumber <= Self.largestNumber,
      "questions with the numbers \(numbers)"
    )
    try archive.check(
      [timer.unixTime, timer.elapsed.milliseconds, leftAt].allSatisfy { Self.times.contains($0) },
      "impossible times"
    )
  }
}

extension TalkQuestion: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (name, text, number) = (value?.name, value?.text ?? "", value?.number ?? 0)
    try archive.string(1, &name)
    try archive.string(2, &text)
    try archive.uint64(3, &number)
    guard let name else { throw WireError("a question of a viewer without a name") }
    return TalkQuestion(number: number, name: name, text: text)
  }
}
