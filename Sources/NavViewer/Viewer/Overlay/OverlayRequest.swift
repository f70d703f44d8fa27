/// The request of an overlay to the daemon: when to send and repeat it, and whether the answer is slow.
struct OverlayRequest: Hashable, Sendable {
  /// The pause after an answer before the request is repeated; nil for a single request.
  let refresh: Duration?
  private var request = RepeatedRequest()
  /// When the oldest transmission without an answer was sent.
  private var sentAt: Duration?
  private var isAnswered = false

  /// A longer wait is shown to the user.
  static let slowAfter = Duration.milliseconds(300)

  init(refresh: Duration? = nil, at now: Duration) {
    self.refresh = refresh
    request.send(at: now)
  }

  func isDue(at now: Duration) -> Bool { request.isDue(at: now) }

  /// Whether an answer is awaited.
  var isPending: Bool { request.isPending }

  func isAwaiting(_ id: UInt64) -> Bool { request.isAwaiting(id) }

  /// Whether the first answer takes longer than `slowAfter`.
  func isSlow(at now: Duration) -> Bool {
    !isAnswered && sentAt.map { now - $0 >= Self.slowAfter } ?? false
  }

  /// Returns the time of the next transmission, or the time from which the answer counts as slow.
  func nextWake(at now: Duration) -> Duration? {
    let slow = isAnswered ? nil : sentAt.map { $0 + Self.slowAfter }.flatMap { $0 > now ? $0 : nil }
    return [request.nextWake, slow].compactMap(\.self).min()
  }

  mutating func sent(as id: UInt64, at now: Duration) {
    request.sent(as: id, at: now)
    sentAt = sentAt ?? now
  }

  mutating func answered(at now: Duration) {
    request.answered()
    sentAt = nil
    isAnswered = true
    if let refresh { request.send(at: now + refresh) }
  }

  /// Schedules the next transmission and ignores the answer to the current one.
  mutating func send(at time: Duration) {
    request.send(at: time)
  }
}
