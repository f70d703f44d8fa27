/// A question that an overlay has for the daemon: when it is asked, until there is an answer.
struct OverlayInquiry: Hashable, Sendable {
  /// After an answer it is asked again so much later; nil asks once.
  let refresh: Duration?
  private var request: UInt64?
  /// When the oldest of the questions without an answer was asked.
  private var askedAt: Duration?
  private var nextAt: Duration?
  private var isAnswered = false

  /// Without an answer it is asked again after this.
  static let patience = Duration.seconds(2)
  /// A wait longer than this is shown (experience.md: Programs).
  static let quiet = Duration.milliseconds(300)

  init(refresh: Duration?, at now: Duration) {
    self.refresh = refresh
    nextAt = now
  }

  func isDue(at now: Duration) -> Bool { nextAt.map { $0 <= now } ?? false }

  func isWaiting(for request: UInt64) -> Bool { self.request == request }

  /// Whether there was never an answer, and that takes a while.
  func isSlow(at now: Duration) -> Bool {
    !isAnswered && askedAt.map { now - $0 >= Self.quiet } ?? false
  }

  /// When it is to be asked, or begins to be slow.
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

  /// Whether an answer is waited for.
  var isUnderWay: Bool { request != nil }

  /// It is asked at a time, whatever is under way.
  mutating func askAgain(at time: Duration) {
    request = nil
    nextAt = time
  }

  /// What was answered is no longer so: it is asked at once.
  mutating func begin(at now: Duration) {
    request = nil
    nextAt = now
  }
}
