import NavBase
import NavScene

/// The time that a speaker's view shows: the timer of the talk, and the time of day.
struct TalkTime: Hashable, Sendable {
  /// Whole seconds.
  var elapsed: Int
  /// The length of the talk in seconds; nil if it is not known.
  var duration: Int?
  var isRunning: Bool
  /// Nil if it is not known.
  var timeOfDay: TimeOfDay?

  /// The part of a talk's length that is left when the time is shown as a warning, and as an alarm, in percent.
  private static let (warning, alarm) = (20, 5)

  init(_ timer: TalkTimer, at now: Duration, timeOfDay: TimeOfDay?) {
    elapsed = Int(timer.elapsed(at: now).components.seconds)
    duration = timer.duration.map { Int($0.components.seconds) }
    isRunning = timer.isRunning
    self.timeOfDay = timeOfDay
  }

  /// The timer in words: `12:40 of 20:00`, `2:05 over 20:00`, `paused 12:40`, or how to start it.
  var words: String {
    guard isRunning || elapsed > 0 else {
      return duration.map { "t starts \(Self.clock($0))" } ?? "t starts the timer"
    }
    let pause = isRunning ? "" : "paused "
    guard let duration else { return pause + Self.clock(elapsed) }
    guard elapsed <= duration else {
      return "\(pause)\(Self.clock(elapsed - duration)) over \(Self.clock(duration))"
    }
    return "\(pause)\(Self.clock(elapsed)) of \(Self.clock(duration))"
  }

  /// The stage of the talk's time, by what is left of it.
  enum Shortage: Hashable, Sendable {
    case none, warning, alarm
  }

  /// A warning when little time is left, an alarm when almost none is.
  var shortage: Shortage {
    guard let duration, elapsed > 0 else { return .none }
    let left = (duration - elapsed) * 100
    if left <= duration * Self.alarm { return .alarm }
    return left <= duration * Self.warning ? .warning : .none
  }

  /// The style of the timer.
  var style: TextStyle {
    switch shortage {
    case .none: TextStyle(attributes: .bold)
    case .warning: TextStyle(role: .alertWarning, attributes: .bold)
    case .alarm: TextStyle(role: .error, attributes: .bold)
    }
  }

  /// Returns a time as people read it: `5:07`, `1:05:07`.
  static func clock(_ seconds: Int) -> String {
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let rest = twoDigits(seconds % 60)
    return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(rest)" : "\(minutes):\(rest)"
  }

  fileprivate static func twoDigits(_ number: Int) -> String {
    (number < 10 ? "0" : "") + "\(number)"
  }
}

/// The clocks of a speaker's view.
struct TalkClocks: Hashable, Sendable {
  /// Nil for any other view.
  var timer: TalkTimer?
  var timeOfDay: TimeOfDay?
  /// The number of questions in the last reply to an input.
  private var questions = 0

  /// Notes the number of questions that are seen in the speaker's view only; returns the message about new ones.
  mutating func heard(ofQuestions count: Int) -> String? {
    defer { questions = count }
    guard count > questions else { return nil }
    return count == 1 ? "1 question: F4 shows it" : "\(count) questions: F4 shows them"
  }

  /// - Parameter now: the time on the daemon's clock.
  /// - Returns: the time to show; nil for any other view.
  func time(at now: Duration) -> TalkTime? {
    timer.map { TalkTime($0, at: now, timeOfDay: timeOfDay) }
  }
}

/// A time of day where the viewer is, which the program around the core tells it.
package struct TimeOfDay: Hashable, Sendable {
  /// 0 to 23.
  package var hour: Int
  /// 0 to 59.
  package var minute: Int

  package init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  var words: String { "\(TalkTime.twoDigits(hour)):\(TalkTime.twoDigits(minute))" }
}
