/// The time of the next attempt at something that is repeated until it succeeds, and the pauses between attempts.
///
/// A pause is twice as long as the one before it, up to a longest one.
package struct RetryTimer: Hashable, Sendable {
  /// The time of the next attempt; nil if none is scheduled.
  package private(set) var nextAttempt: Duration?
  /// The pause after the next attempt.
  private var pause: Duration
  private let firstPause: Duration
  private let longestPause: Duration

  package static let longestPause = Duration.seconds(5)

  /// Creates a timer without a scheduled attempt.
  ///
  /// - Parameters:
  ///   - firstPause: the pause after the first attempt.
  ///   - longestPause: the limit of all following pauses; the first pause for pauses that do not grow.
  package init(firstPause: Duration, longestPause: Duration = Self.longestPause) {
    self.firstPause = firstPause
    self.longestPause = longestPause
    pause = firstPause
  }

  /// Limits a pause that a daemon asked for to at least 1 ms and at most `longestPause`.
  static func bounded(_ pause: Duration) -> Duration {
    min(max(.milliseconds(1), pause), longestPause)
  }

  func isDue(at now: Duration) -> Bool { nextAttempt.map { $0 <= now } ?? false }

  package mutating func schedule(at time: Duration) {
    nextAttempt = time
  }

  package mutating func cancel() {
    nextAttempt = nil
  }

  /// Lets the pauses begin with the first one again.
  package mutating func reset() {
    pause = firstPause
  }

  /// Records an attempt; the next one is due after the pause.
  package mutating func attempted(at now: Duration) {
    nextAttempt = now + pause
    pause = min(pause * 2, longestPause)
  }

  /// Records a failed attempt; the next one is due after the pause, shortened at random by up to a half, so that many
  /// clients of a failed daemon do not try at the same moment.
  mutating func failed(at now: Duration, using random: inout some RandomNumberGenerator) {
    nextAttempt = now + pause * Double.random(in: 0.5...1, using: &random)
    pause = min(pause * 2, longestPause)
  }
}

/// A request to the daemon that is repeated until it is answered.
///
/// Only the answer to the newest transmission counts.
struct RepeatedRequest: Hashable, Sendable {
  /// The id of the newest transmission; nil if no answer is awaited.
  private var id: UInt64?
  private var timer = RetryTimer(firstPause: Self.timeout, longestPause: Self.timeout)

  /// The time without an answer after which the request is sent again.
  static let timeout = Duration.seconds(2)

  /// Whether an answer is awaited.
  var isPending: Bool { id != nil }

  /// The time of the next transmission; nil for never.
  var nextWake: Duration? { timer.nextAttempt }

  func isDue(at now: Duration) -> Bool { timer.isDue(at: now) }

  func isAwaiting(_ id: UInt64) -> Bool { self.id == id }

  /// Schedules the next transmission and ignores the answer to the last one.
  mutating func send(at time: Duration) {
    id = nil
    timer.schedule(at: time)
  }

  /// Schedules the next transmission; an answer to the last one is still accepted.
  mutating func reschedule(at time: Duration) {
    timer.schedule(at: time)
  }

  /// Records a transmission.
  mutating func sent(as id: UInt64, at now: Duration) {
    self.id = id
    timer.attempted(at: now)
  }

  /// Records the answer; nothing is sent until the next `send`.
  mutating func answered() {
    id = nil
    timer.cancel()
  }
}
