/// The state of an overlay's request to the daemon: when to send and repeat it.
struct OverlayInquiry: Hashable, Sendable {
  /// The pause after an answer before the request is repeated; nil for a single request.
  let refresh: Duration?
  private var request: UInt64?
  /// When the oldest request without an answer was sent.
  private var askedAt: Duration?
  private var nextAt: Duration?
  private var isAnswered = false

  /// The time without an answer after which the request is repeated.
  static let patience = Duration.seconds(2)
  /// A longer wait is shown to the user.
  static let quiet = Duration.milliseconds(300)

  init(refresh: Duration?, at now: Duration) {
    self.refresh = refresh
    nextAt = now
  }

  func isDue(at now: Duration) -> Bool { nextAt.map { $0 <= now } ?? false }

  func isWaiting(for request: UInt64) -> Bool { self.request == request }

  /// Whether the first answer takes longer than `quiet`.
  func isSlow(at now: Duration) -> Bool {
    !isAnswered && askedAt.map { now - $0 >= Self.quiet } ?? false
  }

  /// Returns the time of the next request, or the time from which the answer counts as slow.
  func nextWake(at now: Duration) -> Duration? {
    let slow = isAnswered ? nil : askedAt.map { $0 + Self.quiet }.flatMap { $0 > now ? $0 : nil }
    return [nextAt, slow].compactMap(\.self).min()
  }

  mutating func asked(_ request: UInt64, at now: Duration) {
    self.request = request
    askedAt = askedAt ?? now
    nextAt = now + Self.patience
  }

  mutating func answered(at now: Duration) {
    request = nil
    askedAt = nil
    isAnswered = true
    nextAt = refresh.map { now + $0 }
  }

  /// Whether an answer is awaited.
  var isUnderWay: Bool { request != nil }

  /// Schedules the next request and ignores the answer to the current one.
  mutating func askAgain(at time: Duration) {
    request = nil
    nextAt = time
  }

  /// Repeats the request at once, because the last answer is outdated.
  mutating func begin(at now: Duration) {
    request = nil
    nextAt = now
  }
}
