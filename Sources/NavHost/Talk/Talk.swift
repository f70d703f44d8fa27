import NavBase
import NavEngine
import NavScene
import NavWire

/// The timer of a session's talk and the questions of its audience, which only the speaker sees (proto/README.md:
/// Speaker's view), and since when nobody watches.
struct Talk: Hashable, Sendable {
  private(set) var state = TalkState()
  /// The timer on the daemon's clock, without the length of the talk.
  private(set) var timer = TalkTimer()
  /// When each participant, or anybody with the same key, asked last; forgotten after `DaemonTiming.questionPause`.
  private var askedAt: [Participant.Identity: Duration] = [:]
  /// The askers of the questions since the daemon's start, by the number of the question.
  private var askers: [Int: Principal] = [:]

  init() {}

  /// Restores the talk of a session after a restart; a timer that ran has run on by the calendar.
  init(restoring state: TalkState, at moment: RequestLedger.Moment) {
    self.state = state
    let passed = Duration.milliseconds(max(0, moment.unixTime - state.timer.unixTime))
    timer = TalkTimer(
      isRunning: state.timer.isRunning,
      elapsed: state.timer.elapsed + (state.timer.isRunning ? passed : .zero),
      at: moment.time
    )
  }

  /// The questions as the speaker reads them.
  var lines: [SpeakerQuestion] {
    state.questions.map { SpeakerQuestion(number: $0.number, text: "\($0.name): \($0.text)") }
  }

  // MARK: Viewers

  /// Notes that viewers are there, or that the last one left at a time in milliseconds since 1970.
  ///
  /// - Returns: whether that is new.
  mutating func noteViewers(leftAt time: Int64?) -> Bool {
    guard (state.leftAt == 0) == (time != nil) else { return false }
    state.leftAt = time.map { max(1, $0) } ?? 0
    return true
  }

  // MARK: Timer

  enum TimerChange {
    case start, pause, reset
  }

  mutating func change(_ change: TimerChange, at moment: RequestLedger.Moment) {
    timer.elapsed = change == .reset ? .zero : timer.elapsed(at: moment.time)
    timer.at = moment.time
    switch change {
    case .start: timer.isRunning = true
    case .pause: timer.isRunning = false
    case .reset: break
    }
    state.timer = TalkState.Timer(
      isRunning: timer.isRunning,
      elapsed: timer.elapsed,
      unixTime: moment.unixTime
    )
  }

  // MARK: Questions

  /// Adds a question; at the limit, the newest one of the principal with the most goes for it (`Shares`).
  ///
  /// - Parameters:
  ///   - text: the question, not sanitised.
  ///   - participant: who asks.
  ///   - principal: on whose behalf.
  ///   - now: the time of the turn.
  /// - Returns: why it was not added; nil if it was.
  mutating func ask(
    _ text: String,
    by participant: Participant,
    of principal: Principal,
    at now: Duration
  ) -> Reply.Failure? {
    let line = sanitized(text).trimmed
    guard !line.isEmpty else { return Reply.Failure(.rejected, "an empty question: write one") }
    askedAt = askedAt.filter { now - $0.value < DaemonTiming.questionPause }
    // A new client costs the owner of a key nothing.
    let asker = if case .key = principal { principal.scripts } else { participant.identity }
    if let last = askedAt[asker] {
      let rest = Int(((DaemonTiming.questionPause - (now - last)) / .seconds(1)).rounded(.up))
      let text =
        "one question in \(DaemonTiming.questionPause.components.seconds) s: wait \(rest) s"
      return Reply.Failure(.limitReached, text)
    }
    let count = state.questions.count
    if count >= TalkState.maximumQuestions {
      let holders = state.questions.map { askers[$0.number] }
      guard let index = Shares.newest(givingWayTo: principal, among: holders) else {
        return Reply.Failure(.limitReached, "\(count) questions wait already: ask later")
      }
      _ = remove(question: state.questions[index].number)
    }
    askedAt[asker] = now
    state.lastNumber += 1
    askers[state.lastNumber] = principal
    state.questions.append(
      TalkQuestion(number: state.lastNumber, name: participant.name, text: line)
    )
    return nil
  }

  /// Removes a question; returns false if no question has that number.
  mutating func remove(question number: Int) -> Bool {
    let count = state.questions.count
    askers[number] = nil
    state.questions.removeAll { $0.number == number }
    return state.questions.count != count
  }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
