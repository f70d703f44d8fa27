/// When a stream publishes Beats (proto/README.md: Heartbeat).
///
/// One follows each time of silence, and one each new subscription, at once or when `DaemonTiming.beatPause` has passed
/// since the last one: a subscriber that comes and goes causes no more.
struct BeatSchedule: Sendable {
  /// When anything was published.
  private var publishedAt: Duration
  private var beatAt: Duration?
  /// When the Beat for new subscribers is due; nil if they have it.
  private(set) var dueAt: Duration?

  init(at now: Duration) {
    publishedAt = now
  }

  /// Notes a new subscriber.
  mutating func request(at now: Duration) {
    dueAt = dueAt ?? max(now, beatAt.map { $0 + DaemonTiming.beatPause } ?? now)
  }

  /// Notes that the last subscriber has left.
  mutating func cancel() {
    dueAt = nil
  }

  /// Whether a Beat is due for new subscribers.
  func isDue(at now: Duration) -> Bool { dueAt.map { $0 <= now } ?? false }

  /// Whether the stream was silent for so long that a Beat is due.
  func isSilent(at now: Duration) -> Bool { now - publishedAt >= DaemonTiming.beat / 2 }

  /// Notes that something other than a Beat was published.
  mutating func notePublished(at now: Duration) {
    publishedAt = now
  }

  mutating func noteBeat(at now: Duration) {
    publishedAt = now
    beatAt = now
    dueAt = nil
  }
}
