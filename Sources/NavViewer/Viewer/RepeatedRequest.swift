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
