package import NavModel
package import NavWire
import SwiftProtobuf

/// The part of a talk that survives the daemon: its timer and the questions (proto/README.md: Speaker's view).
package struct TalkState: Hashable, Sendable {
  package var timer: Timer
  /// In the order in which they were asked; at most `maximumQuestions`.
  package var questions: [TalkQuestion]
  /// The number that was given last.
  package var lastNumber: Int

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

  package init(timer: Timer = Timer(), questions: [TalkQuestion] = [], lastNumber: Int = 0) {
    self.timer = timer
    self.questions = questions
    self.lastNumber = lastNumber
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

/// The stored form (state.proto).
extension TalkState {
  /// Empty for the state of a new session.
  package func encoded() -> [UInt8] {
    var message = Navd_V1_TalkPlace()
    message.timerRunning = timer.isRunning
    message.timerElapsedMs = UInt64(clamping: timer.elapsed.milliseconds)
    message.timerAtMs = timer.unixTime
    message.lastNumber = UInt64(clamping: lastNumber)
    message.questions = questions.map { question in
      var message = Navd_V1_TalkQuestion()
      message.number = UInt64(clamping: question.number)
      message.name = question.name.description
      message.text = question.text
      return message
    }
    return serialized(message)
  }

  /// Decodes a stored state.
  ///
  /// - Throws: `WireError` for malformed bytes or an impossible state.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    let message: Navd_V1_TalkPlace = try parsed(bytes)
    guard message.questions.count <= Self.maximumQuestions else {
      throw WireError("\(message.questions.count) questions")
    }
    var questions: [TalkQuestion] = []
    for question in message.questions {
      guard let name = ViewerName(question.name) else {
        throw WireError("a question of a viewer without a name")
      }
      questions.append(
        TalkQuestion(number: Int(clamping: question.number), name: name, text: question.text)
      )
    }
    let numbers = questions.map(\.number) + [Int(clamping: message.lastNumber)]
    guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 }),
      numbers[numbers.count - 1] <= Self.largestNumber
    else { throw WireError("questions with the numbers \(numbers)") }
    guard Self.times.contains(message.timerAtMs),
      Self.times.contains(Int64(clamping: message.timerElapsedMs))
    else { throw WireError("a timer of impossible times") }
    self.init(
      timer: Timer(
        isRunning: message.timerRunning,
        elapsed: .milliseconds(Int64(clamping: message.timerElapsedMs)),
        unixTime: message.timerAtMs
      ),
      questions: questions,
      lastNumber: Int(clamping: message.lastNumber)
    )
  }
}
